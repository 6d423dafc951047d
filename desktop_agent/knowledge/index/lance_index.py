"""The second engine: LanceDB, for large indexes, on object storage or built by a cluster."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter
from desktop_agent.knowledge.index import lance_database, lance_reader, lance_writer
from desktop_agent.knowledge.index.base import (
    ChunkId,
    Counts,
    EmbeddingModel,
    NewDocument,
    Pending,
    Scored,
    StoredChunk,
    Vectors,
)
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_writer import Upkeep, warm_up

Result = TypeVar("Result")

_log = logging.getLogger(__name__)

_QUIET_S = 3.0
"""Seconds without writes or searches after which the indexes are updated."""

_PATIENCE = 10
"""Times to wait for that while searches go on: an update slows them down."""

_READERS = 4


class LanceIndex:
    """`base.Index` over a LanceDB database: a folder, or a URI such as ``s3://bucket/folder``.

    LanceDB has its own threads; its Python side runs in further ones, off the event loop, one of
    which does all the writing. Nothing is opened before first use. With ``bulk`` only `optimize`
    updates the indexes, for a build without searches.
    """

    engine = "lancedb"

    def __init__(self, uri: str, *, read_only: bool = False, bulk: bool = False) -> None:
        self.uri = uri
        self._database = LanceDatabase(uri, read_only=read_only)
        self._bulk = bulk
        self._upkeep = Upkeep()
        self._waiting = lance_reader.Waiting()
        self._reader = ThreadPoolExecutor(_READERS, "lance-reader")
        self._writer = ThreadPoolExecutor(1, "lance-writer")
        self._sound = False
        self._warm = False
        self._searched = -_QUIET_S
        self._tidying: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def read_only(self) -> bool:
        return self._database.read_only

    # --- Contents

    async def put(self, documents: Sequence[NewDocument]) -> None:
        await self._write(lambda: lance_writer.put_documents(self._database, documents))

    async def remove(self, keys: Collection[str]) -> None:
        await self._write(lambda: lance_writer.remove_documents(self._database, keys))

    async def records(self, source: int | None = None) -> tuple[DocumentRecord, ...]:
        return await self._read(lambda: lance_reader.list_records(self._database, source))

    async def counts(self) -> tuple[Counts, ...]:
        return await self._read(lambda: lance_reader.count_sources(self._database))

    async def text(self, key: str) -> str:
        return await self._read(lambda: lance_reader.read_text(self._database, key))

    async def chunks(self, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        return await self._read(lambda: lance_reader.get_chunks(self._database, ids))

    async def neighbours(self, key: str, first: int, last: int) -> tuple[StoredChunk, ...]:
        return await self._read(
            lambda: lance_reader.get_neighbours(self._database, key, first, last)
        )

    # --- Vectors

    async def embedding(self) -> EmbeddingModel | None:
        return await self._read(lambda: lance_database.get_embedding(self._database))

    async def use_embedding(self, name: str) -> None:
        await self._write(lambda: lance_database.name_embedding(self._database, name))

    async def unembedded(self, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        return await self._in_writer(
            lambda: lance_reader.list_waiting(self._database, self._waiting, most, after)
        )

    async def count_unembedded(self) -> int:
        return await self._in_writer(lambda: len(self._waiting.ids(self._database)))

    async def set_vectors(self, name: str, ids: Sequence[ChunkId], vectors: Vectors) -> None:
        def work() -> None:
            known = self._waiting.knows(self._database)
            lance_writer.keep_vectors(self._database, name, ids, vectors)
            if known:
                self._waiting.embedded(self._database, ids)

        await self._write(work)

    async def vectors(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, NDArray[np.float32]]:
        return await self._read(lambda: lance_reader.get_vectors(self._database, ids))

    # --- Search

    async def search_words(
        self, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        self._warm_up()
        return await self._read(
            lambda: lance_reader.search_words(self._database, query, limit, only)
        )

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        self._warm_up()
        return await self._read(
            lambda: lance_reader.search_vector(self._database, vector, limit, only)
        )

    # --- Tables

    async def disk_bytes(self) -> int:
        return await self._run(self._reader, self._database.disk_bytes)

    async def optimize(self) -> None:
        def work() -> None:
            lance_writer.remove_orphans(self._database)
            self._upkeep.renew(self._database, everything=True)

        await self._write(work)

    async def aclose(self) -> None:
        self._closed = True
        if self._tidying is not None:
            self._tidying.cancel()
            with suppress(asyncio.CancelledError):
                await self._tidying
        for threads in (self._writer, self._reader):
            await asyncio.to_thread(threads.shutdown)
        self._database.close()

    # --- Threads

    async def _read(self, work: Callable[[], Result]) -> Result:
        """Retry once if another program replaced a table meanwhile."""
        try:
            return await self._run(self._reader, work)
        except StorageError as error:
            if self._closed or error.__cause__ is None:
                raise
        return await self._run(self._reader, work)

    async def _in_writer(self, work: Callable[[], Result]) -> Result:
        return await self._run(self._writer, work)

    async def _write(self, work: Callable[[], None]) -> None:
        if self.read_only:
            raise StorageError(
                f"The index {self.uri} was made elsewhere and is only read here.",
                "Change its documents where it was made.",
            )

        def whole() -> None:
            if not self._sound:
                lance_writer.remove_orphans(self._database)
            self._sound = False
            work()
            self._sound = True
            if not self._bulk:
                self._catch_up()

        await self._in_writer(whole)
        if not self._bulk:
            self._tidy_later()

    def _warm_up(self) -> None:
        """Load the indexes into memory in parallel with the first search."""
        self._searched = monotonic()
        if self._warm or self._closed:
            return
        self._warm = True

        def work() -> None:
            with suppress(StorageError), self._database.told():  # the search itself tells
                warm_up(self._database)

        self._reader.submit(work)

    def _tidy_later(self) -> None:
        """Update the indexes after a while without writes."""
        if self._tidying is not None:
            self._tidying.cancel()

        async def tidy() -> None:
            await asyncio.sleep(_QUIET_S)
            for _ in range(_PATIENCE):
                left = self._searched + _QUIET_S - monotonic()
                if left <= 0:
                    break
                await asyncio.sleep(left)
            with suppress(StorageError):  # told by whoever needs the index next
                await self._in_writer(self._renew_if_late)

        self._tidying = asyncio.ensure_future(tidy())

    def _catch_up(self) -> None:
        """Update overdue indexes; a failure is logged, as the data are written already."""
        try:
            self._upkeep.catch_up(self._database)
        except (OSError, RuntimeError, ValueError) as error:
            _log.warning("the indexes of %s were not renewed: %s", self.uri, error)

    def _renew_if_late(self) -> None:
        if self._upkeep.late(self._database):
            self._upkeep.renew(self._database)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[], Result]) -> Result:
        if self._closed:
            raise StorageError(f"The index {self.uri} is closed.")

        def told() -> Result:
            with self._database.told():
                return work()

        return await asyncio.get_running_loop().run_in_executor(threads, told)
