"""Copies the readable rows of a damaged SQLite file into a new one.

The damaged file itself is never opened, because SQLite would write to it. A copy is read instead.
If its list of tables is unreadable, its first page is replaced by that of a new file with the same
schema, whose tables always begin at the same pages. Finally, pages with rows to which no other page
refers are parsed from their bytes (https://www.sqlite.org/fileformat2.html).
"""

import shutil
import struct
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import apsw

_MAGIC = b"SQLite format 3\0"
_MOST_ROWID = 2**62
_MOST_FAILURES = 4_000
"""Unreadable ranges of a table: half a second at most."""

_SHADOWS = ("_data", "_idx", "_content", "_docsize", "_config")
"""Endings of the internal tables of a full-text index, which is rebuilt."""


@dataclass(slots=True)
class Saved:
    """The copied rows; ``whole`` is False if anything could not be read or inserted."""

    rows: int = 0
    whole: bool = True


def salvage(damaged: Path, new: apsw.Connection, workplace: Path, *, by_page: bool) -> Saved:
    """Copy the readable rows of a file into the tables of a new one with the same schema.

    Tables that are missing in the damaged file stay empty. Full-text indexes stay empty too, and
    the caller must fill them. ``by_page`` also searches pages that no table refers to. Use it only
    for files that overwrite deleted rows (``secure_delete``), because deleted rows would come back
    otherwise. ``workplace`` is a folder for temporary copies.

    Raises:
        OSError: the file cannot be copied; the disk may be full.
        apsw.Error: the new file cannot be written.
    """
    saved = _copy_by_table(damaged, new, workplace)
    if by_page and not saved.whole:
        copy = _copied(damaged, workplace, None, journal=True)
        with suppress(apsw.Error), closing(apsw.Connection(str(copy))) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        with copy.open("rb") as file, new:
            saved.rows += _Pages(file, new).copy()
    return saved


