"""Archive a run as a single file (``.agentrun``) with its recording and the pages it cites.

The file is a ZIP. ``manifest.json`` lists every other member with its SHA-256. ``run.jsonl`` is an
exact copy of the recording. ``snapshots/<hash>.txt`` is the text of a page, and
``snapshots/<hash>.jsonl`` lists when and where that text was read. The same run always produces the
same bytes. Archives are untrusted: sizes are checked before anything is read, and all members are
validated against the manifest.
"""

import hashlib
import io
import json
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

from desktop_agent import __version__
from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.research import Snapshot
from desktop_agent.storage.files import open_regular_file, write_atomic
from desktop_agent.storage.runs import FILE_NAME, read_lines, recording_name
from desktop_agent.storage.snapshots import SnapshotStore, read_fetches

# --- ZIP members of untrusted files

MOST_BYTES: Final = 256 << 20
"""Maximum size of an archive, and of its uncompressed content."""
MOST_MEMBERS: Final = 5_000

_MOST_RATIO = 200
"""Largest compression ratio of a member; JSON lines and pages reach 50."""
_SMALL = 1 << 20
"""Size in bytes below which the ratio of a member is not checked."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_DIRECTORY_BYTES = 256
"""Maximum size in bytes of an entry in the ZIP directory."""


def pack(members: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file with the members in order; equal members produce equal bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as target:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 3  # Unix, on every platform
            info.external_attr = (stat.S_IFREG | 0o600) << 16
            info.compress_type = _compression(data)
            target.writestr(info, data, compresslevel=6)
    return whole.getvalue()


def _compression(data: bytes) -> int:
    if len(data) > _SMALL and len(zlib.compress(data, 6)) * _MOST_RATIO < 2 * len(data):
        return zipfile.ZIP_STORED
    return zipfile.ZIP_DEFLATED


def unpack(file: BinaryIO, is_known: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the members of a ZIP file, all of whose names must satisfy ``is_known``.

    Nothing is written, and at most `MOST_BYTES` are read. Raise `ValueError` with the reason if the
    file is invalid. Errors from `zipfile` and `zlib` are not caught.
    """
    if check_end(file, MOST_MEMBERS, _DIRECTORY_BYTES) > MOST_BYTES:
        raise ValueError("it is too large")
    with zipfile.ZipFile(file) as opened:
        listed = opened.infolist()
        if len({info.filename for info in listed}) != len(listed):
            raise ValueError("an entry appears twice")
        if sum(info.file_size for info in listed) > MOST_BYTES:
            raise ValueError("it contains too much data")
        for info in listed:
            _check(info, is_known)
        return {info.filename: opened.read(info) for info in listed}


def check_end(file: BinaryIO, most_members: int, member_bytes: int) -> int:
    """Check the end of a ZIP file before `zipfile` loads its directory; return the file size.

    Raise `ValueError` with the reason if the file has an archive comment, which this program never
    writes, or if the directory has more than ``most_members`` entries or exceeds ``member_bytes``
    per entry.
    """
    size = file.seek(0, io.SEEK_END)
    if size < _END.size:
        raise ValueError("it is too short")
    file.seek(-_END.size, io.SEEK_END)
    mark, _disk, _first, _here, count, directory, _offset, comment = _END.unpack(
        file.read(_END.size)
    )
    if mark != b"PK\x05\x06" or comment:
        raise ValueError("its end is missing or wasn't written by Desktop Agent")
    larger = _larger(file, size)
    if larger is not None:
        count, directory = larger
    if count > most_members or directory > count * member_bytes or directory > size:
        raise ValueError("it lists too many entries")
    file.seek(0)
    return size


