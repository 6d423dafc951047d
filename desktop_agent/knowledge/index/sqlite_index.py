"""The default engine: one SQLite file, and the vectors in memory while they are used."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from time import monotonic

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter
from desktop_agent.core.mended import Mended, ReadOnly
from desktop_agent.knowledge.index import document_rows, embedding_rows
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
from desktop_agent.knowledge.index.schema import FORM
from desktop_agent.knowledge.index.selection import select_documents
from desktop_agent.knowledge.index.vectors import VectorSearch
from desktop_agent.knowledge.index.word_search import WordSearch
from desktop_agent.storage.database import Database

_MERGED_AT_ONCE = 500
"""Pages of the words' index: a few tens of milliseconds, so that others come between."""

_FREED_AT_ONCE = 1_000
_IDLE_S = 600.0
"""Seconds without a search after which the memory of the vectors is let go."""


class SqliteIndex:
    """`base.Index` over one file.

    Three threads with a connection each: one writes, one searches words and reads the rest, one
    holds the vectors. So a search waits neither for a document that is being put in nor, with its
    one half, for the other.
    """

    engine = "sqlite"
    read_only = False

    def __init__(
        self, path: Path, mended: Callable[[Mended | ReadOnly], object] | None = None
    ) -> None:
        self.path = path
        self._writer = Database(path, FORM, mended=mended)
        self._reader = Database(path, FORM, mended=mended)
        self._meaning = Database(path, FORM, mended=mended)
        self._words = WordSearch()
        self._vectors = VectorSearch()
        self._made = False
        self._making = asyncio.Lock()
        self._rest: asyncio.TimerHandle | None = None
        self._releasing: asyncio.Future[None] | None = None

    # --- what is in it

    async def put(self, documents: Sequence[NewDocument]) -> None:
        await self._make()
        await self._writer.write(lambda c: document_rows.put_documents(c, documents))

    async def remove(self, keys: Collection[str]) -> None:
        await self._make()
        await self._writer.write(lambda c: document_rows.remove_documents(c, keys))

    async def records(self, source: int | None = None) -> tuple[DocumentRecord, ...]:
        await self._make()
        return await self._reader.read(lambda c: document_rows.list_records(c, source))

    async def counts(self) -> tuple[Counts, ...]:
        await self._make()
        return await self._reader.read(document_rows.count_sources)

    async def text(self, key: str) -> str:
        await self._make()
        return await self._reader.read(lambda c: document_rows.read_text(c, key))

    async def chunks(self, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        await self._make()
        return await self._reader.read(lambda c: document_rows.get_chunks(c, ids))

    async def neighbours(self, key: str, first: int, last: int) -> tuple[StoredChunk, ...]:
        await self._make()
        return await self._reader.read(lambda c: document_rows.get_neighbours(c, key, first, last))

    # --- its vectors

    async def embedding(self) -> EmbeddingModel | None:
        await self._make()
        return await self._reader.read(embedding_rows.get_embedding)

    async def use_embedding(self, name: str) -> None:
        await self._make()
        await self._writer.write(lambda c: embedding_rows.name_embedding(c, name))

    async def unembedded(self, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        await self._make()
        return await self._reader.read(lambda c: document_rows.list_waiting(c, most, after))

    async def count_unembedded(self) -> int:
        await self._make()
        return await self._reader.read(lambda c: int(c.execute("SELECT count(*) FROM waiting").get))

    async def set_vectors(self, name: str, ids: Sequence[ChunkId], vectors: Vectors) -> None:
        await self._make()
        await self._writer.write(lambda c: embedding_rows.keep_vectors(c, name, ids, vectors))

    async def vectors(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, NDArray[np.float32]]:
        await self._make()
        return await self._reader.read(lambda c: embedding_rows.get_vectors(c, ids))

    async def release(self, idle_s: float = 0) -> None:
        """Lets the memory of the vectors go, if nobody has searched them for that many seconds."""

        def work(_: apsw.Connection) -> None:
            if monotonic() - self._vectors.used >= idle_s:
                self._vectors.release()

        if self._made:
            await self._meaning.bare(work)

    # --- search

    async def search_words(
        self, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        def work(connection: apsw.Connection) -> tuple[Scored, ...]:
            documents = select_documents(connection, only)
            return self._words.search(connection, query, limit, documents)

        await self._make()
        return await self._reader.read(work)

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        def work(connection: apsw.Connection) -> tuple[Scored, ...]:
            documents = select_documents(connection, only)
            return self._vectors.search(connection, vector, limit, documents)

        await self._make()
        self._release_later()
        return await self._meaning.read(work)

    def _release_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        self._rest = asyncio.get_running_loop().call_later(_IDLE_S, self._begin_release)

    def _begin_release(self) -> None:
        self._releasing = asyncio.ensure_future(self.release(_IDLE_S))

    # --- the file

    async def disk_bytes(self) -> int:
        return await asyncio.to_thread(_size, self.path)

    async def optimize(self) -> None:
        await self._make()
        # a negative number takes all of the words' index into the merging, those that follow go on
        await self._writer.write(lambda c: _merge(c, -_MERGED_AT_ONCE))
        while await self._writer.write(lambda c: _merge(c, _MERGED_AT_ONCE)):
            pass
        while await self._writer.bare(_free):
            pass
        await self._writer.bare(_tidy)

    async def aclose(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if self._releasing is not None:
            await self._releasing
        await asyncio.gather(*(each.aclose() for each in self._databases))

    @property
    def _databases(self) -> tuple[Database, Database, Database]:
        return self._writer, self._reader, self._meaning

    async def _make(self) -> None:
        """Lets one connection make the file before the others open it."""
        if not self._made:
            async with self._making:
                await self._writer.bare(lambda _: None)
                self._made = True


def _merge(connection: apsw.Connection, pages: int) -> bool:
    """Merges some of the words' index; False where nothing was left to merge."""
    before = connection.total_changes()
    connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
    return connection.total_changes() - before >= 2


def _free(connection: apsw.Connection) -> bool:
    """Gives some free pages back to the system; False where none are left."""
    connection.execute(f"PRAGMA incremental_vacuum({_FREED_AT_ONCE})").fetchall()
    return bool(connection.execute("PRAGMA freelist_count").get)


def _tidy(connection: apsw.Connection) -> None:
    connection.execute("PRAGMA optimize").fetchall()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _size(path: Path) -> int:
    files = (path.with_name(path.name + end) for end in ("", "-wal", "-shm"))
    return sum(each.stat().st_size for each in files if each.exists())
