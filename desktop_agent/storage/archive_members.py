"""The members of a ZIP file that may come from somebody who means harm."""

import io
import stat
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

MOST_BYTES: Final = 256 << 20
"""Of the file, and of all that it holds."""
MOST_MEMBERS: Final = 5_000

_MOST_RATIO = 200
"""How often larger than itself a member may become; JSON lines and pages come to 50."""
_SMALL = 1 << 20
"""Bytes below which no ratio is asked for."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
_END_BYTES = 22
_DIRECTORY_BYTES = 256
"""That a member takes in the directory at the end, at most."""


def pack(members: Mapping[str, bytes]) -> bytes:
    """Gives a file of these members, in their order; the same members give the same bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as target:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 3  # as Unix does, wherever it is written
            info.external_attr = (stat.S_IFREG | 0o600) << 16
            info.compress_type = _compression(data)
            target.writestr(info, data, compresslevel=6)
    return whole.getvalue()


def _compression(data: bytes) -> int:
    """What would look like a bomb to `unpack` is stored as it is."""
    if len(data) > _SMALL and len(zlib.compress(data, 6)) * _MOST_RATIO < 2 * len(data):
        return zipfile.ZIP_STORED
    return zipfile.ZIP_DEFLATED


def unpack(file: BinaryIO, is_known: Callable[[str], bool]) -> dict[str, bytes]:
    """Gives the members of a file; every one must be ``is_known`` by its name.

    Nothing is written anywhere, and no more is read than `MOST_BYTES`.

    Raises:
        ValueError: it says what is wrong; `zipfile` and `zlib` have their own errors besides.
    """
    _check_end(file)
    with zipfile.ZipFile(file) as opened:
        listed = opened.infolist()
        if len({info.filename for info in listed}) != len(listed):
            raise ValueError("a member is there twice")
        if sum(info.file_size for info in listed) > MOST_BYTES:
            raise ValueError("it holds too much")
        for info in listed:
            _check(info, is_known)
        return {info.filename: opened.read(info) for info in listed}


def _check_end(file: BinaryIO) -> None:
    """Refuses what would take much memory before a single member is looked at.

    The end of a file of ours has no comment, tells of few members, and needs no ZIP64.
    """
    size = file.seek(0, io.SEEK_END)
    if size > MOST_BYTES:
        raise ValueError("it is too large")
    file.seek(max(0, size - 2 * _END_BYTES))
    tail = file.read()
    end = tail[-_END_BYTES:]
    if len(end) < _END_BYTES or not end.startswith(_END) or _END_64 in tail:
        raise ValueError("it has no end, or one that ours never have")
    count = int.from_bytes(end[10:12], "little")
    directory = int.from_bytes(end[12:16], "little")
    if count > MOST_MEMBERS or directory > count * _DIRECTORY_BYTES:
        raise ValueError("it names too many members")


def _check(info: zipfile.ZipInfo, is_known: Callable[[str], bool]) -> None:
    if not is_known(info.filename) or info.orig_filename != info.filename:
        raise ValueError(f"it has the member {info.filename[:80]!r}")
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise ValueError("a member is no plain file")
    if info.flag_bits & 0x1:
        raise ValueError("it is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("a member is compressed in an unknown way")
    if info.file_size > _SMALL and info.file_size > info.compress_size * _MOST_RATIO:
        raise ValueError("a member would become far larger than it is")
