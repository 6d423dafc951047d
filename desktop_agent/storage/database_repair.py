"""Copy the readable rows of a damaged SQLite file to a new one.

SQLite reads a copy of the damaged file, because it would write to the original. If the list of
tables is unreadable, the first page of the copy is replaced with that of a new file with the same
schema, because the tables of such files always begin on the same pages. Finally, all leaf pages are
read one by one, each as a separate table, to find rows on orphaned pages.
"""

import shutil
import struct
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from desktop_agent.storage.files import name_with

_SHADOWS = ("_data", "_idx", "_content", "_docsize", "_config")
"""Name endings of the internal tables of full-text indexes, which are rebuilt."""


@dataclass(slots=True)
class Saved:
    """The number of rows copied; ``whole`` is False if anything could not be read or inserted."""

    rows: int = 0
    whole: bool = True


def salvage(damaged: Path, new: apsw.Connection, workplace: Path) -> Saved:
    """Copy the readable rows of a file into the tables of a new file with the same schema.

    Tables that are missing from the damaged file stay empty. Full-text indexes also stay empty; the
    caller must fill them. The files must use ``secure_delete``; otherwise, deleted rows would come
    back from orphaned pages. ``workplace`` is a folder for temporary copies. Raise `OSError` if the
    file cannot be copied, and `apsw.Error` if the new file cannot be written.
    """
    saved = _copy_by_table(damaged, new, workplace)
    if not saved.whole:
        copy = _copied(damaged, workplace, None, journal=True)
        with suppress(apsw.Error), closing(apsw.Connection(str(copy))) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        with new:
            saved.rows += _copy_by_page(copy, new)
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
        name_with(copy, ending).unlink(missing_ok=True)
    shutil.copyfile(damaged, copy)
    wal = name_with(damaged, "-wal")
    if journal and wal.exists():
        shutil.copyfile(wal, name_with(copy, "-wal"))
    if first_page is not None:
        with copy.open("r+b") as file:
            file.write(first_page)
    return copy


def _first_page(new: apsw.Connection) -> bytes:
    data = bytearray(new.serialize("main")[: int(new.execute("PRAGMA page_size").get)])
    struct.pack_into(">2I", data, 32, 0, 0)  # no known free pages
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
        for table in _tables(new):
            try:
                known = {row[1] for row in old.execute(f'PRAGMA table_info("{table.name}")')}
            except (apsw.Error, UnicodeDecodeError):
                known = set()
            shared = [each.name for each in table.columns if each.name in known]
            if shared:
                _copy_table(old, new, table, shared, saved)
            else:
                saved.whole = False
    return saved


def _copy_table(
    old: apsw.Connection, new: apsw.Connection, table: "_Table", shared: list[str], saved: Saved
) -> None:
    """Copy the rows of a table from each end, stopping at the damage."""
    columns = shared if table.keys else ["rowid", *shared]
    for order in ("ASC", "DESC"):
        by = ", ".join(f'"{key}" {order}' for key in table.keys or ["rowid"])
        try:
            for values, _ in _rows(old, table.name, columns, f"ORDER BY {by}"):
                taken = _insert(new, table.name, dict(zip(columns, values, strict=True)))
                saved.rows += taken
                saved.whole = saved.whole and taken
        except (apsw.Error, OverflowError):
            saved.whole = False
        else:
            return


def _rows(
    old: apsw.Connection, table: str, columns: Sequence[str], rest: str, *arguments: int
) -> Iterator[tuple[list[Any], tuple[str, ...]]]:
    """Yield the values and storage classes of each row, even if its text is invalid UTF-8."""
    read = ", ".join(
        f"typeof({each}), CASE typeof({each}) WHEN 'text' THEN CAST({each} AS BLOB) ELSE {each} END"
        for each in (f'"{column}"' for column in columns)
    )
    for row in old.execute(f'SELECT {read} FROM "{table}" {rest}', arguments):  # noqa: S608 - ours
        found: Any = row
        kinds = found[::2]
        values = [
            value.decode("utf-8", "replace") if kind == "text" else value
            for kind, value in zip(kinds, found[1::2], strict=True)
        ]
        yield values, kinds


def _insert(new: apsw.Connection, table: str, values: dict[str, Any]) -> bool:
    into, marks = ", ".join(f'"{name}"' for name in values), ", ".join("?" * len(values))
    insert = f'INSERT OR IGNORE INTO "{table}" ({into}) VALUES ({marks})'  # noqa: S608 - our own
    with suppress(apsw.ConstraintError, apsw.MismatchError):
        new.execute(insert, tuple(values.values())).fetchall()
        return new.changes() == 1
    return False


# --- The tables of the new file

_STORED_AS = {"TEXT": "text", "BLOB": "blob", "INTEGER": "integer", "INT": "integer"}


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    kind: str
    is_row_id: bool
    may_be_null: bool
    has_default: bool

    def takes(self, kind: str) -> bool:
        if kind == "null" or self.is_row_id:
            return kind == "null" and (self.is_row_id or self.may_be_null)
        return _STORED_AS.get(self.kind, kind) == kind


