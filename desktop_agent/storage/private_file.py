"""Files that only their owner may read."""

import os
import shutil
import stat
import tempfile
from pathlib import Path

from desktop_agent.core.errors import StorageError

_REMEDY = "Check that the disk is not full and who may write to that folder."
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND


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


_LEAST_FREE = 1 << 20
"""Bytes below which a disk counts as full: a database needs some to be opened at all."""


def disk_fault(folder: Path) -> str:
    """Return "read-only" or "full" for the disk that a folder is on, or nothing; look, do not try."""
    nearest = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if os.name == "posix" and os.statvfs(nearest).f_flag & os.ST_RDONLY:
        return "read-only"
    return "full" if shutil.disk_usage(nearest).free < _LEAST_FREE else ""


_NO_FILES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def refuse_no_file(path: Path) -> None:
    """Refuse to put a file in the place of anything else: renaming over a device would remove it.

    Raises:
        StorageError: there is something at ``path`` that is no regular file.
    """
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except OSError:  # nothing is there, or whoever writes will be told
        return
    if kind != stat.S_IFREG:
        raise StorageError(
            f"{path} cannot be written: it is {_NO_FILES.get(kind, 'something else')}, not a file.",
            "Choose the name of a new file, or of a file that may be replaced.",
        )


def write_atomic(path: Path, data: bytes) -> None:
    """Puts ``data`` in the place of what was there, wholly or not at all, even if the power fails.

    A link is followed, so that a settings file kept elsewhere stays there.

    Raises:
        StorageError: it cannot be written, or is no regular file; what was there still is.
    """
    path = path.resolve()
    make_folder(path.parent)
    refuse_no_file(path)
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
