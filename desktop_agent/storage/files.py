"""Private files and folders: reading, atomic writing, locking, and buffered writing of lines."""

import csv
import errno
import io
import json
import os
import re
import shutil
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, Generic, TypeVar

from desktop_agent.core.errors import REMEDY, StorageError

_REMEDY = "Check that the disk isn't full and that you can write to that folder."
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND
_TEMPORARY = re.compile(r"\..+\.[a-z0-9_]{8}")
"""Names of the temporary files that `write_atomic` creates."""

if sys.platform == "win32":
    import msvcrt

    def try_lock(descriptor: int) -> None:
        """Lock a file for this process; raise `OSError` if another process holds the lock."""
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def try_lock(descriptor: int) -> None:
        """Lock a file for this process; raise `OSError` if another process holds the lock."""
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def name_with(path: Path, ending: str) -> Path:
    """Return the path with ``ending`` appended to the file name."""
    return path.with_name(path.name + ending)


def open_regular_file(path: Path) -> BinaryIO:
    """Open a file for reading; raise `OSError` for pipes and devices, which might never end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    return path.open("rb")


def read_file(path: Path) -> bytes | None:
    """Return the content of a file, or None if it is missing; raise `StorageError` on failure."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read: {error.strerror}.", "Check its read permissions."
        ) from None


def read_small_json(path: Path, most_bytes: int) -> Any:
    """Return the value in a JSON file, or None if the file is missing, damaged or too large."""
    try:
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
        return json.loads(data) if len(data) <= most_bytes else None
    except (OSError, ValueError, RecursionError):
        return None


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_text(header: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Format rows as CSV (RFC 4180), escaping cells that a spreadsheet would run as formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        cells = map(str, row)
        writer.writerow("'" + cell if cell.startswith(_FORMULA) else cell for cell in cells)
    return out.getvalue()


def make_folder(folder: Path) -> None:
    """Create a folder and its parents with mode 0700; raise `StorageError` on failure."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    try:
        for each in reversed(missing):
            each.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"Couldn't create the folder {missing[0]}: {error.strerror}.", _REMEDY
        ) from None


_LEAST_FREE = 1 << 20
"""Free bytes below which a disk counts as full: a database needs some even to be opened."""


def disk_fault(folder: Path) -> str:
    """Return "read-only" or "full" if the folder's disk is in that state, or else ""."""
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


def refuse_special_file(path: Path) -> None:
    """Raise `StorageError` if ``path`` exists and is not a regular file.

    Renaming a file to the name of a device would delete the device.
    """
    try:
        kind = stat.S_IFMT(path.lstat().st_mode)
    except OSError:  # it does not exist, or the write will fail with the reason
        return
    if kind != stat.S_IFREG:
        raise StorageError(
            f"{path} cannot be written: it is {_NO_FILES.get(kind, 'something else')}, not a file.",
            "Choose a new file name, or a file that can be replaced.",
        )


def write_atomic(path: Path, data: bytes) -> None:
    """Replace the content of a file with ``data`` atomically, even if the power fails.

    Symbolic links are followed, so that a settings file kept elsewhere stays there. Raise
    `StorageError` if the file cannot be written or is not a regular file; its content is then
    unchanged.
    """
    path = path.resolve()
    make_folder(path.parent)
    refuse_special_file(path)
    try:
        try:
            _write_and_rename(path, data)
        except FileNotFoundError:  # `sweep` removed the temporary file before it was locked
            _write_and_rename(path, data)
        sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}.", _REMEDY) from None


