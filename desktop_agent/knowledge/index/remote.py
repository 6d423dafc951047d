"""An external table, presented as one read-only collection next to the user's own."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter
from desktop_agent.knowledge.index.base import (
    ChunkId,
    Counts,
    EmbeddingModel,
    Index,
    NewDocument,
    Pending,
    Scored,
    StoredChunk,
    Vectors,
)


class RemoteIndex:
    """A read-only `Index` that presents all its documents as one collection with id ``id``.

    Collections in the original table are ignored. ``reach`` is called before each request and
    raises `Offline` if the table must not be contacted.
    """

    read_only = True

    def __init__(
        self, key: str, name: str, index: Index, reach: Callable[[], None] = lambda: None
    ) -> None:
        self.id = key
        self.name = name
        self._unreached = index
        self._reach = reach

    @property
    def engine(self) -> str:
        return self._unreached.engine

    @property
    def _index(self) -> Index:
        self._reach()
        return self._unreached

    # --- Search

    async def search_words(
        self, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        if self._is_left_out(only):
            return ()
        return await self._index.search_words(query, limit, _without_collections(only))

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        if self._is_left_out(only):
            return ()
        return await self._index.search_vector(vector, limit, _without_collections(only))

    async def records(self, source: int | None = None) -> tuple[DocumentRecord, ...]:
        return tuple(map(self._own, await self._index.records(source)))

    async def chunks(self, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        return tuple(map(self._own_chunk, await self._index.chunks(ids)))

    async def neighbours(self, key: str, first: int, last: int) -> tuple[StoredChunk, ...]:
        return tuple(map(self._own_chunk, await self._index.neighbours(key, first, last)))

    async def counts(self) -> tuple[Counts, ...]:
        return tuple(replace(each, collection=self.id) for each in await self._index.counts())

    async def text(self, key: str) -> str:
        return await self._index.text(key)

    async def embedding(self) -> EmbeddingModel | None:
        return await self._index.embedding()

    async def unembedded(self, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        return await self._index.unembedded(most, after)

    async def count_unembedded(self) -> int:
        return await self._index.count_unembedded()

    async def vectors(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, NDArray[np.float32]]:
        return await self._index.vectors(ids)

    async def disk_bytes(self) -> int:
        return await self._index.disk_bytes()

    async def aclose(self) -> None:
        await self._unreached.aclose()

    # --- Writes, which are refused

    async def put(self, documents: Sequence[NewDocument]) -> None:
        await self._index.put(documents)

    async def remove(self, keys: Collection[str]) -> None:
        await self._index.remove(keys)

    async def use_embedding(self, name: str) -> None:
        await self._index.use_embedding(name)

    async def set_vectors(self, name: str, ids: Sequence[ChunkId], vectors: Vectors) -> None:
        await self._index.set_vectors(name, ids, vectors)

    async def optimize(self) -> None:
        await self._index.optimize()

    # --- Internal

    def _is_left_out(self, only: KnowledgeFilter | None) -> bool:
        return only is not None and bool(only.collections) and self.id not in only.collections

    def _own(self, record: DocumentRecord) -> DocumentRecord:
        return replace(record, collection=self.id)

    def _own_chunk(self, chunk: StoredChunk) -> StoredChunk:
        return replace(chunk, document=self._own(chunk.document))


def _without_collections(only: KnowledgeFilter | None) -> KnowledgeFilter | None:
    return None if only is None else replace(only, collections=())
