"""Actions that a list has a key for."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

Keys = str | QKeySequence | QKeySequence.StandardKey | Qt.Key


def own_action(
    widget: QWidget, text: str, keys: Keys, act: Callable[[], object] | None = None
) -> QAction:
    """Gives a widget an action whose key works while the widget has the keyboard."""
    action = QAction(text, widget)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    if act is not None:
        action.triggered.connect(act)
    widget.addAction(action)
    return action
