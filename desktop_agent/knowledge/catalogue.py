"""The index catalogue: collections, their folders and files, and indexing problems."""

import logging
import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import CollectionKind, Problem, SourceKind
from desktop_agent.core.maintenance import FileProblem
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.storage.database import Database, DatabaseSchema
from desktop_agent.storage.transactions import reads, writes

logger = logging.getLogger(__name__)

# --- Tables and migrations
#
# Paths are blobs, because file names need not be valid text.

_FIRST = """
CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL
) STRICT;

-- an id is never given out again: documents of a source that is gone must not pass for another's
CREATE TABLE sources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    path BLOB NOT NULL,
    missing INTEGER NOT NULL DEFAULT 0,
    device TEXT NOT NULL DEFAULT '',
    UNIQUE (collection, path)
) STRICT;

CREATE TABLE problems (
    source INTEGER NOT NULL REFERENCES sources (id) ON DELETE CASCADE,
    path BLOB NOT NULL,
    reason TEXT NOT NULL,
    remedy TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (source, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE state (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    paused INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 0,
    compared_ns INTEGER NOT NULL DEFAULT 0,
    compared_revision INTEGER NOT NULL DEFAULT -1
) STRICT;
INSERT INTO state (one) VALUES (1);
"""

_SECOND = """
ALTER TABLE state DROP COLUMN revision;
ALTER TABLE state DROP COLUMN compared_ns;
ALTER TABLE state DROP COLUMN compared_revision;
"""

FORM = DatabaseSchema(
    steps=(_FIRST, _SECOND),
    application_id=0x44416B63,  # DAkc
    holds="knowledge collections",
    if_damaged="Close Desktop Agent and put a copy in its place, or move it away and add the "
    "folders anew; the documents themselves are not in it.",
    pragmas=("secure_delete = ON",),
)


# --- Collections and sources

PAGES = "pages"  # id of the built-in collection of pages read earlier and discoveries
_PAGES_NAME = "Pages"
_DEFAULT_NAME = "Documents"
_BUILT_IN: tuple[SourceKind, ...] = ("snapshots", "discoveries")


