"""Choose two answers to compare, one of which may be generated for this purpose."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from desktop_agent.core.conversations import StoredTurn, TurnOutline
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.composer.question_queue import Draft
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.conversation.turn import Turn, turn_of
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.wording.reasoning import strategy_name

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

tr = partial(QCoreApplication.translate, "Compare")

_MODES = ("quick", "verified", "deep")


class ComparisonController(QObject):
    """Handles requests to compare answers in the chat.

    ``wanted`` is emitted with the two turns to compare, the older one first, and ``failed`` with an
    `AgentError`.
    """

    wanted = Signal(object, object)
    failed = Signal(object)

    def __init__(
        self,
        chat: ChatView,
        conversation: OpenConversation,
        session: "Session",
        tasks: Tasks,
        question_of: Callable[[Draft], Question],
    ) -> None:
        super().__init__(chat)
        self._chat = chat
        self._conversation = conversation
        self._history = conversation.history
        self._store = session.conversations
        self._models = session.models
        self._tasks = tasks
        self._question_of = question_of
        self._before: Turn | None = None
        """The turn to compare with the answer that is being written."""
        self._history.happened.connect(self._happened)
        conversation.failed.connect(self._give_up)

    def compare(self, turn_id: int, *, again: bool) -> None:
        """Compare a turn with another version, or with a new answer if ``again`` is True."""
        index = self._history.index_of(turn_id)
        turn = self._history.turn(index) if index is not None else None
        if turn is None:
            return
        if again:
            self._tasks.start(self._models.list(), partial(self._offer_new, turn))
        else:
            siblings = self._store.siblings(self._conversation.id, turn_id)
            self._tasks.start(siblings, partial(self._choose, turn), self.failed.emit)

    # --- Compare with the previous version of the answer, or with the next one of the first

    def _choose(self, turn: Turn, siblings: tuple[TurnOutline, ...]) -> None:
        others = [each.id for each in siblings if each.id != turn.turn_id]
        before = [each for each in others if each < turn.turn_id]
        if others:
            stored = self._store.turns([max(before) if before else min(others)])
            self._tasks.start(stored, partial(self._show, turn), self.failed.emit)

    def _show(self, turn: Turn, stored: Sequence[StoredTurn]) -> None:
        self.wanted.emit(*sorted((turn, turn_of(stored[0])), key=lambda each: each.turn_id))

    # --- Compare with a new answer, once it is finished

    def _offer_new(self, turn: Turn, models: Sequence[ModelInfo]) -> None:
        menu, started = QMenu(self._chat), turn.started
        menu.aboutToHide.connect(menu.deleteLater)
        strategy, model = (started.strategy, started.model) if started is not None else ("", "")
        menu.addAction(tr("Ask the same way"), partial(self._ask, turn, strategy, model))
        menu.addSection(tr("Another mode"))
        for name in _MODES:
            if name != strategy:
                menu.addAction(strategy_name(name), partial(self._ask, turn, name, model))
        menu.addSection(tr("Another model"))
        for each in models:
            if each.name != model and "embedding" not in each.capabilities:
                menu.addAction(each.name, partial(self._ask, turn, strategy, each.name))
        menu.popup(QCursor.pos())

    def _ask(self, turn: Turn, strategy: str, model: str) -> None:
        if not self._conversation.busy:
            self._before = turn
            question = self._question_of(Draft("", strategy, model))
            self._conversation.ask_again(turn.turn_id, question)

    def _happened(self, index: int, event: Event) -> None:
        turn, before = self._history.turn(index), self._before
        if turn is None or before in (None, turn) or not isinstance(event, RunFinished):
            return
        self._give_up()
        if turn.question == before.question:  # not that of another chat
            self.wanted.emit(before, turn)

    def _give_up(self, *_error: object) -> None:
        self._before = None
