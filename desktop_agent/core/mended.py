"""Damaged files that were set aside while the program went on, and who wants to be told of it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Mended", "MendedFiles"]


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


class MendedFiles:
    """What was mended since the program was started; any thread may add to it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._all: list[Mended] = []
        self._listeners: list[Callable[[Mended], object]] = []

    def add(self, mended: Mended) -> None:
        """Adds one and tells all who listen, in this thread."""
        with self._guard:
            self._all.append(mended)
            listeners = tuple(self._listeners)
        for each in listeners:
            each(mended)

    def listen(self, listener: Callable[[Mended], object]) -> tuple[Mended, ...]:
        """Gives all so far, and tells ``listener`` of those that come, in any thread."""
        with self._guard:
            self._listeners.append(listener)
            return tuple(self._all)

    @property
    def all(self) -> tuple[Mended, ...]:
        """All so far, the first one first."""
        with self._guard:
            return tuple(self._all)
