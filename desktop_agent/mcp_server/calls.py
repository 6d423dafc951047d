"""Calls at work: each in a task of its own, so that it ends in good order however its caller ends."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import anyio

from desktop_agent.core.errors import AgentError

T = TypeVar("T")

_LOOK_S = 0.5
"""Seconds between two looks whether the client is still there."""


class Calls:
    """The calls that are being carried out.

    The SDK cancels as anyio does: again at every ``await`` until the task has ended. A run that
    closes its recording would be torn off in that, so it works in a task that is cancelled once and
    then waited for.
    """

    def __init__(self) -> None:
        self._at_work: set[asyncio.Task[Any]] = set()
        self._closing = False

    async def carry_out(
        self, work: Coroutine[Any, Any, T], gone: Callable[[], Awaitable[bool]] | None = None
    ) -> T:
        """Gives what the work gives; ``gone`` tells that nobody waits for it any more.

        Raises:
            AgentError: the server is being stopped, or the client has gone away.
        """
        if self._closing:
            work.close()
            raise _stopped()
        task = asyncio.ensure_future(work)
        self._at_work.add(task)
        try:
            await self._wait(task, gone)
        finally:
            if not task.done():
                task.cancel()
                with anyio.CancelScope(shield=True):
                    await asyncio.wait([task])
            self._at_work.discard(task)
            failed = None if task.cancelled() else task.exception()
        if task.cancelled():
            raise _stopped()
        if failed is not None:
            raise failed
        return task.result()

    async def aclose(self) -> None:
        """Stops all and waits until they have ended; later ones are refused."""
        self._closing = True
        at_work = set(self._at_work)
        for task in at_work:
            task.cancel()
        if at_work:
            await asyncio.wait(at_work)

    async def _wait(
        self, task: asyncio.Task[Any], gone: Callable[[], Awaitable[bool]] | None
    ) -> None:
        while not task.done():
            await asyncio.wait([task], timeout=None if gone is None else _LOOK_S)
            if gone is not None and not task.done() and await gone():
                return


def _stopped() -> AgentError:
    return AgentError("The call was stopped: the server ends, or nobody waits for it any more.")
