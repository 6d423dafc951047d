"""Databases as they are at one moment, copied while others read and write them."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import IO, Final

import apsw

from desktop_agent.storage.database import UNWRITABLE, DatabaseSchema, open_to_read, schema_of

_PAGES = 2048
"""That are copied between two looks at whether to go on: some milliseconds' work."""
_BUSY_MS = 10_000


class Stopped(Exception):
    """Who asked for it does not want it any more."""


def copy_database(
    source: Path, target: Path, going_on: Callable[[int], None], counted: str = ""
) -> tuple[int, int]:
    """Copies a database into a new file; gives the version of its tables, and what ``counted`` counts.

    The copy is of the moment at which it began, whatever is written meanwhile. ``going_on`` is told
    of bytes as they are copied, and may raise to end it.

    Raises:
        apsw.Error: one of the files cannot be read or written.
        FileNotFoundError: there is nothing to copy.
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
    """Say what keeps an unpacked database from being used, or nothing; change nothing.

    Its tables are compared with those that the program makes before any of them is read: a view or
    a trigger of somebody else's could work without end, or delete what is written.
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
    """Tells whether anybody else has the database open; one that is damaged is in nobody's use."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)) as connection:
            connection.set_busy_timeout(0)
            # with a journal of its own kind (WAL) everyone holds the file while it is open
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
    except (apsw.BusyError, apsw.LockedError):
        return True
    except apsw.Error:
        return False
    return False


# --- How far a backup has got, and whether anybody still wants it.

CHUNK: Final = 1 << 20
"""Bytes that are held in memory at once."""


class Watch:
    """Tells of progress, and asks whether to go on; of the thread that works."""

    def __init__(self, stopped: Callable[[], bool], told: Callable[[int, int], None]) -> None:
        self._stopped = stopped
        self._told = told
        self._done = 0
        self.total = 0

    def add(self, size: int) -> None:
        """Counts bytes; raises `Stopped` where nobody wants them any more."""
        if self._stopped():
            raise Stopped
        self._done += size
        self.total = max(self.total, self._done)
        self._told(self._done, self.total)


def mebibytes(size: int) -> str:
    """Spells a size in MiB, rounded up."""
    return f"{-(-size >> 20):,} MiB"


# --- The files of a folder while others write to it.

_BLOCK = 1 << 16


def files_below(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Gives the files below a folder; what is being written, held or linked is passed over."""
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
    """Gives what the file held when it was looked at; less where it was cut since."""
    while size > 0 and (chunk := file.read(min(CHUNK, size))):
        size -= len(chunk)
        yield chunk


def whole_lines(file: IO[bytes], size: int) -> int:
    """Gives how many bytes whole lines take."""
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
