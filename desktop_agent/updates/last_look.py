"""When updates were last looked for: a small JSON file that may be lost at any time."""

import json
import time
from collections.abc import Callable
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.private_file import write_atomic

DAY_S = 24 * 3600.0
_AFTER_A_FAULT_S = 3600.0
_MOST_BYTES = 4096


class LastLook:
    """Says when to look again: a day after a look, an hour after one that failed.

    A look that the clock puts into the future does not count: the clock was set back.
    """

    def __init__(self, file: Path, now: Callable[[], float] = time.time) -> None:
        self._file = file
        self._now = now
        self._known: tuple[float, float] | None = None

    @property
    def over(self) -> bool:
        """Whether it is time to look; reads the file once."""
        if self._known is None:
            self._known = self._load()
        at, wait = self._known
        return not 0 <= self._now() - at < wait

    def note(self, *, failed: bool) -> None:
        """Keeps that somebody looked just now; where that cannot be kept, it is known until the end."""
        self._known = (self._now(), _AFTER_A_FAULT_S if failed else DAY_S)
        said = json.dumps({"at": self._known[0], "wait": self._known[1]})
        try:
            write_atomic(self._file, said.encode())
        except StorageError:
            return

    def _load(self) -> tuple[float, float]:
        try:
            with self._file.open("rb") as opened:
                said = json.loads(opened.read(_MOST_BYTES))
            at, wait = float(said["at"]), float(said["wait"])
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return 0.0, 0.0
        return at, min(wait, DAY_S)
