"""A scrolled area with a column of text in its middle, and a scroll bar that moves none of it."""

from PySide6.QtCore import QMargins, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from desktop_agent.ui.column import text_width
from desktop_agent.ui.theme import Theme

_REFITS_MOST = 3
"""Times that the width is taken anew because a scroll bar came or went."""


class ColumnArea(QAbstractScrollArea):
    """Keeps ``column``, the width of the text in pixels, as the room and the size of the text go."""

    bar_width = Signal(int)
    """Pixels that the scroll bar takes now: what stands below keeps in line with the column."""

    def __init__(self, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.column = 0
        self._placing = False
        self._refits = 0

    def place_all(self) -> None:
        """Brings the scroll bar and all that it scrolls to where they belong."""
        raise NotImplementedError

    def take_column(self, column: int) -> None:
        """Takes another ``column``."""
        raise NotImplementedError

    def lay_soon(self) -> None:
        """Builds what is in sight, in a moment."""
        raise NotImplementedError

    def place(self) -> None:
        """Places everything.

        A bar that comes or goes makes the viewport narrow or wide for a moment. Only what it is in
        the end counts: else lines that break in another way take the bar away again, without end.
        """
        if self._placing:
            return
        self._placing = True
        self.place_all()
        self._placing = False
        if self._room() != self.column and self._refits < _REFITS_MOST:
            self._refits += 1
            self.fit_column()

    def placed(self, most: int) -> None:
        """Called when everything has its place; ``most`` is how far one can scroll."""
        bar = self.verticalScrollBar().sizeHint().width()
        margins = QMargins(bar, 0, 0 if most else bar, 0)  # the text stays when the bar appears
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)
            self.bar_width.emit(bar)

    def fit_column(self) -> None:
        """Takes the width that there is room for, and that suits the size of the text."""
        column = self._room()
        if column != self.column:
            self.take_column(column)
        self.place()
        self.lay_soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._placing:
            self._refits = 0
            self.fit_column()

    def _room(self) -> int:
        return text_width(self.viewport().width(), self._theme.points)
