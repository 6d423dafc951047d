"""Pieces of work that fail as one, and some that are not to be left half done."""

import asyncio
from collections.abc import Coroutine
from typing import Any


async def together(*work: Coroutine[Any, Any, None]) -> None:
    """Carries out all of ``work`` at once.

    The first that fails ends the others, and its error comes out as it is, in no group.
    """
    try:
        async with asyncio.TaskGroup() as group:
            for each in work:
                group.create_task(each)
    except BaseExceptionGroup as failed:
        raise _first(failed) from None


async def to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Carries out a write; whoever is cancelled meanwhile waits until it is done.

    Nothing is on its way to the index any more when somebody else is let at it.
    """
    writing = asyncio.ensure_future(work)
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        await asyncio.wait({writing})
        raise


def _first(failed: BaseExceptionGroup[BaseException]) -> BaseException:
    first = failed.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
