"""Embed the chunks that have no vector yet."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import (
    AgentError,
    BadResponse,
    ContextOverflow,
    ModelError,
    RateLimited,
    ServerFailed,
)
from desktop_agent.knowledge.index.base import Index, Pending, Vectors
from desktop_agent.knowledge.ingest.progress import Pace, ProgressMeter
from desktop_agent.llm.embedding import Embedder
from desktop_agent.system.tasks import finish, gather_or_cancel

logger = logging.getLogger(__name__)

FindEmbedder = Callable[[str], Awaitable[Embedder]]
"""Takes the name of the stored vectors' model, and returns the model to use.

Raises `AgentError`, whose message says what to do, if no model is available or allowed.
"""

Row = NDArray[np.float32]

_PAGE = 64  # chunks to fetch at once; the model splits them into smaller requests
_PAGES_AT_ONCE = 2
_MOST_REFUSED = 5  # consecutive chunks that may fail before the server is considered down
_FIRST_WAIT_S = 5.0
_LONGEST_WAIT_S = 120.0
# errors that a single bad text in a batch may cause
_SPLIT = (ServerFailed, BadResponse, ContextOverflow)


class Embedding:
    """Embeds chunks until `finish` has been called and every chunk has a vector.

    Call `wake` after adding chunks. ``checkpoint`` is awaited before each request, and may raise an
    exception to stop the work.
    """

    def __init__(
        self,
        index: Index,
        find: FindEmbedder,
        meter: ProgressMeter,
        checkpoint: Callable[[], Awaitable[None]],
    ) -> None:
        self._index = index
        self._find = find
        self._meter = meter
        self.pace = Pace()
        self._checkpoint = checkpoint
        self._more = asyncio.Event()
        self._taking = asyncio.Lock()
        self._after = 0
        self._finished = False
        self._done = 0
        self._refused = 0

    def wake(self) -> None:
        self._more.set()

    def finish(self) -> None:
        """Signal that no more chunks will be added."""
        self._finished = True
        self._more.set()

    async def run(self) -> str:
        """Embed all chunks; return a message for the user if embedding stops early, or else ""."""
        try:
            while not await self.count():
                if self._finished:
                    return ""
                await self._wait()
            embedder = await self._chosen()
            await gather_or_cancel(self._embed_all(embedder) for _ in range(_PAGES_AT_ONCE))
        except ModelError as error:
            logger.info("embedding stopped", extra={"fault": str(error)})
            return str(error)
        return ""

    async def count(self) -> int:
        """Count the chunks without a vector and update the progress."""
        left = await self._index.count_unembedded()
        self._meter.change(embedded=self._done, to_embed=self._done + left)
        return left

    async def _wait(self) -> None:
        await self._more.wait()
        self._more.clear()

    async def _chosen(self) -> Embedder:
        kept = await self._index.embedding()
        name = kept.name if kept is not None else ""
        try:
            embedder = await self._find(name)
        except AgentError as error:
            raise ModelError(error.message, error.remedy) from None
        if name == embedder.name:
            return embedder
        if name and any(each.embedded for each in await self._index.counts()):
            raise ModelError(
                f"The documents are indexed for {name}, but the embedding model is now "
                f"{embedder.name}. Rebuild the index to use it."
            )
        await self._index.use_embedding(embedder.name)
        return embedder

    async def _embed_all(self, embedder: Embedder) -> None:
        while page := await self._next():
            await self._checkpoint()
            vectors = await self._vectors(embedder, list(dict.fromkeys(each.text for each in page)))
            done = [each for each in page if each.text in vectors]
            if done:
                rows = np.stack([vectors[each.text] for each in done])
                ids = [each.id for each in done]
                await finish(self._index.set_vectors(embedder.name, ids, rows))
            self._done += len(done)
            self.pace.add(len(page))
            self._meter.change(embedded=self._done)
            if self._finished:
                left = self._meter.now.to_embed - self._done
                self._meter.change(eta_s=self.pace.seconds_for(left))

    async def _next(self) -> Sequence[Pending]:
        """Return the next chunks without a vector, or an empty sequence after the last."""
        async with self._taking:
            while True:
                finished = self._finished
                page = await self._index.unembedded(_PAGE, self._after)
                if page:
                    self._after = page[-1].id
                if page or finished:
                    return page
                await self._wait()

    async def _vectors(self, embedder: Embedder, texts: Sequence[str]) -> dict[str, Row]:
        """Return the vectors, keyed by text, omitting text that fails even on its own."""
        try:
            rows = await self._asked(embedder, texts)
        except _SPLIT as error:
            if len(texts) == 1:
                self._refused += 1
                if self._refused >= _MOST_REFUSED:
                    raise
                logger.warning("a chunk has no vector", extra={"fault": str(error)})
                return {}
        else:
            self._refused = 0
            return dict(zip(texts, rows, strict=True))
        middle = len(texts) // 2
        found = await self._vectors(embedder, texts[:middle])
        return found | await self._vectors(embedder, texts[middle:])

    async def _asked(self, embedder: Embedder, texts: Sequence[str]) -> Vectors:
        """Embed the texts; if the server limits the request rate, wait for as long as it asks."""
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                return await embedder.embed(texts, "document")
            except RateLimited as error:
                wanted_s = error.retry_after_s or wait_s
                if wanted_s > _LONGEST_WAIT_S:
                    raise
            self._meter.change(note=f"The embedding model asked the app to wait {wanted_s:.0f} s.")
            await asyncio.sleep(wanted_s)
            self._meter.change(note="")
            wait_s *= 2
