"""Files that are damaged or cannot be written while the program goes on, and who is told of it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Mended", "MendedFiles", "ReadOnly"]


@dataclass(frozen=True, slots=True)
class Mended:
    """A damaged file in whose place another was put.

    ``kept`` is the name that the damaged one has now, beside it. ``saved`` counts the rows that were taken over, and
    is None where none were to be, because they are made anew. ``whole`` says that every table could
    be read to its end.
    """

    path: str
    kept: str
    saved: int | None
    whole: bool = False

    @property
    def message(self) -> str:
        """What happened, in a sentence."""
        return f"{self.path} was damaged; the damaged file is kept as {self.kept} beside it."

    @property
    def remedy(self) -> str:
        """What became of what was in it."""
        if self.saved is None:
            return "What was in it is made anew by itself."
        if not self.saved:
            return "Nothing in it could be read; put a copy in its place if you have one."
        if self.whole:
            return "All that it held was saved, and is in use again."
        return "What could be read of it was saved, and is in use again; look whether anything is missing."


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A folder whose files can be read and not written; ``why`` is "read-only", "full" or empty."""

    folder: str
    why: str

    @property
    def message(self) -> str:
        """What can be done there and what cannot, in a sentence."""
        match self.why:
            case "full":
                return f"The disk is full: what is in {self.folder} can be read, and nothing new is kept."
            case "read-only":
                return (
                    f"The disk is read-only: what is in {self.folder} can be read, "
                    "and nothing new is kept."
                )
            case _:
                return f"{self.folder} may not be written: it can be read, and nothing new is kept."

    @property
    def remedy(self) -> str:
        """What to do."""
        match self.why:
            case "full":
                return "Make room on it."
            case "read-only":
                return (
                    "A system makes a disk read-only when it fails: make a backup on another disk, "
                    "then have this one checked."
                )
            case _:
                return "Check who may write there."


class MendedFiles:
    """What was met since the program was started; any thread may add to it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._all: list[Mended | ReadOnly] = []
        self._listeners: list[Callable[[Mended | ReadOnly], object]] = []

    def add(self, mended: Mended | ReadOnly) -> None:
        """Add one and notify all who listen, in this thread; the same is told once."""
        with self._guard:
            if mended in self._all:
                return
            self._all.append(mended)
            listeners = tuple(self._listeners)
        for each in listeners:
            each(mended)

    def listen(
        self, listener: Callable[[Mended | ReadOnly], object]
    ) -> tuple[Mended | ReadOnly, ...]:
        """Gives all so far, and tells ``listener`` of those that come, in any thread."""
        with self._guard:
            self._listeners.append(listener)
            return tuple(self._all)

    @property
    def all(self) -> tuple[Mended | ReadOnly, ...]:
        """All so far, the first one first."""
        with self._guard:
            return tuple(self._all)
