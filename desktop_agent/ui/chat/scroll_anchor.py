"""What stays where it is while heights change: a place in a text at the top of the view."""

from PySide6.QtCore import QPoint

from desktop_agent.ui.chat.turn_view import TurnView


class ScrollAnchor:
    """A place in a turn that is ``below`` pixels from its top."""

    def __init__(self, index: int, view: TurnView | None, below: int) -> None:
        self.index = index
        self._view = view
        self._below = below
        self._spot = None
        if view is not None and below >= 0:
            self._spot = view.spot_at(QPoint(0, below))

    def below(self) -> int:
        """Gives how far below the top of the turn the place is now, in pixels."""
        if self._view is None or self._spot is None:
            return self._below
        return self._view.top_of(self._spot)
