"""SQLite files: schemas, repair, and databases that run in a dedicated thread."""

import asyncio
import glob
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import FileProblem, ReadOnly, RepairedFile
from desktop_agent.storage.database_repair import Saved, salvage
from desktop_agent.storage.files import disk_fault, locked, make_folder, name_with

# --- Schemas and migrations

Schema = frozenset[tuple[str, ...]]
"""Tables, indexes, triggers and views, each as its kind, name, table and SQL statement."""


@dataclass(frozen=True, slots=True)
class DatabaseSchema:
    """The schema of a SQLite file, and how the file is opened.

    Step n of ``steps`` migrates to version n + 1, which is stored as ``user_version``. The text of
    a released step must never change, because files are checked against the schema that it creates.
    ``application_id`` identifies the program's files. ``holds`` names the contents, such as
    ``conversations``. ``if_damaged`` tells the user what to do. ``pragmas`` are set on every
    connection, after those common to all files.

    A damaged file is set aside and replaced with a new one. If ``saves`` is True, its readable rows
    are copied to the new file, which requires ``secure_delete``. In the same transaction,
    ``settle`` then fills derived tables and repairs references to lost rows. If ``saves`` is False,
    the contents are rebuilt elsewhere.
    """

    steps: tuple[str, ...]
    application_id: int
    holds: str
    if_damaged: str
    pragmas: tuple[str, ...] = ()
    saves: bool = True
    settle: Callable[[apsw.Connection], None] | None = None

    def made(self, schema: Schema, version: int) -> bool:
        """Return whether ``schema`` is exactly that of ``version``, apart from ANALYZE tables."""
        bare, counted = (self._schema(version, *then) for then in ((), ("ANALYZE",)))
        return bare <= schema <= counted

    def _schema(self, version: int, *then: str) -> Schema:
        with closing(apsw.Connection(":memory:")) as connection:
            for step in (*self.steps[: max(0, version)], *then):
                connection.execute(step).fetchall()
            return schema_of(connection)


def schema_of(connection: apsw.Connection) -> Schema:
    """Return the schema of a file, reading only its schema table."""
    rows: Any = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    return frozenset(
        (kind, name, table, " ".join((sql or "").split())) for kind, name, table, sql in rows
    )


# --- Replacing damaged files

logger = logging.getLogger(__name__)

Identity = tuple[int, int]
"""Device and inode number, which differ if the file has been replaced."""

_SHARED_FIRST, _SHARED_BYTES = 0x40000002, 510
"""The byte range in which every open connection holds a shared lock (os.h of SQLite)."""


