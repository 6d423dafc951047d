"""Catalogue of what to index: collections, their folders and files, and indexing problems."""

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

FORM = DatabaseSchema(
    steps=(_FIRST,),
    application_id=0x44416B63,  # DAkc
    holds="knowledge collections",
    if_damaged="Close Desktop Agent and put a copy in its place, or move it away and add the "
    "folders anew; the documents themselves are not in it.",
)


# --- Collections and sources

PAGES = "pages"
"""Id of the built-in collection, which holds pages read earlier and discoveries."""
_PAGES_NAME = "Pages"
_DEFAULT_NAME = "Documents"

BUILT_IN: tuple[tuple[SourceKind, str], ...] = (
    ("snapshots", "snapshots:"),
    ("discoveries", "discoveries:"),
)
"""Kinds and placeholder paths of the sources in the collection `PAGES`."""


@dataclass(frozen=True, slots=True)
class Source:
    """A stored source.

    ``path`` is exact; it contains surrogate escapes if the name is not valid text. ``device`` is
    the device that held the folder when it was last checked.
    """

    id: int
    collection: str
    kind: SourceKind
    path: str
    missing: bool = False
    device: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """A stored collection."""

    id: str
    name: str
    kind: CollectionKind
    sources: tuple[Source, ...] = ()


def read_collections(connection: apsw.Connection) -> tuple[Collection, ...]:
    """Return all collections with their sources."""
    sources: dict[str, list[Source]] = {}
    for source in _sources(connection):
        sources.setdefault(source.collection, []).append(source)
    rows = connection.execute("SELECT id, name, kind FROM collections ORDER BY kind, folded")
    return tuple(
        Collection(key, name, kind, tuple(sources.get(key, ()))) for key, name, kind in rows
    )


def _sources(connection: apsw.Connection) -> list[Source]:
    query = "SELECT id, collection, kind, path, missing, device FROM sources ORDER BY id"
    return [
        Source(key, collection, kind, os.fsdecode(path), bool(missing), device)
        for key, collection, kind, path, missing, device in connection.execute(query)
    ]


def find_collection(connection: apsw.Connection, name: str) -> Collection:
    """Return a collection by id or name; raise `StorageError` if there is none."""
    for each in read_collections(connection):
        if each.id == name:
            return each
    for each in read_collections(connection):
        if each.name.casefold() == name.strip().casefold():
            return each
    raise StorageError(f"There is no collection {name!r}.", "Look at the list of collections.")


def add_sources(
    connection: apsw.Connection, paths: Sequence[tuple[SourceKind, str]], name: str
) -> tuple[Source, ...]:
    """Add sources to a collection, creating it if missing; see `Catalogue.add`."""
    try:
        collection = find_collection(connection, name or _DEFAULT_NAME).id
    except StorageError:
        collection = secrets.token_hex(4)
        _insert_collection(connection, collection, name or _DEFAULT_NAME, "files")
    if collection == PAGES:
        raise _built_in()
    query = "INSERT OR IGNORE INTO sources (collection, kind, path) VALUES (?, ?, ?)"
    connection.executemany(query, [(collection, kind, os.fsencode(path)) for kind, path in paths])
    _changed(connection)
    there = {each.path: each for each in find_collection(connection, collection).sources}
    return tuple(there[path] for _, path in paths)


def _insert_collection(
    connection: apsw.Connection, key: str, name: str, kind: CollectionKind
) -> None:
    if not name or name != readable(name):
        raise StorageError("A collection needs a name of text.", "Give it one.")
    connection.execute(
        "INSERT INTO collections (id, name, folded, kind) VALUES (?, ?, ?, ?)",
        (key, name, name.casefold(), kind),
    )


def rename_collection(connection: apsw.Connection, collection: str, name: str) -> None:
    """Rename a collection."""
    found = find_collection(connection, collection)
    if found.kind != "files":
        raise _built_in()
    taken = [each.name for each in read_collections(connection) if each.id != found.id]
    if not name or name != readable(name):
        raise StorageError("A collection needs a name of text.", "Give it one.")
    if name.casefold() in {each.casefold() for each in taken}:
        raise StorageError(f"There is a collection {name!r} already.", "Choose another name.")
    connection.execute(
        "UPDATE collections SET name = ?, folded = ? WHERE id = ?",
        (name, name.casefold(), found.id),
    )


