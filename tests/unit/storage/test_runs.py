import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import (
    EVENTS_VERSION,
    AnswerGiven,
    Event,
    Notice,
    RunFinished,
    RunStarted,
    TextDelta,
)
from desktop_agent.storage.files import WRITTEN_AFTER_S
from desktop_agent.storage.runs import RunRecorder, read_run


def a_run() -> list[Event]:
    about = {"strategy": "quick", "provider": "ollama", "model": "m", "budget_s": 300}
    text = "Because.\n\ud83d"
    return [
        RunStarted(run_id="r1", seq=0, question="Why is the sky blue?", **about),
        TextDelta(run_id="r1", seq=1, t=0.5, step_id="s", channel="final", text=text),
        AnswerGiven(run_id="r1", seq=2, t=0.6, text="Because…"),
        RunFinished(run_id="r1", seq=3, t=0.7, status="answered"),
    ]


def record(folder: Path, events: list[Event], **options: object) -> Path:
    recorder = RunRecorder(folder, events[0].run_id, **options)
    for event in events:
        recorder.write(event)
    recorder.close()
    return recorder.path


def test_a_run_is_read_back_event_for_event_from_a_file_named_by_time_in_utc(tmp_path: Path):
    started = datetime.fromisoformat("2026-11-05T11:02:03.045678+01:00")
    path = record(tmp_path / "runs", a_run(), started=started)
    assert path.name == "20261105T100203.045Z-r1.jsonl"
    assert list(read_run(path)) == a_run()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["type"] for line in lines] == [event.type for event in a_run()]


def test_events_are_in_the_file_a_moment_after_they_are_written_and_none_after_the_end(
    tmp_path: Path,
):
    recorder = RunRecorder(tmp_path, "r1")
    for number, event in enumerate(a_run()[:2], start=1):
        recorder.write(event)
        written = time.monotonic()
        while len(recorder.path.read_bytes().splitlines()) < number:
            assert time.monotonic() < written + 20 * WRITTEN_AFTER_S
            time.sleep(0.01)
    recorder.close()
    recorder.close()
    with pytest.raises(StorageError, match="cannot be written"):
        recorder.write(a_run()[0])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_once_and_ends_the_recording(tmp_path: Path, monkeypatch):
    opened = os.open
    monkeypatch.setattr(os, "open", lambda *_: opened("/dev/full", os.O_WRONLY))
    recorder = RunRecorder(tmp_path, "r1")
    recorder.write(a_run()[0])
    time.sleep(5 * WRITTEN_AFTER_S)
    with pytest.raises(StorageError, match="No space left"):
        recorder.write(a_run()[1])
    recorder.close()


@pytest.mark.parametrize("run_id", ["", "a/b", "..", "a b", "x" * 65, "ä"])
def test_a_run_id_cannot_lead_out_of_the_folder(tmp_path: Path, run_id: str):
    with pytest.raises(StorageError):
        RunRecorder(tmp_path / "runs", run_id)
    assert not list(tmp_path.rglob("*.jsonl"))


def test_two_recordings_never_share_a_file(tmp_path: Path):
    started = datetime(2026, 11, 5, tzinfo=UTC)
    RunRecorder(tmp_path, "r1", started=started).close()
    with pytest.raises(StorageError, match="r1"):
        RunRecorder(tmp_path, "r1", started=started)


@settings(max_examples=15)
@given(cut=st.integers(min_value=1))
def test_wherever_a_crash_cut_the_file_what_is_whole_is_played_to_an_end(
    tmp_path_factory: pytest.TempPathFactory, cut: int
):
    path = record(tmp_path_factory.mktemp("runs"), a_run())
    whole = path.read_bytes()
    first_line = len(whole.splitlines()[0])
    kept = whole[: first_line + cut % (len(whole) - first_line)]
    path.write_bytes(kept)
    events = list(read_run(path))
    end = events[-1]
    if kept + b"\n" == whole:
        assert events == a_run()
        return
    assert events[:-1] == a_run()[: len(events) - 1]
    assert isinstance(end, RunFinished)
    assert (end.status, end.error) == ("stopped", "the recording ends here")
    assert (end.run_id, end.seq, end.t) == ("r1", len(events) - 1, events[-2].t)


@pytest.mark.parametrize(
    ("number", "line", "told"),
    [
        (2, b'{"type":"text_delta"', "JSON"),
        (2, b'{"type":"text_delta"}', "step_id"),
        (3, b'{"type":"tea_time"}', "tea_time"),
        (1, b"\xff\xfe", "UTF-8"),
        (2, b"[" * 100_000, "JSON"),
        (2, b'{"type":"notice","text":"x","run_id":"r1","seq":1,"t":1e999}', "JSON"),
    ],
)
def test_a_damaged_line_is_passed_over_with_a_notice_that_names_it(
    tmp_path: Path, number: int, line: bytes, told: str
):
    path = record(tmp_path, a_run())
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number - 1] = line + b"\n"
    path.write_bytes(b"".join(lines))
    *events, end = read_run(path)
    expected = a_run()
    notice = events[number - 1]
    assert isinstance(notice, Notice)
    assert (notice.run_id, notice.seq, notice.level) == ("r1", number - 1, "warning")
    assert f"{path.name}, line {number}: " in notice.text
    assert told in notice.text
    expected[number - 1] = notice
    assert [*events, end] == expected
    with pytest.raises(RecordingError, match=f"line {number}"):
        list(read_run(path, strict=True))


def test_a_recording_of_a_newer_version_asks_for_an_update_and_nothing_may_follow_the_end(
    tmp_path: Path,
):
    path = record(tmp_path, [*a_run(), Notice(run_id="r1", seq=4, text="and another thing")])
    with pytest.raises(RecordingError, match="line 5"):
        list(read_run(path))
    path.write_text(path.read_text().replace(f'"version":{EVENTS_VERSION}', '"version":99'))
    with pytest.raises(RecordingError, match="line 1") as caught:
        list(read_run(path))
    assert "Update" in caught.value.remedy


@pytest.mark.parametrize("content", [b"", b"half a li", b"no\nrun\nat all\n", None])
def test_what_holds_no_run_is_refused_by_name(tmp_path: Path, content: bytes | None):
    path = tmp_path / "x.jsonl"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordingError, match=r"x\.jsonl") as caught:
        list(read_run(path))
    assert caught.value.remedy
