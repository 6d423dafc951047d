"""The archive of a component: checked against what it lists, and unpacked.

It is a ZIP file. ``component.json`` in it says what it is and names every other file, with its size
and its SHA-256. Its signers have signed the archive as a whole; that is no reason to let it write
outside of its folder, or fill the disk.
"""

import hashlib
import io
import json
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.component_fit import Build

MANIFEST: Final = "component.json"
MOST_BYTES: Final = 2 << 30
"""Of all files of a component together."""
MOST_FILES: Final = 20_000

_MANIFEST_MOST = 8 << 20
_MOST_RATIO = 30
"""How often larger than itself an archive may become; libraries come to 4."""
_SMALL = 1 << 20
_BLOCK = 1 << 20
_PATH_MOST = 200
_END, _END_BYTES = b"PK\x05\x06", 22
_DIRECTORY_BYTES = 512
"""That a member takes in the directory at the end, at most."""

_PLAIN = re.compile(r"[A-Za-z0-9_+@=,. -]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)

Told = Callable[[int], None]
"""Told of the bytes that have been unpacked."""


class Stopped(Exception):
    """The unpacking was to end."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What ``component.json`` says; ``files`` gives size in bytes and SHA-256 by path."""

    build: Build
    files: Mapping[str, tuple[int, str]]

    @property
    def unpacked(self) -> int:
        """Bytes of all its files."""
        return sum(size for size, _ in self.files.values())


def read_manifest(data: bytes) -> Manifest:
    """Gives what a manifest says; raises `ValueError` where it is none."""
    try:
        read: Any = json.loads(data)
        build = Build(
            *(str(read[key]) for key in ("name", "version", "system", "machine", "python"))
        )
        files = {path: (int(size), str(digest)) for path, (size, digest) in read["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("its list of files cannot be read") from None
    if not all(
        _PLAIN.fullmatch(each) and each[0].isalnum() for each in (build.name, build.version)
    ):
        raise ValueError("its name or version is none")
    if any(size < 0 for size, _ in files.values()):
        raise ValueError("its list of files cannot be read")
    return Manifest(build, files)


def unpack(
    archive: Path, folder: Path, most_bytes: int, told: Told, stopped: Callable[[], bool]
) -> Manifest:
    """Writes the files of an archive into a folder, each to the disk itself.

    ``most_bytes`` is what its signers say that it becomes, 0 where they do not.

    Raises:
        StorageError: it is damaged, or holds what no component holds; what has been written by then
            is for the caller to remove. So it is where the disk is full.
        Stopped: ``stopped`` said so.
    """
    try:
        with archive.open("rb") as file:
            _check_end(file)
            with zipfile.ZipFile(file) as opened:
                manifest = _checked(opened, archive.stat().st_size, most_bytes)
                _write_all(opened, manifest, folder, told, stopped)
                return manifest
    except (ValueError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        told_of = str(error) if type(error) is ValueError else "it is damaged"
        raise StorageError(f"The archive {archive.name} is not used: {told_of}.") from None
    except OSError as error:
        raise StorageError(
            f"{archive.name} cannot be unpacked: {error.strerror}.",
            "Check that the disk is not full and who may write to that folder.",
        ) from None


def _check_end(file: IO[bytes]) -> None:
    """Refuses a directory that would take much memory, before it is read."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END_BYTES))
    end = file.read()
    if len(end) < _END_BYTES or not end.startswith(_END):
        raise ValueError("it is damaged")
    count = int.from_bytes(end[10:12], "little")
    directory = int.from_bytes(end[12:16], "little")
    if count > MOST_FILES or directory > count * _DIRECTORY_BYTES:
        raise ValueError("it holds too many files")
    file.seek(0)


def _checked(opened: zipfile.ZipFile, size: int, most_bytes: int) -> Manifest:
    listed = {info.filename: info for info in opened.infolist()}
    if len(listed) != len(opened.infolist()):
        raise ValueError("a file is in it twice")
    if len(listed) > MOST_FILES:
        raise ValueError("it holds too many files")
    for info in listed.values():
        _check_member(info)
    total = sum(info.file_size for info in listed.values())
    if total > min(MOST_BYTES, most_bytes + _SMALL if most_bytes else MOST_BYTES):
        raise ValueError("it holds more than its signers say")
    if total > _SMALL and total > _MOST_RATIO * size:
        raise ValueError("it would become far larger than it is")
    told = listed.pop(MANIFEST, None)
    if told is None or told.file_size > _MANIFEST_MOST:
        raise ValueError("its list of files is missing")
    manifest = read_manifest(opened.read(told))
    if {name: info.file_size for name, info in listed.items()} != {
        name: length for name, (length, _) in manifest.files.items()
    }:
        raise ValueError("it holds other files than it lists")
    _check_paths(listed)
    return manifest


def _check_member(info: zipfile.ZipInfo) -> None:
    parts = info.filename.split("/")
    if (
        info.orig_filename != info.filename
        or len(info.filename) > _PATH_MOST
        or not all(_is_plain(part) for part in parts)
    ):
        raise ValueError(f"it holds a file {info.filename[:80]!r}")
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise ValueError(f"{info.filename!r} is no plain file")
    if info.flag_bits & 0x1:
        raise ValueError("it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("it is compressed in an unknown way")


def _is_plain(part: str) -> bool:
    """True for a name that means the same on every system, and no other place."""
    return (
        bool(_PLAIN.fullmatch(part))
        and not part.endswith((".", " "))
        and not _DEVICES.fullmatch(part)
    )


def _check_paths(names: Mapping[str, zipfile.ZipInfo]) -> None:
    """Refuses two paths of which one would be written over the other, or into it."""
    folded = {name.casefold() for name in names} | {MANIFEST}
    if len(folded) != len(names) + 1:
        raise ValueError("two of its files have one name")
    folders = {str(parent) for name in folded for parent in PurePosixPath(name).parents}
    if folders & folded:
        raise ValueError("one of its files is a folder as well")


def _write_all(
    opened: zipfile.ZipFile,
    manifest: Manifest,
    folder: Path,
    told: Told,
    stopped: Callable[[], bool],
) -> None:
    written = 0
    for name, (_, digest) in manifest.files.items():
        target = folder.joinpath(*name.split("/"))
        target.parent.mkdir(parents=True, exist_ok=True)
        found = hashlib.sha256()
        with opened.open(name) as source, target.open("xb") as file:
            while block := source.read(_BLOCK):
                if stopped():
                    raise Stopped
                found.update(block)
                file.write(block)
                written += len(block)
                told(written)
            file.flush()
            os.fsync(file.fileno())
        if found.hexdigest() != digest:
            raise ValueError(f"{name} is not what it lists")
    with (folder / MANIFEST).open("xb") as file:
        file.write(opened.read(MANIFEST))
        file.flush()
        os.fsync(file.fileno())
