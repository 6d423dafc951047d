"""Embedding models: the protocol, prefixes for each model family, batching and retries."""

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import ContextOverflow, ModelError
from desktop_agent.system.resources import toml_resource
from desktop_agent.system.tasks import gather_or_cancel

if TYPE_CHECKING:
    from desktop_agent.llm.providers.client import ModelClient

TextKind = Literal["query", "document"]
"""The role of a text. Many models require a prefix that depends on it."""


class Embedder(Protocol):
    """A model that converts text to vectors; similar texts have vectors in similar directions."""

    @property
    def name(self) -> str:
        """The provider and model, as stored in an index: ``ollama/nomic-embed-text:latest``."""
        ...

    async def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        """Return one unit vector per text, as the rows of an array in the same order.

        Overlong texts are truncated by the model or its server. Raise `ModelError` on failure.
        """
        ...


def prefix_of(model: str, kind: TextKind) -> str:
    """Return the prefix that a model expects, judging by its name, or "" if it expects none.

    Servers do not add prefixes. A model trained with prefixes retrieves noticeably worse results
    without them; any other model treats them as part of the text. A change here makes the vectors
    already in an index incompatible.
    """
    name = model.lower().replace("_", "-")
    for family in toml_resource("model_servers.toml")["prefixes"]:
        if re.search(family["pattern"], name):
            return str(family.get(kind, ""))
    return ""


# --- Batching, retries and checks on top of single requests

Rows = NDArray[np.float32]

_KEPT_OF_TOO_LONG = 0.75
"""The fraction of a text to keep each time the server rejects it as too long."""
_SHORTEST = 16
"""Length in characters below which a text cannot have been rejected as too long."""


_BATCH = 12
"""Number of texts per request: parsing even 12 vectors of 1,024 numbers takes 4 to 5 ms, during
which the event loop is blocked."""
_AT_ONCE = 3
"""Number of concurrent requests, which keep the server busy while a reply is being parsed."""


class BatchedEmbedder:
    """An `Embedder` that adds prefixes, batches texts, retries failures and checks vectors."""

    def __init__(self, bare: "ModelClient") -> None:
        self.name = f"{bare.provider}/{bare.name}"
        self._bare = bare
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._dimensions = 0

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Rows:
        """Return one unit vector per text, as rows in the same order; see `Embedder`.

        All-zero vectors are returned unchanged. Queries do not wait for document requests in
        progress.
        """
        prefix = prefix_of(self._bare.name, kind)
        sent = [_sendable(prefix + text) for text in texts]
        batches = (sent[start : start + _BATCH] for start in range(0, len(sent), _BATCH))
        ask = self._rows if kind == "query" else self._gated
        parts = await gather_or_cancel(ask(batch) for batch in batches)
        return np.concatenate(parts or [np.empty((0, self._dimensions), dtype=np.float32)])

    async def aclose(self) -> None:
        await self._bare.aclose()

    async def _gated(self, texts: list[str]) -> Rows:
        async with self._gate:
            return await self._rows(texts)

    async def _rows(self, texts: list[str]) -> Rows:
        """Return valid vectors, truncating texts that the server rejects as too long."""
        try:
            return self._checked(await self._tried(texts), len(texts))
        except ContextOverflow:
            if len(texts) == 1 and len(texts[0]) < _SHORTEST:
                raise
        if len(texts) == 1:
            return await self._rows([texts[0][: int(len(texts[0]) * _KEPT_OF_TOO_LONG)]])
        middle = len(texts) // 2
        halves = [await self._rows(texts[:middle]), await self._rows(texts[middle:])]
        return np.concatenate(halves)

    async def _tried(self, texts: list[str]) -> Rows:
        attempt = 1
        while True:
            try:
                return await self._bare.vectors(texts)
            except ModelError as error:
                wait_s = self._bare.limits.wait_s(error, attempt)
                if wait_s is None:
                    raise
            await asyncio.sleep(wait_s)
            attempt += 1

    def _checked(self, rows: Rows, count: int) -> Rows:
        fault = ""
        if rows.ndim != 2 or len(rows) != count or not rows.shape[1]:
            fault = f"embeddings of shape {rows.shape} for {count} texts"
        elif self._dimensions and rows.shape[1] != self._dimensions:
            fault = f"embeddings of {rows.shape[1]} numbers after {self._dimensions}"
        elif not np.isfinite(rows).all():
            fault = "embeddings that are not numbers"
        if fault:
            raise self._bare.endpoint.error("garbled", fault)
        self._dimensions = rows.shape[1]
        norms = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
        return (rows / np.where(norms == 0, 1, norms)).astype(np.float32)


def _sendable(text: str) -> str:
    """Replace invalid characters and blank texts, which some servers reject."""
    return text.encode("utf-8", "replace").decode("utf-8") if text.strip() else "."
