"""The page that compares two answers, side by side or word by word, and its controller."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QCheckBox, QFrame, QMenu, QScrollArea, QStackedWidget, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.models import ModelInfo
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
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.window.page_stack import PageKind
from desktop_agent.frontends.ui.wording.labels import product
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

_tr = partial(QCoreApplication.translate, "Compare")

# --- The page


class _AnswerView(ChatView):
    """A chat view without the questions."""

    def written(self, view: TurnView) -> None:
        view.question.hide()
        super().written(view)


class AnswerColumn(QWidget):
    """An answer without its question, which the page's header shows."""

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
    """A page comparing two answers; ``ask_wanted`` is emitted with a question to ask again."""

    ask_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "page")
        self.question = ""
        self.first = AnswerColumn(theme, _tr("First answer"))
        self.second = AnswerColumn(theme, _tr("Second answer"))
        self.changes = DiffView(theme)
        self.changes.setAccessibleName(_tr("Changes from the first answer to the second"))
        self.differ = QCheckBox(_tr("Show differences"))
        self.head = PageHead(theme, _tr("Compare answers"), 10, self.differ, state_style="muted")
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
        """Return a scroll area with the differences in a column of the chat's width."""
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


# --- The controller


class CompareController(QObject):
    """The controller for comparing an answer with a new one, or the answers of two stored runs.

    ``read`` returns the events of a stored run.
    """

    def __init__(self, window: WindowLayout, read: Callable[[str], Sequence[Event]]) -> None:
        super().__init__(window)
        self._window = window
        self._read = read
        self._before: Turn | None = None
        """The turn to compare with the answer that is being written."""
        page = PageKind("compare", _tr("Compare answers"), self._build, returns=True)
        window.middle.add(page)
        window.chat.wishes.compare.connect(self._look_for_models)
        window.page.conversation.history.happened.connect(self._happened)
        window.page.conversation.not_asked.connect(self._give_up)

    def compare_runs(self, before: str, after: str) -> None:
        read = asyncio.to_thread(lambda: [_turn_of(self._read(each)) for each in (before, after)])
        self._window.tasks.start(read, lambda turns: self._show(*turns))

    def _build(self) -> ComparePage:
        page = ComparePage(self._window.theme)
        for column in (page.first, page.second):
            column.chat.wishes.hand_on(self._window.chat.wishes)
        page.ask_wanted.connect(self._window.middle.ask)
        return page

    def _show(self, first: Turn, second: Turn) -> None:
        self._window.middle.open("compare", lambda page: page.show_turns(first, second))

    def _look_for_models(self, turn: Turn) -> None:
        offered = self._window.session.models.offered()
        self._window.tasks.start(offered, partial(self._offer, turn))

    def _offer(self, turn: Turn, models: Sequence[tuple[str, ModelInfo]]) -> None:
        menu, started, ask = QMenu(self._window), turn.started, partial(self._ask, turn)
        menu.setAccessibleName(_tr("Ask again and compare"))
        menu.aboutToHide.connect(menu.deleteLater)
        strategy = started.strategy if started is not None else ""
        provider, model = (started.provider, started.model) if started is not None else ("", "")
        menu.addAction(_tr("Same mode and model"), partial(ask, strategy, provider, model))
        menu.addSection(_tr("Another mode"))
        for other in ("quick", "verified", "deep"):
            if other != strategy:
                menu.addAction(strategy_name(other), partial(ask, other, provider, model))
        menu.addSection(_tr("Another model"))
        for server, each in models:
            if (server, each.name) != (provider, model):
                name = f"{each.name} · {product(server)}".replace("&", "&&")
                menu.addAction(name, partial(ask, strategy, server, each.name))
        menu.popup(QCursor.pos())

    def _ask(self, turn: Turn, strategy: str, provider: str, model: str) -> None:
        page = self._window.page
        self._before = None if page.conversation.busy else turn
        page.ask_again(turn.turn_id, strategy, provider, model)

    def _give_up(self, *_question: object) -> None:
        self._before = None

    def _happened(self, index: int, event: Event) -> None:
        before, turn = self._before, self._window.page.conversation.history.turn(index)
        if not isinstance(event, RunFinished) or before is None or turn is None:
            return
        if turn.question == before.question:  # not that of another chat
            self._give_up()
            self._show(before, turn)


def _turn_of(events: Sequence[Event]) -> Turn:
    asked = (each.question for each in events if isinstance(each, RunStarted))
    return Turn(next(asked, ""), events=events)
