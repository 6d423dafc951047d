"""Lets those who want the same thing at the same time share one request."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


@dataclass(eq=False)
class _Flight(Generic[Value]):
    task: asyncio.Task[Value]
    passengers: int = 0


class Flights(Generic[Value]):
    """The requests on their way, by what they ask for.

    A passenger who is cancelled leaves the others alone; when the last one leaves, the request is
    cancelled too.
    """

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight[Value]] = {}

    async def join(self, key: Hashable, start: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """Gives what the request of this key brings, and starts it where there is none."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(start()))
        flight.passengers += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.passengers -= 1
            if flight.passengers == 0:
                if self._flights.get(key) is flight:
                    del self._flights[key]
                await _stop(flight.task)

    async def aclose(self) -> None:
        """Cancels all that is on its way."""
        flights = list(self._flights.values())
        self._flights.clear()
        for flight in flights:
            await _stop(flight.task)


async def _stop(task: asyncio.Task[Any]) -> None:
    """Cancels a task that still runs and waits for its end."""
    if not task.done():
        task.cancel()
        await asyncio.wait([task])
