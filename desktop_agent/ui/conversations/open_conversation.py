"""The conversation that is open: its turns from the store, and the one that is being answered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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


_Beginning = tuple[Question, Conversation, TurnOutline, tuple[TurnOutline, ...] | None]
"""A question ready to be asked, its place, and the path that is shown then if it is another."""


@dataclass(slots=True)
class _Live:
    """The turn that is being answered, and where it belongs."""

    conversation_id: str
    turn: Turn


class OpenConversation(QObject):
    """Opens conversations, asks in them, and keeps what was said.

    ``shown`` brings the conversation that is open now, or None for one not yet begun; ``kept`` one
    whose row in the list has changed. ``answering`` tells the id of the conversation in which a run
    begins, ``answered`` that in which it has ended. ``failed`` brings an `AgentError`.
    """

    shown = Signal(object)
    kept = Signal(object)
    answering = Signal(str)
    answered = Signal(str)
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
        self.conversation: Conversation | None = None
        self.history = History(self)
        self.history.wanted.connect(self._load)
        runs.happened.connect(self._happened)

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
        with the question for its name.
        """
        if not self.busy:
            self._beginning = True
            begin = self._begin(question, instead_of)
            self._tasks.start(begin, lambda ready: self._begun(*ready), self._not_begun)

    def _not_begun(self, error: AgentError) -> None:
        self._beginning = False
        self.failed.emit(error)

    def ask_again(self, turn_id: int, question: Question) -> None:
        """Asks the question of a turn once more, as ``question`` says but for its text."""

        async def begin() -> _Beginning:
            (stored,) = await self._store.turns((turn_id,))
            same = replace(question, text=stored.question, attachments=stored.attachments)
            return await self._begin(same, turn_id)

        if not self.busy:
            self._beginning = True
            self._tasks.start(begin(), lambda ready: self._begun(*ready), self._not_begun)

    async def _begin(
        self, question: Question, instead_of: int | None
    ) -> _Beginning:
        conversation = self.conversation
        if conversation is None:
            conversation = await self._store.create(title_of(question))
        parent = await self._parent(instead_of)
        outline = await self._store.begin_turn(
            conversation.id, question.text, parent_id=parent, attachments=question.attachments
        )
        said: tuple[Message, ...] = ()
        if parent is not None:
            said = await self._store.history(conversation.id, parent, _HISTORY_CHARS)
        path = None
        if instead_of is not None:
            path = await self._store.outline(conversation.id)
        ready = replace(question, history=said, conversation_id=conversation.id, turn_id=outline.id)
        return ready, conversation, outline, path

    async def _parent(self, instead_of: int | None) -> int | None:
        if instead_of is not None:
            (stored,) = await self._store.turns((instead_of,))
            return stored.parent_id
        return self.history.outline(len(self.history) - 1).id if len(self.history) else None

    def _begun(
        self,
        question: Question,
        conversation: Conversation,
        outline: TurnOutline,
        path: Sequence[TurnOutline] | None,
    ) -> None:
        self._beginning = False
        turn = Turn(question.text, outline.id, question.attachments)
        self._live = _Live(conversation.id, turn)
        if conversation.id != self.id:
            self.conversation = conversation
            self.shown.emit(conversation)
        if path is None:
            self.history.append(turn, sibling=outline.sibling, siblings=outline.siblings)
        else:
            self.history.show(path, self._at_hand())
        self._runs.ask(question)
        self.answering.emit(conversation.id)
        self.kept.emit(conversation)

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
