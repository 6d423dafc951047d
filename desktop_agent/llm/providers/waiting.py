"""Tells that nothing has come yet, while going on to wait for it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TypeVar

from desktop_agent.llm.base import WaitPiece
from desktop_agent.llm.providers.closing import wait_out

T = TypeVar("T")


async def announce_wait(
    source: AsyncGenerator[T, None], text: str, after_s: float
) -> AsyncGenerator[T | WaitPiece, None]:
    """Yields what the source yields; before it a `WaitPiece` when the first takes over ``after_s``.

    Closing or cancelling this closes the source.
    """
    async with aclosing(source):
        first = asyncio.ensure_future(anext(source))
        try:
            await asyncio.wait({first}, timeout=after_s)
            if not first.done():
                yield WaitPiece(text)
            try:
                yield await first
            except StopAsyncIteration:
                return
        finally:
            if not first.done():
                first.cancel()
                await wait_out(first)
        async for item in source:
            yield item
