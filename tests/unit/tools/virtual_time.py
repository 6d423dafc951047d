"""An event loop whose time passes at once: when nothing is left to do, it is as late as its next timer.

Only for what runs in the loop alone: a thread's work takes no time that this clock could tell.
"""

import asyncio
import functools
import heapq
import inspect
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from desktop_agent.tools.sleep import Moment

T = TypeVar("T")

WALL = 1_800_000_000.0
"""What the wall clock shows at the beginning."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """``timers`` are those that somebody still waits for."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1_000.0
        self.wall_ahead = 0.0

    def time(self) -> float:
        return self.now

    def moment(self) -> Moment:
        return Moment(self.now, WALL + self.now - 1_000.0 + self.wall_ahead)

    @property
    def timers(self) -> list[asyncio.TimerHandle]:
        return [handle for handle in self._scheduled if not handle.cancelled()]

    def _run_once(self) -> None:
        while self._scheduled and self._scheduled[0].cancelled():
            heapq.heappop(self._scheduled)._scheduled = False
            self._timer_cancelled_count -= 1
        if not self._ready and self._scheduled and not self._stopping:
            self.now = max(self.now, self._scheduled[0].when())
        elif not self._ready and not self._stopping:
            raise RuntimeError("Everybody waits, and nothing will ever happen.")
        super()._run_once()


def in_virtual_time(work: Callable[[VirtualLoop], Coroutine[Any, Any, T]]) -> T:
    """Runs ``work`` to its end; it must leave neither a task nor a timer."""
    loop = VirtualLoop()
    try:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:

            async def whole() -> T:
                result = await work(loop)
                for _ in range(3):
                    await asyncio.sleep(0)
                left = asyncio.all_tasks() - {asyncio.current_task()}
                assert not left, f"tasks are left: {left}"
                assert not loop.timers, f"timers are left: {loop.timers}"
                return result

            return runner.run(whole())
    finally:
        loop.close()


def virtual_time(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Runs a test in virtual time; its first argument is the loop."""

    @functools.wraps(test)
    def run(**given: Any) -> None:
        in_virtual_time(lambda loop: test(loop, **given))

    _loop, *fixtures = inspect.signature(test).parameters.values()
    run.__signature__ = inspect.Signature(fixtures)  # type: ignore[attr-defined]
    return run
