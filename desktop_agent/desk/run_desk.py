"""All runs of a session: at once or in the queue, asleep, restored after the program was closed.

A run in the background has a file of its own (`storage.unfinished`) from its begin to its end; a run
in the chat gets one when it falls asleep. Whatever ends the program, a run with such a file goes on at
the next `RunDesk.open`, of whichever process is the first to take it.
"""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace

from desktop_agent.core.background import KnownRun, RunOrigin
from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.research import Question
from desktop_agent.desk.asking import Asker, chat_is_offline
from desktop_agent.desk.fair_queue import FairQueue
from desktop_agent.desk.known_state import now
from desktop_agent.desk.live_run import LiveRun
from desktop_agent.desk.live_runs import LiveRuns
from desktop_agent.desk.run_book import RunBook, told
from desktop_agent.storage.run_list import RunList
from desktop_agent.storage.unfinished import UnfinishedRuns

_MOST_QUEUED = 200

MakeTurn = Callable[[Question], Awaitable[Question]]


class RunDesk(RunBook):
    """Begins runs, keeps them, and brings back those that the program was closed over.

    Everything belongs to the session's loop. ``make_turn`` gives a question a turn of its own in the
    conversations.
    """

    def __init__(
        self, asker: Asker, store: RunList, unfinished: UnfinishedRuns, make_turn: MakeTurn
    ) -> None:
        super().__init__(store, unfinished, asker.runs)
        self._asker = asker
        self._make_turn = make_turn
        self._live = LiveRuns(asker, self, self._begin_task, self._fill)
        self._queue = FairQueue()
        self._beginning = 0
        self._opened: asyncio.Task[None] | None = None
        self._closed = False

    # --- runs

    async def open(self) -> None:
        """Takes up what was left: runs that go on, and the queue; once."""
        if self._opened is None:
            self._opened = asyncio.create_task(self._open())
        await asyncio.shield(self._opened)

    def begin(self, question: Question) -> LiveRun:
        """Begins a run in the chat, at once."""
        known = replace(_known(question, "chat"), state="running", began=now())
        return self._live.begin(known, question)

    async def enqueue(
        self,
        question: Question,
        origin: RunOrigin,
        *,
        parent_run_id: str = "",
        parent_conversation_id: str = "",
        schedule_id: str = "",
        conversation_id: str = "",
    ) -> KnownRun:
        """Adds a run in the background; it begins when its turn has come.

        With a ``conversation_id`` its answer becomes a turn of that conversation, else it gets one of
        its own.

        Raises:
            AgentError: too many wait already.
            StorageError: it cannot be kept.
        """
        if len(self._queue) >= _MOST_QUEUED:
            raise AgentError(
                f"{_MOST_QUEUED} questions wait in the background already.",
                "Let some of them end, or take them out of the list of runs.",
            )
        # what is asked from a chat that is offline stays so, also where its answer stands elsewhere
        offline = question.offline or await chat_is_offline(self._asker, question)
        question = replace(question, background=True, conversation_id=conversation_id, turn_id=0)
        question = replace(question, offline=offline)
        known = replace(
            _known(question, origin),
            parent_run_id=parent_run_id,
            parent_conversation_id=parent_conversation_id,
            schedule_id=schedule_id,
        )
        await self.add(known, question)
        self._wait_for_turn(known, question)
        self.tell(known)
        self._fill()
        return known

    def live(self, run_id: str) -> LiveRun | None:
        """Gives a run that is not over and has begun."""
        return self._live.get(run_id)

    def background(self, run_id: str) -> None:
        """Lets a run of the chat go on in the background."""
        live = self._live.get(run_id)
        if live is not None and not live.background:
            self._live.to_background(live)

    def pause(self, run_id: str) -> None:
        """Lets a run stand still before its next model call."""
        if (live := self._live.get(run_id)) is not None:
            live.pause()

    def resume(self, run_id: str) -> None:
        """Lets a run go on that sleeps, or was paused."""
        if (live := self._live.get(run_id)) is not None:
            live.resume()

    async def stop(self, run_id: str) -> None:
        """Ends a run, or takes it out of the queue; raises `StorageError`."""
        if (live := self._live.get(run_id)) is not None:
            live.stop()
        elif run_id in self._queue and await self.claim(run_id):
            queued = self._queue.remove(run_id)
            if queued is not None:
                await self.keep_end(replace(queued[0], state="stopped", ended=now()))
            self.let_go(run_id)

    async def get(self, run_id: str) -> KnownRun | None:
        """Gives what is known of a run; raises `StorageError`."""
        live = self._live.get(run_id)
        return live.known if live is not None else await super().get(run_id)

    async def list(self, most: int = 200) -> tuple[KnownRun, ...]:
        """Gives the runs in the background as they are now; raises `StorageError`."""
        stored = await super().list(most)
        now_live = [self._live.get(each.run_id) for each in stored]
        return tuple(
            each if live is None else live.known
            for each, live in zip(stored, now_live, strict=True)
        )

    @property
    def unfinished(self) -> int:
        """How many runs in the background are not over: those that work, sleep or wait."""
        return self._beginning + len(self._queue) + self._live.in_background

    async def idle(self) -> None:
        """Waits until nothing works and nothing is to come; what sleeps is waited for as well."""
        await self._live.idle()

    async def aclose(self) -> None:
        """Leaves what is in the background for the next time, and ends the rest to its last event."""
        self._closed = True
        if self._opened is not None:
            self._opened.cancel()
            await asyncio.wait([self._opened])
        await self._live.aclose()
        await self.close_list()

    # --- what was left

    async def _open(self) -> None:
        with told("background runs cannot be read"):
            left = await self.left(self._live)
            for known, question in left.queued:
                self._wait_for_turn(known, question)
            for known, run, file in left.runs:
                self._live.begin(known, run.question, file=file, goes_on=run.goes_on)
            self._fill()

    # --- the queue

    async def _begin_task(self, run_id: str, question: Question) -> str:
        """Adds a background run that another run has begun."""
        parent = question.conversation_id
        known = await self.enqueue(
            question, "model", parent_run_id=run_id, parent_conversation_id=parent
        )
        return known.run_id

    def _wait_for_turn(self, known: KnownRun, question: Question) -> None:
        self.ends.began(known.run_id)
        self._queue.add((known, question))

    def _fill(self) -> None:
        """Begins runs while there is room; what sleeps takes none."""
        room = self._asker.settings().background.parallel
        while not self._closed and self._queue and self._beginning + self._live.working < room:
            self._beginning += 1
            self._live.chore(self._begin_queued(*self._queue.take()))

    async def _begin_queued(self, known: KnownRun, question: Question) -> None:
        try:
            if not await self.claim(known.run_id):
                return  # another process was quicker, or it was stopped
            question = await self._make_turn(question)
            known = replace(
                known,
                state="running",
                began=now(),
                conversation_id=question.conversation_id,
                turn_id=question.turn_id,
            )
            file = await self.make_file(known, question)
            await self.update(known)
            self._live.begin(known, question, file=file)
        except StorageError as fault:
            error = f"It could not be begun: {fault}"
            await self.keep_end(replace(known, state="failed", error=error, ended=now()))
        finally:
            self.let_go(known.run_id)
            self._beginning -= 1
            self._fill()


def _known(question: Question, origin: RunOrigin) -> KnownRun:
    return KnownRun(
        uuid.uuid4().hex[:12],
        question.text,
        "queued",
        origin,
        now(),
        strategy=question.strategy,
        model=question.model,
        conversation_id=question.conversation_id,
        turn_id=question.turn_id,
    )
