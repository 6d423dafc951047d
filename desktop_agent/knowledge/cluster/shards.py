"""Shards of a build: planning them, reading their documents, and writing them to the index."""

import asyncio
import gzip
import hashlib
import json
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import numpy as np

from desktop_agent.core.errors import ModelNotFound, StorageError, Unreadable
from desktop_agent.core.knowledge import BuildOrder, DocumentRecord
from desktop_agent.core.settings import LlmSettings
from desktop_agent.knowledge.chunking import chunk
from desktop_agent.knowledge.file_paths import document_key, file_url, readable, whole_path
from desktop_agent.knowledge.index.base import NewDocument
from desktop_agent.knowledge.index.lance_database import CHUNKS, LanceDatabase, vectors_table
from desktop_agent.knowledge.index.lance_rows import (
    chunk_rows,
    chunks_table,
    document_row,
    documents_table,
    from_lance,
    vectors_rows,
)
from desktop_agent.knowledge.ingest.sources import FolderScan
from desktop_agent.knowledge.loaders.document import Loaded
from desktop_agent.knowledge.loaders.file_types import SUFFIXES
from desktop_agent.knowledge.reader import DocumentReader, record_of
from desktop_agent.llm.build import build_embedder
from desktop_agent.llm.embedding import Embedder

if TYPE_CHECKING:
    import pyarrow as pa

CORPORA = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Lines:
    """A range of a JSON Lines file, in uncompressed bytes; it begins at a line."""

    path: str
    start: int
    length: int


@dataclass(frozen=True, slots=True)
class Shard:
    """Some documents of one source: ``files`` or ``lines``.

    ``name`` is stable as long as path, size and time of the files are.
    """

    name: str
    source: str
    documents: int
    files: tuple[str, ...] = ()
    lines: Lines | None = None


def plan_shards(
    sources: Sequence[str], size: int, stopped: Callable[[], bool] = bool
) -> Iterator[Shard]:
    """Yield the shards of all sources, of about ``size`` documents each.

    Raises:
        StorageError: a source does not exist, or cannot be read.
    """
    for source in sources:
        try:
            yield from _source(source, size, stopped)
        except OSError as error:
            raise StorageError(
                f"{error.filename or source} cannot be read: {error.strerror or error}."
            ) from error


def open_lines(path: str) -> BinaryIO:
    """Open a JSON Lines file, decompressing it if needed."""
    return (
        cast("BinaryIO", gzip.open(path, "rb")) if path.endswith(".gz") else Path(path).open("rb")
    )


def _source(source: str, size: int, stopped: Callable[[], bool]) -> Iterator[Shard]:
    root = whole_path(source)
    if not Path(root).is_dir():
        yield from _of_files(root, [(root, Path(root).stat())], size)
        return
    scan = FolderScan(root, frozenset({*SUFFIXES, ".jsonl", ".ndjson", ".gz"}), stopped=stopped)
    yield from _of_files(root, sorted(scan.files(), key=lambda each: each[0]), size)


