"""The interface that both engines follow, and what goes in and out of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Place

ChunkId = int
"""What an engine calls a chunk by: positive, at most 63 bits, never given out again."""

Vectors = NDArray[np.float32]
"""One row for each text, of length 1."""


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk to be indexed; ``text`` is the document's text from ``place.start`` to ``place.end``."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document to be indexed: with its chunks in order, which together hold all of ``text``."""

    record: DocumentRecord
    text: str
    chunks: tuple[NewChunk, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """A chunk that waits for its vector; ``text`` is what is to be embedded."""

    id: ChunkId
    text: str


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is kept; ``ordinal`` counts from 0 within its document."""

    id: ChunkId
    document: DocumentRecord
    ordinal: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk that one half of a search found; a higher score is better."""

    id: ChunkId
    score: float


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """Whose vectors an index holds; ``dimensions`` is 0 before the first one."""

    name: str
    dimensions: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """What is indexed of one source; ``size`` is in bytes of the documents."""

    collection: str
    source: int
    documents: int
    chunks: int
    embedded: int
    size: int


class Index(Protocol):
    """Chunks with their words and vectors, by document.

    Every method may raise `core.errors.StorageError`. Several processes may read and one may write
    at a time; what another process has written is seen by the next call.
    """

    @property
    def engine(self) -> str:
        """``sqlite`` or ``lancedb``."""
        ...

    @property
    def read_only(self) -> bool:
        """True for a table that was made elsewhere; what writes then raises `StorageError`."""
        ...

    async def put(self, documents: Sequence[NewDocument]) -> None:
        """Adds documents, or replaces those of the same key: each wholly or not at all.

        They can be found by their words when this returns. A chunk whose text (with its titles)
        already has a vector, in this or another document, keeps it.
        """
        ...

    async def remove(self, keys: Collection[str]) -> None:
        """Removes documents with their chunks; keys that are not there are no error."""
        ...

    async def records(self, source: int | None = None) -> tuple[DocumentRecord, ...]:
        """Gives what is indexed, of one source or of all, by path."""
        ...

    async def counts(self) -> tuple[Counts, ...]:
        """Gives how much is indexed of each source."""
        ...

    async def text(self, key: str) -> str:
        """Gives the whole text of a document, put together from its chunks; "" if there is none."""
        ...

    async def embedding(self) -> EmbeddingModel | None:
        """Gives whose vectors it holds, None before `use_embedding`."""
        ...

    async def use_embedding(self, name: str) -> None:
        """Names the model of all vectors to come; those of another model are forgotten."""
        ...

    async def unembedded(self, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        """Gives chunks without a vector whose id is above ``after``, by id."""
        ...

    async def count_unembedded(self) -> int:
        """Gives how many chunks have no vector."""
        ...

    async def set_vectors(self, name: str, ids: Sequence[ChunkId], vectors: Vectors) -> None:
        """Keeps the vectors of chunks; those of chunks that are gone since are dropped.

        Raises:
            StorageError: they are of another model, or of another length than those that are kept.
        """
        ...

    async def vectors(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, NDArray[np.float32]]:
        """Gives the vectors of chunks; those without one are left out."""
        ...

    async def search_words(
        self, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        """Gives the chunks that speak of the words best, by BM25."""
        ...

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        """Gives the chunks nearest in meaning, by cosine."""
        ...

    async def chunks(self, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        """Gives chunks in the order asked for; those that are gone are left out."""
        ...

    async def neighbours(self, key: str, first: int, last: int) -> tuple[StoredChunk, ...]:
        """Gives the chunks of a document from one ordinal to another, both inclusive."""
        ...

    async def disk_bytes(self) -> int:
        """Gives what it takes on the disk; 0 where that cannot be told."""
        ...

    async def optimize(self) -> None:
        """Tidies up after much was written; searching goes on."""
        ...

    async def aclose(self) -> None:
        """Closes it; what is asked later fails."""
        ...
