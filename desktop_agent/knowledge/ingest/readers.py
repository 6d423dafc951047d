"""The reader of documents, kept for a while after it was used."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.reading import DocumentReader

OpenReader = Callable[[KnowledgeSettings], DocumentReader]
"""Gives a reader for the settings; its process starts with the first document."""

_KEPT_S = 30.0
"""Seconds: what is being written is saved again and again, and a process takes a second to start."""


class Readers:
    """Opens a reader where none is kept, or the settings are others. One user at a time."""

    def __init__(self, open_reader: OpenReader) -> None:
        self._open_reader = open_reader
        self._kept: tuple[KnowledgeSettings, DocumentReader] | None = None
        self._closing: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def open(self, settings: KnowledgeSettings) -> AsyncIterator[DocumentReader]:
        """Gives a reader; it is closed at once where its use fails or is cancelled, else later."""
        await self._keep()
        if self._kept is not None and self._kept[0] != settings:
            await self._close()
        if self._kept is None:
            self._kept = (settings, self._open_reader(settings))
        try:
            yield self._kept[1]
        except BaseException:
            await self._close()
            raise
        self._closing = asyncio.get_running_loop().create_task(self._close_later())

    async def aclose(self) -> None:
        """Closes what is kept."""
        await self._keep()
        await self._close()

    async def _keep(self) -> None:
        """Gives up closing it later; where that has begun, waits for it."""
        if self._closing is not None:
            if self._kept is not None:
                self._closing.cancel()
            await asyncio.wait({self._closing})
            self._closing = None

    async def _close_later(self) -> None:
        await asyncio.sleep(_KEPT_S)
        await self._close()

    async def _close(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept[1].aclose()
