"""One indexing at a time, over all processes."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.file_lock import locked

_EVERY_S = 0.5


@asynccontextmanager
async def turn(path: Path, waiting: Callable[[], None]) -> AsyncIterator[None]:
    """Waits until nobody else holds the lock of ``path``, and holds it.

    ``waiting`` is called once where it has to be waited for. The system lets go of the lock when
    its holder dies.

    Raises:
        StorageError: the lock cannot be had at all.
    """
    with ExitStack() as held:
        told = False
        while not _try(held, path):
            if not told:
                told = True
                waiting()
            await asyncio.sleep(_EVERY_S)
        yield


def try_turn(path: Path) -> ExitStack | None:
    """Gives what holds the lock until it is closed, None where somebody else has it.

    Raises:
        StorageError: the lock cannot be had at all.
    """
    held = ExitStack()
    return held if _try(held, path) else None


def _try(held: ExitStack, path: Path) -> bool:
    try:
        held.enter_context(locked(path, timeout_s=0))  # not waiting: a few system calls
    except StorageError:
        lock = path.with_name(f"{path.name}.lock")
        if not os.access(lock, os.R_OK | os.W_OK):
            raise
        return False
    return True
