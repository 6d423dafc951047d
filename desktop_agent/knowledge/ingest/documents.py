"""Reads the files found by a scan and writes them to the index in batches."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.document_reader import DocumentReader, ReadDocument
from desktop_agent.knowledge.index.base import Index, NewChunk, NewDocument, joined
from desktop_agent.knowledge.ingest.progress import finish_despite_cancel
from desktop_agent.knowledge.ingest.sources import Found, Text

AT_ONCE = 2
"""Number of files requested at once, so that one is read while the next is being sent."""

_BATCH_S = 0.5
_BATCH_CHARS = 2_000_000
_BATCH_DOCUMENTS = 200
_REMOVED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Done:
    """A processed file. If both ``document`` and ``failed`` are None, the file no longer exists."""

    found: Found
    document: NewDocument | None = None
    failed: Unreadable | None = None


async def read_document(
    reader: DocumentReader, index: Index, found: Found, known: DocumentRecord | None
) -> Done:
    """Read one item; if a file's bytes match ``known``, reuse the text that is in the index."""
    try:
        if found.text is not None:
            return Done(found, await _read_text(reader, found, found.text))
        path, document = Path(found.path), None
        read = await reader.read(path, known_sha256=known.sha256 if known else "")
        if read is None and known is not None:
            document = await _unchanged(index, found, known)
            read = None if document else await reader.read(path)
        return Done(found, _document(found, read, path.as_uri()) if read else document)
    except Unreadable as error:
        if found.text is None and not await asyncio.to_thread(Path(found.path).exists):
            return Done(found)
        return Done(found, failed=error)


async def _read_text(reader: DocumentReader, found: Found, text: Text) -> NewDocument:
    try:
        body = await asyncio.to_thread(text.load)
    except StorageError as error:  # a snapshot that was damaged
        raise Unreadable(error.message, error.remedy) from None
    read = await reader.read_bytes(body, text.name)
    read = replace(
        read,
        title=text.title or read.title,
        date=text.date or read.date,
        size=found.size,
        modified_ns=found.modified_ns,
    )
    return _document(found, read, text.url)


async def _unchanged(index: Index, found: Found, known: DocumentRecord) -> NewDocument | None:
    """Return the indexed document with its time updated, or None if it is incomplete."""
    stored = await index.neighbours(known.key, 0, max(0, known.chunks - 1))
    if not stored or len(stored) != known.chunks:
        return None
    record = replace(known, source=found.source.id, size=found.size, modified_ns=found.modified_ns)
    chunks = tuple(NewChunk(each.text, each.place) for each in stored)
    return NewDocument(record, joined(stored), chunks)


def _document(found: Found, read: ReadDocument, url: str) -> NewDocument:
    return read.document(found.path, found.key, found.source.collection, found.source.id, url)


class DocumentBatches:
    """Collects documents into batches, and calls ``put`` with one batch at a time.

    A batch is written when it is large enough or half a second has passed since its first document.
    """

    def __init__(self, put: Callable[[Sequence[Done]], Awaitable[None]]) -> None:
        self._put = put
        self._queue: asyncio.Queue[Done | None] = asyncio.Queue(maxsize=4)

    async def add(self, done: Done) -> None:
        await self._queue.put(done)

    async def end(self) -> None:
        await self._queue.put(None)

    async def run(self) -> None:
        """Write batches until `end` has been called and all documents are written."""
        more = True
        while more:
            batch: list[Done] = []
            more = await self._gather(batch)
            if batch:
                await self._put(batch)

    async def _gather(self, batch: list[Done]) -> bool:
        """Fill a batch; return False if it is the last one."""
        done, chars = await self._queue.get(), 0
        with suppress(TimeoutError):
            async with asyncio.timeout(_BATCH_S):
                while done is not None:
                    batch.append(done)
                    chars += len(done.document.text) if done.document is not None else 0
                    if chars >= _BATCH_CHARS or len(batch) >= _BATCH_DOCUMENTS:
                        return True
                    done = await self._queue.get()
                return False
        return True


async def remove_documents(index: Index, keys: Sequence[str]) -> None:
    """Remove documents in small groups, so that searches and other writers can run in between."""
    for first in range(0, len(keys), _REMOVED_AT_ONCE):
        await finish_despite_cancel(index.remove(keys[first : first + _REMOVED_AT_ONCE]))