def _copy_by_table(damaged: Path, new: apsw.Connection, workplace: Path) -> Saved:
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
    return Saved(whole=False)


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
    """Return the first page of a new file, marked as of unknown size."""
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
    """Return the tables with rows of their own, and whether each is without row ids."""
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
    """Return the columns that both files have, preceded by the row id if there is one."""
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
    """One table being copied into the new file."""

    def __init__(
        self,
        old: apsw.Connection,
        new: apsw.Connection,
        name: str,
        columns: Sequence[str],
        saved: Saved,
    ) -> None:
        quoted = [f'"{column}"' for column in columns]
        # as bytes: a text with a flipped byte may not be valid text
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
        """Copy a table without row ids from the front, and from the back if that fails."""
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
        """Copy readable rows; halve the rest of a range at an unreadable row.

        The largest ranges come first: what remains at the end lies in the damaged pages.
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
        """Return the least and the greatest row id, as far as readable."""
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
        """Copy rows in order; yield the id of each copied row."""
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


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: str
    is_row_id: bool
    may_be_null: bool
    has_default: bool

    def takes(self, serial: int) -> bool:
        """Return whether a value of this serial type fits the column."""
        if serial == 0 or self.is_row_id:
            return serial == 0 and (self.is_row_id or self.may_be_null)
        match self.kind:
            case "TEXT":
                return serial >= _TEXT and serial % 2 == 1
            case "BLOB":
                return serial >= _BLOB and serial % 2 == 0
            case "INTEGER" | "INT":
                return serial in _INTEGERS
            case _:
                return serial not in _RESERVED


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0}
"""Bytes of integers by serial type; 8 and 9 are the constants 0 and 1."""
_REAL, _RESERVED, _BLOB, _TEXT = 7, (10, 11), 12, 13
_LEAF = 13
"""First byte of a leaf page of a table."""


class _Pages:
    """All leaf pages of the tables in a file, referenced or not."""

    def __init__(self, file: IO[bytes], new: apsw.Connection) -> None:
        self._file = file
        self._new = new
        self._size = int(new.execute("PRAGMA page_size").get)
        self._tables = {name: _columns(new, name) for name, bare in _tables(new) if not bare}

    def copy(self) -> int:
        """Copy the rows that the new file does not have yet; return their number."""
        rows, number = 0, 2  # on the first is the list of the tables
        while page := self._page(number):
            if page[0] == _LEAF:
                count = min(struct.unpack_from(">H", page, 3)[0], (self._size - 8) // 2)
                cells = struct.unpack_from(f">{count}H", page, 8)
                rows += sum(self._copy_row(page, cell) for cell in cells)
            number += 1
        return rows

    def _page(self, number: int) -> bytes:
        self._file.seek((number - 1) * self._size)
        page = self._file.read(self._size)
        return page if len(page) == self._size else b""

    def _copy_row(self, page: bytes, cell: int) -> bool:
        try:
            length, start = _number(page, cell)
            row_id, start = _number(page, start)
            end = start + self._length_here(length)
            serials, values_at = _serials(page, start)
            table = self._table_of(serials)
            if table is None or self._has(table, row_id):
                return False
            payload = page[start:end] + self._overflow(page, end, length - (end - start))
            values = _values(payload, serials, values_at - start)
        except (IndexError, struct.error):
            return False
        columns = self._tables[table]
        given = dict(zip((column.name for column in columns), values, strict=False))
        given |= {column.name: row_id for column in columns if column.is_row_id}
        return self._insert(table, {"rowid": row_id, **given})

    def _length_here(self, length: int) -> int:
        """Return how many bytes of a row of this length lie on the page itself."""
        most = self._size - 35
        if length <= most:
            return length
        least = (self._size - 12) * 32 // 255 - 23
        here = least + (length - least) % (self._size - 4)
        return here if here <= most else least

    def _overflow(self, page: bytes, at: int, length: int) -> bytes:
        """Return the rest of a row from its chain of overflow pages.

        Raises:
            IndexError: a page is missing.
            struct.error: as above.
        """
        found = bytearray()
        following = struct.unpack_from(">I", page, at)[0] if length > 0 else 0
        while len(found) < length:
            each = self._page(following) if following else b""
            following = struct.unpack_from(">I", each)[0]
            found += each[4:]
        return bytes(found[:length])

    def _table_of(self, serials: Sequence[int]) -> str | None:
        """Return the only table that such values fit; None for none or several."""
        found = [name for name, columns in self._tables.items() if _fit(serials, columns)]
        return found[0] if len(found) == 1 else None

    def _has(self, table: str, row_id: int) -> bool:
        query = f'SELECT 1 FROM "{table}" WHERE rowid = ?'  # noqa: S608 - our own table
        return self._new.execute(query, (row_id,)).get is not None

    def _insert(self, table: str, values: dict[str, Any]) -> bool:
        into, marks = ", ".join(f'"{name}"' for name in values), ", ".join("?" * len(values))
        insert = f'INSERT OR IGNORE INTO "{table}" ({into}) VALUES ({marks})'  # noqa: S608 - our own table
        with suppress(apsw.ConstraintError, apsw.MismatchError):
            self._new.execute(insert, tuple(values.values())).fetchall()
            return self._new.changes() == 1
        return False


def _columns(new: apsw.Connection, table: str) -> list[_Column]:
    rows: Any = new.execute(f'PRAGMA table_info("{table}")').fetchall()
    return [
        _Column(name, kind, bool(key) and kind == "INTEGER", not is_set, default is not None)
        for _, name, kind, is_set, default, key in rows
    ]


def _fit(serials: Sequence[int], columns: Sequence[_Column]) -> bool:
    """Return whether values can be a row; columns added later may be missing."""
    missing = columns[len(serials) :]
    return (
        0 < len(serials) <= len(columns)
        and all(each.takes(serial) for each, serial in zip(columns, serials, strict=False))
        and all(each.has_default or each.may_be_null for each in missing)
    )


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Read an integer of one to nine bytes; return it and its end."""
    value = 0
    for _ in range(8):
        value = value << 7 | data[at] & 0x7F
        at += 1
        if data[at - 1] < 0x80:
            return value, at
    value = value << 8 | data[at]
    return value - (1 << 64) if value >> 63 else value, at + 1


def _serials(data: bytes, start: int) -> tuple[list[int], int]:
    """Read the header of a row; return its serial types and the start of the values."""
    length, at = _number(data, start)
    found = []
    while at < start + length:
        serial, at = _number(data, at)
        found.append(serial)
    return found, at


def _values(payload: bytes, serials: Sequence[int], at: int) -> list[Any]:
    """Return the values of a row.

    Raises:
        IndexError: the row is too short for them.
    """
    values: list[Any] = []
    for serial in serials:
        size = _INTEGERS.get(serial, 8 if serial == _REAL else max(0, serial - _BLOB) // 2)
        data, at = payload[at : at + size], at + size
        if len(data) < size:
            raise IndexError
        match serial:
            case 0:
                values.append(None)
            case 8 | 9:
                values.append(serial - 8)
            case _ if serial in _INTEGERS:
                values.append(int.from_bytes(data, signed=True))
            case 7:
                values.append(struct.unpack(">d", data)[0])
            case _:
                values.append(data.decode("utf-8", "replace") if serial % 2 else data)
    return values
