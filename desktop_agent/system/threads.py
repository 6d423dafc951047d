"""Run blocking work in a thread, and report its progress to the event loop."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from desktop_agent.system.tasks import wait_out

_NOTIFY_S = 0.1

T = TypeVar("T")


async def run_in_thread(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """Run ``work`` in a thread and return its result.

    If the caller is cancelled, ``stop`` is called and the thread is awaited. The work has therefore
    always ended when this function returns or raises.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop()
        with suppress(asyncio.CancelledError):  # it is already stopping
            await wait_out(running)
        if not running.cancelled():
            running.exception()  # mark as retrieved
        raise


def throttled(progress: Callable[[int, int], object]) -> Callable[[int, int], None]:
    """Return a thread-safe, rate-limited version of ``progress``.

    ``progress`` receives the amount done and the total. It is called in the current event loop, at
    most ten times a second and once at the end.
    """
    loop = asyncio.get_running_loop()
    notified_at = 0.0

    def notify(done: int, total: int) -> None:
        nonlocal notified_at
        now = time.monotonic()
        if done >= total or now - notified_at >= _NOTIFY_S:
            notified_at = now
            loop.call_soon_threadsafe(progress, done, total)

    return notify