@dataclass(frozen=True, slots=True)
class _Table:
    """A table; ``keys`` are its primary key columns if it has no row ids."""

    name: str
    columns: list[_Column]
    keys: list[str]

    def fits(self, kinds: Sequence[str]) -> bool:
        """Return whether a row of these storage classes fits; the row may lack the last columns."""
        return 0 < len(kinds) <= len(self.columns) and all(
            column.takes(kinds[place])
            if place < len(kinds)
            else column.has_default or column.may_be_null
            for place, column in enumerate(self.columns)
        )


def _tables(new: apsw.Connection) -> list[_Table]:
    rows: list[Any] = new.execute("PRAGMA main.table_list").fetchall()
    indexes = {name for _, name, kind, *_ in rows if kind == "virtual"}
    shadows = {f"{index}{ending}" for index in indexes for ending in _SHADOWS}
    return [
        _table(new, name, without_row_ids=bool(bare))
        for _, name, kind, _, bare, _ in rows
        if kind == "table" and name not in shadows and not name.startswith("sqlite_")
    ]


def _table(new: apsw.Connection, name: str, *, without_row_ids: bool) -> _Table:
    rows: list[Any] = new.execute(f'PRAGMA table_info("{name}")').fetchall()
    columns = [
        _Column(name, kind, bool(key) and kind == "INTEGER", not is_set, default is not None)
        for _, name, kind, is_set, default, key in rows
    ]
    keys = [row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5]]
    return _Table(name, columns, keys if without_row_ids else [])


# --- Rows on single pages (https://www.sqlite.org/fileformat2.html)

_LEAF = 13
"""First byte of a table's leaf page."""
_CHANGES_AT = 24
"""Offset of the header's change counter; SQLite discards its cache when the counter changes."""
_MISSING = b"desktop-agent: no such value"
"""Default for columns that a row lacks."""


def _copy_by_page(copy: Path, new: apsw.Connection) -> int:
    """Copy the rows of all leaf pages that have not been copied yet; return their number.

    The copy is turned into a database with one single-page table. Each leaf page is written to that
    page in turn, so that SQLite reads its rows.
    """
    size = int(new.execute("PRAGMA page_size").get)
    pages = copy.stat().st_size // size
    tables = [table for table in _tables(new) if not table.keys]
    columns = [f"c{place}" for place in range(max(len(table.columns) for table in tables))]
    with copy.open("r+b", buffering=0) as file:
        file.truncate(pages * size)
        file.write(_page_of_one_table(columns, size, pages + 1))
        rows = 0
        with closing(apsw.Connection(str(copy))) as old:
            for number in range(1, pages):  # the first page contains the list of tables
                file.seek(number * size)
                page = file.read(size)
                if page[0] != _LEAF:
                    continue
                file.seek(pages * size)
                file.write(page)
                file.seek(_CHANGES_AT)
                file.write(number.to_bytes(4))
                rows += sum(
                    _copy_row(values, kinds, tables, new)
                    for values, kinds in _rows_of_page(old, columns)
                )
    return rows


def _page_of_one_table(columns: Sequence[str], size: int, root: int) -> bytes:
    with closing(apsw.Connection(":memory:")) as made:
        made.execute(f"PRAGMA page_size = {size}").fetchall()
        each = ", ".join(f"{column} DEFAULT x'{_MISSING.hex()}'" for column in columns)
        made.execute(f"CREATE TABLE page ({each})").fetchall()
        made.execute("PRAGMA writable_schema = ON").fetchall()
        made.execute("UPDATE sqlite_schema SET rootpage = ?", (root,)).fetchall()
        return _first_page(made)


def _rows_of_page(
    old: apsw.Connection, columns: Sequence[str]
) -> Iterator[tuple[list[Any], tuple[str, ...]]]:
    ids: list[int] = []
    with suppress(apsw.Error):
        ids.extend(int(str(row_id)) for (row_id,) in old.execute("SELECT rowid FROM page"))
    for row_id in ids:
        with suppress(apsw.Error):
            yield from _rows(old, "page", ("rowid", *columns), "WHERE rowid = ?", row_id)


def _copy_row(
    row: Sequence[Any], kinds: Sequence[str], tables: Sequence[_Table], new: apsw.Connection
) -> bool:
    """Insert a row into the only table that it fits; skip it if it fits none or several of them."""
    row_id, *values = row
    length = values.index(_MISSING) if _MISSING in values else len(values)
    found = [table for table in tables if table.fits(kinds[1 : length + 1])]
    if len(found) != 1:
        return False
    given = dict(zip((column.name for column in found[0].columns), values[:length], strict=False))
    given |= {column.name: row_id for column in found[0].columns if column.is_row_id}
    return _insert(new, found[0].name, {"rowid": row_id, **given})
