"""What can still be read of a damaged SQLite file, row by row, and copied into a new one.

The damaged file is never opened itself: SQLite would write to it. A copy of it is read, first as it
is, then, where not even the list of its tables can be read, with the first page of a new file of
the same form in the place of its own: the tables of a form always begin at the same pages.
"""

import shutil
import struct
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

_MAGIC = b"SQLite format 3\0"
_MOST_ROWID = 2**62
_MOST_FAILURES = 4_000
"""Ranges of a table that could not be read: half a second at most."""

_SHADOWS = ("_data", "_idx", "_content", "_docsize", "_config")
"""What the tables end in that a full-text index keeps itself: they are made anew."""


@dataclass(slots=True)
class Saved:
    """What was copied; ``whole`` is False once anything could not be read or taken."""

    rows: int = 0
    whole: bool = True


def salvage(damaged: Path, new: apsw.Connection, workplace: Path) -> Saved:
    """Copies what can be read of a file into the tables of a new one of the same form.

    Tables that the new file has and the damaged one has not, stay empty, and so do full-text
    indexes: whoever knows the form fills those. ``workplace`` is a folder for copies, and what they
    take of room is given back.

    Raises:
        OSError: the file cannot be copied; the disk may be full.
        apsw.Error: the new file cannot be written.
    """
    best = Saved(whole=False)
    for first_page in (None, _first_page(new)):
        for journal in (True, False):
            copy = _copied(damaged, workplace, first_page, journal=journal)
            with closing(apsw.Connection(str(copy))) as old:
                if not _is_readable(old):
                    continue
                found = _copy_tables(old, new)
                if found.rows:
                    found.whole = found.whole and first_page is None and journal
                    return found
    return best


def _copied(damaged: Path, workplace: Path, first_page: bytes | None, *, journal: bool) -> Path:
    copy = workplace / "copy"
    for ending in ("", "-wal", "-shm"):
        copy.with_name(copy.name + ending).unlink(missing_ok=True)
    shutil.copyfile(damaged, copy)
    wal = damaged.with_name(damaged.name + "-wal")
    if journal and wal.exists():
        shutil.copyfile(wal, copy.with_name(copy.name + "-wal"))
    if first_page is not None:
        with copy.open("r+b") as file:
            file.write(first_page)
    return copy


def _first_page(new: apsw.Connection) -> bytes:
    """Gives the first page of a new file, which says of itself that it does not know its size."""
    data = bytearray(new.serialize("main")[: int(new.execute("PRAGMA page_size").get)])
    struct.pack_into(">2I", data, 32, 0, 0)  # no free pages that are known
    struct.pack_into(">I", data, 92, struct.unpack_from(">I", data, 24)[0] ^ 1)  # size unknown
    return bytes(data)


def _is_readable(old: apsw.Connection) -> bool:
    try:
        old.execute("PRAGMA cell_size_check = ON").fetchall()
        return bool(old.execute("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").get)
    except (apsw.Error, UnicodeDecodeError):
        return False


def _copy_tables(old: apsw.Connection, new: apsw.Connection) -> Saved:
    saved = Saved()
    new.execute("PRAGMA foreign_keys = OFF").fetchall()
    with new:
        for name, bare in _tables(new):
            columns = _shared_columns(old, new, name, bare=bare)
            if columns:
                table = _Table(old, new, name, columns, saved)
                if keys := _keys(new, name) if bare else []:
                    table.copy_ordered(keys)
                else:
                    table.copy()
            else:
                saved.whole = False
    return saved


def _tables(new: apsw.Connection) -> list[tuple[str, bool]]:
    """Gives the tables with rows of their own, and whether they have no row ids."""
    rows: list[Any] = new.execute("PRAGMA main.table_list").fetchall()
    indexes = {name for _, name, kind, *_ in rows if kind == "virtual"}
    shadows = {f"{index}{ending}" for index in indexes for ending in _SHADOWS}
    return [
        (name, bool(bare))
        for _, name, kind, _, bare, _ in rows
        if kind == "table" and name not in shadows and not name.startswith("sqlite_")
    ]


