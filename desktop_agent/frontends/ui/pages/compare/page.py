"""The page that shows two answers side by side, or their differences."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHeaderView,
    QScrollArea,
    QScrollBar,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.turn_view import TurnView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.rich_text import RichTextView, diff_forms, write_piece
from desktop_agent.frontends.ui.pages.compare import labels
from desktop_agent.frontends.ui.pages.compare.labels import tr
from desktop_agent.frontends.ui.widgets.appearance import SIDE, TOP, column_width
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.page import PageHead
from desktop_agent.frontends.ui.widgets.tasks import Gradual, Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.word_diff import Change, word_diff
from desktop_agent.frontends.ui.wording import reasoning

# --- The table of figures

_BORDERS = 2


class FiguresTable(QTableWidget):
    """A table of key figures with one row for each of two answers. It scrolls only horizontally."""

    def __init__(self, names: tuple[str, str]) -> None:
        titles = labels.titles()
        super().__init__(2, 1 + len(titles))
        self.setObjectName("figures")
        self.setAccessibleName(tr("What the answers took"))
        self.setHorizontalHeaderLabels(["", *titles])
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        for row, name in enumerate(names):
            for column, text in enumerate((name, *(labels.NOTHING for _ in titles))):
                self.setItem(row, column, QTableWidgetItem(text))
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self._fit()

    def show_turn(self, row: int, turn: Turn) -> None:
        """Show a turn's current figures in row 0 or 1."""
        for column, text in enumerate(labels.cells(turn), start=1):
            item = self.item(row, column)
            if item is not None and item.text() != text:
                item.setText(text)
        self._fit()

    def _fit(self) -> None:
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        bar = self.horizontalScrollBar()
        room = bar.sizeHint().height() if bar.maximum() else 0
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows + room + _BORDERS)


# --- One of the two answers


class AnswerChat(ChatView):
    """A chat view of one answer; ``moved`` is emitted when it scrolls."""

    moved = Signal()

    def scrolled(self) -> None:
        super().scrolled()
        self.moved.emit()

    def placed(self, most: int) -> None:
        super().placed(most)
        last = self._history.last
        if last is not None and not last.running:
            self._latest.hide()  # answers are compared from their beginning


class AnswerColumn(QWidget):
    """A column that shows an answer.

    ``again`` is emitted when the user asks for a new answer or another comparison.
    """

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
        letter = heading(name, "section")
        self._about = ElidedLabel()
        self._about.setObjectName("meta")
        head = hbox(letter, (self._about, 1), margins=(SIDE + 10, 6, 16, 8), spacing=8)
        vbox(head, (self.chat, 1), parent=self, spacing=0)
        wishes = self.chat.wishes
        for asks in (wishes.regenerate, wishes.edit, wishes.from_sources, wishes.compare):
            asks.connect(self.again)
        wishes.model_chosen.connect(self.again)

    def show_turn(self, turn: Turn, *, with_question: bool) -> None:
        """Show a turn, including its question if ``with_question`` is True."""
        self.turn, self._with_question = turn, with_question
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text))
        self._history.show((), ())  # rebuild the widgets, which show or hide the question
        self._history.show([outline], [turn])
        self.chat.scroll_to(0, 0, TOP)
        self._tell_about()

    def tell(self, event: Event) -> None:
        """Update the view after the turn has applied ``event``."""
        if self.turn is not None:
            self._history.tell(self.turn.turn_id, event)
            self._tell_about()

    def _tell_about(self) -> None:
        started = self.turn.started if self.turn is not None else None
        self._about.show_text(reasoning.about(started))

    def _built(self, view: TurnView) -> None:
        if not self._with_question:
            view.question.hide()


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
        counts: Counter[Change] = Counter()
        for change, text in pieces:
            counts[change] += len(text.split())
        self.summary.setText(labels.changed(counts["added"], counts["removed"]))
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


_FIGURES_MS = 250


class ComparePage(QWidget):
    """A page that compares two turns, which may have different questions.

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
        self._theme = theme
        self._following = False
        names = (tr("First answer"), tr("Second answer"))
        self.columns = (AnswerColumn(theme, names[0]), AnswerColumn(theme, names[1]))
        self.chats = (self.columns[0].chat, self.columns[1].chat)
        self.figures = FiguresTable(names)
        self.differences = Differences(theme, tasks)
        self.differ = QCheckBox(tr("Differences"))
        self.differ.setToolTip(tr("What the second answer says otherwise, word by word"))
        self.together = QCheckBox(tr("Scroll together"))
        self.together.setChecked(True)
        self._soon = QTimer(self, singleShot=True, interval=_FIGURES_MS)
        checks = (10, self.together, 10, self.differ)
        self._head = PageHead(theme, tr("Compare answers"), *checks, state_style="muted")
        self.question = self._head.state
        self._body = QStackedWidget()
        self._lay_out()
        self._connect()

    def show_turns(self, first: Turn, second: Turn) -> None:
        """Show two turns. If one is still running, pass its later events to `tell`."""
        same = first.question == second.question
        for column, turn in zip(self.columns, (first, second), strict=True):
            column.show_turn(turn, with_question=not same)
        self.question.show_text(first.question if same else tr("Two different questions"))
        self._show_state()

    def tell(self, turn: Turn, event: Event) -> None:
        """Update the view after ``turn`` has applied ``event``; ignore turns that are not shown."""
        for column in self.columns:
            if column.turn is turn:
                column.tell(event)
                if isinstance(event, RunFinished):
                    self._show_state()
                elif not self._soon.isActive():
                    self._soon.start()

    def enter(self) -> None:
        self.columns[0].chat.setFocus()

    # --- State

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
        if self.together.isChecked() and not self._following and bar.maximum():
            self._following = True
            other.setValue(round(bar.value() / bar.maximum() * other.maximum()))
            self._following = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # --- Construction

    def _connect(self) -> None:
        self._head.back.connect(self.left)
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

    def _lay_out(self) -> None:
        line = QFrame()
        line.setObjectName("between")
        line.setFixedWidth(1)
        self._answers = QWidget()
        hbox((self.columns[0], 1), line, (self.columns[1], 1), parent=self._answers, spacing=0)
        self._body.addWidget(self._answers)
        self._body.addWidget(self.differences)
        margins = (SIDE - 12, 14, SIDE - 12, 10)
        head = vbox(self._head, self.figures, margins=margins, spacing=10)
        vbox(head, (self._body, 1), parent=self, spacing=0)
