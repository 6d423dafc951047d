"""A run as one file: what is written, and what is refused of files that mean harm."""

import hashlib
import json
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import AnswerGiven, PageRead, RunFinished, RunStarted
from desktop_agent.core.research import Page, Source
from desktop_agent.storage.run_archive import read_archive, write_archive
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
    model = {"strategy": "quick", "provider": "ollama", "model": "m"}
    recorder.write(RunStarted(run_id=run_id, question="Ä?", budget_s=1.0, **model))
    if snapshots:
        page = {"final_url": "u", "title": "t", "chars": 1, "snapshot": snapshots[0]}
        recorder.write(PageRead(run_id=run_id, url="u", **page))
        sources = tuple(Source(1, "u", "t", snapshot=each) for each in snapshots)
        recorder.write(AnswerGiven(run_id=run_id, text="half \ud83c", sources=sources))
    recorder.write(RunFinished(run_id=run_id, status="answered"))
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


@pytest.fixture
def members(archive: Path) -> Members:
    return members_of(archive)


def of_kind(members: Members, suffix: str) -> str:
    return next(each for each in members if each.startswith("snap") and each.endswith(suffix))


def without(members: Members, name: str) -> Members:
    return {each: data for each, data in members.items() if each != name}


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
    rest = without(members, "manifest.json")
    manifest["members"] = {name: hashlib.sha256(data).hexdigest() for name, data in rest.items()}
    return {"manifest.json": json.dumps(manifest | changes).encode(), **rest}


def refused(path: Path, members: Members | None = None) -> str:
    """Gives why an archive, of these members where there are any, is not read."""
    if members is not None:
        zipped(path, members)
    with pytest.raises(RecordingError) as caught:
        read_archive(path)
    return caught.value.message


def patched(path: Path, at: int, data: bytes) -> None:
    """Writes over some bytes of the first entry of the directory."""
    whole = bytearray(path.read_bytes())
    at += whole.index(b"PK\x01\x02")
    whole[at : at + len(data)] = data
    path.write_bytes(whole)


def test_the_same_run_gives_the_same_bytes_for_its_owner_alone(
    archive: Path, run_file: Path, store: SnapshotStore
):
    first = archive.read_bytes()
    os.utime(run_file, (1, 1))
    write_archive(archive, run_file, store)
    assert archive.read_bytes() == first
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert not list(archive.parent.glob(".*"))
    with pytest.raises(StorageError):  # what is no folder stays as it was
        write_archive(run_file / "run.agentrun", run_file, store)


def test_pages_that_are_gone_or_damaged_are_left_out_and_named(
    tmp_path: Path, store: SnapshotStore
):
    gone, kept, bad = "ab" * 32, store.save(page("kept")), store.save(page("to be damaged"))
    (tmp_path / "snapshots" / bad[:2] / f"{bad}.txt").write_text("damaged")
    path = tmp_path / "run.agentrun"
    told = write_archive(path, record(tmp_path, gone, kept, bad), store)
    assert read_archive(path).missing == told.missing == tuple(sorted((gone, bad)))
    assert [each.hash for each in read_archive(path).snapshots] == [kept]


def test_a_page_of_one_letter_a_million_times_is_no_bomb(tmp_path: Path, store: SnapshotStore):
    path = tmp_path / "run.agentrun"
    write_archive(path, record(tmp_path, store.save(page("a" * 1_000_000))), store)
    assert len(read_archive(path).snapshots[0].text) == 1_000_000


def test_what_is_no_recording_is_not_written(tmp_path: Path, store: SnapshotStore):
    source, path = tmp_path / "x.jsonl", tmp_path / "x.agentrun"
    for data in (b"", b"{}\n", b"\xff\n", b"[" * 100_000):
        source.write_bytes(data)
        with pytest.raises(RecordingError):
            write_archive(path, source, store)
    first = record(tmp_path, run_id="b").read_bytes().splitlines(keepends=True)[0]
    source.write_bytes(first + record(tmp_path, run_id="c").read_bytes())
    with pytest.raises(RecordingError, match="single run"):
        write_archive(path, source, store)
    with pytest.raises(RecordingError, match="cannot be read"):
        write_archive(path, tmp_path / "absent", store)
    assert not path.exists()


@pytest.mark.parametrize(
    "name",
    [
        "../run.jsonl",
        "/etc/passwd",
        "snapshots/../run.jsonl",
        "snapshots\\run.jsonl",
        "snapshots/",
        f"snapshots/{'A' * 64}.txt",
        f"snapshots/{'a' * 64}.exe",
    ],
)
def test_a_member_that_ours_never_have_is_refused(archive: Path, members: Members, name: str):
    assert "entry" in refused(archive, with_manifest(members | {name: b"x"}))


