"""Progress notifications sent to a client while a tool runs."""

import asyncio
import time
from collections.abc import Awaitable, Callable

Send = Callable[[float, float | None, str], Awaitable[None]]
"""A function that sends the progress, the total (if known) and a message."""

_LEAST_STEP = 0.001
BEAT_S = 10.0
"""Seconds of silence after which the last message is repeated, so that no client times out."""


class Progress:
    """Sends progress messages with the elapsed seconds, which must strictly increase in MCP."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._in_turn = asyncio.Lock()
        self._began = time.monotonic()
        self._last: float | None = None
        self._last_at = 0.0
        self._total: float | None = None
        self._message = ""

    def begin(self, total_s: float | None) -> None:
        """Start counting; ``total_s`` is the time budget in seconds, or None if there is none."""
        self._began = time.monotonic()
        self._total = total_s

    async def tell(self, message: str) -> None:
        """Send the client a progress notification with the given message."""
        async with self._in_turn:
            self._message = message
            gone = time.monotonic() - self._began
            if self._last is not None:
                gone = max(gone, self._last + _LEAST_STEP)
            self._last, self._last_at = gone, time.monotonic()
            await self._send(round(gone, 3), self._total, message)

    async def beat(self) -> None:
        """Repeat the last message after every `BEAT_S` seconds of silence, until cancelled."""
        while True:
            rest = self._last_at + BEAT_S - time.monotonic()
            if rest > 0:
                await asyncio.sleep(rest)
            else:
                await self.tell(self._message)
