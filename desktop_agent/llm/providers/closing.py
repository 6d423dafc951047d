"""Closes a stream to its end, whatever happens meanwhile.

Someone who stops a run twice cancels the closing of the first stop; httpx would then leave the
connection open, and the server would go on writing for nobody.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def closing_whole(close: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Calls ``close`` at the end, and lets no cancellation break it off."""
    try:
        yield
    finally:
        closing = asyncio.ensure_future(close())
        await wait_out(closing)
        closing.result()


async def wait_out(task: "asyncio.Future[Any]") -> None:
    """Waits until a task has ended; a cancellation that comes meanwhile is raised after that."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
