"""The end of a ZIP file, looked at before a reader takes its directory into memory."""

import io
import struct
from typing import BinaryIO

_END = struct.Struct("<4s4H2LH")
_LOCATOR = struct.Struct("<4sLQL")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_PER_MEMBER = 512
"""Bytes of the directory that a member takes at most: its name twice, and what is fixed."""


def check_end(file: BinaryIO, most_members: int) -> int:
    """Refuses a directory that would take much memory; gives the size of the file.

    A file of ours has no comment at its end.

    Raises:
        ValueError: it says what is wrong.
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
    """Gives the count and the size of the directory where they stand in a record of 64 bits."""
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
