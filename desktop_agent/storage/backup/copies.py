"""Consistent copies of databases and files that other processes may be using."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Final

import apsw

from desktop_agent.storage.database import UNWRITABLE, DatabaseSchema, open_to_read, schema_of

_PAGES = 2048
"""Pages copied between two checks for cancellation: a few milliseconds' work."""
_BUSY_MS = 10_000


class Stopped(Exception):
    """The caller cancelled the operation."""


def copy_database(
    source: Path, target: Path, going_on: Callable[[int], None], counted: str = ""
) -> tuple[int, int]:
    """Copy a database into a new file; return its schema version and the result of ``counted``.

    The copy is a snapshot of the moment when copying began. ``going_on`` is called with the number
    of bytes just copied, and may raise an exception to cancel.

    Raises:
        apsw.Error: one of the files cannot be read or written.
        FileNotFoundError: the source does not exist.
    """
    if not source.exists():
        raise FileNotFoundError(source)
    with (
        closing(_opened(source)) as read,
        closing(apsw.Connection(str(target))) as write,
    ):
        write.execute("PRAGMA journal_mode = OFF").fetchall()
        write.execute("PRAGMA synchronous = OFF").fetchall()  # it is copied on, and removed
        read.execute("BEGIN")
        version = int(read.execute("PRAGMA user_version").get)  # which begins the moment
        size = int(read.execute("PRAGMA page_size").get)
        count = int(read.execute(counted).get) if counted else 0
        with write.backup("main", read, "main") as copying:
            left = -1
            while not copying.done:
                copying.step(_PAGES)
                done = (copying.page_count if left < 0 else left) - copying.remaining
                left = copying.remaining
                going_on(max(0, done) * size)
        read.execute("ROLLBACK")
    return version, count


def _opened(source: Path) -> apsw.Connection:
    connection = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except UNWRITABLE:  # from a disk that is full or read-only a backup is needed most
        connection.close()
        return open_to_read(source)
    except BaseException:
        connection.close()
        raise
    return connection


def fault_of(path: Path, form: DatabaseSchema) -> str:
    """Return why an unpacked database cannot be used, or "". The file is never changed.

    The schema is compared with the program's own before any table is read, because a foreign view
    or trigger could run forever or delete data.
    """
    try:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        with closing(apsw.Connection(f"{path.as_uri()}?immutable=1", flags=flags)) as connection:
            version = int(connection.execute("PRAGMA user_version").get)
            mark = int(connection.execute("PRAGMA application_id").get)
            if version and mark != form.application_id:
                return "is of something else"
            if version > len(form.steps):
                return "was written by a newer Desktop Agent"
            if not form.made(schema_of(connection), version):
                return "has tables, views or triggers that are not those of Desktop Agent"
            if connection.execute("PRAGMA quick_check(1)").get != "ok":
                return "is damaged"
    except (apsw.Error, UnicodeError):
        return "is damaged"
    return ""


def is_database_in_use(path: Path) -> bool:
    """Return whether another connection has the database open; False for a damaged one."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(0)
            # in WAL mode every connection holds a lock on the file while it is open
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except (apsw.BusyError, apsw.LockedError):
        return True
    except apsw.Error:
        return False
    return False


# --- Progress and cancellation of a backup

CHUNK: Final = 1 << 20
"""Bytes held in memory at once."""


class Watch:
    """Progress and cancellation of an operation, as seen from its worker thread."""

    def __init__(self, stopped: Callable[[], bool], told: Callable[[int, int], None]) -> None:
        self._stopped = stopped
        self._told = told
        self._done = 0
        self.total = 0

    def add(self, size: int) -> None:
        """Count bytes and report progress; raise `Stopped` if cancelled."""
        if self._stopped():
            raise Stopped
        self._done += size
        self.total = max(self.total, self._done)
        self._told(self._done, self.total)


def mebibytes(size: int) -> str:
    """Format a size in MiB, rounded up."""
    return f"{-(-size >> 20):,} MiB"


# --- Files of a folder that others write to meanwhile

_BLOCK = 1 << 16


def files_below(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files below a folder; skip temporary files, locks and links."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        inner = f"{name}/{entry.name}"
        if entry.name.startswith(".") or entry.name.endswith(".lock"):
            continue
        if entry.is_dir(follow_symlinks=False):
            with suppress(FileNotFoundError):
                yield from files_below(inner, Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield inner, Path(entry.path)


def chunks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Yield the first ``size`` bytes of a file, or fewer if it has been truncated since."""
    while size > 0 and (chunk := file.read(min(CHUNK, size))):
        size -= len(chunk)
        yield chunk


def whole_lines(file: IO[bytes], size: int) -> int:
    """Return the number of bytes up to the last line end."""
    while size > 0:
        start = max(0, size - _BLOCK)
        file.seek(start)
        end = file.read(size - start).rfind(b"\n")
        if end >= 0:
            size = start + end + 1
            break
        size = start
    file.seek(0)
    return size
