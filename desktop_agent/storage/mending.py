"""A damaged SQLite file is set aside, and a new one with what can be read of it takes its place."""

import glob
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.mended import Mended
from desktop_agent.storage.database_form import Form
from desktop_agent.storage.file_lock import locked
from desktop_agent.storage.private_file import make_folder
from desktop_agent.storage.salvage import Saved, salvage

logger = logging.getLogger(__name__)

Identity = tuple[int, int]
"""Tells a file from another that has taken its place."""

_SHARED_FIRST, _SHARED_BYTES = 0x40000002, 510
"""The bytes of which each connection locks some while it is open (sqlite3, os.h)."""


def identity(path: Path) -> Identity | None:
    """Gives what a file is, whatever its name; None where none is there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def mend(path: Path, form: Form, make: Callable[[Path], apsw.Connection]) -> Mended | None:
    """Sets a damaged file aside and puts a new one in its place, with what could be read of it.

    No connection of the caller's may be open. The damaged file is copied, never changed, and keeps
    its content under another name beside it. ``make`` gives a connection to a new, empty file. None
    says that another process has mended it meanwhile.

    Raises:
        StorageError: another process has the file open.
        OSError, apsw.Error: the new file cannot be written; the damaged one is where it was.
    """
    damaged = identity(path)
    make_folder(path.parent)
    with locked(path.with_name(f"{path.name}.mending")):
        if damaged is None or identity(path) != damaged:
            return None
        if _in_use(path):
            raise StorageError(
                f"{path} is damaged, and in use by another process.",
                "Close the other Desktop Agent: what can be read is then saved by itself.",
            )
        prefix = f".{path.name}."
        for left in path.parent.glob(f"{glob.escape(prefix)}*"):  # by one that was killed
            shutil.rmtree(left, ignore_errors=True)
        workplace = Path(tempfile.mkdtemp(prefix=prefix, dir=path.parent))
        try:
            new = workplace / path.name
            with closing(make(new)) as connection:
                saved = _fill(connection, path, form, workplace) if form.saves else None
            kept = _set_aside(path)
            new.replace(path)
        finally:
            shutil.rmtree(workplace, ignore_errors=True)
    if saved is None:
        return Mended(str(path), kept.name, None)
    return Mended(str(path), kept.name, saved.rows, saved.whole)


def _fill(new: apsw.Connection, path: Path, form: Form, workplace: Path) -> Saved:
    # pages that nothing leads to hold no deleted rows where those are overwritten
    saved = salvage(path, new, workplace, by_page="secure_delete = ON" in form.pragmas)
    with new:
        if form.settle is not None:
            try:
                with new:  # what it cannot put in order does not cost what was copied
                    form.settle(new)
            except (apsw.ConstraintError, apsw.SQLError, apsw.MismatchError, ValueError) as error:
                saved.whole = False
                logger.warning("what was saved is not in order", extra={"fault": str(error)})
        rows: list[Any] = new.execute("PRAGMA foreign_key_check").fetchall()
        for table, row_id, *_ in rows:  # what belongs to a row that is lost
            saved.whole = False
            if row_id is not None:
                new.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (row_id,)).fetchall()  # noqa: S608 - our own table
    new.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return saved


def _set_aside(path: Path) -> Path:
    """Gives the damaged file a second name; its journal has only that one then."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    kept = path.with_name(f"{path.name}.damaged-{stamp}")
    try:
        os.link(path, kept)
    except OSError:  # the file system knows no second names
        shutil.copy2(path, kept)
    journal = path.with_name(f"{path.name}-wal")
    if journal.exists():  # it must not be taken for that of the new file
        journal.replace(kept.with_name(f"{kept.name}-wal"))
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    return kept


if sys.platform == "win32":

    def _in_use(path: Path) -> bool:  # noqa: ARG001 - as elsewhere
        """The system itself refuses to put another file in the place of one that is open."""
        return False
else:
    import fcntl

    def _in_use(path: Path) -> bool:
        """Tells whether another process has a connection to the file."""
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
