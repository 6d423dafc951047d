"""All runs of a session: active, queued, asleep, and restored after a restart.

A background run has a file (`storage.runs.UnfinishedFile`) from start to end; a run in the chat
gets one when it falls asleep. However the program ends, a run with such a file is resumed at the
next `RunManager.open`, by the first process that claims it.
"""

import asyncio
import logging
import time
import uuid
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.events import Event, EventQueue, RunFinished, RunStarted
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunOrigin, RunRecord, RunState, Sleeping
from desktop_agent.runs.preparation import Asked, ResumeState, RunEnvironment, ask, chat_is_offline
from desktop_agent.runs.resume import result_line, sleep_line
from desktop_agent.runs.store import ChildTasks, RunStore, now, record_after, told
from desktop_agent.storage.runs import RunList, UnfinishedFile, UnfinishedRuns
from desktop_agent.tools.recorded_results import RecordedResults

# --- Fair queue

Waiting = tuple[RunRecord, Question]


class FairQueue:
    """Fair queue: the least-served asker first, and the oldest question of that asker.

    An asker is a conversation, a schedule, or the user.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._served: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, run_id: object) -> bool:
        return any(known.run_id == run_id for known, _ in self._waiting)

    def add(self, waiting: Waiting) -> None:
        who = _asker(waiting[0])
        if who not in self._served and self._served:
            # newcomers start at the current minimum
            self._served[who] = min(self._served.values())
        self._waiting.append(waiting)

    def take(self) -> Waiting:
        """Remove and return the next question; the queue must not be empty."""
        at = min(
            range(len(self._waiting)),
            key=lambda each: (self._served[_asker(self._waiting[each][0])], each),
        )
        waiting = self._waiting.pop(at)
        self._served[_asker(waiting[0])] += 1
        if not self._waiting:
            self._served.clear()
        return waiting

    def remove(self, run_id: str) -> Waiting | None:
        """Remove and return a question; None if it is not queued."""
        for at, waiting in enumerate(self._waiting):
            if waiting[0].run_id == run_id:
                return self._waiting.pop(at)
        return None


def _asker(known: RunRecord) -> str:
    return known.schedule_id or known.parent_conversation_id or known.parent_run_id


# --- Active run

logger = logging.getLogger(__name__)

_TELL_S = 0.25
"""Seconds between two progress notifications; a change of state is reported at once."""


Listener = Callable[[Event | None], object]


class LiveRun:
    """An active run; watchers may attach and detach.

    ``tell`` is called with the run itself a few times a second. The run is in the ``background`` if
    nobody waits for it in the chat.
    """

    def __init__(
        self,
        asked: Asked,
        known: RunRecord,
        tell: Callable[["LiveRun"], None],
        *,
        background: bool,
        before: Iterable[Event] = (),
    ) -> None:
        self.asked = asked
        self.known = known
        self.background = background
        self.file: UnfinishedFile | None = None
        self._told = EventQueue()
        for event in before:
            self._told.add(event)
        self._listeners: list[Listener] = []
        self._tell = tell
        self._told_at = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._over = False

    @property
    def run_id(self) -> str:
        return self.known.run_id

    @property
    def question(self) -> Question:
        return self.asked.run.question

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far; consecutive deltas of one text are joined."""
        return tuple(self._told)

    @property
    def asleep(self) -> bool:
        return self.known.sleeping is not None

    def listen(self, listener: Listener) -> tuple[Event, ...]:
        """Return the events so far, and pass all later ones to ``listener``.

        It receives None after the last one: after `RunFinished`, or if the run is suspended because
        the program closes.
        """
        if self._over:
            asyncio.get_running_loop().call_soon(listener, None)
        else:
            self._listeners.append(listener)
        return self.events

    def leave(self, listener: Listener) -> None:
        """Detach a listener; the run continues."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def follow(self) -> AsyncGenerator[Event, None]:
        """Yield all events from the first to the last as they come; see `listen`."""
        waiting: asyncio.Queue[Event | None] = asyncio.Queue()
        so_far = self.listen(waiting.put_nowait)
        try:
            for event in so_far:
                yield event
            while (coming := await waiting.get()) is not None:
                yield coming
        finally:
            self.leave(waiting.put_nowait)

    async def play(self) -> RunFinished | None:
        """Execute the run; return its last event, or None if it was suspended."""
        try:
            async with aclosing(self.asked.run.events()) as events:
                async for event in events:
                    self._take(event)
                    if isinstance(event, RunFinished):
                        return event
        finally:
            self._over = True
            listeners, self._listeners = self._listeners, []
            for listener in listeners:
                listener(None)
            if self._later is not None:
                self._later.cancel()
        return None

    def fell_asleep(self, sleeping: Sleeping | None) -> None:
        """Record that the run sleeps, or with None that it resumed."""
        state: RunState = "running" if sleeping is None else "asleep"
        self.known = replace(self.known, state=state, sleeping=sleeping)
        self._tell_now()

    def stop(self) -> None:
        """Ask the run to stop; its last events still come."""
        self.asked.run.stop()

    def pause(self) -> None:
        """Pause the run before its next new model call."""
        memory = self.asked.memory
        if memory.recalls:
            memory.goes_live.append(self.asked.run.pause)
        else:
            self.asked.run.pause()

    def resume(self) -> None:
        """Resume the run if it sleeps or is paused."""
        self.asked.run.resume()

    def suspend(self) -> None:
        """Stop without a result; the run can be resumed from its file."""
        self.asked.memory.close()
        self.asked.run.suspend()

    def write(self, line: JsonObject) -> None:
        """Append a line to the run's file; a full disk costs the resume, not the run."""
        if self.file is not None:
            try:
                self.file.write(line)
            except StorageError as fault:
                logger.warning("a run would not go on", extra={"fault": str(fault)})
                self.file = None

    def _take(self, event: Event) -> None:
        self._told.add(event)
        for listener in tuple(self._listeners):
            listener(event)
        before, self.known = self.known, record_after(self.known, event)
        if self.known.state != before.state or isinstance(event, RunStarted):
            self._tell_now()
        elif self.known != before:
            self._tell_soon()

    def _tell_soon(self) -> None:
        if self._later is None:
            wait = max(0.0, self._told_at + _TELL_S - time.monotonic())
            self._later = asyncio.get_running_loop().call_later(wait, self._tell_now)

    def _tell_now(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._told_at = time.monotonic()
        self._tell(self)


# --- The active runs of this process

_COURTESY_S = 60.0
"""The longest that a background run waits before each model call for an answer in the chat."""

BeginTask = Callable[[str, Question], Awaitable[str]]


class LiveRuns:
    """Start the runs of this process and store those that must survive it.

    ``begin_task`` queues a background run for the run of an id and returns the new id; ``room`` is
    called when there may be room for another.
    """

    def __init__(
        self,
        asker: RunEnvironment,
        book: RunStore,
        begin_task: BeginTask,
        room: Callable[[], object],
    ) -> None:
        self._asker = asker
        self._book = book
        self._begin_task = begin_task
        self._room = room
        self._live: dict[str, LiveRun] = {}
        self._plays: dict[str, asyncio.Task[None]] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._chat_rests = asyncio.Event()
        self._chat_rests.set()

    def __contains__(self, run_id: object) -> bool:
        return run_id in self._live

    def get(self, run_id: str) -> LiveRun | None:
        return self._live.get(run_id)

    @property
    def working(self) -> int:
        """Number of background runs that work; sleeping ones do not count."""
        return sum(live.background and not live.asleep for live in self._live.values())

    @property
    def in_background(self) -> int:
        """Number of active background runs, asleep or not."""
        return sum(live.background for live in self._live.values())

    def begin(
        self,
        known: RunRecord,
        question: Question,
        *,
        file: UnfinishedFile | None = None,
        goes_on: ResumeState | None = None,
    ) -> LiveRun:
        """Start a run; with a ``file`` it can be resumed after a restart."""
        live = self._made(known, question, goes_on)
        if file is not None:
            self._keep_in(live, file)
        self._live[live.run_id] = live
        live.asked.sleep.on_asleep = lambda sleeping: self._fell_asleep(live, sleeping)
        self._plays[live.run_id] = asyncio.create_task(
            self._carry_out(live), name=f"playing {live.run_id}"
        )
        self._look_at_chat()
        self._changed(live)
        return live

    def to_background(self, live: LiveRun) -> None:
        """Move a run of the chat to the background and store it, so that it survives a restart."""
        live.background = True
        self._book.ends.began(live.run_id)
        self._look_at_chat()
        self.chore(self._keep(live))

    def chore(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that nobody waits for."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def idle(self) -> None:
        """Wait until no run and no chore is active."""
        while waiting := (*self._plays.values(), *self._chores):
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)

    async def aclose(self) -> None:
        """Suspend the runs that have a file, and stop the others up to their last event."""
        while self._chores:  # what is about to be kept is kept first
            await asyncio.wait(tuple(self._chores))
        for live in tuple(self._live.values()):
            if live.file is not None:
                live.suspend()
            else:
                live.stop()
        await self.idle()

    def _made(
        self, known: RunRecord, question: Question, goes_on: ResumeState | None = None
    ) -> LiveRun:
        def tasks(run_id: str, memory: RecordedResults) -> ChildTasks:
            async def begin(text: str, strategy: str) -> str:
                own = replace(question, text=text, strategy=strategy, history=(), attachments=())
                own = replace(own, review_plan=False, bare=False)
                return await self._begin_task(run_id, own)

            return ChildTasks(self._book.ends, memory, begin)

        asked = ask(
            self._asker,
            question,
            run_id=known.run_id,
            tasks=tasks,
            give_way=lambda: self._give_way(known.run_id),
            goes_on=goes_on,
        )
        return LiveRun(
            asked,
            known,
            self._changed,
            background=question.background or goes_on is not None,
            before=goes_on.before.events if goes_on is not None else (),
        )

    async def _carry_out(self, live: LiveRun) -> None:
        finished: RunFinished | None = None
        try:
            finished = await live.play()
        finally:
            del self._live[live.run_id], self._plays[live.run_id]
            self._look_at_chat()
            if live.background:
                self.chore(self._put_away(live, finished))
            self._room()

    async def _put_away(self, live: LiveRun, finished: RunFinished | None) -> None:
        if finished is not None:
            await self._book.keep_end(live.known)
        else:
            await self._book.update(live.known)
        if live.file is not None:
            with told("the file of a run stays"):
                # a suspended run keeps its file, and is resumed at the next start
                await asyncio.to_thread(live.file.close if finished is None else live.file.remove)

    async def _keep(self, live: LiveRun) -> None:
        with told("a run would not outlive the program"):
            await self._book.add(live.known, live.question)
            file = await self._book.make_file(live.known, live.question)
            if live.run_id in self._live:
                self._keep_in(live, file)
                self._book.tell(live.known)
            else:  # it has ended meanwhile
                await asyncio.to_thread(file.remove)
                await self._book.keep_end(live.known)

    def _keep_in(self, live: LiveRun, file: UnfinishedFile) -> None:
        live.file = file
        live.asked.keep_unfinished()
        live.asked.memory.keep(lambda learnt: live.write(result_line(learnt)))
        if live.known.sleeping is not None:
            live.write(sleep_line(live.known.sleeping))

    def _fell_asleep(self, live: LiveRun, sleeping: Sleeping | None) -> None:
        live.fell_asleep(sleeping)
        if live.file is not None:
            live.write(sleep_line(sleeping))
            self.chore(self._book.update(live.known))
        elif sleeping is not None and not live.background:
            self.to_background(live)
        self._room()

    async def _give_way(self, run_id: str) -> None:
        """Make a background run wait while an answer in the chat is awaited."""
        live = self._live.get(run_id)
        if live is not None and live.background:
            with suppress(TimeoutError):
                async with asyncio.timeout(_COURTESY_S):
                    await self._chat_rests.wait()

    def _look_at_chat(self) -> None:
        if any(not live.background for live in self._live.values()):
            self._chat_rests.clear()
        else:
            self._chat_rests.set()

    def _changed(self, live: LiveRun) -> None:
        if live.background:
            self._book.tell(live.known)


_MOST_QUEUED = 200

MakeTurn = Callable[[Question], Awaitable[Question]]


class RunManager(RunStore):
    """Start, store and restore runs.

    All methods belong to the session's event loop. ``make_turn`` adds a turn for a question to the
    conversations.
    """

    def __init__(
        self, asker: RunEnvironment, store: RunList, unfinished: UnfinishedRuns, make_turn: MakeTurn
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
        """Restore the unfinished runs and the queue, once."""
        if self._opened is None:
            self._opened = asyncio.create_task(self._open())
        await asyncio.shield(self._opened)

    def begin(self, question: Question) -> LiveRun:
        """Start a run in the chat at once."""
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
    ) -> RunRecord:
        """Queue a background run.

        With a ``conversation_id`` the answer becomes a turn of that conversation, otherwise it gets
        a new one.

        Raises:
            AgentError: the queue is full.
            StorageError: the run cannot be stored.
        """
        if len(self._queue) >= _MOST_QUEUED:
            raise AgentError(
                f"{_MOST_QUEUED} questions wait in the background already.",
                "Let some of them end, or take them out of the list of runs.",
            )
        # a question from an offline chat stays offline, even if its answer goes to another
        # conversation
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
        """Return an active run; None if it has not started or is over."""
        return self._live.get(run_id)

    def background(self, run_id: str) -> None:
        """Move a run of the chat to the background."""
        live = self._live.get(run_id)
        if live is not None and not live.background:
            self._live.to_background(live)

    def pause(self, run_id: str) -> None:
        """Pause a run before its next model call."""
        if (live := self._live.get(run_id)) is not None:
            live.pause()

    def resume(self, run_id: str) -> None:
        """Resume a run that sleeps or is paused."""
        if (live := self._live.get(run_id)) is not None:
            live.resume()

    async def stop(self, run_id: str) -> None:
        """Stop a run, or remove it from the queue; raises `StorageError`."""
        if (live := self._live.get(run_id)) is not None:
            live.stop()
        elif run_id in self._queue and await self.claim(run_id):
            queued = self._queue.remove(run_id)
            if queued is not None:
                await self.keep_end(replace(queued[0], state="stopped", ended=now()))
            self.let_go(run_id)

    async def get(self, run_id: str) -> RunRecord | None:
        """Return the record of a run; raises `StorageError`."""
        live = self._live.get(run_id)
        return live.known if live is not None else await super().get(run_id)

    async def list(self, most: int = 200) -> tuple[RunRecord, ...]:
        """Return the background runs in their current state; raises `StorageError`."""
        stored = await super().list(most)
        now_live = [self._live.get(each.run_id) for each in stored]
        return tuple(
            each if live is None else live.known
            for each, live in zip(stored, now_live, strict=True)
        )

    @property
    def unfinished(self) -> int:
        """Number of background runs that are working, asleep or queued."""
        return self._beginning + len(self._queue) + self._live.in_background

    async def idle(self) -> None:
        """Wait until nothing is active or queued; sleeping runs are waited for as well."""
        await self._live.idle()

    async def aclose(self) -> None:
        """Leave background runs for the next start; stop the others up to their last event."""
        self._closed = True
        if self._opened is not None:
            self._opened.cancel()
            await asyncio.wait([self._opened])
        await self._live.aclose()
        await self.close_list()

    # --- restored runs

    async def _open(self) -> None:
        with told("background runs cannot be read"):
            left = await self.left(self._live)
            for known, question in left.queued:
                self._wait_for_turn(known, question)
            for known, run, file in left.runs:
                self._live.begin(known, run.question, file=file, goes_on=run.goes_on)
            self._fill()

    # --- queue

    async def _begin_task(self, run_id: str, question: Question) -> str:
        """Queue a background run that another run started."""
        parent = question.conversation_id
        known = await self.enqueue(
            question, "model", parent_run_id=run_id, parent_conversation_id=parent
        )
        return known.run_id

    def _wait_for_turn(self, known: RunRecord, question: Question) -> None:
        self.ends.began(known.run_id)
        self._queue.add((known, question))

    def _fill(self) -> None:
        """Start queued runs while there is room; sleeping runs take none."""
        room = self._asker.settings().background.parallel
        while not self._closed and self._queue and self._beginning + self._live.working < room:
            self._beginning += 1
            self._live.chore(self._begin_queued(*self._queue.take()))

    async def _begin_queued(self, known: RunRecord, question: Question) -> None:
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


def _known(question: Question, origin: RunOrigin) -> RunRecord:
    return RunRecord(
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
