"""What a worker does with a shard: documents, chunks and vectors into the tables."""

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_agent.core.errors import ModelNotFound, StorageError, Unreadable
from desktop_agent.core.knowledge_build import BuildOrder
from desktop_agent.core.settings import LlmSettings
from desktop_agent.knowledge.cluster.corpus import read_shard
from desktop_agent.knowledge.cluster.shards import Shard
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_rows import (
    chunk_rows,
    chunks_table,
    document_row,
    documents_table,
    vectors_rows,
)
from desktop_agent.knowledge.index.lance_schema import CHUNKS, vectors_table
from desktop_agent.knowledge.index.lance_text import from_lance
from desktop_agent.llm.build import build_embedder
from desktop_agent.llm.embedding import Embedder

if TYPE_CHECKING:
    import pyarrow as pa

_CHUNKS_AT_ONCE = 2_000
"""Rows that are written together; at 384 dimensions, 3 MB of vectors."""

_EMBEDDED_AT_ONCE = 96
_TOLD_MOST = 20


@dataclass(slots=True)
class ShardDone:
    """What became of a shard: its documents' rows, which make its chunks valid when they are kept."""

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


def do_shard(shard: Shard, order: BuildOrder, source: int) -> ShardDone:
    """Reads, cuts, embeds and writes a shard; ``source`` is the number of its source.

    The chunks have a stamp that no other attempt has: those of one that was cut off belong to no
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
    """Gives the embedding model of a build, None where it has none.

    A key, where the server wants one, is that of the worker's own environment: none is sent.

    Raises:
        ModelNotFound: the name is not one of a provider and a model.
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
