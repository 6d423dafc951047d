"""Coroutines that the window starts: kept alive, told of their ends, and cancelled at the close."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from desktop_agent.core.errors import AgentError

logger = logging.getLogger(__name__)

T = TypeVar("T")


class Tasks:
    """Runs coroutines and calls back in the event loop's thread with their result or `AgentError`."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object],
        failed: Callable[[AgentError], object],
    ) -> None:
        """Starts ``work``; exactly one of ``done`` and ``failed`` is called, none when cancelled."""
        task = asyncio.ensure_future(self._carry_out(work, done, failed))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def aclose(self) -> None:
        """Cancels what runs and waits until it has ended."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    @staticmethod
    async def _carry_out(
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object],
        failed: Callable[[AgentError], object],
    ) -> None:
        try:
            result = await work
        except AgentError as error:
            failed(error)
        else:
            done(result)