def _of_files(
    source: str, found: Iterable[tuple[str, os.stat_result]], size: int
) -> Iterator[Shard]:
    plain: list[tuple[str, str]] = []
    for path, state in found:
        told = f"{path}\0{state.st_size}\0{state.st_mtime_ns}"
        if path.lower().endswith(CORPORA):
            yield from _of_lines(source, path, told, size)
        elif not path.lower().endswith(".gz"):
            plain.append((path, told))
            name = path.removeprefix(source)
            if len(plain) >= 2 * size or (len(plain) >= size // 2 and _ends_one(name, size)):
                yield _files(source, plain)
                plain = []
    if plain:
        yield _files(source, plain)


def _ends_one(name: str, size: int) -> bool:
    """Return whether a file ends a shard; by its name alone, so that a new one moves few others."""
    return int(_hash(name), 16) % max(size // 2, 1) == 0


def _files(source: str, files: Sequence[tuple[str, str]]) -> Shard:
    name = _hash("\0".join(told for _, told in files))
    return Shard(name, source, len(files), files=tuple(path for path, _ in files))


def _of_lines(source: str, path: str, told: str, size: int) -> Iterator[Shard]:
    with open_lines(path) as file:
        for start, length, count in _stretches(file, size):
            name = _hash(f"{told}\0{start}\0{length}")
            yield Shard(name, source, count, lines=Lines(path, start, length))


def _stretches(file: BinaryIO, size: int) -> Iterator[tuple[int, int, int]]:
    """Yield start, length and line count of ranges of ``size`` lines, without holding any line."""
    start = at = count = 0
    ended = True
    while block := file.read(_BLOCK):
        found = -1
        while (found := block.find(b"\n", found + 1)) >= 0:
            count += 1
            if count == size:
                end = at + found + 1
                yield start, end - start, count
                start, count = end, 0
        at += len(block)
        ended = block.endswith(b"\n")
    if at > start:
        yield start, at - start, count + (not ended)


def _hash(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


# --- Reading and chunking the documents of a shard

_LINE_MOST = 16 << 20
"""Bytes; a longer line is no article."""

_TITLE_MOST = 500


async def read_shard(
    shard: Shard, order: BuildOrder, source: int
) -> AsyncIterator[NewDocument | Unreadable]:
    """Yield the documents of a shard, and errors for unreadable ones.

    Files are read in a separate process, so that a crafted one kills that and not the worker.

    Raises:
        OSError: a JSON Lines file cannot be read.
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


# --- Processing of a shard by a worker: documents, chunks and vectors into the tables

_CHUNKS_AT_ONCE = 2_000
"""Rows written together; at 384 dimensions, 3 MB of vectors."""

_EMBEDDED_AT_ONCE = 96
_TOLD_MOST = 20


@dataclass(slots=True)
class ShardDone:
    """The result of a shard: document rows that make its chunks valid once saved."""

    name: str
    source: str
    stamp: int
    worker: str
    documents: "pa.Table" = None
    count: int = 0
    chunks: int = 0
    embedded: int = 0
    problems: int = 0
    seconds: float = 0.0
    unread: list[str] = field(default_factory=list)


def process_shard(shard: Shard, order: BuildOrder, source: int) -> ShardDone:
    """Read, chunk, embed and write a shard; ``source`` is the number of its source.

    The chunks have a stamp unique to this attempt: those of an interrupted one belong to no
    document, and are removed at the end.

    Raises:
        AgentError: the model or the target cannot be reached.
    """
    return asyncio.run(_do(shard, order, source))


async def _do(shard: Shard, order: BuildOrder, source: int) -> ShardDone:
    began = time.monotonic()
    worker = f"{socket.gethostname()}:{os.getpid()}"
    done = ShardDone(shard.name, shard.source, secrets.randbits(62) + 1, worker)
    database = LanceDatabase(order.target)
    embedder = embedder_of(order)
    documents: list[dict[str, Any]] = []
    rows: list[dict[str, Any]] = []
    try:
        async for read in read_shard(shard, order, source):
            if isinstance(read, Unreadable):
                done.problems += 1
                done.unread += [read.message] if len(done.unread) < _TOLD_MOST else []
                continue
            documents.append(document_row(read, done.stamp))
            rows += chunk_rows(read, done.stamp)
            if len(rows) >= _CHUNKS_AT_ONCE:
                await _write(database, embedder, rows, done)
                rows = []
        await _write(database, embedder, rows, done)
    finally:
        if embedder is not None:
            await embedder.aclose()
        database.close()
    latest = {row["key"]: row for row in documents}  # of several lines with one id, the last
    done.documents, done.count = documents_table(latest.values()), len(latest)
    done.seconds = time.monotonic() - began
    return done


async def _write(
    database: LanceDatabase, embedder: Embedder | None, rows: list[dict[str, Any]], done: ShardDone
) -> None:
    if not rows:
        return
    if embedder is not None:
        texts = [from_lance(row["words"]) for row in rows]
        vectors = await _embedded(embedder, texts)
        with database.told():
            table = database.vectors(vectors_table(embedder.name))
            if table is None:
                raise StorageError(f"The table of vectors in {database.uri} is gone.")
            table.add(vectors_rows(rows, vectors))
        done.embedded += len(rows)
    with database.told():
        database.table(CHUNKS).add(chunks_table(rows))
    done.chunks += len(rows)


async def _embedded(embedder: Embedder, texts: Sequence[str]) -> Any:
    parts = [
        await embedder.embed(texts[at : at + _EMBEDDED_AT_ONCE], "document")
        for at in range(0, len(texts), _EMBEDDED_AT_ONCE)
    ]
    return np.concatenate(parts)


def embedder_of(order: BuildOrder) -> Embedder | None:
    """Return the embedding model of a build, or None.

    Any API key comes from the worker's own environment: none is sent to it.

    Raises:
        ModelNotFound: the name does not consist of a provider and a model.
    """
    if not order.embedding_model:
        return None
    provider, _, model = order.embedding_model.partition("/")
    if provider not in {"ollama", "openai"} or not model:
        raise ModelNotFound(
            f"{order.embedding_model!r} is no embedding model.",
            "Name it with its provider, as in ollama/nomic-embed-text or openai/NAME.",
        )
    address = {f"{provider}_url": order.embedding_url} if order.embedding_url else {}
    settings = LlmSettings.model_validate(address)
    return build_embedder(settings, provider, model, os.environ.get("OPENAI_API_KEY"))
