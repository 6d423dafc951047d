"""The open conversation: its stored turns and the turns that are being answered."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.conversations import Conversation, StoredTurn, TurnOutline
from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.events import Event, Notice
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.conversation.turn import Turn, turn_of
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

_HISTORY_CHARS = 200_000
"""Maximum characters of earlier turns sent with a question, before the model's context is known."""


def _said_in(turns: Iterable[Turn]) -> tuple[Message, ...]:
    """Return the latest answered turns as messages, up to ``_HISTORY_CHARS`` characters."""
    said: list[Message] = []
    left = _HISTORY_CHARS
    for turn in reversed(tuple(turns)):
        if turn.answer is None or not turn.answer.text:
            continue
        left -= len(turn.question) + len(turn.answer.text)
        if left < 0:
            break
        said += (Message("assistant", turn.answer.text), Message("user", turn.question))
    said.reverse()
    return tuple(said)


def _is_unkept(turn: Turn) -> bool:
    return turn.turn_id < 0


@dataclass(slots=True)
class _Place:
    """Where a new turn belongs, and its outline.

    ``conversation`` is None in a new chat, and for a question that cannot be stored. ``path`` is
    the new path of turns to show, or None to keep the current one.
    """

    conversation: Conversation | None
    parent_id: int | None
    outline: TurnOutline = field(init=False)
    path: tuple[TurnOutline, ...] | None = None


