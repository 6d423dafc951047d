"""One of two answers that are compared: its name above, the answer below as the chat shows it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import Event
from desktop_agent.ui.chat.chat_view import ChatView
from desktop_agent.ui.chat.history import History
from desktop_agent.ui.column import SIDE, TOP
from desktop_agent.ui.compare import words
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn


class AnswerChat(ChatView):
    """``moved`` tells that a person has scrolled."""

    moved = Signal()

    def scrolled(self) -> None:
        super().scrolled()
        self.moved.emit()

    def placed(self, most: int) -> None:
        super().placed(most)
        last = self._history.last
        if last is not None and not last.running:
            self._latest.hide()  # one reads from the beginning here


class AnswerColumn(QWidget):
    """``again`` asks for the question of the turn to be asked once more."""

    again = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._name = name
        self._with_question = False
        self.turn: Turn | None = None
        self._history = History(self)
        self.chat = AnswerChat(theme, self._history)
        self.chat.setAccessibleName(name)
        self.chat.pool.built.connect(self._built)
        letter = QLabel(name)
        letter.setObjectName("section")
        self._about = ElidedLabel()
        self._about.setObjectName("meta")
        row = QHBoxLayout()
        row.setContentsMargins(SIDE + 10, 6, 16, 8)
        row.setSpacing(8)
        row.addWidget(letter)
        row.addWidget(self._about, 1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(row)
        lines.addWidget(self.chat, 1)
        chat = self.chat
        for asks in (chat.wishes.regenerate, chat.wishes.edit, chat.wishes.from_sources):
            asks.connect(lambda _turn_id: self.again.emit())
        chat.wishes.compare.connect(lambda _turn_id, _again: self.again.emit())
        chat.wishes.model_chosen.connect(lambda _turn_id, _provider, _model: self.again.emit())

    def show_turn(self, turn: Turn, *, with_question: bool) -> None:
        """Shows a turn, finished or not; its question where it has one of its own."""
        self.turn, self._with_question = turn, with_question
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text))
        self._history.show((), ())  # what has widgets is shown with the question it was built with
        self._history.show([outline], [turn])
        self.chat.scroll_to(0, 0, TOP)
        self._tell_about()

    def tell(self, event: Event) -> None:
        """Shows an event that the turn has taken."""
        if self.turn is not None:
            self._history.tell(self.turn.turn_id, event)
            self._tell_about()

    def _tell_about(self) -> None:
        started = self.turn.started if self.turn is not None else None
        self._about.show_text(words.about(started))

    def _built(self, index: int) -> None:
        view = self.chat.pool.get(index)
        if view is not None and not self._with_question:
            view.question.hide()
