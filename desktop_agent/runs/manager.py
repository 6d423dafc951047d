"""All runs of a session: active, queued, asleep, or restored after a restart.

A background run has a file (`storage.runs.UnfinishedFile`) from start to end; a chat run gets one
when it falls asleep. However the program ends, every run with such a file is resumed by the next
`RunManager.open`, in the first process that claims the run.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import AgentError, RecordingError, StorageError
from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunOrigin, RunRecord, Sleeping
from desktop_agent.runs.dispatch import answer
from desktop_agent.runs.run import ResumedRun, Run, RunEnvironment, new_record, now
from desktop_agent.storage.runs import (
    RunList,
    UnfinishedFile,
    UnfinishedRuns,
    find_run,
    recorded_events,
)
from desktop_agent.tools.background_runs import TaskEnd
from desktop_agent.tools.recorded_results import WOKE, RecordedResult, RecordedResults
from desktop_agent.tools.sleep import WakeUp

logger = logging.getLogger(__name__)

_MOST_LISTED = 200
_MOST_QUEUED = 200
_COURTESY_S = 60.0
"""Maximum seconds for which a background run yields to the chat before each model call."""
_LOST = "The program ended before the run could be kept."

# --- Runs that a run starts and waits for

_MOST_RESULTS = 500
"""Maximum number of results kept in memory; callers waiting for older ones have been notified."""


class RunResults:
    """The results of background runs, for which callers can wait."""

    def __init__(self) -> None:
        self._ends: dict[str, asyncio.Future[TaskEnd]] = {}

    def began(self, run_id: str) -> asyncio.Future[TaskEnd]:
        if run_id not in self._ends:
            self._ends[run_id] = asyncio.get_running_loop().create_future()
        return self._ends[run_id]

    def ended(self, record: RunRecord) -> None:
        end = self.began(record.run_id)
        if not end.done():
            end.set_result(
                TaskEnd(record.run_id, record.state, record.question, record.answer, record.error)
            )
        known = [run_id for run_id, each in self._ends.items() if each.done()]
        for old in known[:-_MOST_RESULTS]:
            del self._ends[old]

    def state(self, run_id: str) -> TaskEnd | Literal["open"] | None:
        end = self._ends.get(run_id)
        if end is None:
            return None
        return end.result() if end.done() else "open"

    async def wait(self, run_id: str) -> TaskEnd:
        """Wait for a run to end and return its result; raise `AgentError` if the run is unknown."""
        if run_id not in self._ends:
            raise AgentError(f"There is no background run {run_id!r}.")
        return await asyncio.shield(self._ends[run_id])


class ChildRuns:
    """The background runs that a run starts with ``begin``.

    If the run is resumed, they are not started again.
    """

    def __init__(
        self,
        results: RunResults,
        memory: RecordedResults,
        begin: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self._memory = memory
        self._begin = begin
        self.ended = results.wait
        self.state = results.state

    async def start(self, question: str, strategy: str) -> str:
        not_begun = AgentError("The background task didn't start because the app was closing.")
        return await self._memory.once(
            "task", (question, strategy), str, lambda: self._begin(question, strategy), not_begun
        )


# --- Fair queue

Waiting = tuple[RunRecord, Question]


class FairQueue:
    """A queue that serves the least-served source (conversation, schedule or user) first."""

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._served: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, run_id: object) -> bool:
        return any(record.run_id == run_id for record, _ in self._waiting)

    def add(self, waiting: Waiting) -> None:
        who = _asker(waiting[0])
        if who not in self._served and self._served:
            # newcomers start at the current minimum
            self._served[who] = min(self._served.values())
        self._waiting.append(waiting)

    def take(self) -> Waiting:
        """Remove and return the next entry; the queue must not be empty."""
        waiting = min(self._waiting, key=lambda each: self._served[_asker(each[0])])
        self._waiting.remove(waiting)
        self._served[_asker(waiting[0])] += 1
        if not self._waiting:
            self._served.clear()
        return waiting

    def remove(self, run_id: str) -> Waiting | None:
        found = next((each for each in self._waiting if each[0].run_id == run_id), None)
        if found is not None:
            self._waiting.remove(found)
        return found


def _asker(record: RunRecord) -> str:
    return record.schedule_id or record.parent_conversation_id or record.parent_run_id


# --- The manager


class RunManager:
    """The manager that starts, stores and restores runs. Use it from the session's event loop only.

    Unless their docstring says otherwise, methods log a failure to store the list of runs instead
    of raising an exception. A full disk thus leaves the list incomplete but does not prevent an
    answer.
    """

    def __init__(
        self, environment: RunEnvironment, run_list: RunList, unfinished: UnfinishedRuns
    ) -> None:
        self.results = RunResults()
        self._environment = environment
        self._list = run_list
        self._unfinished = unfinished
        self._live: dict[str, Run] = {}
        self._plays: dict[str, asyncio.Task[None]] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._claimed: dict[str, ExitStack] = {}
        self._queue = FairQueue()
        self._beginning = 0
        self._chat_rests = asyncio.Event()
        self._chat_rests.set()
        self._watchers: dict[object, Callable[[RunRecord], object]] = {}
        self._opened: asyncio.Task[None] | None = None
        self._closed = False

    # --- Starting runs

    async def open(self) -> None:
        """Restore the queue and the unfinished runs; only the first call has an effect."""
        if self._opened is None:
            self._opened = asyncio.create_task(self._open())
        await asyncio.shield(self._opened)

    def ask(self, question: Question, *, can_wait: bool = False) -> Run:
        """Start a run immediately; see `Session.ask`."""
        record = replace(new_record(question, "chat"), state="running", began=now())
        return self._begin(self._make(record, question, can_wait=can_wait))

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

        The answer becomes a turn of the conversation ``conversation_id``, or of a new one if the ID
        is "". Raise `AgentError` if the queue is full, and `StorageError` if the run cannot be
        stored.
        """
        if len(self._queue) >= _MOST_QUEUED:
            raise AgentError(
                f"{_MOST_QUEUED} questions are already waiting in the background.",
                "Wait for some of them to finish, or remove them from the task list.",
            )
        # a question from an offline chat stays offline, even if its answer goes to another
        # conversation
        offline = question.offline or await self._environment.chat_is_offline(question)
        question = replace(
            question,
            background=True,
            conversation_id=conversation_id,
            turn_id=0,
            offline=offline,
        )
        record = replace(
            new_record(question, origin),
            parent_run_id=parent_run_id,
            parent_conversation_id=parent_conversation_id,
            schedule_id=schedule_id,
        )
        await self._list.add(record, question)
        self._wait_in_queue(record, question)
        self._notify(record)
        self._fill()
        return record

    async def _start_child(self, parent: Run, text: str, strategy: str) -> str:
        question = replace(
            parent.question,
            text=text,
            strategy=strategy,
            history=(),
            attachments=(),
            review_plan=False,
            bare=False,
        )
        record = await self.enqueue(
            question,
            "model",
            parent_run_id=parent.run_id,
            parent_conversation_id=question.conversation_id,
        )
        return record.run_id

    def _make(
        self,
        record: RunRecord,
        question: Question,
        *,
        can_wait: bool = True,
        resumed: ResumedRun | None = None,
    ) -> Run:
        def children(run: Run) -> ChildRuns:
            return ChildRuns(self.results, run.memory, partial(self._start_child, run))

        return Run(
            record,
            question,
            self._environment,
            answer,
            can_wait=can_wait,
            children=children if can_wait else None,
            resumed=resumed,
        )

    def _begin(self, run: Run, file: UnfinishedFile | None = None) -> Run:
        run.on_change = self._changed
        run.on_sleep = self._slept
        if run.can_wait:
            run.give_way = partial(self._give_way, run)
        if file is not None:
            run.keep_in(file)
        self._live[run.run_id] = run
        self._plays[run.run_id] = asyncio.create_task(self._play(run), name=f"playing {run.run_id}")
        self._look_at_chat()
        self._changed(run)
        return run

    async def _play(self, run: Run) -> None:
        finished: RunFinished | None = None
        try:
            finished = await run.play()
        finally:
            del self._live[run.run_id], self._plays[run.run_id]
            self._look_at_chat()
            if run.background:
                self._start_chore(self._put_away(run, finished))
            self._fill()

    async def _put_away(self, run: Run, finished: RunFinished | None) -> None:
        if finished is not None:
            await self._keep_end(run.record)
        else:
            await self._update(run.record)
        if run.file is not None:
            with logged("the file of a run stays"):
                # a suspended run keeps its file, and is resumed at the next start
                await asyncio.to_thread(run.file.close if finished is None else run.file.remove)

    # --- Control

    def live(self, run_id: str) -> Run | None:
        return self._live.get(run_id)

    def background(self, run_id: str) -> None:
        run = self._live.get(run_id)
        if run is not None and not run.background:
            self._to_background(run)

    def pause(self, run_id: str) -> None:
        if (run := self._live.get(run_id)) is not None:
            run.pause()

    def resume(self, run_id: str) -> None:
        if (run := self._live.get(run_id)) is not None:
            run.resume()

    async def stop(self, run_id: str) -> None:
        """Stop a run, or remove it from the queue; raise `StorageError` if that fails."""
        if (run := self._live.get(run_id)) is not None:
            run.stop()
        elif run_id in self._queue and await self._claim(run_id):
            queued = self._queue.remove(run_id)
            if queued is not None:
                await self._keep_end(replace(queued[0], state="stopped", ended=now()))
            self._release(run_id)

    async def aclose(self) -> None:
        """Suspend resumable runs, stop the others, and wait until all have ended."""
        self._closed = True
        if self._opened is not None:
            self._opened.cancel()
            await asyncio.wait([self._opened])
        while self._chores:  # finish storing runs first
            await asyncio.wait(tuple(self._chores))
        for run in tuple(self._live.values()):
            if run.file is not None:
                run.suspend()
            else:
                run.stop()
        await self.idle()
        await self._list.aclose()

    async def idle(self) -> None:
        """Wait until no run is active, sleeping or queued."""
        while waiting := (*self._plays.values(), *self._chores):
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)

    def _to_background(self, run: Run) -> None:
        """Move a chat run to the background, where it survives a restart."""
        run.background = True
        self.results.began(run.run_id)
        self._look_at_chat()
        self._start_chore(self._keep(run))

    async def _keep(self, run: Run) -> None:
        with logged("a run would not outlive the program"):
            await self._list.add(run.record, run.question)
            file = await self._make_file(run.run_id)
            if run.run_id in self._live:
                run.keep_in(file)
                self._notify(run.record)
            else:  # it has ended in the meantime
                await asyncio.to_thread(file.remove)
                await self._keep_end(run.record)

    def _slept(self, run: Run, sleeping: Sleeping | None) -> None:
        if run.file is not None:
            run.write_sleep(sleeping)
            self._start_chore(self._update(run.record))
        elif sleeping is not None and not run.background and run.can_wait:
            self._to_background(run)
        self._fill()

    async def _give_way(self, run: Run) -> None:
        """Delay a background run, up to a time limit, while the chat awaits an answer."""
        if run.background:
            with suppress(TimeoutError):
                async with asyncio.timeout(_COURTESY_S):
                    await self._chat_rests.wait()

    def _look_at_chat(self) -> None:
        if any(not run.background for run in self._live.values()):
            self._chat_rests.clear()
        else:
            self._chat_rests.set()

    def _changed(self, run: Run) -> None:
        if run.background:
            self._notify(run.record)

    def _start_chore(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    # --- The list of background runs

    async def get(self, run_id: str) -> RunRecord | None:
        if (run := self._live.get(run_id)) is not None:
            return run.record
        found = await self._list.get(run_id)
        return found[0] if found is not None else None

    async def question(self, run_id: str) -> Question | None:
        found = await self._list.get(run_id)
        return found[1] if found is not None else None

    async def list(self, most: int = _MOST_LISTED) -> tuple[RunRecord, ...]:
        """Return the ``most`` newest background runs and all unfinished ones, newest first."""
        stored = await self._list.list(most)
        return tuple(
            self._live[each.run_id].record if each.run_id in self._live else each for each in stored
        )

    async def forget(self, run_id: str) -> None:
        """Remove a finished run from the list; raise `StorageError` if that fails."""
        record = await self.get(run_id)
        if record is not None and record.state in ENDED:
            await self._list.forget(run_id)

    def events_file(self, run_id: str) -> Path | None:
        return find_run(self._environment.runs, run_id)

    @property
    def unfinished(self) -> int:
        live = [run for run in self._live.values() if run.record.state not in ENDED]
        in_background = sum(run.background for run in live)
        return self._beginning + len(self._queue) + in_background

    def watch(self, watcher: Callable[[RunRecord], object]) -> Callable[[], object]:
        """Call ``watcher`` when a background run changes; return a function to unsubscribe it."""
        key = object()
        self._watchers[key] = watcher
        return lambda: self._watchers.pop(key, None)

    def _notify(self, record: RunRecord) -> None:
        for watcher in tuple(self._watchers.values()):
            watcher(record)

    async def _update(self, record: RunRecord) -> None:
        with logged("the list of runs was not written"):
            await self._list.update(record)

    async def _keep_end(self, record: RunRecord) -> None:
        await self._update(record)
        self.results.ended(record)
        self._notify(record)

    # --- The queue

    def _wait_in_queue(self, record: RunRecord, question: Question) -> None:
        self.results.began(record.run_id)
        self._queue.add((record, question))

    def _fill(self) -> None:
        """Start queued runs up to the limit on parallel runs; sleeping runs do not count."""
        room = self._environment.settings().background.parallel
        while not self._closed and self._queue and self._beginning + self._working < room:
            self._beginning += 1
            self._start_chore(self._begin_queued(*self._queue.take()))

    @property
    def _working(self) -> int:
        return sum(run.background and run.record.sleeping is None for run in self._live.values())

    async def _begin_queued(self, record: RunRecord, question: Question) -> None:
        try:
            if not await self._claim(record.run_id):
                return  # another process was faster, or the run was stopped
            question = await self._environment.conversations.begin_background_turn(question)
            record = replace(
                record,
                state="running",
                began=now(),
                conversation_id=question.conversation_id,
                turn_id=question.turn_id,
            )
            file = await self._make_file(record.run_id)
            with logged("the list of runs was not written"):
                await self._list.add(record, question)
            self._begin(self._make(record, question), file)
        except StorageError as fault:
            error = f"It could not be begun: {fault}"
            await self._keep_end(replace(record, state="failed", error=error, ended=now()))
        finally:
            self._release(record.run_id)
            self._beginning -= 1
            self._fill()

    async def _claim(self, run_id: str) -> bool:
        """Claim a queued run; return False if another process has it or it is no longer queued.

        A run that another process claimed is still queued if that process ended before starting it.
        """
        held = await asyncio.to_thread(self._unfinished.hold, run_id)
        if held is None:
            return False
        self._claimed[run_id] = held
        mine = False
        try:
            known = await self._list.get(run_id)
            mine = known is not None and known[0].state == "queued"
        finally:
            if not mine:
                self._release(run_id)
        return mine

    def _release(self, run_id: str) -> None:
        held = self._claimed.pop(run_id, None)
        if held is not None:
            self._unfinished.release(run_id, held)

    async def _make_file(self, run_id: str) -> UnfinishedFile:
        """Create the file for resuming a run; raise `StorageError` if that fails."""
        held = self._claimed.pop(run_id, None)
        return await asyncio.to_thread(self._unfinished.begin, run_id, held)

    # --- Runs of earlier processes

    async def _open(self) -> None:
        """Queue or resume the runs that earlier processes left unfinished.

        Runs of other active processes are left alone. Started runs without a file are marked as
        failed.
        """
        with logged("background runs cannot be read"):
            listed = {each.run_id: each for each in await self._list.list(_MOST_LISTED)}
            with_file = await asyncio.to_thread(self._unfinished.run_ids)
            for record in reversed(listed.values()):
                if record.state in ENDED:
                    self.results.ended(record)
                elif record.run_id not in self._live and record.run_id not in with_file:
                    await self._queue_again(record)
            taken = [await self._take(run_id) for run_id in with_file if run_id not in self._live]
            for resumed, file in filter(None, taken):
                record = replace(resumed.record, state="running", sleeping=None, ended="")
                self._begin(self._make(record, resumed.question, resumed=resumed), file)
            self._fill()

    async def _queue_again(self, record: RunRecord) -> None:
        if record.state != "queued":
            await self._keep_end(replace(record, state="failed", error=_LOST, ended=now()))
        elif (question := await self.question(record.run_id)) is not None:
            self._wait_in_queue(record, question)

    async def _take(self, run_id: str) -> tuple[ResumedRun, UnfinishedFile] | None:
        with logged("a run cannot go on", run_id=run_id):
            known = await self._list.get(run_id)
            taken = await asyncio.to_thread(self._unfinished.take, run_id)
            if taken is None:
                return None
            lines, file = taken
            if known is None or known[0].state == "queued":  # the program ended before it began
                await asyncio.to_thread(file.remove)
                if known is not None:
                    self._wait_in_queue(*known)
                return None
            resumed = await asyncio.to_thread(resumed_run, *known, lines, self._environment.runs)
            if resumed.finished is None:
                self.results.began(run_id)
                return resumed, file
            await asyncio.to_thread(file.remove)  # only its file was left
            status = resumed.finished.status
            await self._keep_end(replace(resumed.record, state=status, ended=now()))
        return None


# --- Runs of earlier processes
#
# Each line of a run's file contains a recorded result or a sleep state; the last sleep state is the
# current one.


def resumed_run(
    record: RunRecord, question: Question, lines: Collection[JsonObject], runs: Path
) -> ResumedRun:
    """Return an unfinished run with the lines of its file and its recording in ``runs``.

    Raise `StorageError` if they are invalid.
    """
    results = tuple(from_json(RecordedResult, line["learnt"]) for line in lines if "learnt" in line)
    sleeps = [line["sleeping"] for line in lines if "sleeping" in line]
    try:
        events = recorded_events(runs, record.run_id, strict=True)
    except RecordingError as error:
        raise StorageError(error.message, error.remedy) from None
    past: dict[str, WakeUp] = {
        woke.sleep_id: woke
        for each in results
        if each.kind == WOKE
        for woke in from_json(tuple[WakeUp, ...], each.value)
    }
    return ResumedRun(
        record,
        _as_chosen(question, events),
        events,
        began_at=datetime.fromisoformat(record.began or record.asked).timestamp(),
        results=results,
        past=tuple(past.values()),
        sleeping=from_json(Sleeping, sleeps[-1]) if sleeps and sleeps[-1] is not None else None,
        finished=events[-1] if events and isinstance(events[-1], RunFinished) else None,
    )


def _as_chosen(question: Question, events: tuple[Event, ...]) -> Question:
    """Return the question with the strategy and model chosen when the run started."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    if started is None:
        return question
    if started.provider == "none":
        return replace(question, strategy=started.strategy)
    return replace(
        question, strategy=started.strategy, provider=started.provider, model=started.model
    )


@contextmanager
def logged(what: str, **more: str) -> Iterator[None]:
    """Log storage errors raised in the ``with`` block instead of propagating them."""
    try:
        yield
    except StorageError as fault:
        logger.warning(what, extra={"fault": str(fault), **more})
