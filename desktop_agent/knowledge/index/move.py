"""Copies an index into one of the other engine."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import DocumentRecord, Moved
from desktop_agent.knowledge.index.base import (
    Index,
    NewChunk,
    NewDocument,
    Pending,
)
from desktop_agent.knowledge.index.joined import joined

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
