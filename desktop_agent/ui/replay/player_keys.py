"""The keys of the player: the same wherever on its page one is, but within a text."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

Key = tuple[Qt.Key, bool]
"""A key, and whether Shift is held."""
_PASSED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_WITH_OR_WITHOUT_SHIFT = (
    Qt.Key.Key_Plus,
    Qt.Key.Key_Equal,
    Qt.Key.Key_Minus,
    Qt.Key.Key_Underscore,
)


class PlayerKeys(QObject):
    """Watches widgets for keys that are the player's. A focused button keeps its own Space."""

    def __init__(self, parent: QObject, acts: Mapping[Key, Callable[[], object]]) -> None:
        super().__init__(parent)
        self._acts = acts

    def watch(self, *widgets: QWidget) -> None:
        """Watches these too."""
        for each in widgets:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if modifiers & ~_PASSED or (
            key == Qt.Key.Key_Space and isinstance(watched, QAbstractButton)
        ):
            return False
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        act = self._acts.get((key, shift and key not in _WITH_OR_WITHOUT_SHIFT))
        if act is None:
            return False
        act()
        return True
