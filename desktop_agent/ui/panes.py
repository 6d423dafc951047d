"""The three panes of the window: conversations, chat, work. The outer two can be folded away."""

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_SIDEBAR_WIDTH = 260
_SIDE_WIDTH = 380
_CENTRE_WANTS = 440
"""Pixels that the chat wants; the sidebar makes room for it where the window is narrow."""
_CENTRE_LEAST = 340
"""Pixels that the chat keeps in the smallest window, beside the work."""


class Panes(QSplitter):
    """``sidebar_shown`` and ``side_shown`` tell when a pane was folded out or away."""

    sidebar_shown = Signal(bool)
    side_shown = Signal(bool)

    def __init__(self, sidebar: QWidget, centre: QWidget, side: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._sidebar = sidebar
        self._side = side
        self._wants_sidebar = True
        self._insists = False  # the person has asked for it where it does not come by itself
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for index, pane in enumerate((sidebar, centre, side)):
            self.addWidget(pane)
            self.setStretchFactor(index, int(pane is centre))
        centre.setMinimumWidth(_CENTRE_LEAST)
        self.setSizes([_SIDEBAR_WIDTH, 900, _SIDE_WIDTH])
        side.hide()

    @property
    def sidebar_open(self) -> bool:
        """Whether the person wants the conversations, though there may be no room for them."""
        return self._wants_sidebar

    @property
    def side_open(self) -> bool:
        """Whether the work is folded out."""
        return not self._side.isHidden()

    @property
    def sidebar_width(self) -> int:
        """Pixels that the conversations take; 0 when they are folded away."""
        return 0 if self._sidebar.isHidden() else self._sidebar.width()

    def open_sidebar(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Folds the conversations out or away; in a narrow window the work makes room."""
        self._wants_sidebar = is_open
        self._insists = is_open and self.isVisible()
        if is_open and not self._has_room():
            self.open_side(False)
        self._show_sidebar()

    def open_side(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Folds the work out or away; in a narrow window the conversations make room."""
        self._insists = self._insists and not is_open
        self._side.setVisible(is_open)
        self.side_shown.emit(is_open)
        self._show_sidebar()

    def state(self) -> QByteArray:
        """Gives the widths, to be remembered."""
        return self.saveState()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sidebar()

    def _show_sidebar(self) -> None:
        shown = self._wants_sidebar and self._has_room()
        if shown == self._sidebar.isHidden():
            self._sidebar.setVisible(shown)
        self.sidebar_shown.emit(shown)

    def _has_room(self) -> bool:
        side = self._side.minimumWidth() if self.side_open else 0
        centre = _CENTRE_LEAST if self._insists else _CENTRE_WANTS
        return self.width() > self._sidebar.minimumWidth() + centre + side
