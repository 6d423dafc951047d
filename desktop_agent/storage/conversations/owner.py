"""Who carries out a turn that is running: this process, another that lives, or one that died.

Each store has a token and, while it has runs, holds the lock of a file of that name; the system
lets go of it when the process dies, however it does. A process id alone would not do: ids are given
out again. Within the process, a set tells which turns are really recorded.
"""

import glob
import secrets
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.file_lock import locked

_UNFINISHED = "unfinished:"


def unfinished_token(run_id: str) -> str:
    """Gives the token of a turn whose run goes on after the program was closed."""
    return _UNFINISHED + run_id


class Owner:
    """The claim of one store on the turns that it records.

    ``goes_on`` tells of a run whether it will go on later, although nobody records it now.
    """

    def __init__(
        self, database: Path, goes_on: Callable[[str], bool] = lambda _run_id: False
    ) -> None:
        self._goes_on = goes_on
        self.token = secrets.token_hex(8)
        self.turns: set[int] = set()
        """Those that are recorded here and now."""
        self._database = database
        self._held = ExitStack()
        self._locked = False

    def claim(self) -> None:
        """Lets other processes see that this one lives.

        Raises:
            StorageError: the file of the lock cannot be made.
        """
        if not self._locked:
            self._held.enter_context(locked(self._path(self.token), timeout_s=1))
            self._locked = True

    def lives(self, token: str, turn: int) -> bool:
        """True while somebody records the turn, or will."""
        if token.startswith(_UNFINISHED):
            return self._goes_on(token.removeprefix(_UNFINISHED))
        if token == self.token:
            return turn in self.turns
        lock = self._lock(token)
        if not token or not lock.exists():
            return False
        try:
            with locked(self._path(token), timeout_s=0):
                pass
        except StorageError:
            return True
        with suppress(OSError):
            lock.unlink()
        return False

    def release(self) -> None:
        """Gives the claim up."""
        if not self._locked:
            return
        self._locked = False
        lock = self._lock(self.token)
        with suppress(OSError):
            lock.unlink()  # before it is let go, so that nobody else has it
        self._held.close()
        with suppress(OSError):
            lock.unlink(missing_ok=True)  # where the system keeps open files in their place

    def sweep(self) -> None:
        """Removes the files of those who died."""
        name = self._database.name
        for lock in self._database.parent.glob(f"{glob.escape(name)}.*.lock"):
            self.lives(lock.name.removeprefix(f"{name}.").removesuffix(".lock"), 0)

    def _path(self, token: str) -> Path:
        return self._database.with_name(f"{self._database.name}.{token}")

    def _lock(self, token: str) -> Path:
        path = self._path(token)
        return path.with_name(path.name + ".lock")
