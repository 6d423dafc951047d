"""Read the items found by a scan, and write them to the index in batches."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.document_reader import DocumentReader, ReadDocument
from desktop_agent.knowledge.index.base import Index, NewChunk, NewDocument, joined
from desktop_agent.knowledge.ingest.sources import Found, Text
from desktop_agent.system.tasks import finish

AT_ONCE = 2  # files requested at once, so that one is read while the next is being sent
_BATCH_S = 0.5
_BATCH_CHARS = 2_000_000
_BATCH_DOCUMENTS = 200
_REMOVED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Done:
    """A processed item. If ``document`` and ``problem`` are None, its file no longer exists.

    If both are set, the problem is that part of the file was not read.
    """

    found: Found
    document: NewDocument | None = None
    problem: Unreadable | None = None


async def read_document(
    reader: DocumentReader,
    index: Index,
    found: Found,
    known: DocumentRecord | None,
    notify: Callable[[int, int], None],
) -> Done:
    """Read one item. If the file's hash matches that of ``known``, reuse the indexed text.

    ``notify`` is called before each scanned page; see `DocumentReader.read`.
    """
    try:
        if found.text is not None:
            return Done(found, await _read_text(reader, found, found.text))
        path, remedy = Path(found.path), ""
        read = await reader.read(path, known_sha256=known.sha256 if known else "", notify=notify)
        document = await _unchanged(index, found, known) if read is None and known else None
        if document is None:
            read = read or await reader.read(path, notify=notify)
            if read is not None:
                document, remedy = _document(found, read, path.as_uri()), read.remedy
        note = document.record.note if document is not None else ""
        return Done(found, document, Unreadable(note, remedy) if note else None)
    except Unreadable as error:
        if found.text is None and not await asyncio.to_thread(Path(found.path).exists):
            return Done(found)
        return Done(found, problem=error)


async def _read_text(reader: DocumentReader, found: Found, text: Text) -> NewDocument:
    try:
        body = await asyncio.to_thread(text.load)
    except StorageError as error:  # a snapshot that was damaged
        raise Unreadable(error.message, error.remedy) from None
    read = await reader.read_bytes(body, text.name)
    title, date = text.title or read.title, text.date or read.date
    read = replace(read, title=title, date=date, size=found.size, modified_ns=found.modified_ns)
    return _document(found, read, text.url)


async def _unchanged(index: Index, found: Found, known: DocumentRecord) -> NewDocument | None:
    """Return the indexed document with an updated record, or None if the index lacks part of it."""
    stored = await index.neighbours(known.key, 0, max(0, known.chunks - 1))
    if not stored or len(stored) != known.chunks:
        return None
    record = replace(known, source=found.source.id, size=found.size, modified_ns=found.modified_ns)
    chunks = tuple(NewChunk(each.text, each.place) for each in stored)
    return NewDocument(record, joined(stored), chunks)


def _document(found: Found, read: ReadDocument, url: str) -> NewDocument:
    return read.document(found.path, found.key, found.source.collection, found.source.id, url)


DoneQueue = asyncio.Queue[Done | None]
"""Processed items, followed by None."""


async def write_batches(queue: DoneQueue, put: Callable[[Sequence[Done]], Awaitable[None]]) -> None:
    """Call ``put`` with batches of items until the queue returns None.

    A batch is written once it is large enough or half a second after it was started.
    """
    more = True
    while more:
        batch: list[Done] = []
        more = await _gather(queue, batch)
        if batch:
            await put(batch)


async def _gather(queue: DoneQueue, batch: list[Done]) -> bool:
    """Fill a batch; return False if it is the last."""
    done, chars = await queue.get(), 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_BATCH_S):
            while done is not None:
                batch.append(done)
                chars += len(done.document.text) if done.document is not None else 0
                if chars >= _BATCH_CHARS or len(batch) >= _BATCH_DOCUMENTS:
                    return True
                done = await queue.get()
            return False
    return True


async def remove_documents(index: Index, keys: Sequence[str]) -> None:
    """Remove documents in small groups so that other work can run in between."""
    for first in range(0, len(keys), _REMOVED_AT_ONCE):
        await finish(index.remove(keys[first : first + _REMOVED_AT_ONCE]))