def _larger(file: BinaryIO, size: int) -> tuple[int, int] | None:
    """Return the entry count and directory size from the ZIP64 record, or None."""
    if size < _END.size + _LOCATOR.size + _END_64.size:
        return None
    file.seek(-_END.size - _LOCATOR.size, io.SEEK_END)
    mark, _disk, _offset, _disks = _LOCATOR.unpack(file.read(_LOCATOR.size))
    if mark != b"PK\x06\x07":
        return None
    file.seek(-_END.size - _LOCATOR.size - _END_64.size, io.SEEK_END)
    found = _END_64.unpack(file.read(_END_64.size))
    if found[0] != b"PK\x06\x06":
        raise ValueError("its end isn't at the recorded position")
    return int(found[7]), int(found[8])


def _check(info: zipfile.ZipInfo, is_known: Callable[[str], bool]) -> None:
    if not is_known(info.filename) or info.orig_filename != info.filename:
        raise ValueError(f"it contains the entry {info.filename[:80]!r}")
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise ValueError("an entry isn't a regular file")
    if info.flag_bits & 0x1:
        raise ValueError("it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("an entry uses unknown compression")
    if info.file_size > _SMALL and info.file_size > info.compress_size * _MOST_RATIO:
        raise ValueError("an entry would expand to many times its size")


SUFFIX: Final = ".agentrun"
FORMAT: Final = 1
"""Format version, which is increased when older readers could misread the new format."""

_MANIFEST, _RUN = "manifest.json", "run.jsonl"
_SNAPSHOT = re.compile(r"snapshots/([0-9a-f]{64})\.(txt|jsonl)")
_HASH = re.compile(r"[0-9a-f]{64}")
_REFERENCE = re.compile(rb'"snapshot": ?"([0-9a-f]{64})"')


@dataclass(frozen=True, slots=True)
class RunArchive:
    """The content of an archive.

    ``recording`` is an exact copy of the recording, and ``started`` is the start time of the run.
    ``missing`` lists the hashes of the run's pages that were no longer stored.
    """

    run_id: str
    started: datetime
    recording: bytes
    snapshots: tuple[Snapshot, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def file_name(self) -> str:
        return recording_name(self.run_id, self.started)


def write_archive(path: Path, run_file: Path, snapshots: SnapshotStore) -> RunArchive:
    """Write a recorded run and its pages to a file, replacing an existing one atomically.

    Pages that are missing or damaged in the store are left out and listed in the manifest. Raise
    `RecordingError` if ``run_file`` cannot be read or is not a recorded run, and `StorageError` if
    the archive cannot be written or would be too large to be read again.
    """
    archive = _gathered(run_file, snapshots)
    members = {_RUN: archive.recording}
    for each in archive.snapshots:
        members[f"snapshots/{each.hash}.txt"] = each.text.encode("utf-8", "surrogatepass")
        members[f"snapshots/{each.hash}.jsonl"] = b"".join(map(_json, map(asdict, each.fetches)))
    if sum(map(len, members.values())) > MOST_BYTES // 2 or len(members) >= MOST_MEMBERS:
        raise StorageError(f"The run is too large to save as a file: {run_file.name}.")
    write_atomic(path, pack({_MANIFEST: _manifest(archive, members), **members}))
    return archive


def read_archive(path: Path) -> RunArchive:
    """Return the content of an archive without writing anything.

    Raise `RecordingError` if the file cannot be read, is not an archive, has been altered, is too
    large, or was written by a newer version.
    """
    try:
        with open_regular_file(path) as file:
            return _archive(path, unpack(file, _is_member))
    except OSError as error:
        raise RecordingError(
            f"{path} cannot be read: {error.strerror}.", "Check its name and read permissions."
        ) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError) as error:
        why = str(error) or type(error).__name__
        raise RecordingError(
            f"{path.name} isn't a run that can be opened: {why}.",
            "Ask for the file again, or choose another one.",
        ) from None


def is_archive(path: Path) -> bool:
    """Return whether a file begins like an archive, or False if it cannot be read."""
    try:
        with open_regular_file(path) as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


# --- Writing


def _gathered(run_file: Path, snapshots: SnapshotStore) -> RunArchive:
    try:
        with open_regular_file(run_file) as file:
            recording = file.read()
        changed = datetime.fromtimestamp(run_file.stat().st_mtime, UTC)
    except OSError as error:
        raise RecordingError(
            f"{run_file} cannot be read: {error.strerror}.", "Check its name and read permissions."
        ) from None
    run_id = _run_id(recording, run_file.name)
    named = FILE_NAME.fullmatch(run_file.name)
    if named is not None:
        started = datetime.strptime(named[1], "%Y%m%dT%H%M%S.%fZ").replace(tzinfo=UTC)
    else:
        started = changed
    found, missing = [], []
    for name in sorted(set(_REFERENCE.findall(recording))):
        try:
            found.append(snapshots.load(name.decode()))
        except StorageError:
            missing.append(name.decode())
    return RunArchive(run_id, started, recording, tuple(found), tuple(missing))


def _manifest(archive: RunArchive, members: Mapping[str, bytes]) -> bytes:
    return _json(
        {
            "format": FORMAT,
            "program": f"Desktop Agent {__version__}",
            "run_id": archive.run_id,
            "started": archive.started.isoformat(timespec="milliseconds"),
            "members": {
                name: hashlib.sha256(members[name]).hexdigest() for name in sorted(members)
            },
            "missing": list(archive.missing),
        }
    )


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


# --- Reading


@dataclass(frozen=True, slots=True)
class _Manifest:
    run_id: str
    started: datetime
    members: dict[str, str]
    missing: tuple[str, ...]


def _is_member(name: str) -> bool:
    return name in (_MANIFEST, _RUN) or _SNAPSHOT.fullmatch(name) is not None


def _archive(path: Path, members: dict[str, bytes]) -> RunArchive:
    manifest = _read_manifest(path.name, members.pop(_MANIFEST, b""))
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}
    if hashes != manifest.members:
        raise ValueError("its entries don't match its manifest")
    recording = members.pop(_RUN, None)
    if recording is None:
        raise ValueError("it contains no recording")
    run_id = _run_id(recording, f"{path.name}, {_RUN}")
    if run_id != manifest.run_id:
        raise ValueError("its recording belongs to another run")
    missing = tuple(each for each in manifest.missing if _HASH.fullmatch(each))
    found = tuple(_snapshots(members))
    archive = RunArchive(run_id, manifest.started, recording, found, missing)
    if not FILE_NAME.fullmatch(archive.file_name):
        raise ValueError("its manifest has no valid time")
    return archive