def test_what_is_no_archive_is_refused(tmp_path: Path, archive: Path):
    whole = archive.read_bytes()
    half = whole[: len(whole) // 2]
    for data in (b"", b"PK", b"PK\x03\x04" * 99, whole[:-1], half, whole + b"x"):
        archive.write_bytes(data)
        assert "run.agentrun isn't a run that can be opened" in refused(archive)
    assert "cannot be read" in refused(tmp_path)
    assert "cannot be read" in refused(tmp_path / "absent")


def test_every_byte_counts(archive: Path):
    """Whatever single byte is another, the file is refused or gives the very same run."""
    whole = archive.read_bytes()
    original = read_archive(archive)
    for at in range(0, len(whole), 23):
        archive.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            assert read_archive(archive) == original
        except RecordingError:
            continue


def test_members_that_are_not_those_of_the_manifest_are_refused(archive: Path, members: Members):
    for wrong in (
        {**members, "run.jsonl": members["run.jsonl"].replace(b"quick", b"quack")},
        without(members, of_kind(members, ".txt")),
        without(members, "run.jsonl"),
        without(members, "manifest.json"),
        members | {f"snapshots/{hashlib.sha256(b'x').hexdigest()}.txt": b"x"},
    ):
        assert "manifest" in refused(archive, wrong)


def test_a_page_whose_text_is_not_that_of_its_hash_is_refused_though_the_manifest_fits(
    archive: Path, members: Members
):
    some = of_kind(members, ".txt")
    for wrong in (members | {some: b"another text"}, without(members, some)):
        assert "doesn't match its name" in refused(archive, with_manifest(wrong))


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "1"},
        {"run_id": "another"},
        {"started": "yesterday"},
        {"started": "0001-01-01T00:00:00+14:00"},
        {"members": []},
        {"missing": "none"},
    ],
)
def test_a_manifest_that_is_wrong_is_refused(
    archive: Path, members: Members, changes: dict[str, Any]
):
    zipped(archive, with_manifest(members))
    read_archive(archive)
    refused(archive, with_manifest(members, **changes))


def test_a_newer_form_says_what_to_do_and_a_recording_that_is_none_is_refused(
    archive: Path, members: Members
):
    assert "format 2" in refused(archive, with_manifest(members, format=2, unknown=True))
    for data in (b"", b"{}\n", b"\xff\xfe\n", b"[" * 100_000 + b"\n"):
        refused(archive, with_manifest(members | {"run.jsonl": data}))
    path = members["run.jsonl"].replace(b'"run1"', b'"../../x"')
    refused(archive, with_manifest(members | {"run.jsonl": path}, run_id="../../x"))


def test_a_member_that_is_there_twice_is_refused(archive: Path):
    with zipfile.ZipFile(archive, "a") as target, pytest.warns(UserWarning, match="Duplicate"):
        target.writestr("run.jsonl", b"{}")
    assert "twice" in refused(archive)


def test_links_and_what_is_encrypted_or_packed_otherwise_are_refused(
    archive: Path, members: Members
):
    patched(archive, 8, b"\1")
    assert "encrypted" in refused(archive)
    link = (stat.S_IFLNK | 0o777) << 16
    zipped(archive, members, lambda info: setattr(info, "external_attr", link))
    assert "regular file" in refused(archive)
    zipped(archive, members, lambda info: setattr(info, "compress_type", zipfile.ZIP_BZIP2))
    assert "compression" in refused(archive)


def test_bombs_are_refused_before_they_are_opened(archive: Path, members: Members):
    patched(archive, 24, struct.pack("<I", 2**31))  # tells of a size that it has not
    assert "too much" in refused(archive)
    zipped(archive, with_manifest(members | {"run.jsonl": b"\n" * 50_000_000}))
    assert archive.stat().st_size < 100_000
    assert "many times its size" in refused(archive)


def test_an_end_that_tells_of_millions_of_members_is_refused_unread(archive: Path):
    data = bytearray(archive.read_bytes())
    data[-12:-10] = struct.pack("<H", 60_000)
    archive.write_bytes(data)
    assert "too many" in refused(archive)
    assert "too many" in refused(archive, {f"{number}": b"" for number in range(5_001)})


def test_a_snapshot_from_elsewhere_is_kept_once_and_only_with_its_own_text(
    archive: Path, tmp_path: Path
):
    there = SnapshotStore(tmp_path / "there")
    for _ in range(2):
        for each in read_archive(archive).snapshots:
            there.restore(each)
            assert there.load(each.hash) == each
    with pytest.raises(StorageError, match="different text"):
        there.restore(Snapshot("ab" * 32, "x", ()))