def remove_source(connection: apsw.Connection, source: int) -> None:
    """Remove a source; raise `StorageError` for a built-in one."""
    kinds = connection.execute("SELECT kind FROM sources WHERE id = ?", (source,)).fetchall()
    if not kinds:
        raise StorageError(f"There is no folder or file {source}.", "Look at the list of them.")
    if kinds[0][0] not in {"folder", "file"}:
        raise _built_in()
    connection.execute("DELETE FROM sources WHERE id = ?", (source,))
    _changed(connection)


def remove_collection(connection: apsw.Connection, collection: str) -> None:
    """Remove a collection; raise `StorageError` for the built-in one."""
    found = find_collection(connection, collection)
    if found.kind != "files":
        raise _built_in()
    connection.execute("DELETE FROM collections WHERE id = ?", (found.id,))
    _changed(connection)


def has_pages(connection: apsw.Connection) -> bool:
    """Return whether the built-in collection exists."""
    return bool(connection.execute("SELECT 1 FROM collections WHERE id = ?", (PAGES,)).fetchall())


def keep_pages(connection: apsw.Connection, *, wanted: bool) -> None:
    """Create or remove the built-in collection."""
    if has_pages(connection) == wanted:  # another process was quicker
        return
    if not wanted:
        connection.execute("DELETE FROM collections WHERE id = ?", (PAGES,))
    else:
        _insert_collection(connection, PAGES, _free_name(connection), "pages")
        rows = [(PAGES, kind, path.encode()) for kind, path in BUILT_IN]
        query = "INSERT INTO sources (collection, kind, path) VALUES (?, ?, ?)"
        connection.executemany(query, rows)
    _changed(connection)


def _free_name(connection: apsw.Connection) -> str:
    taken = {each.name.casefold() for each in read_collections(connection)}
    name, number = _PAGES_NAME, 1
    while name.casefold() in taken:
        number += 1
        name = f"{_PAGES_NAME} {number}"
    return name


def _changed(connection: apsw.Connection) -> None:
    connection.execute("UPDATE state SET revision = revision + 1")


def _built_in() -> StorageError:
    return StorageError(
        "The collection of read pages is built in.", "Switch it off with knowledge.pages."
    )


logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """A file that could not be read; it is retried once its ``fingerprint`` changes."""

    source: int
    path: str
    reason: str
    remedy: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class State:
    """State shared by all processes.

    ``revision`` is incremented when collections or sources change. ``compared_ns`` is the start
    time of the last completed comparison with the disk (as in `time.time_ns`), and
    ``compared_revision`` is the revision that it covered.
    """

    paused: bool
    revision: int
    compared_ns: int
    compared_revision: int


