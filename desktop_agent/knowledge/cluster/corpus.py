"""Documents of a shard, read and cut into chunks."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.knowledge import DocumentRecord
from desktop_agent.core.knowledge_build import BuildOrder
from desktop_agent.knowledge.chunker import chunk
from desktop_agent.knowledge.cluster.shards import Lines, Shard, open_lines
from desktop_agent.knowledge.file_paths import document_key, file_url, readable
from desktop_agent.knowledge.index.base import NewDocument
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.reading import DocumentReader
from desktop_agent.knowledge.records import record_of

_LINE_MOST = 16 << 20
"""Bytes; a line that is longer is no article."""

_TITLE_MOST = 500


async def read_shard(
    shard: Shard, order: BuildOrder, source: int
) -> AsyncIterator[NewDocument | Unreadable]:
    """Yields the documents of a shard, and of those that cannot be read why.

    Files are read in a process of their own, so that a crafted one ends that and not the worker.

    Raises:
        OSError: a file of JSON Lines cannot be read.
        FetchError: the process cannot be started.
    """
    if shard.lines is not None:
        for number, line in enumerate(_lines(shard.lines)):
            yield _article(line, f"{shard.lines.start}.{number}", shard.lines.path, order, source)
            if number % 32 == 0:
                await asyncio.sleep(0)  # vectors that have come are taken meanwhile
        return
    reader = DocumentReader(
        max_bytes=order.max_file_mb << 20,
        tokens=order.chunk_tokens,
        overlap=order.chunk_overlap,
    )
    try:
        for path in shard.files:
            yield await _file(reader, path, order, source)
    finally:
        await reader.aclose()


def _lines(lines: Lines) -> Iterator[bytes]:
    with open_lines(lines.path) as file:
        file.seek(lines.start)  # in a packed file this reads what is before it
        left = lines.length
        while left > 0:
            line = file.readline(min(left, _LINE_MOST))
            if not line:
                return
            left -= len(line)
            if line.strip():
                yield line


def _article(
    line: bytes, number: str, path: str, order: BuildOrder, source: int
) -> NewDocument | Unreadable:
    try:
        row = json.loads(line)
        title, text = str(row.get("title") or "")[:_TITLE_MOST], "".join(row["text"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        place = f"{readable(Path(path).name)}, line {number}"
        return Unreadable(f"{place} is not JSON with a title and a text.")
    name = f"{readable(path)}#{_identity(row) or number}"
    chunks = chunk(
        Loaded(title, text, "text/plain"), tokens=order.chunk_tokens, overlap=order.chunk_overlap
    )
    record = DocumentRecord(
        key=document_key(order.collection, name),
        collection=order.collection,
        source=source,
        path=name,
        url=str(row.get("url") or ""),
        title=title,
        media_type="text/plain",
        size=len(line),
        modified_ns=0,
        sha256=hashlib.sha256(line).hexdigest(),
        date=_text(row.get("date")),
    )
    return NewDocument(record, text, chunks)


def _identity(row: dict[str, Any]) -> str:
    return _text(row.get("id")) or _text(row.get("_id"))


def _text(value: Any) -> str:
    return str(value)[:_TITLE_MOST] if isinstance(value, str | int) else ""


async def _file(
    reader: DocumentReader, path: str, order: BuildOrder, source: int
) -> NewDocument | Unreadable:
    try:
        read = await reader.read(Path(path))
    except Unreadable as error:
        return error
    assert read is not None  # no hash was known
    record = record_of(
        read,
        path,
        key=document_key(order.collection, path),
        collection=order.collection,
        source=source,
        url=file_url(path),
    )
    return NewDocument(record, read.text, read.chunks)
