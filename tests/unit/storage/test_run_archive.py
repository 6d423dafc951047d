"""A run as one file: what is written, and what is refused of files that mean harm."""

import hashlib
import io
import json
import os
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import AnswerGiven, PageRead, RunFinished, RunStarted
from desktop_agent.core.research import Page, Source
from desktop_agent.storage.run_archive import is_archive, read_archive, write_archive
from desktop_agent.storage.runs import RunRecorder
from desktop_agent.storage.snapshots import Snapshot, SnapshotStore

Members = dict[str, bytes]


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path / "snapshots")


def page(text: str) -> Page:
    url = "https://example.org/ä"
    return Page(url, url, "A page", text, "text/plain", "2026-03-29T01:02:03+00:00", len(text))


def record(folder: Path, *snapshots: str, run_id: str = "run1") -> Path:
    recorder = RunRecorder(folder / "runs", run_id)
    common = {"run_id": run_id}
    begin = RunStarted(
        question="Ä?", strategy="quick", provider="ollama", model="m", budget_s=1.0, **common
    )
    recorder.write(begin)
    for number, name in enumerate(snapshots[:1], start=1):
        read = PageRead(url="u", final_url="u", title="t", chars=1, snapshot=name, **common)
        recorder.write(read)
        sources = tuple(Source(number, "u", "t", snapshot=each) for each in snapshots)
        recorder.write(AnswerGiven(text="half \ud83c", sources=sources, **common))
    recorder.write(RunFinished(status="answered", **common))
    recorder.close()
    return recorder.path


@pytest.fixture
def run_file(tmp_path: Path, store: SnapshotStore) -> Path:
    return record(tmp_path, store.save(page("one")), store.save(page("two \ud800")))


@pytest.fixture
def archive(tmp_path: Path, run_file: Path, store: SnapshotStore) -> Path:
    path = tmp_path / "run.agentrun"
    write_archive(path, run_file, store)
    return path


def members_of(path: Path) -> Members:
    with zipfile.ZipFile(path) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(
    path: Path, members: Members, change: Callable[[zipfile.ZipInfo], None] = lambda _: None
):
    with zipfile.ZipFile(path, "w") as target:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            change(info)
            target.writestr(info, data)


def with_manifest(members: Members, /, **changes: Any) -> Members:
    """Gives members whose manifest fits them, but for these changes."""
    manifest = json.loads(members["manifest.json"])
    rest = {name: data for name, data in members.items() if name != "manifest.json"}
    manifest["members"] = {name: hashlib.sha256(data).hexdigest() for name, data in rest.items()}
    return {"manifest.json": json.dumps(manifest | changes).encode(), **rest}


def refused(path: Path) -> str:
    with pytest.raises(RecordingError) as caught:
        read_archive(path)
    return caught.value.message


def test_a_run_comes_back_as_it_was_with_the_pages_that_it_names(
    archive: Path, run_file: Path, store: SnapshotStore
) -> None:
    found = read_archive(archive)
    assert found.recording == run_file.read_bytes()
    assert (found.run_id, found.file_name, found.missing) == ("run1", run_file.name, ())
    assert {each.text for each in found.snapshots} == {"one", "two \ud800"}
    assert all(store.load(each.hash) == each for each in found.snapshots)
    assert is_archive(archive)
    assert not is_archive(run_file)
    assert not is_archive(run_file.with_name("absent"))


def test_the_same_run_gives_the_same_bytes_for_its_owner_alone(
    archive: Path, run_file: Path, store: SnapshotStore
) -> None:
    first = archive.read_bytes()
    os.utime(run_file, (1, 1))
    write_archive(archive, run_file, store)
    assert archive.read_bytes() == first
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert [path.name for path in archive.parent.iterdir() if path.name.startswith(".")] == []


def test_pages_that_are_gone_or_damaged_are_left_out_and_named(
    tmp_path: Path, store: SnapshotStore
) -> None:
    gone, kept, bad = "ab" * 32, store.save(page("kept")), store.save(page("to be damaged"))
    (tmp_path / "snapshots" / bad[:2] / f"{bad}.txt").write_text("damaged")
    path = tmp_path / "run.agentrun"
    told = write_archive(path, record(tmp_path, gone, kept, bad), store)
    assert read_archive(path).missing == told.missing == tuple(sorted((gone, bad)))
    assert [each.hash for each in read_archive(path).snapshots] == [kept]


