"""Tasks that end together, or that run to the end whatever happens to their caller."""

import asyncio
from collections.abc import Coroutine, Iterable
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
    """Wait until a task has ended, even if the caller is cancelled; then raise `CancelledError`."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` to its end, even if the caller is cancelled; then raise `CancelledError`."""
    task = asyncio.ensure_future(work)
    await wait_out(task)
    return task.result()