def _snapshots(members: Mapping[str, bytes]) -> Iterator[Snapshot]:
    for name, data in members.items():
        found = _SNAPSHOT.fullmatch(name)
        assert found is not None, "others were refused"
        text = members.get(f"snapshots/{found[1]}.txt")
        if text is None or hashlib.sha256(text).hexdigest() != found[1]:
            raise ValueError("a page's text doesn't match its name")
        if found[2] == "txt":
            fetches = read_fetches(members.get(f"snapshots/{found[1]}.jsonl", b""))
            yield Snapshot(found[1], data.decode("utf-8", "surrogatepass"), fetches)


def _read_manifest(name: str, data: bytes) -> _Manifest:
    try:
        document = json.loads(data)
        if document["format"] > FORMAT:
            raise RecordingError(
                f"{name} was made in format {document['format']}; this app supports up to {FORMAT}.",
                "Update Desktop Agent to open it.",
            )
        manifest: _Manifest = from_json(_Manifest, document)
    except (ValueError, RecursionError, TypeError, KeyError, StorageError):
        raise ValueError("its manifest is missing or incomplete") from None
    try:
        return replace(manifest, started=manifest.started.astimezone(UTC))
    except OverflowError:
        raise ValueError("its manifest has an invalid UTC time") from None


def _run_id(recording: bytes, name: str) -> str:
    ids = {event.run_id for event in read_lines(io.BytesIO(recording), name)}
    run_id = next(iter(ids))
    if len(ids) != 1 or not FILE_NAME.fullmatch(f"20260101T000000.000Z-{run_id}.jsonl"):
        raise RecordingError(f"{name} isn't a recording of a single run.")
    return run_id
