"""The base class for the cards above the composer that ask the user for a decision."""

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame

from desktop_agent.core.events import Event
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation


class DecisionCard(QFrame):
    """A card that asks the user for a decision on the run in the open conversation.

    It is shown while there is something to decide and this conversation is being answered.
    Ctrl+Enter calls `accept`. ``happened`` is the signal that carries the events of the run.
    ``left`` is emitted if the card has the keyboard focus when it closes.
    """

    left = Signal()

    def __init__(self, happened: SignalInstance, conversation: OpenConversation) -> None:
        super().__init__()
        self.setObjectName("card")
        self.hide()
        self._conversation = conversation
        happened.connect(self.show_event)
        conversation.shown.connect(lambda _conversation: self.appear())

    @property
    def is_waiting(self) -> bool:
        """True while there is something to decide."""
        raise NotImplementedError

    def show_event(self, event: Event) -> None:
        raise NotImplementedError

    def accept(self) -> None:
        raise NotImplementedError

    def appear(self) -> None:
        """Show the card if there is something to decide here, otherwise hide it."""
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.setVisible(self.is_waiting and self._conversation.is_answering)
        if had_focus and self.isHidden():
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.accept()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())
