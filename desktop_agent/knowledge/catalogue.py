"""What the person wants indexed: collections, their folders and files, and what could not be read."""

import logging
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from desktop_agent.core.knowledge import Problem, SourceKind
from desktop_agent.core.mended import Mended, ReadOnly
from desktop_agent.knowledge import catalogue_rows as rows
from desktop_agent.knowledge.catalogue_rows import Collection, Source
from desktop_agent.knowledge.catalogue_schema import FORM
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.storage.database import Database

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """What is to be kept of a file that could not be read; ``fingerprint`` tells when to try again."""

    source: int
    path: str
    reason: str
    remedy: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class State:
    """What all processes share; ``revision`` counts the changes to collections and sources.

    ``compared_ns`` is when the last whole comparison with the disk began (`time.time_ns`) that was
    carried out to its end, and ``compared_revision`` what it was of.
    """

    paused: bool
    revision: int
    compared_ns: int
    compared_revision: int


class Catalogue:
    """Collections, sources and problems, in one SQLite file that several processes may use.

    All methods raise `StorageError` where the file cannot be read or written.
    """

    def __init__(
        self, path: Path, mended: Callable[[Mended | ReadOnly], object] | None = None
    ) -> None:
        self._database = Database(path, FORM, mended=mended)

    async def state(self) -> State:
        """Gives what all processes share."""
        return await self._database.read(_state)

    async def collections(self) -> tuple[Collection, ...]:
        """Gives all collections, by name, the built-in one last."""
        return await self._database.read(rows.read_collections)

    async def find(self, name: str) -> Collection:
        """Gives a collection by its id or name; raises `StorageError` if there is none."""
        return await self._database.read(lambda c: rows.find_collection(c, name))

    async def add(
        self, paths: Sequence[tuple[SourceKind, str]], collection: str = ""
    ) -> tuple[Source, ...]:
        """Adds sources, all or none, to a collection by its id or name; a missing one is made.

        What is there already is given as it is. Without a collection they go to ``Documents``.
        """
        return await self._database.write(lambda c: rows.add_sources(c, paths, collection.strip()))

    async def rename(self, collection: str, name: str) -> None:
        """Gives a collection another name; raises `StorageError` where that is taken or empty."""
        await self._database.write(lambda c: rows.rename_collection(c, collection, name.strip()))

    async def remove_source(self, source: int) -> None:
        """Forgets a source; raises `StorageError` if there is none, or it is built in."""
        await self._database.write(lambda c: rows.remove_source(c, source))

    async def remove_collection(self, collection: str) -> None:
        """Forgets a collection with its sources; raises `StorageError` as `remove_source`."""
        await self._database.write(lambda c: rows.remove_collection(c, collection))

    async def keep_pages(self, *, wanted: bool) -> None:
        """Makes or forgets the built-in collection."""
        if await self._database.read(rows.has_pages) != wanted:
            await self._database.write(lambda c: rows.keep_pages(c, wanted=wanted))

    async def note_presence(self, presence: Mapping[int, tuple[bool, str]]) -> None:
        """Keeps whether sources are missing, and on which device their folders are."""
        query = "UPDATE sources SET missing = ?, device = ? WHERE id = ?"
        values = [(missing, device, source) for source, (missing, device) in presence.items()]
        await self._database.write(lambda c: c.executemany(query, values))

    async def problems(self, collection: str = "") -> tuple[Problem, ...]:
        """Gives what could not be read, of one collection (by its id) or of all."""
        return await self._database.read(lambda c: _problems(c, collection))

    async def problem_counts(self) -> dict[int, int]:
        """Gives how many problems each source has."""
        return await self._database.read(_problem_counts)

    async def fingerprints(self) -> dict[tuple[int, str], str]:
        """Gives the fingerprints of the files that could not be read, by source and exact path."""
        return await self._database.read(_fingerprints)

    async def change_problems(
        self, failures: Sequence[Failure], solved: Iterable[tuple[int, str]]
    ) -> None:
        """Keeps failures, in the place of earlier ones of the same files, and forgets the solved."""
        gone = list(solved)
        if failures or gone:
            await self._database.write(lambda c: _change_problems(c, failures, gone))

    def set_paused(self, *, paused: bool) -> None:
        """Keeps whether the indexing is paused; does not wait for it."""
        query = "UPDATE state SET paused = ?"
        self._database.submit(lambda c: c.execute(query, (paused,))).add_done_callback(_log)

    async def note_compared(self, begun_ns: int, revision: int) -> None:
        """Keeps that a whole comparison came to its end."""
        query = "UPDATE state SET compared_ns = ?, compared_revision = ?"
        await self._database.write(lambda c: c.execute(query, (begun_ns, revision)))

    async def aclose(self) -> None:
        """Closes the file once all that was begun is done."""
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
    # a source that was removed meanwhile has no problems to keep
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
