"""Work that blocks, in a thread that ends soon after nobody waits for it."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T], stop: Callable[[], None]) -> T:
    """Gives what ``work`` gives. Who is cancelled meanwhile calls ``stop``, and waits for its end.

    So nothing is written any more when the caller goes on.
    """
    running = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stop()
        while not running.done():
            try:
                await asyncio.wait([running])
            except asyncio.CancelledError:
                continue  # it is on its way out already
        if not running.cancelled():
            running.exception()  # seen: it was stopped
        raise
