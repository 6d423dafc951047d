"""Reads backups, which may be damaged or malicious."""

import hashlib
import io
import os
import shutil
import stat
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, Final

from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import BackupInfo
from desktop_agent.storage.backup.contents import (
    MANIFEST,
    MOST_MEMBERS,
    Manifest,
    Member,
    Names,
    Newer,
    from_bytes,
    is_safe,
    to_bytes,
)
from desktop_agent.storage.backup.copies import CHUNK, Watch, fault_of, mebibytes
from desktop_agent.storage.database import DatabaseSchema
from desktop_agent.storage.files import make_folder, open_regular_file

# --- End of a ZIP file, checked before `zipfile` loads its directory into memory

_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_PER_MEMBER = 512
"""Most bytes of a directory entry: the name twice, and the fixed fields."""


def check_end(file: BinaryIO, most_members: int) -> int:
    """Reject a ZIP directory that would take much memory; return the file size.

    Our files have no archive comment.

    Raises:
        ValueError: the text says what is wrong.
    """
    size = file.seek(0, io.SEEK_END)
    if size < _END.size:
        raise ValueError("it is too short")
    file.seek(-_END.size, io.SEEK_END)
    mark, _disk, _first, _here, count, directory, _offset, comment = _END.unpack(
        file.read(_END.size)
    )
    if mark != b"PK\x05\x06" or comment:
        raise ValueError("it has no end, or one that a backup never has")
    larger = _larger(file, size)
    if larger is not None:
        count, directory = larger
    if count > most_members or directory > count * _PER_MEMBER or directory > size:
        raise ValueError("it names too many members")
    file.seek(0)
    return size


def _larger(file: BinaryIO, size: int) -> tuple[int, int] | None:
    """Return the count and the size of the directory from the ZIP64 record, if there is one."""
    if size < _END.size + _LOCATOR.size + _END_64.size:
        return None
    file.seek(-_END.size - _LOCATOR.size, io.SEEK_END)
    mark, _disk, _offset, _disks = _LOCATOR.unpack(file.read(_LOCATOR.size))
    if mark != b"PK\x06\x07":
        return None
    file.seek(-_END.size - _LOCATOR.size - _END_64.size, io.SEEK_END)
    found = _END_64.unpack(file.read(_END_64.size))
    if found[0] != b"PK\x06\x06":
        raise ValueError("its end is not where it says")
    return int(found[7]), int(found[8])


_LISTED: Final = 2048
"""Most bytes of the manifest per member."""
_SPARE: Final = 64 << 20
"""Bytes that must stay free on the disk."""
_MOST_SMALL: Final = 4 << 20
"""Bytes of the largest member that `read_members` returns."""
_SYNCED_SINGLY: Final = 1_000
_ANOTHER = "Choose another backup; nothing was changed."
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def look(path: Path, known: Names, forms: Mapping[str, DatabaseSchema]) -> BackupInfo:
    """Return a summary of a backup from its manifest, without reading the contents.

    ``known`` lists the allowed member names, and ``forms`` maps the databases among them to their
    schemas.

    Raises:
        StorageError: the file is not a backup, is damaged, or was written by a newer program.
    """
    with _opened(path, known, forms) as (_archive, manifest):
        return manifest.info


def unpack(
    path: Path, folder: Path, known: Names, forms: Mapping[str, DatabaseSchema], watch: Watch
) -> BackupInfo:
    """Unpack a backup into a new folder, verifying every byte and each database.

    Raises:
        StorageError: as for `look`, or if there is not enough room; ``folder`` is then unusable.
        Stopped: ``watch`` was cancelled.
    """
    with _opened(path, known, forms) as (archive, manifest):
        total = sum(each.size for each in manifest.members)
        free = shutil.disk_usage(folder.parent).free
        if total + _SPARE > free:
            raise StorageError(
                f"{folder.parent} has too little room: {mebibytes(total + _SPARE)} are needed, and "
                f"{mebibytes(free)} are free.",
                "Make room; nothing was changed.",
            )
        watch.total = total
        try:
            make_folder(folder)
            for member in manifest.members:
                _unpack_one(archive, member, folder, watch, sync=not _syncs_all(manifest))
            _write(folder / MANIFEST, to_bytes(manifest))
        except OSError as error:
            raise StorageError(
                f"The backup cannot be unpacked: {error.strerror or error}.",
                f"{mebibytes(total)} are needed in {folder.parent}; nothing was changed.",
            ) from None
        for name, form in forms.items():
            if name in manifest.databases and (fault := fault_of(folder / name, form)):
                raise StorageError(f"{path} cannot be used: {name} in it {fault}.", _ANOTHER)
        if _syncs_all(manifest):
            os.sync()
        return manifest.info


