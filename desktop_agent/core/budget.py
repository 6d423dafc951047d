"""What a run may spend: time and model calls."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from desktop_agent.core.errors import BudgetExceeded


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """``seconds`` of wall time from the start; ``model_calls`` None means unlimited."""

    seconds: float
    model_calls: int | None = None


class Budget:
    """Counts what is spent against the limits, on a monotonic clock (seconds).

    A child takes a share: its own time limit never reaches past its parent's, and what it spends
    counts for its parent too.
    """

    def __init__(
        self,
        limits: BudgetLimits,
        *,
        clock: Callable[[], float] = time.monotonic,
        parent: "Budget | None" = None,
    ) -> None:
        self.limits = limits
        self._clock = clock
        self._parent = parent
        self._started = clock()
        self._paused_s = 0.0
        self._model_calls = 0

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start, without those in which the person was waited for."""
        return self._clock() - self._started - self._paused_s

    @property
    def remaining_s(self) -> float:
        """Seconds left, never below 0 and never more than the parent has."""
        own = max(0.0, self.limits.seconds - self.elapsed_s)
        return own if self._parent is None else min(own, self._parent.remaining_s)

    @property
    def model_calls(self) -> int:
        """Model calls spent here and in the children."""
        return self._model_calls

    def share(self, seconds: float, model_calls: int | None = None) -> "Budget":
        """Gives a child with at most ``seconds`` of what is left."""
        limits = BudgetLimits(min(seconds, self.remaining_s), model_calls)
        return Budget(limits, clock=self._clock, parent=self)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Lets the time stand still, here and in its parents: the person is looking something over."""
        began = self._clock()
        try:
            yield
        finally:
            self.leave_out(self._clock() - began)

    def leave_out(self, seconds: float) -> None:
        """Does not count ``seconds`` that have passed, here and in its parents."""
        self._paused_s += seconds
        if self._parent is not None:
            self._parent.leave_out(seconds)

    def check(self) -> None:
        """Raises `BudgetExceeded` when the time is up."""
        if self.remaining_s <= 0.0:
            raise BudgetExceeded(
                f"The time for this run ({self.limits.seconds:g} s) is used up.",
                "Give it more with --budget or agent.budget_s.",
            )

    def spend_model_call(self) -> None:
        """Counts one model call; raises `BudgetExceeded` when there is none left."""
        self.check()
        limit = self.limits.model_calls
        if limit is not None and self._model_calls >= limit:
            raise BudgetExceeded(f"The {limit} model calls of this run are used up.")
        if self._parent is not None:
            self._parent.spend_model_call()
        self._model_calls += 1
