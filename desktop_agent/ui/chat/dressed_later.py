"""A message whose lower parts are built one at a time, with room kept for those to come."""

from collections import deque
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from desktop_agent.ui.chat.stack import Stack


class DressedLater(Stack):
    """A stack that `dress` adds one more part to at each call.

    Building a part takes milliseconds; scrolling past a hundred answers builds none, and the end of
    a run none at once.
    """

    def __init__(self, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(spacing, parent)
        self._later: deque[tuple[int, Callable[[], None]]] = deque()

    @property
    def undressed(self) -> bool:
        """True while parts are to come."""
        return bool(self._later)

    def dress(self) -> bool:
        """Builds one more of the parts to come; False when there was none left."""
        if not self._later:
            return False
        _, build = self._later.popleft()
        self._keep_room()
        build()
        self.place()
        return True

    def dress_whole(self) -> None:
        """Builds all that is left: somebody wants to see it now."""
        while self.dress():
            pass

    def _soon(self, height: int, build: Callable[[], None]) -> None:
        """Has a part of about this height, in pixels, built later."""
        self._later.append((height, build))

    def _keep_room(self) -> None:
        self.reserve(sum(height for height, _ in self._later))
