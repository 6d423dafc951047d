"""Makes an embedder of a server that answers one request at a time."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import ContextOverflow, ModelError
from desktop_agent.llm.all_or_none import all_or_none
from desktop_agent.llm.embedding import TextKind
from desktop_agent.llm.embedding_prefixes import prefixes_of
from desktop_agent.llm.providers.endpoint import Endpoint
from desktop_agent.llm.wrappers.retrying import retry_after

Rows = NDArray[np.float32]

_KEPT_OF_TOO_LONG = 0.75
"""Of a text that the server finds too long; little enough to get there, and no more than needed."""
_SHORTEST = 16
"""Characters: a server that refuses even these does not refuse them for their length."""


class BareEmbedder(Protocol):
    """What a provider does by itself: one request."""

    @property
    def provider(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def endpoint(self) -> Endpoint: ...

    async def vectors(self, texts: Sequence[str]) -> Rows:
        """Gives a row for each text, in their order, of whatever length and as yet unchecked.

        Raises:
            ContextOverflow: one of them is too long for the server, which does not cut.
            ModelError: anything else went wrong.
        """
        ...

    async def aclose(self) -> None:
        """Closes its connections."""
        ...


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """How requests are made.

    ``batch`` texts go into one: reading 12 vectors of 1,024 numbers takes the event loop's
    thread 4 to 5 ms. ``at_once`` requests keep a server busy while a reply is read. ``retries`` and
    ``backoff_s`` are as in `wrappers.retrying`; ``remote`` is whether the server is elsewhere.
    """

    batch: int = 12
    at_once: int = 3
    retries: int = 2
    backoff_s: float = 1.0
    remote: bool = False


class BatchedEmbedder:
    """An `Embedder`: puts prefixes before texts, asks in batches, tries again, checks what comes."""

    def __init__(self, bare: BareEmbedder, limits: BatchLimits | None = None) -> None:
        self.name = f"{bare.provider}/{bare.model}"
        self._bare = bare
        self._limits = limits or BatchLimits()
        self._prefixes = prefixes_of(bare.model)
        self._gate = asyncio.Semaphore(self._limits.at_once)
        self._dimensions = 0

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Rows:
        """Gives a row of length 1 for each text, in their order; see `Embedder`.

        A row of zeros stays as it is. A query does not wait for documents that are under way.
        """
        prefix = self._prefixes.of(kind)
        sent = [_sendable(prefix + text) for text in texts]
        size = self._limits.batch
        batches = [sent[start : start + size] for start in range(0, len(sent), size)]
        ask = self._rows if kind == "query" else self._gated
        parts = await all_or_none(ask(batch) for batch in batches)
        if not parts:
            return np.empty((0, self._dimensions), dtype=np.float32)
        return np.concatenate(parts)

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._bare.aclose()

    async def _gated(self, texts: list[str]) -> Rows:
        async with self._gate:
            return await self._rows(texts)

    async def _rows(self, texts: list[str]) -> Rows:
        """Gives checked rows; of texts that are too long, the longest beginning that is taken."""
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
                wait_s = retry_after(
                    error, attempt, backoff_s=self._limits.backoff_s, remote=self._limits.remote
                )
                if wait_s is None or attempt > self._limits.retries:
                    raise
            await asyncio.sleep(wait_s)
            attempt += 1

    def _checked(self, rows: Rows, count: int) -> Rows:
        garbled = self._bare.endpoint.garbled
        if rows.ndim != 2 or len(rows) != count or not rows.shape[1]:
            raise garbled(f"embeddings of shape {rows.shape} for {count} texts")
        if self._dimensions and rows.shape[1] != self._dimensions:
            raise garbled(f"embeddings of {rows.shape[1]} numbers after {self._dimensions}")
        if not np.isfinite(rows).all():
            raise garbled("embeddings that are not numbers")
        self._dimensions = rows.shape[1]
        norms = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
        return (rows / np.where(norms == 0, 1, norms)).astype(np.float32)


def _sendable(text: str) -> str:
    """Gives a text that every server takes: of whole characters, and not empty."""
    return text.encode("utf-8", "replace").decode("utf-8") if text.strip() else "."
