"""A time limit that does not run on while the run sleeps or waits for the person."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from desktop_agent.core.budget import Budget


class _Movable:
    """A time-out of the loop that can be taken off and set again."""

    def __init__(self, timeout: asyncio.Timeout) -> None:
        self._timeout = timeout
        self._left: float | None = None

    def suspend(self) -> None:
        when = self._timeout.when()
        if when is None or self._timeout.expired():
            return
        self._left = when - asyncio.get_running_loop().time()
        self._timeout.reschedule(None)

    def go_on(self) -> None:
        if self._left is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + self._left)
        self._left = None


@asynccontextmanager
async def deadline(budget: Budget, seconds: float) -> AsyncIterator[None]:
    """Ends the block after ``seconds`` with `TimeoutError`; those in which the run is held are free.

    A single model call or request has a plain limit of its own: it goes on while others wait.
    """
    async with asyncio.timeout(seconds) as timeout:
        with budget.following(_Movable(timeout)):
            yield
