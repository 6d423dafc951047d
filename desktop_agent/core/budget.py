"""The time budget of a run."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from desktop_agent.core.errors import BudgetExceeded


class _RunClock:
    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._left_out = 0.0
        self._held_at = 0.0
        self._holds = 0

    def __call__(self) -> float:
        now = self._held_at if self._holds else self._clock()
        return now - self._left_out

    def hold(self) -> None:
        self._holds += 1
        if self._holds == 1:
            self._held_at = self._clock()

    def release(self) -> None:
        self._holds -= 1
        if not self._holds:
            self._left_out += self._clock() - self._held_at


class Budget:
    """Limits the time of a run to ``seconds`` on a monotonic clock, and counts its model calls.

    A child budget is a share of its parent's budget. It never has more time than the parent has
    left, and whatever it uses counts against the parent as well. All budgets of a run share one
    clock, so a hold on one of them (for a sleep or a review by the user) pauses them all.
    """

    def __init__(
        self,
        seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        parent: "Budget | None" = None,
    ) -> None:
        self.seconds = seconds
        self._clock = clock if isinstance(clock, _RunClock) else _RunClock(clock)
        self._parent = parent
        self._started = self._clock()
        self._model_calls = 0

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start, excluding time on hold."""
        return self._clock() - self._started

    @property
    def remaining_s(self) -> float:
        """The remaining time in seconds, at least 0 and at most what the parent has left."""
        own = max(0.0, self.seconds - self.elapsed_s)
        return own if self._parent is None else min(own, self._parent.remaining_s)

    @property
    def model_calls(self) -> int:
        """The number of model calls under this budget and its children."""
        return self._model_calls

    def share(self, seconds: float) -> "Budget":
        """Return a child budget with at most ``seconds`` of the remaining time."""
        return Budget(min(seconds, self.remaining_s), clock=self._clock, parent=self)

    def spend(self, seconds: float) -> None:
        """Deduct the time that a resumed run used before it was interrupted.

        Existing child budgets are unchanged.
        """
        self._started -= max(0.0, seconds)

    def hold(self) -> None:
        """Stop the clock of the entire run. Holds nest: each needs its own `release`."""
        self._clock.hold()

    def release(self) -> None:
        """End one hold. The clock resumes once the last hold has ended."""
        self._clock.release()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Put the run on hold for the ``with`` block, for example while the user reviews a plan."""
        self.hold()
        try:
            yield
        finally:
            self.release()

    def check(self) -> None:
        if self.remaining_s <= 0.0:
            raise BudgetExceeded(
                f"The time for this task ({self.seconds:g} s) has run out.",
                "Allow more time with --budget or agent.budget_s.",
            )

    def spend_model_call(self) -> None:
        """Count one model call, or raise `BudgetExceeded` if there is no time left."""
        self.check()
        if self._parent is not None:
            self._parent.spend_model_call()
        self._model_calls += 1