class OpenConversation(QObject):
    """Opens conversations, asks questions in them, and stores the turns.

    ``shown`` is emitted with the conversation now open, or None for a new one. ``kept`` is emitted
    with a conversation whose entry in the list has changed. ``busy_changed`` is emitted with the
    new value of `busy`.

    A question that cannot be stored is answered anyway, and ``not_kept`` is emitted with the
    reason. Its turn has a negative id and disappears when another conversation is opened.
    ``not_asked`` is emitted with a question that could not be asked again, and ``switched`` with
    the index of a turn that now shows another version.
    """

    shown = Signal(object)
    switched = Signal(int)
    kept = Signal(object)
    busy_changed = Signal(bool)
    not_asked = Signal(object)
    not_kept = Signal(str)

    def __init__(
        self, session: "Session", tasks: Tasks, runs: RunController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = session.conversations
        self._tasks = tasks
        self._runs = runs
        self._beginning = False
        self._stop_at_once = False
        self._opening: asyncio.Task[tuple[Conversation, tuple[TurnOutline, ...]]] | None = None
        self._opening_id = ""
        self._chat = 0
        """The serial number of the open chat, whether or not it is stored."""
        self._last_unkept = 0
        self.just_begun = False
        """True while ``shown`` is emitted because the new chat has become a conversation."""
        self.conversation: Conversation | None = None
        self.history = History(self)
        self.history.wanted.connect(self._load)
        runs.told.connect(self._told)
        runs.appeared.connect(self._appeared)
        runs.running_changed.connect(self.busy_changed)

    @property
    def id(self) -> str:
        """The id of the open conversation, or "" for a new one."""
        return self.conversation.id if self.conversation is not None else ""

    @property
    def coming_id(self) -> str:
        """The id of the conversation being opened or, if there is none, of the open one."""
        return self._opening_id if self._opening is not None else self.id

    @property
    def busy(self) -> bool:
        """True from the moment a question is asked until its run ends, in any conversation."""
        return self._beginning or self._runs.running

    @property
    def is_answering(self) -> bool:
        return self._runs.chat_conversation == self.id

    # --- Opening

    def begin_new(self) -> None:
        """Show an empty conversation, which is stored once its first question is asked."""
        self._stop_opening()
        self._chat += 1
        self.conversation = None
        self.history.show(())
        self.shown.emit(None)

    def open(
        self,
        conversation_id: str,
        turn_id: int | None = None,
        otherwise: Callable[[AgentError], object] | None = None,
    ) -> None:
        """Open a conversation. If ``turn_id`` is not None, show the path through that turn.

        An earlier request that is still loading is cancelled. If the conversation cannot be opened,
        ``otherwise`` is called with the error, which is reported if ``otherwise`` is None.
        """
        self._stop_opening()
        self._opening_id = conversation_id
        self._opening = self._tasks.start(
            self._store.open(conversation_id, turn_id),
            lambda found: self._opened(*found),
            partial(self._not_opened, otherwise or self._tasks.report),
        )

    def _stop_opening(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            self._opening = None

    def _not_opened(self, report: Callable[[AgentError], object], error: AgentError) -> None:
        self._opening = None
        report(error)

    def _opened(self, conversation: Conversation, outlines: tuple[TurnOutline, ...]) -> None:
        self._opening = None
        if conversation.id != self.id:
            self._chat += 1
        self.conversation = conversation
        self.history.show(outlines, self._runs.turns)
        self.shown.emit(conversation)

    def change(self, **fields: Any) -> None:
        if self.conversation is not None:
            self._tasks.start(self._store.change(self.conversation.id, **fields), self._changed)

    def _changed(self, conversation: Conversation) -> None:
        if conversation.id == self.id:
            self.conversation = conversation
        self.kept.emit(conversation)

    # --- Asking

    def ask(self, question: Question, *, instead_of: int | None = None) -> None:
        """Ask a question in the open conversation, unless another one is being answered.

        If ``instead_of`` is given, the new turn is an alternative to that turn. A new conversation
        takes its title and settings from the question.
        """
        if not self.busy:
            self._stop_opening()  # otherwise another chat would replace this one
            self._beginning, self._stop_at_once = True, False
            self.busy_changed.emit(True)
            if instead_of is not None and instead_of < 0:
                instead_of = None  # a turn that is not stored can have no sibling
            self._tasks.start(self._ask(question, instead_of))

    def ask_again(self, turn_id: int, question: Question) -> None:
        """Ask a turn's question again with the options of ``question``, whose text is empty."""
        turn = self.history.find(turn_id)
        if turn is not None:
            question = replace(question, text=turn.question, attachments=turn.attachments)
        self.ask(question, instead_of=turn_id)

    def stop(self) -> None:
        self._stop_at_once = self._beginning
        self._runs.stop()

    async def _ask(self, question: Question, instead_of: int | None) -> None:
        """Store a question as a new turn, start its run, and show the turn."""
        # another chat may be open by the time the store has answered
        chat, before = self._chat, self.history.loaded_turns
        place = _Place(self.conversation, self._last_kept())
        fault: AgentError | None = None
        try:
            question = await self._keep(question, instead_of, place, before)
        except AgentError as error:
            if not question.text:
                self._beginning = False
                self.not_asked.emit(question)
                self.busy_changed.emit(False)
                raise
            self._last_unkept -= 1
            place.outline = TurnOutline(self._last_unkept, len(question.text), 0, "running")
            place.conversation = place.path = None
            question = replace(question, history=_said_in(before if chat == self._chat else ()))
            fault = error
        self._beginning = False
        turn = Turn(question.text, place.outline.id, question.attachments)
        if fault is not None:
            text = self.tr("This question and its answer couldn't be saved: {0}")
            text = text.format(localized_error(fault))
            turn.apply(Notice(text=text, level="warning"))
            self.not_kept.emit(text)
        self._runs.ask(question, turn)
        if chat == self._chat:
            self._show_begun(turn, place)
        if place.conversation is not None:
            self.kept.emit(place.conversation)
        if self._stop_at_once:
            self._runs.stop()

    async def _keep(
        self, question: Question, instead_of: int | None, place: "_Place", before: Sequence[Turn]
    ) -> Question:
        """Store a question as a new turn; return the completed question.

        ``before`` are the loaded turns before it. Sets what is new in ``place``.

        Raises:
            StorageError: the turn cannot be stored.
        """
        if instead_of is not None:
            stored = await self._stored(instead_of)
            place.parent_id = stored.parent_id
            if not question.text:
                question = replace(question, text=stored.question, attachments=stored.attachments)
        if place.conversation is None:
            place.conversation = await self._store.create_for(question)
        here, parent, files = place.conversation.id, place.parent_id, question.attachments
        place.outline = await self._store.begin_turn(
            here, question.text, parent_id=parent, attachments=files
        )
        said: tuple[Message, ...] = ()
        if parent is not None:
            said = await self._store.history(here, parent, _HISTORY_CHARS)
        if instead_of is not None:
            place.path = await self._store.outline(here)
        else:
            said += _said_in(reversed(tuple(takewhile(_is_unkept, reversed(before)))))
        return replace(question, history=said, conversation_id=here, turn_id=place.outline.id)

    async def _stored(self, turn_id: int) -> StoredTurn:
        found = await self._store.turns((turn_id,))
        if not found:
            raise StorageError(
                f"There is no turn {turn_id} in the conversation.",
                "It may have been deleted elsewhere.",
            )
        return found[0]

    def _show_begun(self, turn: Turn, place: "_Place") -> None:
        if place.conversation is not None and not self.id:
            self.conversation = place.conversation
            self.just_begun = True
            self.shown.emit(place.conversation)
            self.just_begun = False
        outline = place.outline
        if place.path is not None:
            self.history.show(place.path, self._runs.turns)
        elif self.history.index_of(turn.turn_id) is not None:  # it has been opened again
            self.history.show(self.history.outlines, self._runs.turns)
        elif place.parent_id in (self._last_kept(), None):  # otherwise another branch is shown
            self.history.append(turn, sibling=outline.sibling, siblings=outline.siblings)

    def _last_kept(self) -> int | None:
        return next((each.id for each in reversed(self.history.outlines) if each.id > 0), None)

    def switch(self, turn_id: int, step: int) -> None:
        """Replace a turn with the version ``step`` positions after it.

        A version is another answer to the question, or an edited question with its answer.
        """
        if self.conversation is not None:
            other = self._store.switch(self.conversation.id, turn_id, step)
            self._tasks.start(other, partial(self._switched, self._chat))

    def _switched(self, chat: int, outlines: tuple[TurnOutline, ...]) -> None:
        if chat == self._chat:
            pairs = zip(self.history.outlines, outlines, strict=False)
            same = [before.id == now.id for before, now in pairs]
            self.history.show(outlines, self._runs.turns)
            self.switched.emit((*same, False).index(False))

    # --- Events and loading

    def _told(self, turn: Turn, event: Event) -> None:
        self.history.tell(turn.turn_id, event)

    def _appeared(self, conversation_id: str, turn: Turn) -> None:
        """Show a turn that a background run has started to answer in the open conversation."""
        if not self.id or conversation_id != self.id:
            return
        if self.history.index_of(turn.turn_id) is None:
            self.history.append(turn)
        else:
            self.history.show(self.history.outlines, self._runs.turns)

    def _load(self, ids: Sequence[int]) -> None:
        self._tasks.start(self._store.turns(ids), self._loaded, partial(self._not_loaded, ids))

    def _loaded(self, turns: Sequence[StoredTurn]) -> None:
        self.history.deliver(turn_of(stored) for stored in turns)

    def _not_loaded(self, ids: Sequence[int], error: AgentError) -> None:
        self.history.give_up(ids)  # scrolling requests them again
        self._tasks.report(error)
