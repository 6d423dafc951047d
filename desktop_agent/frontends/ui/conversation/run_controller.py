"""Runs the chat's questions, follows background runs, and applies their events to turns."""

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.events import Event, EventQueue, RunFinished, SleepStarted
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.conversation.turn import Turn

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.runs.run import Listener, Run

FLUSH_MS = 34
"""Interval between flushes in milliseconds; more than 30 flushes a second would not be visible."""
FLUSH_BUDGET_S = 0.006
"""CPU seconds per flush, after which the remaining events wait for the next flush."""


class FollowedRun:
    """A run, the turn that it answers, and the events that the turn has yet to apply.

    ``live`` is None until the run has begun, and ``ended`` is True once its last event is waiting.
    """

    def __init__(self, turn: Turn, conversation_id: str) -> None:
        self.turn = turn
        self.conversation_id = conversation_id
        self.live: Run | None = None
        self.listener: Listener | None = None
        self.waiting = EventQueue()
        self.ended = False

    def leave(self) -> None:
        """Stop listening; the run continues."""
        if self.live is not None and self.listener is not None:
            self.live.leave(self.listener)


class RunController(QObject):
    """Runs one question at a time in the chat, and follows any number of background runs.

    ``told`` is emitted with a turn and an event that it has applied, in order; text that arrives
    between two flushes is merged into one delta. If the event is one of the chat's run,
    ``happened`` is emitted with it as well. ``running_changed`` is emitted when the chat's run
    starts, and again after its last event has been delivered. If it goes to sleep or moves to the
    background, ``left`` is emitted, and the next question can be asked.

    ``appeared`` is emitted with the id of a conversation and the turn that a background run has
    started to answer in it, and ``followed_changed`` when a run has been added or has ended.
    ``password_wait`` is emitted when the keyring starts or stops waiting, most likely for its
    password.
    """

    happened = Signal(object)
    told = Signal(object, object)
    appeared = Signal(str, object)
    followed_changed = Signal()
    running_changed = Signal(bool)
    left = Signal()
    password_wait = Signal(bool)

    def __init__(self, session: "Session", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._followed: list[FollowedRun] = []
        self._chat: FollowedRun | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._stopping = False
        self._done = asyncio.Event()
        self._timer = QTimer(self, interval=FLUSH_MS)
        self._timer.timeout.connect(self._flush)
        session.keys.watch_waiting(self._tell_password_wait)

    def _tell_password_wait(self, waits: bool) -> None:  # noqa: FBT001 - the state itself
        """Emit ``password_wait``. The keyring's thread calls this and may outlive the window."""
        with suppress(RuntimeError):
            self.password_wait.emit(waits)

    @property
    def running(self) -> bool:
        """True from `ask` until the last event is delivered or the run leaves the chat."""
        return self._chat is not None

    @property
    def run_id(self) -> str:
        """The id of the chat's run, or "" if none has started."""
        live = self._chat.live if self._chat is not None else None
        return live.run_id if live is not None else ""

    @property
    def chat_conversation(self) -> str | None:
        """The id of the conversation that the chat's run answers, or None if there is no run.

        The id is "" if the question could not be stored.
        """
        return self._chat.conversation_id if self._chat is not None else None

    @property
    def conversations(self) -> frozenset[str]:
        """The ids of the conversations in which turns are being answered."""
        return frozenset(each.conversation_id for each in self._followed) - {""}

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that are being answered, in the chat or in the background."""
        return tuple(each.turn for each in self._followed)

    def run_of(self, turn: Turn | None) -> "Run | None":
        """Return the run that is answering a turn, or None if there is none."""
        return next((each.live for each in self._followed if each.turn is turn), None)

    # --- The chat's run

    def ask(self, question: Question, turn: Turn) -> None:
        """Start the chat's run, which answers ``turn``. No other run may be active in the chat."""
        assert not self.running, "one question at a time"
        self._stopping = False
        self._done = asyncio.Event()
        self._chat = FollowedRun(turn, question.conversation_id)
        self._followed.append(self._chat)
        self._beginning = asyncio.ensure_future(self._begin(self._chat, question))
        self.running_changed.emit(True)
        self.followed_changed.emit()

    def stop(self) -> None:
        """Ask the chat's run to stop. Its last events are still delivered."""
        self._stopping = True
        if self._chat is not None and self._chat.live is not None:
            self._chat.live.stop()

    def give_to_background(self) -> None:
        if self._chat is not None and self.run_id and not self._chat.ended:
            self._session.runs.background(self.run_id)
            self._leave_chat()

    async def aclose(self) -> None:
        """Stop the chat's run and wait until it has ended, so that it is recorded to its end.

        Background runs are no longer followed.
        """
        self.stop()
        if self.running:
            if self._beginning is not None:
                await asyncio.wait([self._beginning])
            await self._done.wait()
        self._timer.stop()
        for each in self._followed:
            each.leave()
        self._followed.clear()

    async def _begin(self, chat: FollowedRun, question: Question) -> None:
        try:
            # loading the code of the strategies takes a second and may not be complete yet
            await self._session.warm_up()
            live = self._session.ask(question, can_wait=True)
            if self._stopping:
                live.stop()  # the last event still arrives, so that the turn ends
            for event in self._listen(chat, live):
                self._take(chat, event)
        except Exception as fault:
            self._take(
                chat,
                RunFinished(
                    status="failed",
                    error=f"Something went wrong: {type(fault).__name__}.",
                    remedy="See the log file for details, and please report this.",
                ),
            )
            self._take(chat, None)
            raise

    def _leave_chat(self) -> None:
        """Let the chat's run continue in the background."""
        self._chat = self._beginning = None
        self._done.set()
        self.running_changed.emit(False)
        self.left.emit()

    # --- Background runs

    def follow(self, record: RunRecord, live: "Run") -> None:
        """Follow a background run, unless it is already followed or has ended."""
        if any(each.live is live for each in self._followed):
            return
        question = live.question
        followed = FollowedRun(
            Turn(question.text, record.turn_id, question.attachments), record.conversation_id
        )
        for event in self._listen(followed, live):
            followed.turn.apply(event)
        if not followed.turn.running:  # although its record does not say so yet
            followed.leave()
            return
        self._followed.append(followed)
        self.appeared.emit(record.conversation_id, followed.turn)
        self.followed_changed.emit()

    # --- Events

    def _listen(self, followed: FollowedRun, live: "Run") -> tuple[Event, ...]:
        """Listen to a run, and return its events so far."""
        followed.live, followed.listener = live, partial(self._take, followed)
        return live.listen(followed.listener)

    def _take(self, followed: FollowedRun, event: Event | None) -> None:
        is_first = not self._timer.isActive()
        if is_first:
            self._timer.start()
        if event is not None:
            followed.waiting.add(event)
            if is_first:
                self._flush()  # the first event after a pause is not delayed
            return
        followed.ended = True
        if followed is self._chat:
            self._done.set()

    def _flush(self) -> None:
        began = time.thread_time()
        idle = True
        for followed in tuple(self._followed):
            while followed.waiting:
                idle = False
                self._tell(followed, followed.waiting.take())
                if time.thread_time() - began > FLUSH_BUDGET_S:
                    return
            if followed.ended:
                self._end(followed)
        if idle:
            self._timer.stop()

    def _tell(self, followed: FollowedRun, event: Event) -> None:
        followed.turn.apply(event)
        self.told.emit(followed.turn, event)
        if followed is self._chat:
            self.happened.emit(event)
            if isinstance(event, SleepStarted):
                self._leave_chat()

    def _end(self, followed: FollowedRun) -> None:
        self._followed.remove(followed)
        if followed is self._chat:
            self._chat = self._beginning = None
            self.running_changed.emit(False)
        self.followed_changed.emit()
