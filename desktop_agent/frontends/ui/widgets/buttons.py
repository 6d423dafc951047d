"""Buttons, removable chips, and menus that stay open."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QToolButton

from desktop_agent.frontends.ui.widgets.theme import Theme


def icon_button(
    theme: Theme,
    icon: str,
    name: str,
    clicked: Callable[..., object] | SignalInstance | None = None,
    *,
    tip: str = "",
    side: int = 16,
) -> QToolButton:
    """Return a button with an icon. ``name`` is its accessible name and default tooltip."""
    button = QToolButton()
    button.setAccessibleName(name)
    button.setToolTip(tip or name)
    theme.bind_icon(button, icon, side=side)
    if clicked is not None:
        button.clicked.connect(clicked)
    return button


def push_button(
    text: str,
    act: Callable[[], object] | SignalInstance | None = None,
    *,
    name: str = "",
    tip: str = "",
) -> QPushButton:
    """Return a push button; ``name`` selects its style, such as "primary".

    It never becomes a dialog's default button automatically.
    """
    button = QPushButton(text)
    button.setObjectName(name)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    if isinstance(act, SignalInstance):
        button.clicked.connect(act)
    elif act is not None:
        button.clicked.connect(lambda _checked: act())
    return button


class Chip(QFrame):
    """A removable chip. Emits ``removed`` when its button is clicked or Delete is pressed."""

    removed = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setObjectName("chip")
        tip = self.tr("Remove (Delete)")
        self.remove = icon_button(theme, "cross", name, self.removed, tip=tip, side=14)
        self.remove.setObjectName("chipButton")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class StayingMenu(QMenu):
    """A menu that stays open when an entry is toggled with a click or the space bar."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._tick():
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Space or not self._tick():
            super().keyPressEvent(event)

    def _tick(self) -> bool:
        action: QAction | None = self.activeAction()
        if action is None or not (action.isCheckable() and action.isEnabled()):
            return False
        action.trigger()
        return True
