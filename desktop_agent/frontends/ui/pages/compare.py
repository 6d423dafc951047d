"""The page that shows two answers side by side, or their differences word by word."""

from functools import partial

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QScrollArea, QStackedWidget, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.frontends.ui.chat.answer_view import about_answer
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.turn_view import TurnView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.rich_text import DiffView
from desktop_agent.frontends.ui.widgets.appearance import SIDE, TOP, column_width
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.page import Page, PageHead
from desktop_agent.frontends.ui.widgets.theme import Theme

tr = partial(QCoreApplication.translate, "Compare")


class _AnswerView(ChatView):
    """A chat view that hides the questions."""

    def written(self, view: TurnView) -> None:
        view.question.hide()
        super().written(view)


class AnswerColumn(QWidget):
    """An answer without its question, which the page shows above both answers."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._history = History(self)
        self.chat = _AnswerView(theme, self._history)
        self.chat.setAccessibleName(name)
        self.about = ElidedLabel()
        self.about.setObjectName("meta")
        parts = (heading(name, "section"), (self.about, 1))
        head = hbox(*parts, margins=(SIDE + 10, 6, 16, 8), spacing=8)
        vbox(head, (self.chat, 1), parent=self, spacing=0)

    def show_turn(self, turn: Turn) -> None:
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text))
        self._history.show([outline], [turn])
        self.chat.scroll_to(0, 0, TOP)
        self.about.show_text(about_answer(turn))


class ComparePage(Page):
    """A page that compares two answers to a question.

    ``ask_wanted`` is emitted with a question to ask again in the chat.
    """

    ask_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "page")
        self.question = ""
        self.first = AnswerColumn(theme, tr("First answer"))
        self.second = AnswerColumn(theme, tr("Second answer"))
        self.changes = DiffView(theme)
        self.changes.setAccessibleName(tr("Changes from the first answer to the second"))
        self.differ = QCheckBox(tr("Show differences"))
        self.head = PageHead(theme, tr("Compare answers"), 10, self.differ, state_style="muted")
        self.head.back.connect(self.left)
        answers, body = QWidget(), QStackedWidget()
        hbox((self.first, 1), (self.second, 1), parent=answers, spacing=0)
        body.addWidget(answers)
        body.addWidget(self._scrolling(theme))
        self.differ.toggled.connect(body.setCurrentIndex)
        above = vbox(self.head, margins=(SIDE - 12, 14, SIDE - 12, 10))
        vbox(above, (body, 1), parent=self, spacing=0)
        for column in (self.first, self.second):
            wishes = column.chat.wishes
            for asks in (wishes.regenerate, wishes.edit, wishes.ask_again, wishes.compare):
                asks.connect(self._ask_again)

    def show_turns(self, first: Turn, second: Turn) -> None:
        self.question = second.question
        self.head.state.show_text(self.question)
        self.first.show_turn(first)
        self.second.show_turn(second)
        self.changes.show_diff(first.text, second.text)

    def enter(self) -> None:
        self.first.chat.setFocus()

    def _scrolling(self, theme: Theme) -> QScrollArea:
        """Return a scroll area with the differences in a column as wide as a chat's."""
        area, inside, column = QScrollArea(), QWidget(), QWidget()
        inside.setObjectName("page")
        column.setMaximumWidth(column_width(theme.points))
        vbox(self.changes, STRETCH, parent=column, margins=(SIDE, 12, SIDE, 24))
        hbox(column, parent=inside)
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        return area

    def _ask_again(self) -> None:
        self.ask_wanted.emit(self.question)
