"""What a client is told while a tool is at work."""

import asyncio
import time
from collections.abc import Awaitable, Callable

Send = Callable[[float, float | None, str], Awaitable[None]]
"""Takes the progress, its total where it is known, and words."""

_LEAST_STEP = 0.001
BEAT_S = 10.0
"""Seconds of silence after which the last words are told again: clients give up on silent calls."""


class Progress:
    """Seconds gone of the seconds that there are, with words. It never goes back, as MCP asks."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._in_turn = asyncio.Lock()
        self._began = time.monotonic()
        self._last: float | None = None
        self._last_at = 0.0
        self._total: float | None = None
        self._words = ""

    def begin(self, total_s: float | None) -> None:
        """Counts from now on; ``total_s`` is the budget where there is one."""
        self._began = time.monotonic()
        self._total = total_s

    async def tell(self, words: str) -> None:
        """Tells the client; once it has been told, this comes back."""
        async with self._in_turn:
            self._words = words
            gone = time.monotonic() - self._began
            if self._last is not None:
                gone = max(gone, self._last + _LEAST_STEP)
            self._last, self._last_at = gone, time.monotonic()
            await self._send(round(gone, 3), self._total, words)

    async def beat(self) -> None:
        """Tells the last words again and again while nothing else is told; runs until cancelled."""
        while True:
            rest = self._last_at + BEAT_S - time.monotonic()
            if rest > 0:
                await asyncio.sleep(rest)
            else:
                await self.tell(self._words)