class Catalogue:
    """Collections, sources and problems, in one SQLite file that several processes may use.

    Any method may raise `StorageError` if the file cannot be read or written.
    """

    def __init__(
        self, path: Path, on_problem: Callable[[FileProblem], object] | None = None
    ) -> None:
        self._database = Database(path, FORM, on_problem=on_problem)

    async def state(self) -> State:
        return await self._database.read(_state)

    async def collections(self) -> tuple[Collection, ...]:
        """Return all collections by name, followed by the built-in one."""
        return await self._database.read(read_collections)

    async def find(self, name: str) -> Collection:
        """Return a collection by id or name; raise `StorageError` if there is none."""
        return await self._database.read(lambda c: find_collection(c, name))

    async def add(
        self, paths: Sequence[tuple[SourceKind, str]], collection: str = ""
    ) -> tuple[Source, ...]:
        """Add sources, either all or none, to a collection.

        The collection is given by id or name, and created if it is missing. The default is
        ``Documents``. Sources that already exist are returned unchanged.
        """
        return await self._database.write(lambda c: add_sources(c, paths, collection.strip()))

    async def rename(self, collection: str, name: str) -> None:
        """Rename a collection; raise `StorageError` if the name is taken or empty."""
        await self._database.write(lambda c: rename_collection(c, collection, name.strip()))

    async def remove_source(self, source: int) -> None:
        """Remove a source; raise `StorageError` if it does not exist or is built in."""
        await self._database.write(lambda c: remove_source(c, source))

    async def remove_collection(self, collection: str) -> None:
        """Remove a collection and its sources.

        Raise `StorageError` if it does not exist or is built in.
        """
        await self._database.write(lambda c: remove_collection(c, collection))

    async def keep_pages(self, *, wanted: bool) -> None:
        """Create or remove the built-in collection."""
        if await self._database.read(has_pages) != wanted:
            await self._database.write(lambda c: keep_pages(c, wanted=wanted))

    async def note_presence(self, presence: Mapping[int, tuple[bool, str]]) -> None:
        """Record which sources are missing, and the device that holds each folder."""
        query = "UPDATE sources SET missing = ?, device = ? WHERE id = ?"
        values = [(missing, device, source) for source, (missing, device) in presence.items()]
        await self._database.write(lambda c: c.executemany(query, values))

    async def problems(self, collection: str = "") -> tuple[Problem, ...]:
        """Return the files that could not be read, in one collection (by id) or in all."""
        return await self._database.read(lambda c: _problems(c, collection))

    async def problem_counts(self) -> dict[int, int]:
        """Return the number of problems by source."""
        return await self._database.read(_problem_counts)

    async def fingerprints(self) -> dict[tuple[int, str], str]:
        """Return the fingerprints of unreadable files by source and exact path."""
        return await self._database.read(_fingerprints)

    async def change_problems(
        self, failures: Sequence[Failure], solved: Iterable[tuple[int, str]]
    ) -> None:
        """Save failures, replacing earlier ones of the same files, and remove solved problems."""
        gone = list(solved)
        if failures or gone:
            await self._database.write(lambda c: _change_problems(c, failures, gone))

    def set_paused(self, *, paused: bool) -> None:
        """Queue a change of the paused state without waiting for it to be saved."""
        query = "UPDATE state SET paused = ?"
        self._database.submit(lambda c: c.execute(query, (paused,))).add_done_callback(_log)

    async def note_compared(self, begun_ns: int, revision: int) -> None:
        """Record a completed comparison with the disk."""
        query = "UPDATE state SET compared_ns = ?, compared_revision = ?"
        await self._database.write(lambda c: c.execute(query, (begun_ns, revision)))

    async def aclose(self) -> None:
        """Close the file after all pending work."""
        await self._database.aclose()


def _log(done: "Future[Any]") -> None:
    if (error := done.exception()) is not None:
        logger.warning("the pause was not kept", extra={"fault": str(error)})


def _state(connection: apsw.Connection) -> State:
    query = "SELECT paused, revision, compared_ns, compared_revision FROM state"
    ((paused, *rest),) = connection.execute(query)
    return State(bool(paused), *rest)


def _problems(connection: apsw.Connection, collection: str) -> tuple[Problem, ...]:
    query = (
        "SELECT source, problems.path, reason, remedy FROM problems"
        " JOIN sources ON sources.id = source"
        " WHERE ?1 = '' OR collection = ?1 ORDER BY source, problems.path"
    )
    return tuple(
        Problem(source, readable(os.fsdecode(path)), reason, remedy)
        for source, path, reason, remedy in connection.execute(query, (collection,))
    )


def _problem_counts(connection: apsw.Connection) -> dict[int, int]:
    query = "SELECT source, count(*) FROM problems GROUP BY source"
    return {int(source): int(count) for source, count in connection.execute(query)}


def _fingerprints(connection: apsw.Connection) -> dict[tuple[int, str], str]:
    query = "SELECT source, path, fingerprint FROM problems"
    return {
        (source, os.fsdecode(path)): fingerprint
        for source, path, fingerprint in connection.execute(query)
    }


def _change_problems(
    connection: apsw.Connection, failures: Sequence[Failure], solved: Sequence[tuple[int, str]]
) -> None:
    connection.executemany(
        "DELETE FROM problems WHERE source = ? AND path = ?",
        [(source, os.fsencode(path)) for source, path in solved],
    )
    # a source removed meanwhile has no problems to save
    connection.executemany(
        "INSERT OR REPLACE INTO problems (source, path, reason, remedy, fingerprint)"
        " SELECT id, ?2, ?3, ?4, ?5 FROM sources WHERE id = ?1",
        [
            (
                each.source,
                os.fsencode(each.path),
                readable(each.reason),
                readable(each.remedy),
                each.fingerprint,
            )
            for each in failures
        ],
    )
