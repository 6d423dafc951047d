"""The base class for the cards above the composer that ask the user for a decision."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame


class DecisionCard(QFrame):
    """A card that asks the user for a decision. Ctrl+Enter calls `accept`.

    ``left`` is emitted if the card has the keyboard focus when it closes.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self.hide()

    def accept(self) -> None:
        raise NotImplementedError

    def put_away(self) -> None:
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.hide()
        if had_focus:
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accept()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())
