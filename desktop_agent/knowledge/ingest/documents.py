"""Read the items found by a scan, and write them to the index in batches."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.knowledge.document_reader import DocumentReader
from desktop_agent.knowledge.file_paths import readable
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
        path = Path(found.path)
        read = await reader.read(path, known_sha256=known.sha256 if known else "", notify=notify)
        document = await _unchanged(index, found, known) if read is None and known else None
        if document is None and (read := read or await reader.read(path, notify=notify)):
            document = _placed(read, found, url=path.as_uri())
        note, remedy = (document.record.note, document.remedy) if document else ("", "")
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
    title, date = text.title or read.record.title, text.date or read.record.date
    told = {"url": text.url, "title": title, "date": date}
    return _placed(read, found, **told, size=found.size, modified_ns=found.modified_ns)


async def _unchanged(index: Index, found: Found, known: DocumentRecord) -> NewDocument | None:
    """Return the indexed document with an updated record, or None if the index lacks part of it."""
    stored = await index.neighbours(known.key, 0, max(0, known.chunks - 1))
    if not stored or len(stored) != known.chunks:
        return None
    record = replace(known, source=found.source.id, size=found.size, modified_ns=found.modified_ns)
    chunks = tuple(NewChunk(each.text, each.place) for each in stored)
    return NewDocument(record, joined(stored), chunks)


def _placed(document: NewDocument, found: Found, **changes: Any) -> NewDocument:
    """Complete a document that was read with where it belongs, and with other ``changes``."""
    record = replace(
        document.record,
        key=found.key,
        collection=found.source.collection,
        source=found.source.id,
        path=readable(found.path),
        **changes,
    )
    return replace(document, record=record)


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