def _write_and_rename(path: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if os.name == "posix":  # Windows cannot remove or rename open files
                with suppress(OSError):  # not every file system supports locks
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
    """Remove temporary files that interrupted calls to `write_atomic` left in the given folders.

    Temporary files that are still being written are locked and therefore kept. In folders that do
    not belong to the program, use ``name`` to remove only the temporary files of files whose names
    begin with it.
    """
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                ours = _TEMPORARY.fullmatch(entry.name) and entry.name.startswith(f".{name}")
                if ours and entry.is_file(follow_symlinks=False):
                    _remove_unlocked(Path(entry.path))


def _remove_unlocked(path: Path) -> None:
    with suppress(OSError):
        if os.name != "posix":
            path.unlink()
            return
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            try_lock(descriptor)
            path.unlink()
        finally:
            os.close(descriptor)


def remove_file(path: Path) -> None:
    """Delete a file if it exists; raise `StorageError` on failure."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(
            f"{path} cannot be deleted: {error.strerror}.",
            "Check the write permissions of its folder.",
        ) from None


def append_line(path: Path, line: str) -> None:
    """Append a line of JSON, and wait until it is on disk; raise `StorageError` on failure.

    An incomplete last line is terminated first. If several processes share the file, the caller
    must hold its lock.
    """
    make_folder(path.parent)
    data = line.encode("utf-8", "backslashreplace") + b"\n"  # as JSON writes unpaired surrogates
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
    """Wait until newly created and renamed files in a folder are on disk."""
    if os.name != "posix":
        return  # Windows cannot sync folders
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- File locks

_POLL_S = 0.01


@contextmanager
def locked(path: Path, *, timeout_s: float = 10.0) -> Iterator[None]:
    """Lock ``path`` against all other processes and threads.

    The lock is a separate file next to ``path``, so that ``path`` itself can be replaced while it
    is locked. The operating system releases the lock when its holder dies. Raise `StorageError` if
    the lock is not acquired within ``timeout_s`` seconds, or if the folder is not writable.
    """
    make_folder(path.parent)
    lock = name_with(path, ".lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        raise StorageError(
            f"{lock} cannot be opened: {error.strerror}.",
            "Check the write permissions of that folder.",
        ) from None
    try:
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                try_lock(descriptor)
                break
            except OSError:
                if time.monotonic() >= deadline:
                    raise StorageError(
                        f"{path} is in use by another process.",
                        "Close the other copy of Desktop Agent, or try again.",
                    ) from None
            time.sleep(_POLL_S)
        yield
    finally:
        os.close(descriptor)  # this also releases the lock


# --- Line files written by a background thread

T = TypeVar("T")

WRITTEN_AFTER_S: Final = 0.1
"""Seconds that a line may wait to be written together with later ones."""


class LineWriter(Generic[T]):
    """Writes items to a file, one per line, without making the caller wait for the disk.

    A thread encodes and writes the lines. A fast model emits several hundred words per second, and
    with a system call for each word, the GUI thread would spend more time writing than displaying.
    If ``append`` is True, the file must exist, and an incomplete last line is removed. Otherwise,
    the file must not exist. All methods raise `StorageError` if the file cannot be opened or
    written.
    """

    def __init__(
        self, path: Path, encode: Callable[[T], str], *, name: str, append: bool = False
    ) -> None:
        self.path = path
        self._encode = encode
        try:
            file = _open_again(path) if append else create_file(path)
        except OSError as error:
            raise StorageError(f"Couldn't create {path}: {error.strerror}.", _REMEDY) from None
        self._guard = threading.Lock()
        self._pending: list[T] = []
        self._some = threading.Event()
        self._end = threading.Event()
        self._closed = False
        self._fault: StorageError | None = None
        self._thread = threading.Thread(target=self._run, args=(file,), name=name, daemon=True)
        self._thread.start()

    def write(self, item: T) -> None:
        """Queue a line, which is on disk about a tenth of a second later."""
        with self._guard:
            if self._closed:
                raise StorageError(
                    f"{self.path} cannot be written: the recording is closed.", _REMEDY
                )
            if self._fault is not None:
                raise self._fault
            self._pending.append(item)
        if not self._some.is_set():
            self._some.set()

    def close(self) -> None:
        """Wait until everything is on disk. Idempotent; an earlier error is not raised again."""
        with self._guard:
            known = self._closed or self._fault is not None
            self._closed = True
        self._end.set()
        self._some.set()
        self._thread.join()
        if not known and self._fault is not None:
            raise self._fault

    def _run(self, file: BinaryIO) -> None:
        try:
            with file:
                while not self._end.is_set():
                    self._some.wait()
                    self._end.wait(WRITTEN_AFTER_S)
                    self._some.clear()
                    self._write(file, self._take())
                self._write(file, self._take())
        except OSError as error:
            self._give_up(f"{self.path} cannot be written: {error.strerror}.", _REMEDY)
        except MemoryError:
            self._give_up(f"{self.path} cannot be written: there is not enough memory.", REMEDY)

    def _give_up(self, why: str, remedy: str) -> None:
        with self._guard:
            self._fault = StorageError(why, remedy)
            self._pending.clear()

    def _take(self) -> list[T]:
        with self._guard:
            items, self._pending = self._pending, []
        return items

    def _write(self, file: BinaryIO, items: Sequence[T]) -> None:
        file.writelines(
            self._encode(item).encode("utf-8", "backslashreplace") + b"\n" for item in items
        )
        file.flush()
        os.fsync(file.fileno())


def create_file(path: Path) -> BinaryIO:
    """Create a file with mode 0600 and open it for writing; raise `OSError` if it exists."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(os.open(path, flags, 0o600), "wb")


def _open_again(path: Path) -> BinaryIO:
    file = path.open("rb+")
    try:
        data = file.read()
        file.truncate(data.rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
    except BaseException:
        file.close()
        raise
    return file
