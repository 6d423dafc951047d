"""The page that shows two answers side by side, or their differences."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QStackedWidget, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.frontends.ui.chat.answer_view import about_answer
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.rich_text import RichTextView, diff_forms, write_piece
from desktop_agent.frontends.ui.widgets.appearance import SIDE, TOP, column_width
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.page import PageHead
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.word_diff import Change, word_diff

tr = partial(QCoreApplication.translate, "Compare")

# --- One of the two answers


class AnswerChat(ChatView):
    """A chat view of one answer."""

    def placed(self, most: int) -> None:
        super().placed(most)
        self._latest.hide()  # answers are compared from their beginning


class AnswerColumn(QWidget):
    """A column that shows an answer.

    ``again`` is emitted when the user asks for a new answer or another comparison.
    """

    again = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.turn: Turn | None = None
        self._history = History(self)
        self.chat = AnswerChat(theme, self._history)
        self.chat.setAccessibleName(name)
        self.chat.pool.built.connect(lambda view: view.question.hide())
        self.about = ElidedLabel()
        self.about.setObjectName("meta")
        title = heading(name, "section")
        head = hbox(title, (self.about, 1), margins=(SIDE + 10, 6, 16, 8), spacing=8)
        vbox(head, (self.chat, 1), parent=self, spacing=0)
        wishes = self.chat.wishes
        for asks in (wishes.regenerate, wishes.edit, wishes.from_sources, wishes.compare):
            asks.connect(self.again)
        wishes.model_chosen.connect(self.again)

    def show_turn(self, turn: Turn) -> None:
        """Show a turn without its question, which the page shows above both answers."""
        self.turn = turn
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text))
        self._history.show([outline], [turn])
        self.chat.scroll_to(0, 0, TOP)
        self.about.show_text(about_answer(turn))


# --- Word-by-word differences, of which long ones are written in pieces

_PIECE = 1_500
"""Number of characters inserted at a time."""
_Pieces = Sequence[tuple[Change, str]]


class Differences(QScrollArea):
    """A view of the differences between two texts, computed in a background thread."""

    def __init__(self, theme: Theme, tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._tasks = tasks
        self._texts: tuple[str, str] | None = None
        self._pieces: _Pieces = ()
        self._work: asyncio.Task[_Pieces] | None = None
        self._writing = QObject(self)
        self.summary = wrapped("", "meta")
        self.text = RichTextView()
        self.text.setAccessibleName(tr("Changes from the first answer to the second"))
        self.text.document().setUndoRedoEnabled(False)
        inside = QWidget()
        inside.setObjectName("page")
        middle = QWidget()
        middle.setMaximumWidth(column_width(theme.points))
        hbox(middle, parent=inside)
        margins = (SIDE, 12, SIDE, 24)
        vbox(self.summary, self.text, STRETCH, parent=middle, margins=margins, spacing=12)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        theme.changed.connect(self._write)

    def show_texts(self, before: str, after: str) -> None:
        """Compare two texts and show the differences, unless these texts are already shown."""
        texts = (before.strip(), after.strip())
        if texts == self._texts:
            return
        self._texts = texts
        if self._work is not None:
            self._work.cancel()
        self.summary.setText(tr("Comparing…"))
        work = asyncio.to_thread(lambda: list(word_diff(*texts)))
        self._work = self._tasks.start(work, self._compared)

    def _compared(self, pieces: _Pieces) -> None:
        self._work, self._pieces = None, pieces
        words: Counter[Change] = Counter()
        for change, text in pieces:
            words[change] += len(text.split())
        counts = tr("Words added: {0} · removed: {1}").format(words["added"], words["removed"])
        same = not words["added"] and not words["removed"]
        self.summary.setText(tr("Both answers say the same thing.") if same else counts)
        self._write()

    def _write(self) -> None:
        self._writing.deleteLater()  # cancels unfinished writing
        self._writing = QObject(self)
        self.text.document().clear()
        block, forms = diff_forms(self._theme)
        cursor = QTextCursor(self.text.document())
        cursor.setBlockFormat(block)
        Gradual(
            (
                partial(write_piece, cursor, text[at : at + _PIECE], forms[change])
                for change, text in self._pieces
                for at in range(0, len(text), _PIECE)
            ),
            self._writing,
        )


# --- The page


class ComparePage(QWidget):
    """A page that compares two answers to a question.

    ``ask_wanted`` is emitted with a question to ask again in the chat, ``left`` when the user
    returns to the chat, and ``failed`` with an `AgentError`.
    """

    left = Signal()
    failed = Signal(object)
    ask_wanted = Signal(str)

    def __init__(self, theme: Theme, tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("comparePage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.columns = tuple(
            AnswerColumn(theme, name) for name in (tr("First answer"), tr("Second answer"))
        )
        self.chats = tuple(column.chat for column in self.columns)
        self.differences = Differences(theme, tasks)
        self.differ = QCheckBox(tr("Show differences"))
        head = PageHead(theme, tr("Compare answers"), 10, self.differ, state_style="muted")
        self.question = head.state
        line = QFrame()
        line.setObjectName("between")
        line.setFixedWidth(1)
        first, second = self.columns
        self._answers = QWidget()
        hbox((first, 1), line, (second, 1), parent=self._answers, spacing=0)
        self._body = QStackedWidget()
        self._body.addWidget(self._answers)
        self._body.addWidget(self.differences)
        above = vbox(head, margins=(SIDE - 12, 14, SIDE - 12, 10))
        vbox(above, (self._body, 1), parent=self, spacing=0)
        head.back.connect(self.left)
        self.differ.toggled.connect(self._show_state)
        for column in self.columns:
            column.again.connect(partial(self._ask_again, column))

    def show_turns(self, first: Turn, second: Turn) -> None:
        for column, turn in zip(self.columns, (first, second), strict=True):
            column.show_turn(turn)
        self.question.show_text(second.question)
        self._show_state()

    def enter(self) -> None:
        self.columns[0].chat.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _show_state(self) -> None:
        texts = [column.turn.text for column in self.columns if column.turn is not None]
        shown = len(texts) == len(self.columns) and self.differ.isChecked()
        if shown:
            self.differences.show_texts(*texts)
        self._body.setCurrentWidget(self.differences if shown else self._answers)

    def _ask_again(self, column: AnswerColumn, *_of_turn: object) -> None:
        if column.turn is not None:
            self.ask_wanted.emit(column.turn.question)
