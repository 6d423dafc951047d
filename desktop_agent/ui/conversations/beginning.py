"""The begin of a turn: its place in the store, and what was said before it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop_agent.core.conversations import Conversation, StoredTurn, TurnOutline
from desktop_agent.core.errors import StorageError
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Question
from desktop_agent.core.titles import title_of
from desktop_agent.ui.turn import Turn

if TYPE_CHECKING:
    from desktop_agent.app import Session

_HISTORY_CHARS = 200_000
"""Most characters of earlier turns that go with a question; the model's context is the next limit."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question belongs: what was open when it was asked, and the turn that it follows.

    ``chat`` numbers the chats that were shown; ``unkept`` are the turns that follow ``parent_id``
    and are in no store.
    """

    conversation: Conversation | None
    chat: int
    parent_id: int | None
    instead_of: int | None
    unkept: tuple[Turn, ...] = ()

    @property
    def conversation_id(self) -> str:
        """The id of the conversation; empty for one that has not begun."""
        return self.conversation.id if self.conversation is not None else ""


@dataclass(frozen=True, slots=True)
class Ready:
    """A question that can be asked.

    ``parent_id`` is the turn above it; ``path`` is what is shown then, where it is another one.
    There is no conversation where it could not be kept.
    """

    question: Question
    place: Place
    conversation: Conversation | None
    outline: TurnOutline
    parent_id: int | None
    path: tuple[TurnOutline, ...] | None = None

    @property
    def conversation_id(self) -> str:
        """The id of its conversation; empty where it is kept in none."""
        return self.conversation.id if self.conversation is not None else ""


class Beginning:
    """Gives each question its turn in the store."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._store = session.conversations

    async def begin(self, question: Question, place: Place) -> Ready:
        """Adds the turn of a question.

        Raises:
            StorageError: it cannot be kept.
        """
        conversation, parent, path = place.conversation, place.parent_id, None
        if place.instead_of is not None:
            parent = (await self._turn(place.instead_of)).parent_id
        if conversation is None:
            conversation = await self._create(question)
        outline = await self._store.begin_turn(
            conversation.id, question.text, parent_id=parent, attachments=question.attachments
        )
        said: tuple[Message, ...] = ()
        if parent is not None:
            said = await self._store.history(conversation.id, parent, _HISTORY_CHARS)
        if place.instead_of is not None:
            path = await self._store.outline(conversation.id)
        else:
            said += said_in(place.unkept)
        ready = replace(question, history=said, conversation_id=conversation.id, turn_id=outline.id)
        return Ready(ready, place, conversation, outline, parent, path)

    async def again(self, question: Question, turn_id: int, place: Place) -> Ready:
        """Adds a turn with the text and the files of an earlier one.

        Raises:
            StorageError: that one cannot be read, or the new one not be kept.
        """
        stored = await self._turn(turn_id)
        same = replace(question, text=stored.question, attachments=stored.attachments)
        return await self.begin(same, place)

    async def _turn(self, turn_id: int) -> StoredTurn:
        found = await self._store.turns((turn_id,))
        if not found:
            raise StorageError(
                f"There is no turn {turn_id} in the conversation.",
                "It may have been deleted elsewhere.",
            )
        return found[0]

    async def _create(self, question: Question) -> Conversation:
        return await self._store.create(
            title_of(question),
            strategy=question.strategy,
            model=question.model,
            offline=question.offline or None,
            documents=question.documents,
            servers=question.servers,
        )


def unkept(question: Question, place: Place, turn_id: int, before: Sequence[Turn]) -> Ready:
    """Gives a question that is asked without being kept; ``before`` are the turns that it follows."""
    ready = replace(question, history=said_in(before), conversation_id="", turn_id=0)
    outline = TurnOutline(turn_id, len(question.text), 0, "running")
    return Ready(ready, place, None, outline, place.parent_id)


def said_in(turns: Iterable[Turn]) -> tuple[Message, ...]:
    """Gives the questions and answers of turns, the newest that can go with a question."""
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
