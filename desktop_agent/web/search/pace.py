"""Keeps requests to one endpoint apart, across the whole process.

Whoever wants to send stands in a line that belongs to the endpoint, not to an object or an event
loop: two services, or two loops in two threads, share it.
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_NEVER = float("-inf")
_STEP_ASIDE_S = 0.005
"""How long one who is due, but not first, lets the first wake up."""


class _Line:
    """Those who wait for one endpoint, first come, first served."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, object]] = deque()
        self._last = _NEVER

    async def wait(self, interval_s: float) -> None:
        """Returns when it is this caller's turn, and takes it."""
        ticket = (asyncio.get_running_loop(), object())
        with self._lock:
            self._waiting.append(ticket)
        try:
            while True:
                pause_s = self._pause(ticket, interval_s)
                if pause_s <= 0:
                    return
                await asyncio.sleep(pause_s)
        finally:
            with self._lock:
                if ticket in self._waiting:  # cancelled: those behind move up
                    self._waiting.remove(ticket)

    def _pause(self, ticket: tuple[asyncio.AbstractEventLoop, object], interval_s: float) -> float:
        with self._lock:
            while self._waiting[0][0].is_closed():  # its loop was stopped without a goodbye
                self._waiting.popleft()
            now = time.monotonic()
            early_s = self._last + interval_s - now
            if early_s > 0:
                return early_s
            if self._waiting[0] is not ticket:
                return _STEP_ASIDE_S
            self._waiting.popleft()
            self._last = now
            return 0

    def touch(self) -> None:
        """Counts the interval from now."""
        with self._lock:
            self._last = time.monotonic()


_lines: dict[str, _Line] = {}


@asynccontextmanager
async def turn(url: str, interval_s: float) -> AsyncIterator[None]:
    """Waits until ``interval_s`` seconds have passed since the last turn at this host and port.

    The interval counts from the start of a turn, so that a slow answer holds nobody back, and again
    from its end when that comes before the next start: a request that took long to be sent (the
    first one opens the connection) must not make the gap that the server sees shorter.
    """
    endpoint = url.partition("//")[2].partition("/")[0].lower()
    line = _lines.setdefault(endpoint, _Line())
    await line.wait(interval_s)
    try:
        yield
    finally:
        line.touch()
