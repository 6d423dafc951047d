"""Files that only their owner may read."""

import errno
import os
import tempfile
from pathlib import Path
from typing import BinaryIO

from desktop_agent.core.errors import StorageError

_REMEDY = "Check that the disk is not full and who may write to that folder."
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND


def open_regular(path: Path) -> BinaryIO:
    """Open a file to be read; raises `OSError` also for a pipe or device, which may have no end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    return path.open("rb")


def make_folder(folder: Path) -> None:
    """Makes the folder, and what is missing above it, for its owner alone (0700).

    Raises:
        StorageError: it cannot be made.
    """
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    try:
        for each in reversed(missing):
            each.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The folder {missing[0]} cannot be made: {error.strerror}.", _REMEDY
        ) from None


def write_atomic(path: Path, data: bytes) -> None:
    """Puts ``data`` in the place of what was there, wholly or not at all, even if the power fails.

    A link is followed, so that a settings file kept elsewhere stays there.

    Raises:
        StorageError: it cannot be written; what was there still is.
    """
    path = path.resolve()
    make_folder(path.parent)
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.", _REMEDY) from None


def append_line(path: Path, line: str) -> None:
    """Adds a line of JSON and waits until it is on the disk; a torn line before it stays a line of its own.

    Whoever shares the file with other processes holds its lock meanwhile.

    Raises:
        StorageError: it cannot be written.
    """
    make_folder(path.parent)
    data = line.encode("utf-8", "backslashreplace") + b"\n"  # JSON spells half a surrogate so
    try:
        descriptor = os.open(path, _APPEND, 0o600)
        with os.fdopen(descriptor, "rb+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":
                    data = b"\n" + data
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.", _REMEDY) from None


def sync_folder(folder: Path) -> None:
    """Waits until what was renamed or made in the folder is on the disk."""
    if os.name != "posix":
        return  # Windows has no handle of a folder to sync
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
