"""Waiting, and time as an event loop counts it that is let run: a busy machine is no fault of the code."""

import asyncio
import time
from collections.abc import Callable

_TURN_S = 0.01


class Turns:
    """Counts turns of 10 ms of the running loop from now on; ``seconds`` is how many have come.

    Work that blocks the loop and time that other programs take count for one turn, so ``seconds`` is
    never more than the time that has passed.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self._loop = asyncio.get_running_loop()
        self._wait()

    def _wait(self) -> None:
        self._loop.call_later(_TURN_S, self._count)

    def _count(self) -> None:
        self.seconds += _TURN_S
        self._wait()


async def until(condition: Callable[[], object], within_s: float = 60) -> None:
    """Waits for what no event tells of to become true."""
    deadline = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline, "it did not become true"
        await asyncio.sleep(0.005)
