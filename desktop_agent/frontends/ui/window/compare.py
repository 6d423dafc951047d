"""The controller for the page that compares two answers."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.models import ModelInfo
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.window.page_stack import PageKind
from desktop_agent.frontends.ui.wording.labels import product
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.pages.compare import ComparePage

_tr = partial(QCoreApplication.translate, "Compare")


class CompareController(QObject):
    """Opens the page that compares an answer with a new one, or the answers of two stored runs.

    ``read`` returns the events of a stored run.
    """

    def __init__(self, window: WindowLayout, read: Callable[[str], Sequence[Event]]) -> None:
        super().__init__(window)
        self._window = window
        self._read = read
        self._before: Turn | None = None
        """The turn to compare with the answer that is being written."""
        needed = ("desktop_agent.frontends.ui.pages.compare",)
        title = _tr("Compare answers")
        window.middle.add(PageKind("compare", title, self._build, needed, returns=True))
        window.chat.wishes.compare.connect(self._look_for_models)
        window.page.conversation.history.happened.connect(self._happened)
        window.page.conversation.not_asked.connect(self._give_up)

    def compare_runs(self, before: str, after: str) -> None:
        read = asyncio.to_thread(lambda: [_turn_of(self._read(each)) for each in (before, after)])
        self._window.tasks.start(read, lambda turns: self._show(*turns))

    def _build(self) -> "ComparePage":
        from desktop_agent.frontends.ui.pages.compare import ComparePage

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
