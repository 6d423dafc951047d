"""The interface of both index engines, and its data types."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Place

ChunkId = int
"""Id of a chunk within its engine: a positive number of at most 63 bits that is never reused."""

Vectors = NDArray[np.float32]
"""Matrix with one row per text; each row is normalized to length 1."""


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk to index: the text of the document from ``place.start`` to ``place.end``."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document to index; its chunks are in order and together contain all of ``text``.

    None of its texts may contain lone surrogates, which neither engine can store. ``remedy`` is
    what the user can do about the record's note, and is not stored.
    """

    record: DocumentRecord
    text: str
    chunks: tuple[NewChunk, ...]
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Pending:
    """A chunk that has no vector yet; ``text`` is the text to embed."""

    id: ChunkId
    text: str


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A stored chunk; ``ordinal`` counts from 0 within its document."""

    id: ChunkId
    document: DocumentRecord
    ordinal: int
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk found by word or vector search; higher scores are better.

    Vector search also sets ``vector``.
    """

    id: ChunkId
    score: float
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """The model that created an index's vectors; ``dimensions`` is 0 before the first vector."""

    name: str
    dimensions: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of documents and chunks in a source, and its size in bytes."""

    collection: str
    source: int
    documents: int
    chunks: int
    embedded: int
    size: int


class Index(Protocol):
    """Documents whose chunks can be searched by words and by vectors.

    Every method may raise `StorageError`. Several processes may read at the same time, but only one
    may write. Each call sees all earlier writes by other processes, although on remote storage they
    may take up to 5 s to become visible.
    """

    @property
    def engine(self) -> str: ...

    async def put(self, documents: Sequence[NewDocument]) -> None:
        """Add documents, or replace those with the same key, each atomically.

        Once this returns, word searches can find the documents. If a chunk with the same text and
        titles already has a vector, in this or another document, that vector is reused.
        """

    async def remove(self, keys: Collection[str]) -> None:
        """Remove documents with their chunks; unknown keys are ignored."""

    async def records(self, source: int | None = None) -> tuple[DocumentRecord, ...]:
        """Return the records of one source, or of all sources, sorted by path."""

    async def counts(self) -> tuple[Counts, ...]: ...

    async def embedding(self) -> EmbeddingModel | None:
        """Return the model that creates the vectors, or None until `use_embedding` is called."""

    async def use_embedding(self, name: str) -> None:
        """Set the model for all later vectors, and remove vectors from any other model."""

    async def unembedded(self, most: int, after: ChunkId = 0) -> tuple[Pending, ...]:
        """Return up to ``most`` chunks that have no vector and an id above ``after``."""

    async def count_unembedded(self) -> int: ...

    async def set_vectors(self, name: str, ids: Sequence[ChunkId], vectors: Vectors) -> None:
        """Save the vectors of chunks, ignoring chunks that have since been removed.

        Raise `StorageError` if their model or length differs from that of the stored vectors.
        """

    async def vectors(self, ids: Sequence[ChunkId]) -> Mapping[ChunkId, NDArray[np.float32]]:
        """Return the vectors by chunk id, omitting chunks without a vector."""

    async def search_words(
        self, query: str, limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        """Return the chunks that best match the words of a query, best first."""

    async def search_vector(
        self, vector: NDArray[np.float32], limit: int, only: KnowledgeFilter | None = None
    ) -> tuple[Scored, ...]:
        """Return the chunks nearest in meaning, by cosine similarity, best first."""

    async def chunks(self, ids: Sequence[ChunkId]) -> tuple[StoredChunk, ...]:
        """Return chunks in the order of ``ids``, omitting any that have been removed."""

    async def neighbours(self, key: str, first: int, last: int) -> tuple[StoredChunk, ...]:
        """Return a document's chunks from ordinal ``first`` to ``last``, inclusive."""

    async def disk_bytes(self) -> int:
        """Return the size on disk in bytes, or 0 if unknown."""

    async def optimize(self) -> None:
        """Optimize the index after many writes. Searches can continue during optimization."""

    async def aclose(self) -> None: ...


# --- Assembling text from chunks

LAST_CHUNK = 1 << 30  # above the ordinal of any chunk


def joined(chunks: Sequence[StoredChunk]) -> str:
    """Join neighbouring chunks of a document, removing their overlap."""
    pieces, end = [], chunks[0].place.start if chunks else 0
    for chunk in chunks:
        pieces.append(chunk.text[max(0, end - chunk.place.start) :])
        end = max(end, chunk.place.end)
    return "".join(pieces)


async def read_text(index: Index, key: str) -> str:
    """Return the full text of a document, or "" if it is not indexed."""
    return joined(await index.neighbours(key, 0, LAST_CHUNK))


def check_vectors(
    model: str, stored: EmbeddingModel | None, ids: Sequence[ChunkId], vectors: Vectors
) -> None:
    """Raise `StorageError` unless there is one vector per chunk, like those of the stored model."""
    if stored is None or model != stored.name:
        held = f"those of {stored.name}" if stored is not None else "none yet"
        raise StorageError(f"Vectors from {model} don't fit the index, which contains {held}.")
    if len(ids) != len(vectors):
        raise StorageError(f"Embedding {len(ids)} passages gave {len(vectors)} vectors.")
    if stored.dimensions not in (0, vectors.shape[1]):
        raise StorageError(
            f"{model} returned vectors with {vectors.shape[1]} dimensions, but earlier ones had "
            f"{stored.dimensions}.",
            "Rebuild the index.",
        )


def searchable(
    vector: NDArray[np.float32], limit: int, dimensions: int
) -> NDArray[np.float32] | None:
    """Return the row to search for, or None if nothing can be found; ``dimensions`` may be 0.

    Raise `StorageError` if the vector differs in length from the stored ones.
    """
    row = np.ascontiguousarray(vector, np.float32).ravel()
    if not dimensions or limit < 1 or not np.isfinite(row).all():
        return None
    if len(row) != dimensions:
        raise StorageError(
            f"The question's vector has {len(row)} dimensions, but the index uses {dimensions}.",
            "Rebuild the index with the embedding model chosen in the settings.",
        )
    return row


_MOST_TITLE = 300  # characters; longer titles would outweigh the text


def embedding_text(title: str, above: Sequence[str], text: str) -> str:
    """Return the text to embed for a chunk: a line of titles and headings, then its own text."""
    titles = dict.fromkeys(each for each in (title.strip(), *above) if each)
    line = " > ".join(titles)[:_MOST_TITLE]
    return f"{line}\n{text}" if line else text