def read_members(
    path: Path, known: Names, forms: Mapping[str, DatabaseSchema], wanted: Collection[str]
) -> dict[str, bytes]:
    """Return the verified contents of small members by name; missing ones are left out.

    Raises:
        StorageError: as for `look`, or if a member is too large or was altered.
    """
    found: dict[str, bytes] = {}
    with _opened(path, known, forms) as (archive, manifest):
        for member in manifest.members:
            if member.name not in wanted:
                continue
            if member.size > _MOST_SMALL:
                raise ValueError(f"{member.name} is too large")
            with archive.open(member.name) as packed:
                data = packed.read(member.size + 1)
            if len(data) != member.size or hashlib.sha256(data).hexdigest() != member.sha256:
                raise ValueError(f"{member.name} is not as it was written")
            found[member.name] = data
    return found


@contextmanager
def _opened(
    path: Path, known: Names, forms: Mapping[str, DatabaseSchema]
) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    try:
        with open_regular_file(path) as file:
            size = check_end(file, MOST_MEMBERS)
            with zipfile.ZipFile(file) as archive:
                manifest = _manifest(archive, size)
                _check(archive, manifest, known)
                _check_versions(manifest, forms)
                yield archive, manifest
    except Newer as error:
        raise StorageError(
            f"{path} was written by a newer Desktop Agent ({error}).",
            "Update Desktop Agent, then restore it; nothing was changed.",
        ) from None
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read: {error.strerror or error}.",
            "Check the name and who may read it.",
        ) from None
    except (
        ValueError,
        EOFError,
        RuntimeError,
        NotImplementedError,
        KeyError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        why = str(error).rstrip(".")[:200]
        raise StorageError(f"{path} is no backup, or is damaged: {why}.", _ANOTHER) from None


def _manifest(archive: zipfile.ZipFile, size: int) -> Manifest:
    listed = archive.infolist()
    if sum(each.compress_size for each in listed) > size:
        raise ValueError("its members lie over each other")
    for each in listed:
        if each.compress_type not in _KINDS or each.flag_bits & 0x1:
            raise ValueError("a member is packed in an unknown way")
        if stat.S_IFMT(each.external_attr >> 16) not in (0, stat.S_IFREG):
            raise ValueError("a member is no plain file")
    try:
        info = archive.getinfo(MANIFEST)
    except KeyError:
        raise ValueError("it has no list of contents") from None
    if info.file_size > (len(listed) + 32) * _LISTED:
        raise ValueError("its list of contents is too long")
    return from_bytes(archive.read(info))


def _check(archive: zipfile.ZipFile, manifest: Manifest, known: Names) -> None:
    """Reject members that are not in the manifest, appear twice, or would be written elsewhere."""
    there = {each.filename: each.file_size for each in archive.infolist()}
    listed = {each.name: each.size for each in manifest.members}
    count = len(archive.infolist())
    if len(there) != count or len(listed) != len(manifest.members) or count != len(listed) + 1:
        raise ValueError("its contents are not those that it lists")
    for name, size in listed.items():
        if there.get(name) != size:
            raise ValueError(f"{name[:80]!r} is not as it is listed")
        if not is_safe(name) or not known.hold(name):
            raise ValueError(f"it holds {name[:80]!r}, which no backup does")
    if sum(listed.values()) != manifest.info.bytes:
        raise ValueError("its sizes do not add up")


def _check_versions(manifest: Manifest, forms: Mapping[str, DatabaseSchema]) -> None:
    for name, version in manifest.databases.items():
        form = forms.get(name)
        if form is None:
            raise ValueError(f"it names the database {name[:80]!r}")
        if version > len(form.steps):
            raise Newer(manifest.info.version)
    missing = {each.name for each in manifest.members if each.name in forms} - {*manifest.databases}
    if missing:
        raise ValueError(f"{min(missing)} has no version")


def _syncs_all(manifest: Manifest) -> bool:
    """Return whether to use one system-wide sync: syncing 100,000 files singly takes minutes."""
    return hasattr(os, "sync") and len(manifest.members) > _SYNCED_SINGLY


def _unpack_one(
    archive: zipfile.ZipFile, member: Member, folder: Path, watch: Watch, *, sync: bool
) -> None:
    place = folder.joinpath(*member.name.split("/"))
    make_folder(place.parent)
    digest, size = hashlib.sha256(), 0
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    flags |= getattr(os, "O_BINARY", 0)
    with archive.open(member.name) as packed, os.fdopen(os.open(place, flags, 0o600), "wb") as file:
        while chunk := _next(packed, member.size - size):
            size += len(chunk)
            digest.update(chunk)
            file.write(chunk)
            watch.add(len(chunk))
        if sync:
            file.flush()
            os.fsync(file.fileno())
    if size != member.size or digest.hexdigest() != member.sha256:
        raise ValueError(f"{member.name} is not as it was written")


def _next(packed: IO[bytes], left: int) -> bytes:
    """Read the next chunk; never more than the declared size."""
    chunk = packed.read(min(CHUNK, left + 1))
    if len(chunk) > left:
        raise ValueError("a member is longer than it says")
    return chunk


def _write(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
