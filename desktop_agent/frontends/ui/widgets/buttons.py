"""Chips that can be removed, and menus that stay open."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from desktop_agent.frontends.ui.widgets.layout import tool_button
from desktop_agent.frontends.ui.widgets.theme import Theme


class Chip(QFrame):
    """A small box with a button that removes it, as the Delete key does.

    ``removed`` is emitted when the user asks for it.
    """

    removed = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setObjectName("chip")
        tip = self.tr("Remove (Delete)")
        self.remove = tool_button(theme, "cross", name, self.removed, tip=tip, side=14)
        self.remove.setObjectName("chipButton")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class StayingMenu(QMenu):
    """A menu that stays open while its boxes are ticked by clicks or with ``keys``."""

    def __init__(self, parent: QWidget, *keys: Qt.Key) -> None:
        super().__init__(parent)
        self._keys = keys

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._tick():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in self._keys or not self._tick():
            super().keyPressEvent(event)

    def _tick(self) -> bool:
        action: QAction | None = self.activeAction()
        if action is None or not (action.isCheckable() and action.isEnabled()):
            return False
        action.trigger()
        return True
