"""The open conversation: its stored turns and the turns that are being answered."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.conversations import Conversation, StoredTurn, TurnOutline
from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.events import Event, Notice, RunFinished
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.conversation.turn import Turn, turn_of
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.translation import localized_error

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.conversation.background_turns import BackgroundTurns

_HISTORY_CHARS = 200_000
"""Maximum characters of earlier turns sent with a question, before the model's context is known."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, with its conversation and the turn before it, as they were when it was asked.

    ``conversation`` is None in a new chat, and for a question that cannot be stored. ``chat`` is
    the serial number of the chat in which the question was asked. ``unkept`` holds the turns after
    ``parent_id`` that are not stored. ``path`` is the new path of turns to show, or None to keep
    the current one.
    """

    question: Question
    conversation: Conversation | None
    chat: int
    parent_id: int | None
    instead_of: int | None
    unkept: tuple[Turn, ...] = ()
    path: tuple[TurnOutline, ...] | None = None


def _said_in(turns: Iterable[Turn]) -> tuple[Message, ...]:
    """Return the latest answered turns as messages, with at most ``_HISTORY_CHARS`` characters."""
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


class OpenConversation(QObject):
    """Opens conversations, asks questions in them, and stores the turns.

    ``shown`` is emitted with the conversation now open, or None for a new one. ``kept`` is emitted
    with a conversation whose entry in the list has changed. ``answering`` is emitted with the id of
    a conversation when a run starts in it, and ``answered`` when the run ends. ``busy_changed`` is
    emitted with the new value of `busy`, and ``failed`` with an `AgentError`.

    A question that cannot be stored is answered anyway, and ``not_kept`` is emitted with the
    reason. Its turn has a negative id and disappears when another conversation is opened.
    ``not_asked`` is emitted with a question that could not be asked again, and ``switched`` with
    the index of a turn that now shows another version.
    """

    shown = Signal(object)
    switched = Signal(int)
    kept = Signal(object)
    answering = Signal(str)
    answered = Signal(str)
    busy_changed = Signal(bool)
    not_asked = Signal(object)
    not_kept = Signal(str)
    failed = Signal(object)

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
        self._unkept: dict[int, Turn] = {}
        self._last_unkept = 0
        self.just_begun = False
        """True while ``shown`` is emitted because the new chat has become a conversation."""
        self.conversation: Conversation | None = None
        self.history = History(self)
        self.history.wanted.connect(self._load)
        self._live: tuple[str, Turn] | None = None
        """The turn that the chat's run answers, with the id of its conversation or ""."""
        self._background: BackgroundTurns | None = None
        runs.happened.connect(self._happened)
        runs.running_changed.connect(self.busy_changed)

    @property
    def id(self) -> str:
        """The id of the open conversation, or "" for a new one."""
        return self.conversation.id if self.conversation is not None else ""

    @property
    def coming_id(self) -> str:
        """The id of the conversation that is being opened, or else of the open one."""
        return self._opening_id if self._opening is not None else self.id

    @property
    def busy(self) -> bool:
        """True from the moment a question is asked until its run ends, in any conversation."""
        return self._beginning or self._runs.running

    @property
    def is_answering(self) -> bool:
        return self._live is not None and self._live[0] == self.id

    # --- Opening

    def begin_new(self) -> None:
        """Show an empty conversation. It is stored once its first question is asked."""
        self._stop_opening()
        self._chat += 1
        self.conversation = None
        self._unkept.clear()
        self.history.show((), self._at_hand())
        self.shown.emit(None)

    def open(
        self,
        conversation_id: str,
        turn_id: int | None = None,
        otherwise: Callable[[AgentError], object] | None = None,
    ) -> None:
        """Open a conversation. If ``turn_id`` is not None, show the path through that turn.

        An earlier request that is still loading is cancelled. If the conversation cannot be opened,
        ``otherwise`` is called with the error, or ``failed`` is emitted if ``otherwise`` is None.
        """
        self._stop_opening()
        self._opening_id = conversation_id
        self._opening = self._tasks.start(
            self._store.open(conversation_id, turn_id),
            lambda found: self._opened(*found),
            partial(self._not_opened, otherwise or self.failed.emit),
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
        self._unkept.clear()
        self.history.show(outlines, self._at_hand())
        self.shown.emit(conversation)

    def change(self, **fields: Any) -> None:
        if self.conversation is not None:
            change = self._store.change(self.conversation.id, **fields)
            self._tasks.start(change, self._changed, self.failed.emit)

    def _changed(self, conversation: Conversation) -> None:
        if conversation.id == self.id:
            self.conversation = conversation
        self.kept.emit(conversation)

    # --- Asking

    def ask(self, question: Question, *, instead_of: int | None = None) -> None:
        """Ask a question in the open conversation, unless another one is being answered.

        If ``instead_of`` is the id of a turn, the new turn is an alternative to it. A new
        conversation takes its title and settings from the question.
        """
        if not self.busy:
            asked = self._asked(question, instead_of)
            self._stop_opening()  # otherwise another chat would replace this one
            self._beginning, self._stop_at_once = True, False
            self.busy_changed.emit(True)
            failed = partial(self._not_begun, asked)
            self._tasks.start(self._store_turn(asked), self._begun, failed)

    def ask_again(self, turn_id: int, question: Question) -> None:
        """Ask the question of a turn again.

        ``question`` has the options to use; its text is empty.
        """
        index = self.history.index_of(turn_id)
        turn = self.history.turn(index) if index is not None else None
        if turn is not None:
            question = replace(question, text=turn.question, attachments=turn.attachments)
        self.ask(question, instead_of=turn_id)

    def stop(self) -> None:
        self._stop_at_once = self._beginning
        self._runs.stop()

    def _asked(self, question: Question, instead_of: int | None) -> AskedQuestion:
        # another conversation may be open by the time the store has answered
        ids = [each.id for each in self.history.outlines]
        parent = self._last_kept()
        if instead_of is not None and instead_of < 0:
            instead_of = None  # a turn that is not stored can have no sibling
        newest = ids[ids.index(parent) + 1 :] if parent is not None else ids
        beyond = tuple(self._unkept[each] for each in newest if each in self._unkept)
        return AskedQuestion(question, self.conversation, self._chat, parent, instead_of, beyond)

    async def _store_turn(self, asked: AskedQuestion) -> tuple[AskedQuestion, TurnOutline]:
        """Store a question as a new turn; return the completed question and the turn's outline.

        Raises:
            StorageError: the turn cannot be stored.
        """
        question, conversation, parent = asked.question, asked.conversation, asked.parent_id
        path = None
        if asked.instead_of is not None or not question.text:
            stored = await self._stored(asked.instead_of or 0)
            parent = stored.parent_id
            if not question.text:
                question = replace(question, text=stored.question, attachments=stored.attachments)
        if conversation is None:
            conversation = await self._store.create_for(question)
        outline = await self._store.begin_turn(
            conversation.id, question.text, parent_id=parent, attachments=question.attachments
        )
        said: tuple[Message, ...] = ()
        if parent is not None:
            said = await self._store.history(conversation.id, parent, _HISTORY_CHARS)
        if asked.instead_of is not None:
            path = await self._store.outline(conversation.id)
        else:
            said += _said_in(asked.unkept)
        ready = replace(question, history=said, conversation_id=conversation.id, turn_id=outline.id)
        asked = replace(asked, question=ready, conversation=conversation)
        return replace(asked, parent_id=parent, path=path), outline

    async def _stored(self, turn_id: int) -> StoredTurn:
        found = await self._store.turns((turn_id,))
        if not found:
            raise StorageError(
                f"There is no turn {turn_id} in the conversation.",
                "It may have been deleted elsewhere.",
            )
        return found[0]

    def _not_begun(self, asked: AskedQuestion, error: AgentError) -> None:
        question = asked.question
        if question.text:
            self._last_unkept -= 1
            here = range(len(self.history)) if asked.chat == self._chat else range(0)
            before = [turn for turn in map(self.history.turn, here) if turn is not None]
            ready = replace(question, history=_said_in(before), conversation_id="", turn_id=0)
            outline = TurnOutline(self._last_unkept, len(question.text), 0, "running")
            self._begun((replace(asked, question=ready, conversation=None), outline), error)
            return
        self._beginning = False
        self.not_asked.emit(question)
        self.busy_changed.emit(False)
        self.failed.emit(error)

    def _begun(
        self, begun: tuple[AskedQuestion, TurnOutline], fault: AgentError | None = None
    ) -> None:
        asked, outline = begun
        self._beginning = False
        question, conversation = asked.question, asked.conversation
        turn = Turn(question.text, outline.id, question.attachments)
        if fault is not None:
            text = self.tr("This question and its answer couldn't be saved: {0}")
            text = text.format(localized_error(fault))
            turn.apply(Notice(text=text, level="warning"))
            self.not_kept.emit(text)
        self._live = (question.conversation_id, turn)
        if asked.chat == self._chat:
            self._show_begun(asked, outline, turn)
        self._runs.ask(question)
        if conversation is not None:
            self.answering.emit(conversation.id)
            self.kept.emit(conversation)
        if self._stop_at_once:
            self._runs.stop()

    def _show_begun(self, asked: AskedQuestion, outline: TurnOutline, turn: Turn) -> None:
        if asked.conversation is None:
            self._unkept[turn.turn_id] = turn
        elif not self.id:
            self.conversation = asked.conversation
            self.just_begun = True
            self.shown.emit(asked.conversation)
            self.just_begun = False
        if asked.path is not None:
            self.history.show(asked.path, self._at_hand())
        elif self.history.index_of(turn.turn_id) is not None:  # it has been opened again
            self.history.show(self.history.outlines, self._at_hand())
        elif asked.parent_id in (self._last_kept(), None):  # otherwise another branch is shown
            self.history.append(turn, sibling=outline.sibling, siblings=outline.siblings)

    def _last_kept(self) -> int | None:
        return next((each.id for each in reversed(self.history.outlines) if each.id > 0), None)

    def switch(self, turn_id: int, step: int) -> None:
        """Show the version that is ``step`` positions after the given turn, in place of it.

        A version is another answer to the question, or an edited question with its answer.
        """
        if self.conversation is not None:
            other = self._store.switch(self.conversation.id, turn_id, step)
            self._tasks.start(other, partial(self._switched, self._chat), self.failed.emit)

    def _switched(self, chat: int, outlines: tuple[TurnOutline, ...]) -> None:
        if chat == self._chat:
            pairs = zip(self.history.outlines, outlines, strict=False)
            same = [before.id == now.id for before, now in pairs]
            self.history.show(outlines, self._at_hand())
            self.switched.emit((*same, False).index(False))

    # --- Events and loading

    def _happened(self, event: Event) -> None:
        if self._live is None:
            return
        turn = self._live[1]
        turn.apply(event)
        self.history.tell(turn.turn_id, event)
        if isinstance(event, RunFinished):
            self._end_live()

    def _end_live(self) -> None:
        live, self._live = self._live, None
        if live is not None and live[0]:
            self.answered.emit(live[0])

    def follow_background(self, turns: "BackgroundTurns") -> None:
        self._background = turns
        turns.happened.connect(self.history.tell)
        turns.appeared.connect(self._appeared)
        self.history.deliver(turns.turns_of(self.id))

    def hand_over(self, run_id: str) -> None:
        if self._live is not None and self._background is not None:
            conversation_id, turn = self._live
            self._background.adopt(run_id, turn, conversation_id)
        self._end_live()

    def _appeared(self, turn: Turn) -> None:
        """Show a turn that a background run has started to answer."""
        if self.history.index_of(turn.turn_id) is None:
            self.history.append(turn)
        else:
            self.history.show(self.history.outlines, self._at_hand())

    def _load(self, ids: Sequence[int]) -> None:
        self.history.deliver(self._unkept[each] for each in ids if each in self._unkept)
        kept = [each for each in ids if each > 0]
        if kept:
            self._tasks.start(
                self._store.turns(kept), self._loaded, partial(self._not_loaded, kept)
            )

    def _loaded(self, turns: Sequence[StoredTurn]) -> None:
        self.history.deliver(turn_of(stored) for stored in turns)

    def _not_loaded(self, ids: Sequence[int], error: AgentError) -> None:
        self.history.give_up(ids)  # scrolling requests them again
        self.failed.emit(error)

    def _at_hand(self) -> tuple[Turn, ...]:
        """Return the turns that are being answered, in the chat or in the background."""
        live = (self._live[1],) if self._live is not None else ()
        return live if self._background is None else live + self._background.turns_of(self.id)
