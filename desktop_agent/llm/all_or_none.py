"""Several requests at once, of which none is left behind."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

Answer = TypeVar("Answer")


async def all_or_none(calls: Iterable[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """Gives what all of them give, in their order.

    Where one raises, or this is cancelled, the others are cancelled and have ended before that is
    raised; `asyncio.gather` by itself would let them go on.
    """
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
