"""The interface that both engines follow, and what goes in and out of it."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Moved, Place

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


# --- A text out of its chunks.


def joined(chunks: Sequence[StoredChunk]) -> str:
    """Puts neighbouring chunks of a document together; what two of them share stands once."""
    pieces, end = [], chunks[0].place.start if chunks else 0
    for chunk in chunks:
        pieces.append(chunk.text[max(0, end - chunk.place.start) :])
        end = max(end, chunk.place.end)
    return "".join(pieces)


# --- What is embedded of a chunk: its words, under the titles that say what they are about.

_MOST_TITLE = 300
"""Characters: a title is to say what a chunk is about, not to take its place."""


def embedding_text(title: str, above: Sequence[str], text: str) -> str:
    """Gives a chunk as an embedding model is to read it, below its title and what it stands under."""
    titles = dict.fromkeys(each for each in (title.strip(), *above) if each)
    line = " > ".join(titles)[:_MOST_TITLE]
    return f"{line}\n{text}" if line else text


# --- Copies an index into one of the other engine.

_CHUNKS_AT_ONCE = 1_000
_VECTORS_AT_ONCE = 500


async def move_index(
    source: Index, target: Index, told: Callable[[Moved, int], None] = lambda _moved, _of: None
) -> Moved:
    """Makes ``target`` hold what ``source`` holds: documents, chunks, places, vectors, their model.

    What was cut off goes on where it was when it is called again: documents whose record is the
    same are left as they are. ``told`` is called with what was copied, and how many documents there
    are. The source stays as it is; nobody may write to it meanwhile.

    Raises:
        StorageError: one of them cannot be read or written, or, at the end, the target holds less
            than the source.
    """
    records = await source.records()
    there = {record.key: record for record in await target.records()}
    await target.remove(there.keys() - {record.key for record in records})
    missing = [record for record in records if there.get(record.key) != record]
    moved = Moved(kept=len(records) - len(missing))
    model = await source.embedding()
    if model is not None:
        await target.use_embedding(model.name)
    for batch in _batches(missing):
        documents = [await _document(source, record) for record in batch]
        await target.put(documents)
        moved = replace(
            moved,
            documents=moved.documents + len(documents),
            chunks=moved.chunks + sum(len(each.chunks) for each in documents),
        )
        told(moved, len(records))
    if model is not None:
        after = 0
        while waiting := await target.unembedded(_VECTORS_AT_ONCE, after):
            after = waiting[-1].id
            count = await _copy_vectors(source, target, model.name, waiting)
            moved = replace(moved, vectors=moved.vectors + count)
            told(moved, len(records))
    await target.optimize()
    await _check(source, target)
    return moved


def _batches(records: Sequence[DocumentRecord]) -> Iterator[list[DocumentRecord]]:
    batch: list[DocumentRecord] = []
    chunks = 0
    for record in records:
        batch.append(record)
        chunks += record.chunks
        if chunks >= _CHUNKS_AT_ONCE:
            yield batch
            batch, chunks = [], 0
    if batch:
        yield batch


async def _document(source: Index, record: DocumentRecord) -> NewDocument:
    chunks = await source.neighbours(record.key, 0, record.chunks)
    if len(chunks) != record.chunks:
        raise StorageError(
            f"{record.path} changed while the index was copied.", "Start the copy again."
        )
    return NewDocument(
        record, joined(chunks), tuple(NewChunk(each.text, each.place) for each in chunks)
    )


async def _copy_vectors(
    source: Index, target: Index, model: str, waiting: Sequence[Pending]
) -> int:
    """Gives the target's chunks the vectors of the source's at the same place of the same document."""
    wanted = await target.chunks([each.id for each in waiting])
    ordinals: dict[str, list[int]] = {}
    for chunk in wanted:
        ordinals.setdefault(chunk.document.key, []).append(chunk.ordinal)
    old = {
        (key, chunk.ordinal): chunk.id
        for key, several in ordinals.items()
        for chunk in await source.neighbours(key, min(several), max(several))
    }
    vectors = await source.vectors(list(old.values()))
    pairs = [
        (chunk.id, vectors[old[place]])
        for chunk in wanted
        if (place := (chunk.document.key, chunk.ordinal)) in old and old[place] in vectors
    ]
    if pairs:
        await target.set_vectors(
            model, [chunk for chunk, _ in pairs], np.stack([vector for _, vector in pairs])
        )
    return len(pairs)


async def _check(source: Index, target: Index) -> None:
    """Raises where the target does not hold as many of everything, of each source of documents."""
    had = {(each.collection, each.source): each for each in await source.counts()}
    has = {(each.collection, each.source): each for each in await target.counts()}
    for place, wanted in had.items():
        found = has.get(place)
        if found is None or replace(found, embedded=0) != replace(wanted, embedded=0):
            raise StorageError(
                f"The copied index is not whole: {_words(found)} instead of {_words(wanted)}.",
                "Start the copy again.",
            )
        if found.embedded < wanted.embedded:
            raise StorageError(
                f"The copied index has {found.embedded:,} vectors instead of {wanted.embedded:,}.",
                "Start the copy again.",
            )


def _words(counts: object) -> str:
    documents, chunks = getattr(counts, "documents", 0), getattr(counts, "chunks", 0)
    return f"{documents:,} documents with {chunks:,} passages"
