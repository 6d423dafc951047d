"""How far the indexing is, told a few times a second, and when it will be done."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from desktop_agent.core.knowledge import IngestProgress

# --- Pieces of work that fail as one, and some that are not to be left half done.


async def together(*work: Coroutine[Any, Any, None]) -> None:
    """Carries out all of ``work`` at once.

    The first that fails ends the others, and its error comes out as it is, in no group.
    """
    try:
        async with asyncio.TaskGroup() as group:
            for each in work:
                group.create_task(each)
    except BaseExceptionGroup as failed:
        raise _first(failed) from None


async def finish_despite_cancel(work: Coroutine[Any, Any, None]) -> None:
    """Carries out a write; whoever is cancelled meanwhile waits until it is done.

    Nothing is on its way to the index any more when somebody else is let at it.
    """
    writing = asyncio.ensure_future(work)
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        await asyncio.wait({writing})
        raise


def _first(failed: BaseExceptionGroup[BaseException]) -> BaseException:
    first = failed.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


_EVERY_S = 0.2
_WINDOW_S = 30.0
"""Seconds that a pace is taken over: long enough to be steady, short enough to follow the files."""
_SOONEST_S = 2.0
"""Seconds before a pace is known well enough to be told."""


class Pace:
    """How much is done a second, of late."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._points: deque[tuple[float, float]] = deque([(clock(), 0.0)])
        self._done = 0.0

    def add(self, done: float) -> None:
        """Notes that so much more is done."""
        self._done += done
        now = self._clock()
        self._points.append((now, self._done))
        while len(self._points) > 2 and now - self._points[0][0] > _WINDOW_S:
            self._points.popleft()

    def seconds_for(self, left: float) -> float | None:
        """Gives how long the rest takes at this pace, None while that cannot be told."""
        if left <= 0:
            return 0.0
        began, before = self._points[0]
        passed, done = self._clock() - began, self._done - before
        return left * passed / done if passed >= _SOONEST_S and done > 0 else None


class ProgressMeter:
    """The progress, and who is told of it. It belongs to one event loop."""

    def __init__(self) -> None:
        self.now = IngestProgress()
        self.standing_note = ""
        """What a person should know whatever is done."""
        self._told: dict[object, Callable[[IngestProgress], None]] = {}
        self._last = -_EVERY_S
        self._later: asyncio.TimerHandle | None = None

    def watch(self, told: Callable[[IngestProgress], None]) -> Callable[[], None]:
        """Has ``told`` called after changes, at most five times a second; gives what ends that."""
        key = object()
        self._told[key] = told

        def stop() -> None:
            self._told.pop(key, None)

        return stop

    def change(self, **changes: Any) -> None:
        """Puts other values in the fields named; whoever watches is told soon."""
        now = replace(self.now, **changes)
        if now == self.now:
            return
        self.now = now
        if self._later is None and self._told:
            loop = asyncio.get_running_loop()
            wait_s = max(0.0, self._last + _EVERY_S - loop.time())
            self._later = loop.call_later(wait_s, self._tell)

    def close(self) -> None:
        """Tells nobody any more."""
        self._told.clear()
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _tell(self) -> None:
        self._later = None
        self._last = asyncio.get_running_loop().time()
        for told in tuple(self._told.values()):
            told(self.now)