def identity(path: Path) -> Identity | None:
    """Return the device and inode numbers of a file, or None if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def repair(
    path: Path, schema: DatabaseSchema, make: Callable[[Path], apsw.Connection]
) -> RepairedFile | None:
    """Replace a damaged file with a new one; copy its readable rows if ``schema.saves`` is True.

    The caller must not have an open connection. The damaged file is renamed, not changed. ``make``
    opens a new, empty file. Return None if another process has already repaired the file.

    Raise `StorageError` if another process has the file open, and `OSError` or `apsw.Error` if the
    new file cannot be written. After an error, the damaged file is still in place.
    """
    damaged = identity(path)
    make_folder(path.parent)
    with locked(name_with(path, ".mending")):
        if damaged is None or identity(path) != damaged:
            return None
        if _in_use(path):
            raise StorageError(
                f"{path} is damaged, and in use by another process.",
                "Close the other copy of Desktop Agent. Anything readable will then be saved "
                "automatically.",
            )
        prefix = f".{path.name}."
        for left in path.parent.glob(f"{glob.escape(prefix)}*"):  # by a killed repair
            shutil.rmtree(left, ignore_errors=True)
        workplace = Path(tempfile.mkdtemp(prefix=prefix, dir=path.parent))
        try:
            new = workplace / path.name
            with closing(make(new)) as connection:
                saved = _fill(connection, path, schema, workplace) if schema.saves else None
            kept = _set_aside(path)
            new.replace(path)
        finally:
            shutil.rmtree(workplace, ignore_errors=True)
    if saved is None:
        return RepairedFile(str(path), kept.name, None)
    return RepairedFile(str(path), kept.name, saved.rows, saved.whole)


def _fill(new: apsw.Connection, path: Path, schema: DatabaseSchema, workplace: Path) -> Saved:
    saved = salvage(path, new, workplace)
    with new:
        if schema.settle is not None:
            try:
                with new:  # if it fails, the copied rows are kept
                    schema.settle(new)
            except (apsw.ConstraintError, apsw.SQLError, apsw.MismatchError, ValueError) as error:
                saved.whole = False
                logger.warning("what was saved is not in order", extra={"fault": str(error)})
        rows: list[Any] = new.execute("PRAGMA foreign_key_check").fetchall()
        for table, row_id, *_ in rows:  # rows that refer to a lost row
            saved.whole = False
            if row_id is not None:
                new.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (row_id,)).fetchall()  # noqa: S608 - our own table
    new.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return saved


def _set_aside(path: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    kept = name_with(path, f".damaged-{stamp}")
    try:
        os.link(path, kept)
    except OSError:  # the file system has no hard links
        shutil.copy2(path, kept)
    journal = name_with(path, "-wal")
    if journal.exists():  # SQLite must not apply it to the new file
        journal.replace(name_with(kept, "-wal"))
    name_with(path, "-shm").unlink(missing_ok=True)
    return kept


if sys.platform == "win32":

    def _in_use(path: Path) -> bool:  # noqa: ARG001 - as elsewhere
        return False
else:
    import fcntl

    def _in_use(path: Path) -> bool:
        descriptor = os.open(path, os.O_RDWR)
        try:
            fcntl.lockf(
                descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_BYTES, _SHARED_FIRST, os.SEEK_SET
            )
        except BlockingIOError:
            return True
        finally:
            os.close(descriptor)
        return False


def is_database_in_use(path: Path) -> bool:
    """Return whether another connection has the database open; False if it cannot be opened."""
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


Result = TypeVar("Result")
Work = Callable[[apsw.Connection], Result]

_DISK = "Check that the disk isn't full and that you can write to that folder."
_BUSY_MS = 5_000
_WRITES = "BEGIN IMMEDIATE"
UNWRITABLE = (
    apsw.CantOpenError,
    apsw.FullError,
    apsw.IOError,
    apsw.PermissionsError,
    apsw.ReadOnlyError,
    OSError,
)
"""Errors raised when a file that may be readable cannot be opened for writing."""
_NO_VERSION = 1_000
_PRAGMAS = (
    "journal_mode = WAL",
    "foreign_keys = ON",
    "cache_size = -4000",
    "journal_size_limit = 16000000",
)


class Database:
    """A SQLite file used by a dedicated thread, with one transaction per unit of work.

    The file is opened or created on first use. SQLite errors become `StorageError`. ``opened`` is
    called once for each new connection, within a transaction. If the file is damaged, it is set
    aside, its readable rows are saved, the work is repeated, and ``on_problem`` is called in the
    database's thread. If the disk is full or read-only, ``on_problem`` is called too, and the file
    can still be read; writing resumes once it is possible again.
    """

    def __init__(
        self,
        path: Path,
        schema: DatabaseSchema,
        *,
        opened: Callable[[apsw.Connection], None] | None = None,
        on_problem: Callable[[FileProblem], object] | None = None,
    ) -> None:
        self.path = path
        self._schema = schema
        self._opened = opened
        self._on_problem = on_problem
        self._file: Identity | None = None
        self._connection: apsw.Connection | None = None
        self._only_reads = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=schema.holds)
        self._closed = False

    async def read(self, work: Work[Result]) -> Result:
        """Run ``work`` in a read transaction and return its result."""
        return await asyncio.wrap_future(self._submit(work, "BEGIN"))

    async def write(self, work: Work[Result]) -> Result:
        """Run ``work`` in a write transaction; return once the changes are on disk."""
        return await asyncio.wrap_future(self.submit(work))

    def submit(self, work: Work[Result]) -> Future[Result]:
        """Run ``work`` like `write`, without waiting for the result. Any thread may call this."""
        return self._submit(work, _WRITES)

    async def bare(self, work: Work[Result]) -> Result:
        """Run ``work`` outside a transaction, which integrity checks and backups require."""
        return await asyncio.wrap_future(self._submit(work, ""))

    async def aclose(self) -> None:
        """Finish all pending work, then close the file; later calls fail."""
        if self._closed:
            return
        self._closed = True
        try:
            await asyncio.wrap_future(self._thread.submit(self._close))
        finally:
            self._thread.shutdown(wait=False)

    def _submit(self, work: Work[Result], begin: str) -> Future[Result]:
        if self._closed:
            raise StorageError(f"{self.path} is closed.")
        return self._thread.submit(self._carry_out, work, begin)

    def _carry_out(self, work: Work[Result], begin: str) -> Result:
        try:
            try:
                return self._work(work, begin)
            except apsw.Error as error:
                if not self._repaired(error):
                    raise
            except (ValueError, TypeError, KeyError, IndexError) as error:
                # SQLite may not notice a flipped byte; its texts are always UTF-8
                if not (isinstance(error, UnicodeDecodeError) or self._is_damaged()):
                    raise
                if not self._repaired(apsw.CorruptError(str(error))):
                    raise
            return self._work(work, begin)
        except (apsw.Error, OSError) as error:
            raise storage_error(error, self.path, self._schema) from None

    def _work(self, work: Work[Result], begin: str) -> Result:
        if self._only_reads or self._file != identity(self.path):
            self._release()  # another connection has repaired the file, or the user has moved it
        if self._connection is None:
            before = identity(self.path)
            self._connection = self._open() if begin == _WRITES else self._open_or_only_read()
            self._file = before or identity(self.path)
        if not begin:
            return work(self._connection)
        return _transaction(self._connection, work, begin)

    def _repaired(self, error: apsw.Error) -> bool:
        """Repair the file if ``error`` shows that it is damaged; return whether it was repaired."""
        if not (
            isinstance(error, apsw.CorruptError | apsw.NotADBError)
            or (isinstance(error, apsw.SQLError) and self._has_other_tables())
        ):
            return False
        self._release()
        try:
            repaired = repair(self.path, self._schema, self._open_at)
        except apsw.FullError:
            raise  # there is no room for the new file
        except apsw.Error as failed:
            raise StorageError(
                f"{self.path} is damaged ({error}), and its readable parts couldn't be saved: "
                f"{failed}.",
                self._schema.if_damaged,
            ) from None
        if repaired is not None:
            found = {"kept": repaired.kept, "saved": repaired.saved}
            logger.warning("the file of %s was damaged", self._schema.holds, extra=found)
            if self._on_problem is not None:
                self._on_problem(repaired)
        return True

    def _has_other_tables(self) -> bool:
        if self._connection is None:
            return True
        try:
            found = schema_of(self._connection)
        except (apsw.Error, ValueError):
            return True
        return not self._schema.made(found, len(self._schema.steps))

    def _is_damaged(self) -> bool:
        try:
            return (
                self._connection is not None
                and self._connection.execute("PRAGMA quick_check(1)").get != "ok"
            )
        except (apsw.Error, ValueError):
            return True

    def _release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(apsw.Error):
                connection.close()

    def _open(self) -> apsw.Connection:
        make_folder(self.path.parent)
        connection = self._open_at(self.path)
        try:
            if self._opened is not None:
                _transaction(connection, self._opened, _WRITES)
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_or_only_read(self) -> apsw.Connection:
        self._only_reads = False
        try:
            return self._open()
        except UNWRITABLE as error:
            connection = self._open_to_read(error)
        self._only_reads = True
        if self._on_problem is not None:
            folder = self.path.parent
            self._on_problem(ReadOnly(str(folder), disk_fault(folder)))
        return connection

    def _open_to_read(self, error: Exception) -> apsw.Connection:
        try:
            connection = self._open_what_is_there()
        except UNWRITABLE:
            raise error from None
        if _version(connection) != len(self._schema.steps):
            connection.close()  # it would have to be migrated first
            raise error
        if self._opened is not None:
            _transaction(connection, self._opened, "BEGIN")
        return connection

    def _open_what_is_there(self) -> apsw.Connection:
        if self.path.exists() and self.path.stat().st_size:
            connection = open_to_read(self.path)
            if _version(connection):
                return connection
            connection.close()
        if not disk_fault(self.path.parent):
            raise apsw.CantOpenError(str(self.path))
        connection = apsw.Connection(":memory:")  # it was never filled, and cannot be filled now
        self._take_steps(connection)
        connection.execute("PRAGMA query_only = ON").fetchall()
        return connection

    def _open_at(self, path: Path) -> apsw.Connection:
        # created before SQLite opens it, so that other users can never read it; its journals have
        # the same mode
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        try:
            connection = apsw.Connection(str(path))
        except UnicodeEncodeError:
            raise apsw.CantOpenError("the name of its folder is not valid UTF-8") from None
        try:
            connection.set_busy_timeout(_BUSY_MS)
            if not _version(connection):  # possible only while there are no tables
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL").fetchall()
            for pragma in (*_PRAGMAS, *self._schema.pragmas):
                connection.execute(f"PRAGMA {pragma}").fetchall()
            self._migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: apsw.Connection) -> None:
        version = _version(connection)
        if not 0 <= version < _NO_VERSION:
            raise apsw.CorruptError(f"{version} is no version")
        if version > len(self._schema.steps):
            raise StorageError(
                f"{self.path} is version {version}; this app supports up to {len(self._schema.steps)}.",
                "Update Desktop Agent to open it.",
            )
        if version == len(self._schema.steps):
            return
        if version:
            self._back_up(connection, version)
        _transaction(connection, self._take_steps, "BEGIN EXCLUSIVE")

    def _take_steps(self, connection: apsw.Connection) -> None:
        version = _version(connection)  # another process may have migrated it
        for step in self._schema.steps[version:]:
            connection.execute(step).fetchall()
        connection.execute(f"PRAGMA application_id = {self._schema.application_id}").fetchall()
        connection.execute(f"PRAGMA user_version = {len(self._schema.steps)}").fetchall()

    def _back_up(self, connection: apsw.Connection, version: int) -> None:
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        copy = self.path.with_name(f"{self.path.name}.version-{version}-{stamp}")
        os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        connection.execute("VACUUM INTO ?", (str(copy),)).fetchall()
        logger.info(
            "%s were copied before an update", self._schema.holds, extra={"copy": str(copy)}
        )

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except apsw.Error as error:
                raise storage_error(error, self.path, self._schema) from None


def open_to_read(path: Path) -> apsw.Connection:
    """Open a file read-only, with its journal; raise `apsw.Error` or `OSError` on failure."""
    try:
        return _open_by(path, "mode=ro")
    except UNWRITABLE:  # SQLite cannot create its -shm file
        journal = name_with(path, "-wal")
        if not journal.exists() or not journal.stat().st_size:
            return _open_by(path, "immutable=1")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        shutil.copyfile(path, copy)
        shutil.copyfile(journal, name_with(copy, "-wal"))
        memory = apsw.Connection(":memory:")
        with (
            closing(apsw.Connection(str(copy))) as copied,
            memory.backup("main", copied, "main") as copying,
        ):
            copying.step()
    memory.execute("PRAGMA query_only = ON").fetchall()
    return memory


def _open_by(path: Path, how: str) -> apsw.Connection:
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(f"{path.absolute().as_uri()}?{how}", flags=flags)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _transaction(connection: apsw.Connection, work: Work[Result], begin: str) -> Result:
    connection.execute(begin)
    try:
        result = work(connection)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(apsw.Error):  # after a disk error, SQLite has already rolled back
            connection.execute("ROLLBACK")
        raise
    return result


def _version(connection: apsw.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").get)


def storage_error(error: apsw.Error | OSError, path: Path, schema: DatabaseSchema) -> StorageError:
    """Convert a SQLite or operating system error into a `StorageError` for the user."""
    why = (error.strerror if isinstance(error, OSError) else "") or str(error)
    if isinstance(error, UNWRITABLE):
        disk = "full" if isinstance(error, apsw.FullError) else disk_fault(path.parent)
        if disk:
            remedy = ReadOnly(str(path.parent), disk).remedy
            if disk == "full":
                return StorageError(f"{path} cannot be written: the disk is full.", remedy)
            return StorageError(f"{path} cannot be written: the disk is read-only.", remedy)
        if isinstance(error, apsw.ReadOnlyError | apsw.PermissionsError | PermissionError):
            return StorageError(f"{path} can't be written to.", "Check its write permissions.")
    match error:
        case apsw.NotADBError():
            return StorageError(
                f"{path} is not a {schema.holds} database.",
                "Move it, or replace it with a backup copy. Nothing in it was changed.",
            )
        case apsw.CorruptError():
            return StorageError(f"{path} is damaged: {why}.", schema.if_damaged)
        case apsw.BusyError() | apsw.LockedError():
            return StorageError(
                f"{path} is in use by another process.",
                "Close the other copy of Desktop Agent, or try again.",
            )
        case apsw.SQLError() | apsw.ConstraintError() | apsw.MismatchError():
            return StorageError(
                f"{path} isn't in the expected form: {why}.",
                "Nothing was changed. Replace it with a backup copy, or report this with the file "
                "from desktop-agent diagnostics.",
            )
        case _:
            return StorageError(f"{path} cannot be read or written: {why}.", _DISK)