def test_a_page_of_one_letter_a_million_times_is_no_bomb(
    tmp_path: Path, store: SnapshotStore
) -> None:
    path = tmp_path / "run.agentrun"
    write_archive(path, record(tmp_path, store.save(page("a" * 3_000_000))), store)
    assert len(read_archive(path).snapshots[0].text) == 3_000_000


def test_what_is_no_recording_is_not_written(tmp_path: Path, store: SnapshotStore) -> None:
    source, path = tmp_path / "x.jsonl", tmp_path / "x.agentrun"
    for data in (b"", b"{}\n", b"\xff\n", b"[" * 100_000):
        source.write_bytes(data)
        with pytest.raises(RecordingError):
            write_archive(path, source, store)
    two = record(tmp_path, run_id="b").read_bytes().split(b"\n")[:1]
    source.write_bytes(two[0] + b"\n" + record(tmp_path, run_id="c").read_bytes())
    with pytest.raises(RecordingError, match="one run"):
        write_archive(path, source, store)
    with pytest.raises(RecordingError, match="cannot be read"):
        write_archive(path, tmp_path / "absent", store)
    assert not path.exists()


def test_a_folder_that_cannot_be_written_leaves_what_was_there(
    archive: Path, run_file: Path, store: SnapshotStore, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        write_archive(tmp_path / "file" / "run.agentrun", run_file, store)


@pytest.mark.parametrize(
    "name",
    [
        "evil.sh",
        "../run.jsonl",
        "/etc/passwd",
        "snapshots/../run.jsonl",
        "snapshots\\run.jsonl",
        "snapshots/",
        f"snapshots/{'A' * 64}.txt",
        f"snapshots/{'a' * 64}.exe",
        f"snapshots/{'a' * 64}.txt/x",
    ],
)
def test_a_member_that_ours_never_have_is_refused(archive: Path, name: str) -> None:
    zipped(archive, with_manifest(members_of(archive) | {name: b"x"}))
    assert "member" in refused(archive)


def test_what_is_no_archive_is_refused(tmp_path: Path, archive: Path) -> None:
    whole = archive.read_bytes()
    for data in (
        b"",
        b"PK",
        b"PK\x03\x04" * 99,
        whole[:-1],
        whole[: len(whole) // 2],
        whole + b"x",
    ):
        archive.write_bytes(data)
        assert "run.agentrun is no run that can be opened" in refused(archive)
    assert "cannot be read" in refused(tmp_path)
    assert "cannot be read" in refused(tmp_path / "absent")


def test_every_byte_counts(archive: Path) -> None:
    """Whatever single byte is another, the file is refused or gives the very same run."""
    whole = archive.read_bytes()
    original = read_archive(archive)
    for at in range(0, len(whole), 7):
        archive.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            assert read_archive(archive) == original
        except RecordingError:
            continue


def test_members_that_are_not_those_of_the_manifest_are_refused(archive: Path) -> None:
    members = members_of(archive)
    some = next(name for name in members if name.endswith(".txt"))
    for wrong in (
        {**members, "run.jsonl": members["run.jsonl"].replace(b"quick", b"quack")},
        {name: data for name, data in members.items() if name != some},
        {name: data for name, data in members.items() if name != "run.jsonl"},
        {name: data for name, data in members.items() if name != "manifest.json"},
        members | {f"snapshots/{hashlib.sha256(b'x').hexdigest()}.txt": b"x"},
    ):
        zipped(archive, wrong)
        assert "manifest" in refused(archive)


def test_a_page_whose_text_is_not_that_of_its_hash_is_refused_though_the_manifest_fits(
    archive: Path,
) -> None:
    members = members_of(archive)
    some = next(name for name in members if name.endswith(".txt"))
    zipped(archive, with_manifest(members | {some: b"another text"}))
    assert "another text" in refused(archive)
    alone = {name: data for name, data in members.items() if name != some}
    zipped(archive, with_manifest(alone))
    assert "another text" in refused(archive)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "1"},
        {"format": None},
        {"run_id": "another"},
        {"run_id": 7},
        {"started": "yesterday"},
        {"started": "0001-01-01T00:00:00"},
        {"started": "0001-01-01T00:00:00+14:00"},
        {"started": "9999-12-31T23:59:59-14:00"},
        {"members": []},
        {"missing": "none"},
    ],
)
def test_a_manifest_that_is_wrong_is_refused(archive: Path, changes: dict[str, Any]) -> None:
    zipped(archive, with_manifest(members_of(archive)))
    read_archive(archive)
    zipped(archive, with_manifest(members_of(archive), **changes))
    refused(archive)


