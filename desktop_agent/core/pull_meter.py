"""How far a download is, how fast it goes and how long it will still take."""

import time
from collections import deque
from collections.abc import Callable

from desktop_agent.core.models import PullProgress

_WINDOW_S = 8.0
"""Seconds over which the speed is taken: long enough to be steady, short enough to notice a stall."""
_LEAST_S = 1.0


class PullMeter:
    """Adds up the layers of a model as a download tells of them.

    ``clock`` gives seconds; only its differences count. The total grows as layers become known.
    What an earlier download had loaded counts as done, but not as speed.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._layers: dict[str, tuple[int, int]] = {}
        self._marks: deque[tuple[float, int]] = deque()
        self._loaded = 0
        self.status = ""

    def add(self, step: PullProgress) -> None:
        """Takes a step of the download."""
        self.status = step.status
        if not step.total:
            return
        layer = step.layer or step.status
        before = self._layers.get(layer)
        done = min(step.completed, step.total)
        if before is not None:
            done = max(done, before[0])  # a retried part is told again from its beginning
            self._loaded += done - before[0]
        self._layers[layer] = (done, step.total)
        now = self._clock()
        self._marks.append((now, self._loaded))
        while len(self._marks) > 2 and now - self._marks[1][0] >= _WINDOW_S:
            self._marks.popleft()

    @property
    def completed(self) -> int:
        """Bytes that are there."""
        return sum(done for done, _ in self._layers.values())

    @property
    def total(self) -> int:
        """Bytes of all layers that are known; 0 before the first."""
        return sum(total for _, total in self._layers.values())

    @property
    def is_whole(self) -> bool:
        """Whether every known layer is there: what follows is checking, not loading."""
        return bool(self._layers) and self.completed >= self.total

    @property
    def speed(self) -> float | None:
        """Bytes a second over the last seconds; None before it can be told."""
        if not self._marks:
            return None
        (start, loaded), now = self._marks[0], self._clock()
        if now - start < _LEAST_S:
            return None
        return (self._loaded - loaded) / (now - start)

    @property
    def eta_s(self) -> float | None:
        """Seconds still to go at this speed; None when nothing moves or nothing is known."""
        speed = self.speed
        return None if not speed else (self.total - self.completed) / speed
