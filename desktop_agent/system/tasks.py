"""Tasks that end together or run to their end, and work in threads."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def gather_or_cancel(calls: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run coroutines concurrently and return their results in order.

    If one of them raises an exception or the caller is cancelled, the others are cancelled and
    awaited before the exception propagates. `asyncio.gather` alone would let them continue.
    """
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def wait_out(task: "asyncio.Future[Any]") -> None:
    """Wait until a task has ended; if the caller is cancelled, raise `CancelledError` only then."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to completion; if the caller is cancelled, raise `CancelledError` only then."""
    task = asyncio.ensure_future(work)
    await wait_out(task)
    return task.result()


# --- Blocking work in a thread, and its progress for the event loop

_NOTIFY_S = 0.1


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
