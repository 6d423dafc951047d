"""The conversation: messages below each other, following the end only while one is there."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from desktop_agent.core.events import Event
from desktop_agent.core.messages import Message
from desktop_agent.ui.chat.message_view import AssistantMessage
from desktop_agent.ui.chat.user_message import UserMessage
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

COLUMN = 780
"""Widest column of text in pixels: longer lines are hard to read."""
_NEAR_END = 40


class ChatView(QScrollArea):
    """Shows the turns of one conversation; the last one takes the events of the run."""

    retry = Signal(str)
    from_sources = Signal(str)
    pull = Signal(object)
    bar_width = Signal(int)
    """Pixels that the scroll bar takes now: what stands below keeps in line with the column."""
    reasoning = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._messages: list[AssistantMessage] = []
        self._follow = True
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self._page = QWidget()
        self._page.setObjectName("chatColumn")
        column = QWidget()
        column.setMaximumWidth(COLUMN)
        self._lines = QVBoxLayout(column)
        self._lines.setContentsMargins(28, 28, 28, 36)
        self._lines.setSpacing(22)
        self._lines.addStretch(1)
        row = QHBoxLayout(self._page)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(column, 100)
        row.addStretch(1)
        self.setWidget(self._page)
        self._latest = self._make_latest()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._grown)
        bar.valueChanged.connect(self._scrolled)

    @property
    def turns(self) -> Sequence[Turn]:
        """The turns of the conversation, oldest first."""
        return [message.turn for message in self._messages]

    @property
    def last(self) -> AssistantMessage | None:
        """The newest answer."""
        return self._messages[-1] if self._messages else None

    def history(self) -> tuple[Message, ...]:
        """The conversation as a model is told of it; turns without an answer are left out."""
        said: list[Message] = []
        for turn in self.turns:
            if turn.answer is not None and turn.answer.text:
                said.append(Message("user", turn.question))
                said.append(Message("assistant", turn.answer.text))
        return tuple(said)

    def begin(self, question: str) -> None:
        """Shows a question; the events that follow are of its answer."""
        answer = AssistantMessage(self._theme, Turn(question))
        answer.retry.connect(lambda: self.retry.emit(question))
        answer.from_sources.connect(lambda: self.from_sources.emit(question))
        answer.pull.connect(self.pull)
        answer.reasoning.connect(lambda: self.reasoning.emit(answer.turn))
        self._messages.append(answer)
        self._lines.insertWidget(self._lines.count() - 1, UserMessage(question))
        self._lines.insertWidget(self._lines.count() - 1, answer)
        self._follow = True

    def show_event(self, event: Event) -> None:
        """Hands an event to the newest answer."""
        if self._messages:
            self._messages[-1].show_event(event)

    def clear(self) -> None:
        """Takes all messages away."""
        self._messages.clear()
        while self._lines.count() > 1:
            item = self._lines.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def go_to_latest(self) -> None:
        """Scrolls to the end and follows it again."""
        self._follow = True
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_latest()

    def _grown(self, _least: int, most: int) -> None:
        # as much room at the left as the scroll bar takes, so that the column stays in the middle
        bar = self.verticalScrollBar().sizeHint().width() if most else 0
        if self.viewportMargins().left() != bar:
            self.setViewportMargins(bar, 0, 0, 0)
            self.bar_width.emit(bar)
        if self._follow:
            self.verticalScrollBar().setValue(most)
        self._latest.setVisible(not self._follow and most > 0)

    def _scrolled(self, value: int) -> None:
        self._follow = value >= self.verticalScrollBar().maximum() - _NEAR_END
        self._latest.setVisible(not self._follow)
        self._place_latest()

    def _make_latest(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("latest")
        button.setText(self.tr("Jump to latest"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setShortcut(QKeySequence("Ctrl+End"))
        button.setToolTip(self.tr("Jump to the latest text (Ctrl+End)"))
        button.setAccessibleName(self.tr("Jump to latest"))
        self._theme.bind_icon(button, "latest", "text", side=16)
        button.clicked.connect(self.go_to_latest)
        button.hide()
        return button

    def _place_latest(self) -> None:
        self._latest.adjustSize()
        x = (self.width() - self._latest.width()) // 2
        self._latest.move(x, self.height() - self._latest.height() - 12)
        self._latest.raise_()
