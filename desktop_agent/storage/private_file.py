"""Files that only their owner may read."""

import errno
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from desktop_agent.core.errors import StorageError

_REMEDY = "Check that the disk is not full and who may write to that folder."
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND
_TEMPORARY = re.compile(r"\..+\.[a-z0-9_]{8}")
"""The names that `write_atomic` gives files until they are whole."""

if sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> None:
        """Lock a file for this process; raise `OSError` where another one has locked it."""
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def try_lock(descriptor: int) -> None:
        """Lock a file for this process; raise `OSError` where another one has locked it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
        try:
            _write_and_rename(path, data)
        except FileNotFoundError:  # `sweep` was quicker than the lock of the temporary file
            _write_and_rename(path, data)
        sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.", _REMEDY) from None


def _write_and_rename(path: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if os.name == "posix":  # elsewhere what is open cannot be removed, nor renamed
                with suppress(OSError):  # not every file system knows locks
                    try_lock(descriptor)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
            if os.name == "posix":
                Path(name).replace(path)
        if os.name != "posix":
            Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def sweep(folders: Iterable[Path], name: str = "") -> None:
    """Remove the temporary files that `write_atomic` left in these folders when it was killed.

    Where ``name`` is given only those of the file that is called so: the folder is not ours.

    Those of a process that still writes are locked, and stay. What cannot be removed stays as well.
    """
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                ours = _TEMPORARY.fullmatch(entry.name) and entry.name.startswith(f".{name}")
                if ours and entry.is_file(follow_symlinks=False):
                    _remove_unlocked(Path(entry.path))


def _remove_unlocked(path: Path) -> None:
    with suppress(OSError):
        if os.name == "posix":
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
            try:
                try_lock(descriptor)
                path.unlink()
            finally:
                os.close(descriptor)
        else:
            path.unlink()


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
