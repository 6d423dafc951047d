"""The progress of an update: speed, remaining time and notifications."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from desktop_agent.core.knowledge import IngestProgress

_EVERY_S = 0.2
# period over which the speed is averaged, short enough to follow changes between files
_WINDOW_S = 30.0
_SOONEST_S = 2.0  # time after which the speed is known well enough to be reported


class Pace:
    """Measures the speed of work over the last 30 seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._points: deque[tuple[float, float]] = deque([(clock(), 0.0)])
        self._done = 0.0

    def add(self, done: float) -> None:
        """Record an amount of completed work."""
        self._done += done
        now = self._clock()
        self._points.append((now, self._done))
        while len(self._points) > 2 and now - self._points[0][0] > _WINDOW_S:
            self._points.popleft()

    def seconds_for(self, left: float) -> float | None:
        """Estimate the time for the remaining work, or return None if the speed is unknown."""
        if left <= 0:
            return 0.0
        began, before = self._points[0]
        passed, done = self._clock() - began, self._done - before
        return left * passed / done if passed >= _SOONEST_S and done > 0 else None


class ProgressMeter:
    """Holds the current progress and notifies watchers. Use it from a single event loop."""

    def __init__(self) -> None:
        self.now = IngestProgress()
        self.standing_note = ""
        """A note to show whenever an update has ended."""
        self._watchers: dict[object, Callable[[IngestProgress], None]] = {}
        self._last = -_EVERY_S
        self._later: asyncio.TimerHandle | None = None

    def watch(self, notify: Callable[[IngestProgress], None]) -> Callable[[], None]:
        """Call ``notify`` on changes, at most five times a second.

        The returned function ends the notifications.
        """
        key = object()
        self._watchers[key] = notify

        def stop() -> None:
            self._watchers.pop(key, None)

        return stop

    def change(self, **changes: Any) -> None:
        """Change fields of the progress and schedule a notification."""
        now = replace(self.now, **changes)
        if now == self.now:
            return
        self.now = now
        if self._later is None and self._watchers:
            loop = asyncio.get_running_loop()
            wait_s = max(0.0, self._last + _EVERY_S - loop.time())
            self._later = loop.call_later(wait_s, self._notify)

    def close(self) -> None:
        self._watchers.clear()
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _notify(self) -> None:
        self._later = None
        self._last = asyncio.get_running_loop().time()
        for notify in tuple(self._watchers.values()):
            notify(self.now)
