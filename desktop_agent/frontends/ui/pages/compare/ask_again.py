"""Choose two answers to compare, one of which may be generated for this purpose."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QMenu, QWidget

from desktop_agent.core.conversations import StoredTurn, TurnOutline
from desktop_agent.core.events import Event
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.chat.answer_view import about_answer
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.composer.pickers import ModelPicker, StrategyPicker
from desktop_agent.frontends.ui.composer.question_queue import Draft
from desktop_agent.frontends.ui.conversation.open_conversation import OpenConversation
from desktop_agent.frontends.ui.conversation.turn import Turn, turn_of
from desktop_agent.frontends.ui.pages.compare.labels import tr
from desktop_agent.frontends.ui.widgets.labels import wrapped
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- The dialog to ask again with another strategy or model


class AskAgainDialog(QDialog):
    """A dialog for choosing the strategy and model with which to ask a question again.

    ``chosen`` is emitted with the strategy and the model, which is "" for automatic selection.
    """

    chosen = Signal(str, str)

    def __init__(self, turn: Turn, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Ask again and compare"))
        self.setMinimumWidth(380)
        self.strategy = StrategyPicker(turn.started.strategy if turn.started is not None else "")
        self.model = ModelPicker()
        self._model = turn.started.model if turn.started is not None else ""
        form = QFormLayout()
        form.setSpacing(10)
        for name, picker in ((tr("Strategy"), self.strategy), (tr("Model"), self.model)):
            picker.setObjectName("")
            picker.setMaximumWidth(16_777_215)
            form.addRow(name, picker)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        ask = buttons.addButton(tr("Ask again"), QDialogButtonBox.ButtonRole.AcceptRole)
        ask.setObjectName("primary")
        ask.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)
        about = wrapped(tr("The answers are shown side by side, the new one as it comes."), "muted")
        vbox(about, form, buttons, parent=self, margins=(20, 18, 20, 16), spacing=14)

    def show_models(self, models: Sequence[ModelInfo]) -> None:
        """Offer the given models and select the one that wrote the first answer."""
        self.model.show_models(models)
        self.model.choose(self._model)

    def _tell(self) -> None:
        self.chosen.emit(str(self.strategy.currentData()), self.model.chosen)


class ComparisonController(QObject):
    """Handles requests to compare answers in the chat.

    ``wanted`` is emitted with the two turns to compare, the older one first. ``happened`` is
    emitted with a turn of the open conversation and the event that this turn has just applied, and
    ``failed`` with an `AgentError`.
    """

    wanted = Signal(object, object)
    happened = Signal(object, object)
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
        self._waiting: tuple[Turn, int] | None = None
        """The turn whose question is asked again, and its index in the conversation."""
        self._history.replaced.connect(self._look)
        self._history.appended.connect(self._look)
        self._history.happened.connect(self._tell)
        conversation.failed.connect(self._give_up)
        conversation.shown.connect(self._left)

    def compare(self, turn_id: int, *, again: bool) -> None:
        """Compare a turn with one of its siblings, or with a new answer if ``again`` is True."""
        index = self._history.index_of(turn_id)
        turn = self._history.turn(index) if index is not None else None
        if turn is None or index is None:
            return
        if again:
            self._ask(turn, index)
        else:
            self._tasks.start(
                self._store.siblings(self._conversation.id, turn_id),
                partial(self._choose, turn),
                self.failed.emit,
            )

    # --- Compare with an existing answer

    def _choose(self, turn: Turn, siblings: tuple[TurnOutline, ...]) -> None:
        others = [each.id for each in siblings if each.id != turn.turn_id]
        if others:
            self._tasks.start(
                self._store.turns(others), partial(self._offer, turn), self.failed.emit
            )

    def _offer(self, turn: Turn, stored: Sequence[StoredTurn]) -> None:
        others = [turn_of(each) for each in stored]
        if len(others) == 1:
            self._show(turn, others[0])
            return
        menu = QMenu(self._chat)
        for other in others:
            name = about_answer(other)
            menu.addAction(tr("Compare with: {0}").format(name), partial(self._show, turn, other))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(QCursor.pos())

    def _show(self, turn: Turn, other: Turn) -> None:
        first, second = sorted((turn, other), key=lambda each: each.turn_id)
        self.wanted.emit(first, second)

    # --- Compare with a new answer

    def _ask(self, turn: Turn, index: int) -> AskAgainDialog:
        dialog = AskAgainDialog(turn, self._chat.window())
        dialog.chosen.connect(partial(self._ask_again, turn, index))
        dialog.open()
        self._tasks.start(self._models.list(), dialog.show_models)
        return dialog

    def _ask_again(self, turn: Turn, index: int, strategy: str, model: str) -> None:
        question = self._question_of(Draft("", strategy, model))
        if not self._conversation.busy:
            self._waiting = (turn, index)
            self._conversation.ask_again(turn.turn_id, question)

    def _look(self) -> None:
        if self._waiting is None:
            return
        before, index = self._waiting
        places = {index, len(self._history) - 1}  # a turn that is not stored is appended
        turns = [self._history.turn(each) for each in places if 0 <= each < len(self._history)]
        new = next((each for each in turns if each is not None and each.running), None)
        if new is not None and new is not before:
            self._waiting = None
            self.wanted.emit(before, new)

    def _give_up(self) -> None:
        self._waiting = None

    def _left(self) -> None:
        if not self._conversation.just_begun:
            self._give_up()

    def _tell(self, index: int, event: Event) -> None:
        turn = self._history.turn(index)
        if turn is not None:
            self.happened.emit(turn, event)