@dataclass(frozen=True, slots=True)
class Source:
    """A stored source.

    ``path`` is exact, as in the file system. ``device`` identifies the disk on which the folder was
    last found.
    """

    id: int
    collection: str
    kind: SourceKind
    path: str
    missing: bool = False
    device: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """A stored collection with its sources."""

    id: str
    name: str
    kind: CollectionKind
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be read; it is retried once its ``fingerprint`` changes."""

    source: int
    path: str
    reason: str
    remedy: str
    fingerprint: str


class Catalogue(Database):
    """Collections, sources and problems, in one SQLite file that several processes may use."""

    def __init__(
        self, path: Path, on_problem: Callable[[FileProblem], object] | None = None
    ) -> None:
        super().__init__(path, FORM, on_problem=on_problem)

    # --- Collections and sources

    @reads
    def collections(self, connection: apsw.Connection) -> tuple[Collection, ...]:
        """Return all collections sorted by name, with the built-in one last."""
        return _collections(connection)

    @reads
    def sources(self, connection: apsw.Connection) -> dict[int, Source]:
        """Return the sources of all collections by id, in order."""
        sources = (source for each in _collections(connection) for source in each.sources)
        return {source.id: source for source in sorted(sources, key=lambda each: each.id)}

    @reads
    def find(self, connection: apsw.Connection, name: str) -> Collection:
        """Return a collection by id or name; raise `StorageError` if it does not exist."""
        return _found(connection, name)

    @writes
    def add(
        self,
        connection: apsw.Connection,
        paths: Sequence[tuple[SourceKind, str]],
        collection: str = "",
    ) -> tuple[Source, ...]:
        """Add sources to a collection, either all of them or none.

        ``collection`` is an id or name, by default ``Documents``; it is created if it does not
        exist. Existing sources are returned unchanged. Raise `StorageError` if the collection is
        the built-in one.
        """
        name = collection.strip() or _DEFAULT_NAME
        if _find(connection, name) is None:
            _insert_collection(connection, secrets.token_hex(4), name, "files")
        key = _own(connection, name).id
        query = "INSERT OR IGNORE INTO sources (collection, kind, path) VALUES (?, ?, ?)"
        connection.executemany(query, [(key, kind, os.fsencode(path)) for kind, path in paths])
        there = {each.path: each for each in _found(connection, key).sources}
        return tuple(there[path] for _, path in paths)

    @writes
    def rename(self, connection: apsw.Connection, collection: str, name: str) -> None:
        """Rename a collection; raise `StorageError` if the name is taken or empty."""
        found, name = _own(connection, collection), _checked(name)
        query = "UPDATE collections SET name = ?, folded = ? WHERE id = ?"
        try:
            connection.execute(query, (name, name.casefold(), found.id))
        except apsw.ConstraintError:
            told = f"A collection named {name!r} already exists."
            raise StorageError(told, "Choose another name.") from None

    @writes
    def remove_source(self, connection: apsw.Connection, source: int) -> None:
        """Remove a source; raise `StorageError` if it does not exist or is built in."""
        kind = connection.execute("SELECT kind FROM sources WHERE id = ?", (source,)).get
        if kind is None:
            raise StorageError(f"There is no folder or file {source}.", "See the list.")
        if kind in _BUILT_IN:
            raise _built_in()
        connection.execute("DELETE FROM sources WHERE id = ?", (source,))

    @writes
    def remove_collection(self, connection: apsw.Connection, collection: str) -> None:
        """Remove a collection; raise `StorageError` if it does not exist or is built in."""
        key = _own(connection, collection).id
        connection.execute("DELETE FROM collections WHERE id = ?", (key,))

    @writes
    def keep_pages(self, connection: apsw.Connection, *, wanted: bool) -> None:
        """Create or remove the built-in collection."""
        collections = {each.id: each.name.casefold() for each in _collections(connection)}
        if (PAGES in collections) == wanted:
            return
        if not wanted:
            connection.execute("DELETE FROM collections WHERE id = ?", (PAGES,))
        else:
            names = (_PAGES_NAME, *(f"{_PAGES_NAME} {n}" for n in range(2, len(collections) + 2)))
            free = next(name for name in names if name.casefold() not in collections.values())
            _insert_collection(connection, PAGES, free, "pages")
            query = "INSERT INTO sources (collection, kind, path) VALUES (?, ?, ?)"
            sources = [(PAGES, kind, f"{kind}:".encode()) for kind in _BUILT_IN]
            connection.executemany(query, sources)

    @writes
    def note_presence(
        self, connection: apsw.Connection, presence: Mapping[int, tuple[bool, str]]
    ) -> None:
        """Record, by source id, whether each source is missing and which device holds it."""
        connection.executemany(
            "UPDATE sources SET missing = ?, device = ? WHERE id = ?",
            [(missing, device, source) for source, (missing, device) in presence.items()],
        )

    # --- Problems

    @reads
    def problems(self, connection: apsw.Connection) -> tuple[Problem, ...]:
        """Return the files that could not be read."""
        query = "SELECT source, path, reason, remedy FROM problems ORDER BY source, path"
        return tuple(
            Problem(source, readable(os.fsdecode(path)), reason, remedy)
            for source, path, reason, remedy in connection.execute(query)
        )

    @reads
    def fingerprints(self, connection: apsw.Connection) -> dict[tuple[int, str], str]:
        """Map the source and exact path of each unreadable file to its fingerprint."""
        rows = connection.execute("SELECT source, path, fingerprint FROM problems")
        return {(source, os.fsdecode(path)): mark for source, path, mark in rows}

    @writes
    def change_problems(
        self,
        connection: apsw.Connection,
        failures: Sequence[Failure],
        solved: Iterable[tuple[int, str]],
    ) -> None:
        """Save failures, replacing earlier ones for the same files, and remove solved problems."""
        gone = [(source, os.fsencode(path)) for source, path in solved]
        connection.executemany("DELETE FROM problems WHERE source = ? AND path = ?", gone)
        # a source removed meanwhile has no problems to save
        query = (
            "INSERT OR REPLACE INTO problems (source, path, reason, remedy, fingerprint)"
            " SELECT id, ?2, ?3, ?4, ?5 FROM sources WHERE id = ?1"
        )
        for each in failures:
            told = readable(each.reason), readable(each.remedy), each.fingerprint
            connection.execute(query, (each.source, os.fsencode(each.path), *told))

    # --- Pausing

    @reads
    def is_paused(self, connection: apsw.Connection) -> bool:
        """Return whether any process has paused indexing."""
        return bool(connection.execute("SELECT paused FROM state").get)

    def set_paused(self, *, paused: bool) -> None:
        """Queue a change to the paused state without waiting for it to be saved."""
        query = "UPDATE state SET paused = ?"
        self.submit(lambda c: c.execute(query, (paused,))).add_done_callback(_log)


def _collections(connection: apsw.Connection) -> tuple[Collection, ...]:
    sources: dict[str, list[Source]] = {}
    for key, collection, kind, path, missing, device in connection.execute(
        "SELECT id, collection, kind, path, missing, device FROM sources ORDER BY id"
    ):
        source = Source(key, collection, kind, os.fsdecode(path), bool(missing), device)
        sources.setdefault(collection, []).append(source)
    rows = connection.execute("SELECT id, name, kind FROM collections ORDER BY kind, folded")
    return tuple(
        Collection(key, name, kind, tuple(sources.get(key, ()))) for key, name, kind in rows
    )


def _find(connection: apsw.Connection, name: str) -> Collection | None:
    folded = name.strip().casefold()
    found = [c for c in _collections(connection) if name == c.id or folded == c.name.casefold()]
    return min(found, key=lambda each: each.id != name, default=None)


def _found(connection: apsw.Connection, name: str) -> Collection:
    if (found := _find(connection, name)) is None:
        raise StorageError(f"There is no collection named {name!r}.", "See the list.")
    return found


def _own(connection: apsw.Connection, name: str) -> Collection:
    found = _found(connection, name)
    if found.kind != "files":
        raise _built_in()
    return found


def _insert_collection(
    connection: apsw.Connection, key: str, name: str, kind: CollectionKind
) -> None:
    query = "INSERT INTO collections (id, name, folded, kind) VALUES (?, ?, ?, ?)"
    connection.execute(query, (key, _checked(name), name.casefold(), kind))


def _checked(name: str) -> str:
    name = name.strip()
    if not name or name != readable(name):
        raise StorageError("A collection needs a name with visible characters.", "Give it one.")
    return name


def _built_in() -> StorageError:
    return StorageError(
        "The collection Web pages and discoveries is built in and cannot be changed.",
        "Switch it off with knowledge.pages.",
    )


def _log(done: "Future[Any]") -> None:
    if (error := done.exception()) is not None:
        logger.warning("the pause was not kept", extra={"fault": str(error)})