def _shared_columns(
    old: apsw.Connection, new: apsw.Connection, table: str, *, bare: bool
) -> list[str]:
    """Gives the columns that both files have, after the row's id where there is one."""
    try:
        known = {row[1] for row in old.execute(f'PRAGMA table_info("{table}")')}
    except (apsw.Error, UnicodeDecodeError):
        return []
    shared = [row[1] for row in new.execute(f'PRAGMA table_info("{table}")') if row[1] in known]
    return shared if bare or not shared else ["rowid", *shared]


def _keys(new: apsw.Connection, table: str) -> list[str]:
    rows: Any = new.execute(f'PRAGMA table_info("{table}")').fetchall()
    return [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]]


class _Table:
    """One table on its way into the new file."""

    def __init__(
        self,
        old: apsw.Connection,
        new: apsw.Connection,
        name: str,
        columns: Sequence[str],
        saved: Saved,
    ) -> None:
        quoted = [f'"{column}"' for column in columns]
        # as bytes: a text in which a byte has flipped need not be text any more
        read = ", ".join(
            f"typeof({each}), CASE typeof({each}) WHEN 'text' THEN CAST({each} AS BLOB) ELSE {each} END"
            for each in quoted
        )
        self._old = old
        self._new = new
        self._saved = saved
        self._name = name
        into, marks = ", ".join(quoted), ", ".join("?" * len(quoted))
        self._select = f'SELECT {read} FROM "{name}"'  # noqa: S608 - names of our own tables
        self._insert = f'INSERT OR IGNORE INTO "{name}" ({into}) VALUES ({marks})'  # noqa: S608 - as above

    def copy_ordered(self, keys: Sequence[str]) -> None:
        """Copies a table without row ids: from its front, and from its back where that breaks off."""
        for order in ("ASC", "DESC"):
            by = ", ".join(f'"{key}" {order}' for key in keys)
            try:
                rows: Any = self._old.execute(f"{self._select} ORDER BY {by}")
                for row in rows:
                    self._take(row)
            except apsw.Error:
                self._saved.whole = False
            else:
                return

    def copy(self) -> None:
        """Copies what can be read: of a range in which a row cannot, the halves of what is left.

        The largest ranges come first: what is left at the end lies in the damaged pages themselves.
        """
        waiting = deque([self._ends()])
        failures = 0
        while waiting and failures < _MOST_FAILURES:
            low, high = waiting.popleft()
            reached = low - 1
            try:
                for row_id in self._copy_between(low, high):
                    reached = row_id
            except (apsw.Error, OverflowError):
                failures += 1
                self._saved.whole = False
                if reached >= low:
                    waiting.append((reached + 1, high))
                elif low < high:
                    middle = (low + high) // 2
                    waiting += [(low, middle), (middle + 1, high)]

    def _ends(self) -> tuple[int, int]:
        """Gives the least and the greatest row id, as far as they can be read."""
        found = []
        for order, otherwise in (("ASC", 0), ("DESC", _MOST_ROWID)):
            query = f'SELECT rowid FROM "{self._name}" ORDER BY rowid {order} LIMIT 1'  # noqa: S608 - as above
            try:
                first = self._old.execute(query).get
                found.append(0 if first is None else int(first))
            except apsw.Error:
                self._saved.whole = False
                found.append(otherwise)
        return min(found), max(found)

    def _copy_between(self, low: int, high: int) -> Iterator[int]:
        """Copies rows in order; gives the id of each that has been."""
        query = f"{self._select} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
        rows: Any = self._old.execute(query, (low, high))
        for row in rows:
            self._take(row)
            yield row[1]

    def _take(self, row: Sequence[Any]) -> None:
        values = [
            value.decode("utf-8", "replace") if kind == "text" else value
            for kind, value in zip(row[::2], row[1::2], strict=True)
        ]
        taken = 0
        with suppress(apsw.ConstraintError, apsw.MismatchError):
            self._new.execute(self._insert, values).fetchall()
            taken = self._new.changes()
        self._saved.rows += taken
        self._saved.whole = self._saved.whole and taken == 1
