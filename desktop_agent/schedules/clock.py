"""The time that schedules go by."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any


def _now() -> datetime:
    return datetime.now(UTC)


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Clock:
    """Gives the moment, and waits; without a ``zone`` days and hours are those of this computer."""

    now: Callable[[], datetime] = _now
    pause: Callable[[float], Coroutine[Any, Any, None]] = _sleep
    zone: tzinfo | None = None
