"""How far a backup has got, and whether anybody still wants it."""

from collections.abc import Callable
from typing import Final

from desktop_agent.storage.backup_database import Stopped

CHUNK: Final = 1 << 20
"""Bytes that are held in memory at once."""


class Watch:
    """Tells of progress, and asks whether to go on; of the thread that works."""

    def __init__(self, stopped: Callable[[], bool], told: Callable[[int, int], None]) -> None:
        self._stopped = stopped
        self._told = told
        self._done = 0
        self.total = 0

    def add(self, size: int) -> None:
        """Counts bytes; raises `Stopped` where nobody wants them any more."""
        if self._stopped():
            raise Stopped
        self._done += size
        self.total = max(self.total, self._done)
        self._told(self._done, self.total)


def mebibytes(size: int) -> str:
    """Spells a size in MiB, rounded up."""
    return f"{-(-size >> 20):,} MiB"
