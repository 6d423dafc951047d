"""The conversation that is open: its turns from the store, and the one that is being answered."""

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.conversations import Conversation, StoredTurn, TurnOutline
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Question
from desktop_agent.ui.chat.history import History
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.turn import Turn

if TYPE_CHECKING:
    from desktop_agent.app import Session

_TITLE_CHARS = 60
_HISTORY_CHARS = 200_000
"""Most characters of earlier turns that go with a question; the model's context is the next limit."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a question belongs: what was open when it was asked, and the turn that it follows."""

    conversation: Conversation | None
    parent_id: int | None
    instead_of: int | None


@dataclass(frozen=True, slots=True)
class _Ready:
    """A question that can be asked: ``path`` is what is shown then, where it is another one."""

    question: Question
    asked_in: str
    conversation: Conversation
    outline: TurnOutline
    path: tuple[TurnOutline, ...] | None


@dataclass(slots=True)
class _Live:
    """The turn that is being answered, and where it belongs."""

    conversation_id: str
    turn: Turn


class OpenConversation(QObject):
    """Opens conversations, asks in them, and keeps what was said.

    ``shown`` brings the conversation that is open now, or None for one not yet begun; ``kept`` one
    whose row in the list has changed. ``answering`` tells the id of the conversation in which a run
    begins, ``answered`` that in which it has ended. ``busy_changed`` is sent when `busy` is other
    than before. ``not_asked`` brings a question that could not be kept, so it was not asked.
    ``failed`` brings an `AgentError`.
    """

    shown = Signal(object)
    kept = Signal(object)
    answering = Signal(str)
    answered = Signal(str)
    busy_changed = Signal(bool)
    not_asked = Signal(object)
    failed = Signal(object)

    def __init__(
        self, session: "Session", tasks: Tasks, runs: RunController, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._store = session.conversations
        self._tasks = tasks
        self._runs = runs
        self._live: _Live | None = None
        self._beginning = False
        self._stop_at_once = False
        self.conversation: Conversation | None = None
        self.history = History(self)
        self.history.wanted.connect(self._load)
        runs.happened.connect(self._happened)
        runs.running_changed.connect(self.busy_changed)

    @property
    def id(self) -> str:
        """The id of the open conversation; empty for one that has not begun."""
        return self.conversation.id if self.conversation is not None else ""

    @property
    def busy(self) -> bool:
        """True from a question until the end of its run, in whatever conversation."""
        return self._beginning or self._runs.running

    @property
    def is_answering(self) -> bool:
        """True while a run goes on in the conversation that is open."""
        return self._live is not None and self._live.conversation_id == self.id

    # --- which one is open

    def begin_new(self) -> None:
        """Shows an empty conversation; it is kept from its first question on."""
        self.conversation = None
        self.history.show(())
        self.shown.emit(None)

    def open(self, conversation_id: str, turn_id: int | None = None) -> None:
        """Opens a conversation, on the path that leads through a turn where one is named."""

        async def read() -> tuple[Conversation, tuple[TurnOutline, ...]]:
            conversation = await self._store.get(conversation_id)
            if turn_id is not None:
                return conversation, await self._store.reveal(conversation_id, turn_id)
            return conversation, await self._store.outline(conversation_id)

        self._tasks.start(read(), lambda found: self._opened(*found), self.failed.emit)

    def _opened(self, conversation: Conversation, outlines: tuple[TurnOutline, ...]) -> None:
        self.conversation = conversation
        self.history.show(outlines, self._at_hand())
        self.shown.emit(conversation)

    def change(self, **fields: Any) -> None:
        """Changes the open conversation's own choices; see `ConversationStore.change`."""
        if self.conversation is not None:
            change = self._store.change(self.conversation.id, **fields)
            self._tasks.start(change, self._changed, self.failed.emit)

    def _changed(self, conversation: Conversation) -> None:
        if conversation.id == self.id:
            self.conversation = conversation
        self.kept.emit(conversation)

    # --- asking

    def ask(self, question: Question, *, instead_of: int | None = None) -> None:
        """Asks in the open conversation; ``instead_of`` a turn it makes a sibling of that one.

        Does nothing while a question is being answered. A conversation that has not begun is made,
        with the question for its name and what is chosen now for its own.
        """
        if not self.busy:
            self._start(question, self._begin(question, self._place(instead_of)))

    def ask_again(self, turn_id: int, question: Question) -> None:
        """Asks the question of a turn once more, as ``question`` says but for its text."""
        place = self._place(turn_id)

        async def begin() -> _Ready:
            (stored,) = await self._store.turns((turn_id,))
            same = replace(question, text=stored.question, attachments=stored.attachments)
            return await self._begin(same, place)

        if not self.busy:
            self._start(question, begin())

    def stop(self) -> None:
        """Ends the run, or the one that is about to begin."""
        self._stop_at_once = self._beginning
        self._runs.stop()

    def _place(self, instead_of: int | None) -> _Place:
        # now: the person may have opened another conversation before the store has answered
        last = self.history.outline(len(self.history) - 1).id if len(self.history) else None
        return _Place(self.conversation, last, instead_of)

    def _start(self, question: Question, begin: Coroutine[Any, Any, _Ready]) -> None:
        self._beginning, self._stop_at_once = True, False
        self.busy_changed.emit(True)
        self._tasks.start(begin, self._begun, partial(self._not_begun, question))

    def _not_begun(self, question: Question, error: AgentError) -> None:
        self._beginning = False
        self.not_asked.emit(question)
        self.busy_changed.emit(False)
        self.failed.emit(error)

    async def _begin(self, question: Question, place: _Place) -> _Ready:
        conversation, parent, path = place.conversation, place.parent_id, None
        if conversation is None:
            conversation = await self._create(question)
        if place.instead_of is not None:
            (stored,) = await self._store.turns((place.instead_of,))
            parent = stored.parent_id
        outline = await self._store.begin_turn(
            conversation.id, question.text, parent_id=parent, attachments=question.attachments
        )
        said: tuple[Message, ...] = ()
        if parent is not None:
            said = await self._store.history(conversation.id, parent, _HISTORY_CHARS)
        if place.instead_of is not None:
            path = await self._store.outline(conversation.id)
        ready = replace(question, history=said, conversation_id=conversation.id, turn_id=outline.id)
        asked_in = place.conversation.id if place.conversation is not None else ""
        return _Ready(ready, asked_in, conversation, outline, path)

    async def _create(self, question: Question) -> Conversation:
        usual = self._session.settings.network.offline
        return await self._store.create(
            title_of(question),
            strategy=question.strategy,
            model=question.model,
            offline=None if question.offline == usual else question.offline,
        )

    def _begun(self, ready: _Ready) -> None:
        self._beginning = False
        turn = Turn(ready.question.text, ready.outline.id, ready.question.attachments)
        self._live = _Live(ready.conversation.id, turn)
        if ready.asked_in == self.id:
            self._show_begun(ready, turn)
        self._runs.ask(ready.question)
        self.answering.emit(ready.conversation.id)
        self.kept.emit(ready.conversation)
        if self._stop_at_once:
            self._runs.stop()

    def _show_begun(self, ready: _Ready, turn: Turn) -> None:
        if not self.id:
            self.conversation = ready.conversation
            self.shown.emit(ready.conversation)
        if ready.path is None:
            outline = ready.outline
            self.history.append(turn, sibling=outline.sibling, siblings=outline.siblings)
        else:
            self.history.show(ready.path, self._at_hand())

    def switch(self, turn_id: int, step: int) -> None:
        """Shows another answer, or another wording of the question, in the place of a turn."""
        if self.conversation is not None:
            other = self._store.switch(self.conversation.id, turn_id, step)
            self._tasks.start(other, self._switched, self.failed.emit)

    def _switched(self, outlines: tuple[TurnOutline, ...]) -> None:
        self.history.show(outlines, self._at_hand())

    # --- what happens and what is loaded

    def _happened(self, event: Event) -> None:
        live = self._live
        if live is None:
            return
        live.turn.apply(event)
        self.history.tell(live.turn.turn_id, event)
        if isinstance(event, RunFinished):
            self._live = None
            self.answered.emit(live.conversation_id)

    def _load(self, ids: Sequence[int]) -> None:
        self._tasks.start(self._store.turns(ids), self._loaded, self.failed.emit)

    def _loaded(self, turns: Sequence[StoredTurn]) -> None:
        self.history.deliver(_turn_of(stored) for stored in turns)

    def _at_hand(self) -> tuple[Turn, ...]:
        return (self._live.turn,) if self._live is not None else ()


def title_of(question: Question) -> str:
    """Gives a name for the conversation that begins with a question."""
    text = " ".join(question.text.split())
    if not text and question.attachments:
        return question.attachments[0].name[:_TITLE_CHARS]
    if len(text) <= _TITLE_CHARS:
        return text
    return text[:_TITLE_CHARS].rsplit(" ", 1)[0].rstrip(",;:") + "…"


def _turn_of(stored: StoredTurn) -> Turn:
    turn = Turn(stored.question, stored.id, stored.attachments)
    for event in stored.events:
        turn.apply(event)
    return turn