def test_a_newer_form_says_what_to_do(archive: Path) -> None:
    zipped(archive, with_manifest(members_of(archive), format=2, unknown=True))
    assert "format 2" in refused(archive)


def test_a_recording_that_is_none_is_refused(archive: Path) -> None:
    members = members_of(archive)
    for data in (b"", b"{}\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"):
        zipped(archive, with_manifest(members | {"run.jsonl": data}))
        refused(archive)


def test_a_run_id_that_is_a_path_is_refused(archive: Path) -> None:
    members = members_of(archive)
    evil = members["run.jsonl"].replace(b'"run1"', b'"../../x"')
    zipped(archive, with_manifest(members | {"run.jsonl": evil}, run_id="../../x"))
    refused(archive)


def test_a_member_that_is_there_twice_is_refused(archive: Path) -> None:
    members = members_of(archive)
    zipped(archive, members)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with zipfile.ZipFile(archive, "a") as target:
            target.writestr("run.jsonl", members["run.jsonl"])
    assert "twice" in refused(archive)


def test_links_and_what_is_encrypted_or_packed_otherwise_are_refused(archive: Path) -> None:
    members = members_of(archive)

    def as_link(info: zipfile.ZipInfo) -> None:
        info.external_attr = (stat.S_IFLNK | 0o777) << 16

    zipped(archive, members, as_link)
    assert "plain file" in refused(archive)
    zipped(archive, members, lambda info: setattr(info, "compress_type", zipfile.ZIP_BZIP2))
    assert "compressed" in refused(archive)
    zipped(archive, members)
    data = bytearray(archive.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 8] |= 1
    archive.write_bytes(data)
    assert "encrypted" in refused(archive)


def test_bombs_are_refused_before_they_are_opened(archive: Path) -> None:
    members = members_of(archive)
    zipped(archive, with_manifest(members | {"run.jsonl": b"\n" * 50_000_000}))
    assert archive.stat().st_size < 100_000
    assert "far larger" in refused(archive)
    zipped(archive, members)
    data = bytearray(archive.read_bytes())
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = struct.pack("<I", 2**31)  # tells of a size that it has not
    archive.write_bytes(data)
    assert "too much" in refused(archive)


def test_an_end_that_tells_of_millions_of_members_is_refused_unread(archive: Path) -> None:
    data = bytearray(archive.read_bytes())
    data[-12:-10] = struct.pack("<H", 60_000)
    archive.write_bytes(data)
    assert "too many" in refused(archive)
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as target:
        for number in range(5_001):
            target.writestr(f"{number}", b"")
    archive.write_bytes(many.getvalue())
    assert "too many" in refused(archive)


def test_a_snapshot_from_elsewhere_is_kept_once_and_only_with_its_own_text(
    archive: Path, tmp_path: Path
) -> None:
    there = SnapshotStore(tmp_path / "there")
    for _ in range(2):
        for each in read_archive(archive).snapshots:
            there.restore(each)
            assert there.load(each.hash) == each
    with pytest.raises(StorageError, match="another text"):
        there.restore(Snapshot("ab" * 32, "x", ()))


def test_lines_of_readings_that_are_of_the_wrong_kind_are_passed_over(archive: Path) -> None:
    members = members_of(archive)
    some = next(name for name in members if name.startswith("snapshots/") and "jsonl" in name)
    wrong = json.loads(members[some]) | {"url": {"a": 1}}
    lines = members[some] + json.dumps(wrong).encode() + b"\n" + b"[" * 100_000 + b"\n{}\n"
    zipped(archive, with_manifest(members | {some: lines}))
    assert all(len(each.fetches) == 1 for each in read_archive(archive).snapshots)
