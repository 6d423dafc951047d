"""The rows of collections and sources in the catalogue."""

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import CollectionKind, SourceKind
from desktop_agent.knowledge.file_paths import readable

PAGES = "pages"
"""The id of the built-in collection of read pages and discoveries."""
_PAGES_NAME = "Pages"
_DEFAULT_NAME = "Documents"

BUILT_IN: tuple[tuple[SourceKind, str], ...] = (
    ("snapshots", "snapshots:"),
    ("discoveries", "discoveries:"),
)
"""The sources of the collection `PAGES`, and what stands for their path."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source as it is kept; ``path`` is exact, with half surrogates where the name is not text.

    ``device`` is that of the folder when it was last looked at.
    """

    id: int
    collection: str
    kind: SourceKind
    path: str
    missing: bool = False
    device: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection as it is kept."""

    id: str
    name: str
    kind: CollectionKind
    sources: tuple[Source, ...] = ()


def read_collections(connection: apsw.Connection) -> tuple[Collection, ...]:
    """Gives all collections with their sources."""
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
    """Gives a collection by its id or name; raises `StorageError` if there is none."""
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
    """Adds sources to a collection, which is made if it is missing; see `Catalogue.add`."""
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
    """Gives a collection another name."""
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
    """Forgets a source that somebody added."""
    kinds = connection.execute("SELECT kind FROM sources WHERE id = ?", (source,)).fetchall()
    if not kinds:
        raise StorageError(f"There is no folder or file {source}.", "Look at the list of them.")
    if kinds[0][0] not in {"folder", "file"}:
        raise _built_in()
    connection.execute("DELETE FROM sources WHERE id = ?", (source,))
    _changed(connection)


def remove_collection(connection: apsw.Connection, collection: str) -> None:
    """Forgets a collection that somebody made."""
    found = find_collection(connection, collection)
    if found.kind != "files":
        raise _built_in()
    connection.execute("DELETE FROM collections WHERE id = ?", (found.id,))
    _changed(connection)


def has_pages(connection: apsw.Connection) -> bool:
    """Tells whether there is the built-in collection."""
    return bool(connection.execute("SELECT 1 FROM collections WHERE id = ?", (PAGES,)).fetchall())


def keep_pages(connection: apsw.Connection, *, wanted: bool) -> None:
    """Makes or forgets the built-in collection."""
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
