"""The page that shows two answers side by side, or what is different in them."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollBar,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.events import Event, RunFinished
from desktop_agent.ui.column import SIDE
from desktop_agent.ui.compare.answer_column import AnswerColumn
from desktop_agent.ui.compare.differences import Differences
from desktop_agent.ui.compare.figures_table import FiguresTable
from desktop_agent.ui.compare.words import tr
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

if TYPE_CHECKING:
    from desktop_agent.app import Session

_FIGURES_MS = 250


class ComparePage(QWidget):
    """Compares two turns, of one question or of two.

    ``ask_wanted`` brings a question to be asked again in the chat. ``left`` asks for the chat,
    ``failed`` brings an `AgentError`.
    """

    left = Signal()
    failed = Signal(object)
    ask_wanted = Signal(str)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:  # noqa: ARG002 - as all pages
        super().__init__()
        self.setObjectName("comparePage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._following = False
        names = (tr("First answer"), tr("Second answer"))
        self.columns = (AnswerColumn(theme, names[0]), AnswerColumn(theme, names[1]))
        self.chats = (self.columns[0].chat, self.columns[1].chat)
        self.figures = FiguresTable(names)
        self.question = ElidedLabel()
        self.question.setObjectName("muted")
        self.differences = Differences(theme, tasks)
        self.differ = QCheckBox(tr("Differences"))
        self.differ.setToolTip(tr("What the second answer says otherwise, word by word"))
        self.together = QCheckBox(tr("Scroll together"))
        self.together.setChecked(True)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_FIGURES_MS)
        self._body = QStackedWidget()
        self._leave = self._make_leave()
        self._lay_out()
        self._connect()

    def show_turns(self, first: Turn, second: Turn) -> None:
        """Shows two turns, finished or not; `tell` says then what happens in them."""
        same = first.question == second.question
        for column, turn in zip(self.columns, (first, second), strict=True):
            column.show_turn(turn, with_question=not same)
        self.question.show_text(first.question if same else tr("Two different questions"))
        self._show_state()

    def tell(self, turn: Turn, event: Event) -> None:
        """Says that an event was applied to a turn; one that is not shown is passed over."""
        for column in self.columns:
            if column.turn is turn:
                column.tell(event)
                if isinstance(event, RunFinished):
                    self._show_state()
                elif not self._soon.isActive():
                    self._soon.start()

    def enter(self) -> None:
        """Takes the keyboard: in the first answer."""
        self.columns[0].chat.setFocus()

    # --- what is shown

    def _show_state(self) -> None:
        turns = [column.turn for column in self.columns]
        for row, turn in enumerate(turns):
            if turn is not None:
                self.figures.show_turn(row, turn)
        first, second = turns
        if first is None or second is None:
            return
        whole = not first.running and not second.running
        self.differ.setEnabled(whole)
        if self.differ.isChecked() and whole:
            self.differences.show_texts(first.text, second.text)
        shown = self.differences if self.differ.isChecked() and whole else self._answers
        self._body.setCurrentWidget(shown)
        self.together.setEnabled(shown is self._answers)

    def _scrolled(self, bar: QScrollBar, other: QScrollBar) -> None:
        """Has the other answer follow: both reach their ends together, however long they are."""
        if self.together.isChecked() and not self._following and bar.maximum():
            self._following = True
            other.setValue(round(bar.value() / bar.maximum() * other.maximum()))
            self._following = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # --- building

    def _connect(self) -> None:
        self._leave.clicked.connect(self.left)
        self.differ.toggled.connect(self._show_state)
        self._soon.timeout.connect(self._show_state)
        for chat, other in (self.chats, reversed(self.chats)):
            chat.moved.connect(
                partial(self._scrolled, chat.verticalScrollBar(), other.verticalScrollBar())
            )
        for column in self.columns:
            column.again.connect(lambda each=column: self._ask_again(each))

    def _ask_again(self, column: AnswerColumn) -> None:
        if column.turn is not None:
            self.ask_wanted.emit(column.turn.question)

    def _make_leave(self) -> QToolButton:
        leave = QToolButton()
        leave.setAccessibleName(tr("Back to the chat"))
        leave.setToolTip(tr("Back to the chat (Esc)"))
        self._theme.bind_icon(leave, "back")
        return leave

    def _make_head(self) -> QVBoxLayout:
        title = QLabel(tr("Compare answers"))
        title.setObjectName("heading")
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(self.question)
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._leave)
        row.addSpacing(4)
        row.addLayout(texts, 1)
        row.addSpacing(10)
        row.addWidget(self.together)
        row.addSpacing(10)
        row.addWidget(self.differ)
        head = QVBoxLayout()
        head.setContentsMargins(SIDE - 12, 14, SIDE - 12, 10)
        head.setSpacing(10)
        head.addLayout(row)
        head.addWidget(self.figures)
        return head

    def _lay_out(self) -> None:
        self._answers = QWidget()
        sides = QHBoxLayout(self._answers)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(0)
        line = QFrame()
        line.setObjectName("between")
        line.setFixedWidth(1)
        for part in (self.columns[0], line, self.columns[1]):
            sides.addWidget(part, 0 if part is line else 1)
        self._body.addWidget(self._answers)
        self._body.addWidget(self.differences)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(self._make_head())
        lines.addWidget(self._body, 1)
