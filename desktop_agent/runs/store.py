"""The record of background runs: their list, their files, and their watchers."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Container, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.events import (
    AnswerGiven,
    ApprovalAsked,
    ApprovalGiven,
    BudgetSpent,
    Event,
    PlanMade,
    RunFinished,
    RunStarted,
    SearchAttempt,
    StepStarted,
)
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.core.text import short_line
from desktop_agent.runs.resume import RestoredRun, question_line, read_unfinished
from desktop_agent.storage.runs import RunList, UnfinishedFile, UnfinishedRuns, find_run
from desktop_agent.tools.background_runs import TaskEnd
from desktop_agent.tools.recorded_results import RecordedResults

# --- Run records from events

_DOING = 120
_ANSWER = 4000
"""Maximum length of an answer in the list of runs; its turn holds the whole."""


def record_after(known: RunRecord, event: Event) -> RunRecord:
    """Return the record of a run updated by an event."""
    match event:
        case RunStarted():
            began = {"strategy": event.strategy, "model": event.model, "budget_s": event.budget_s}
            return replace(known, **began)  # type: ignore[arg-type]  # each of its own type
        case StepStarted(title=doing) | SearchAttempt(query=doing):
            return replace(known, doing=short_line(doing, _DOING))
        case BudgetSpent(elapsed_s=elapsed):
            return replace(known, elapsed_s=elapsed)
        case ApprovalAsked() | PlanMade(proposed=True):
            return replace(known, state="asking")
        case ApprovalGiven() | PlanMade() if known.state == "asking":
            return replace(known, state="running")
        case AnswerGiven(text=text):
            return replace(known, answer=text[:_ANSWER])
        case RunFinished():
            return _ended(known, event)
    return known


def _ended(known: RunRecord, event: RunFinished) -> RunRecord:
    return replace(
        known, state=event.status, error=event.error, sleeping=None, doing="", ended=now()
    )


def now() -> str:
    """Return the current time for the lists: ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


# --- Results of background runs

_KEPT_MOST = 500
"""Number of newest results kept in memory; those waiting for older ones have long been notified."""


class TaskResults:
    """Results of background runs, known and awaited."""

    def __init__(self) -> None:
        self._ends: dict[str, TaskEnd] = {}
        self._open: set[str] = set()
        self._waiting: defaultdict[str, list[asyncio.Future[TaskEnd]]] = defaultdict(list)

    def began(self, run_id: str) -> None:
        """Register a run that has not ended."""
        if run_id not in self._ends:
            self._open.add(run_id)

    def ended(self, known: RunRecord) -> None:
        """Store the result of a run, and notify those who wait."""
        end = TaskEnd(known.run_id, known.state, known.question, known.answer, known.error)
        self._ends[known.run_id] = end
        self._open.discard(known.run_id)
        if len(self._ends) > _KEPT_MOST:
            del self._ends[next(iter(self._ends))]
        for waiting in self._waiting.pop(known.run_id, ()):
            if not waiting.done():
                waiting.set_result(end)

    def state(self, run_id: str) -> TaskEnd | Literal["open"] | None:
        """Return the result, "open" before it, None for an unknown run."""
        return self._ends.get(run_id) or ("open" if run_id in self._open else None)

    async def wait(self, run_id: str) -> TaskEnd:
        """Wait for a result; raises `AgentError` for an unknown run."""
        state = self.state(run_id)
        if state is None:
            raise AgentError(f"There is no background run {run_id!r}.")
        if state != "open":
            return state
        waiting: asyncio.Future[TaskEnd] = asyncio.get_running_loop().create_future()
        self._waiting[run_id].append(waiting)
        return await waiting


class ChildTasks:
    """The background runs of one run; resuming it does not start them a second time.

    ``begin`` starts one for a question and a strategy and returns its id.
    """

    def __init__(
        self,
        ends: TaskResults,
        memory: RecordedResults,
        begin: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self._ends = ends
        self._memory = memory
        self._begin = begin

    async def start(self, question: str, strategy: str) -> str:
        """Start a background run and return its id; raises `AgentError` if there are too many."""
        return await self._memory.once(
            "task", (question, strategy), str, lambda: self._begin(question, strategy), _cut
        )

    async def ended(self, task_id: str) -> TaskEnd:
        """Wait for the result of a run."""
        return await self._ends.wait(task_id)

    def state(self, task_id: str) -> TaskEnd | Literal["open"] | None:
        return self._ends.state(task_id)


def _cut() -> str:
    raise AgentError("The background run was not begun: the program was being closed.")


logger = logging.getLogger(__name__)

Watcher = Callable[[RunRecord], object]

_MOST = 200
_LOST = "The program ended before the run could be kept."


@dataclass(slots=True)
class RestoredRuns:
    """Restored from the last session: queued questions, and runs to resume."""

    queued: list[tuple[RunRecord, Question]] = field(default_factory=list)
    runs: list[tuple[RunRecord, RestoredRun, UnfinishedFile]] = field(default_factory=list)


class RunStore:
    """The list of runs; ``runs`` is the folder of recordings.

    A method whose docstring names no error logs what cannot be written: a full disk costs the list,
    not the answer.
    """

    def __init__(self, store: RunList, unfinished: UnfinishedRuns, runs: Path) -> None:
        self._store = store
        self._unfinished = unfinished
        self._runs = runs
        self._watchers: list[Watcher] = []
        self._claimed: dict[str, ExitStack] = {}
        self.ends = TaskResults()

    async def get(self, run_id: str) -> RunRecord | None:
        """Return the record of a run; raises `StorageError`."""
        found = await self._store.get(run_id)
        return found[0] if found is not None else None

    async def question(self, run_id: str) -> Question | None:
        """Return the question of a listed run; raises `StorageError`."""
        found = await self._store.get(run_id)
        return found[1] if found is not None else None

    async def list(self, most: int = _MOST) -> tuple[RunRecord, ...]:
        """Return the newest background runs, and all that are unfinished, the newest first.

        Raises:
            StorageError: the list cannot be read.
        """
        return await self._store.list(most)

    def events_file(self, run_id: str) -> Path | None:
        """Return the recording of a run; None if there is none. Raises `StorageError`."""
        return find_run(self._runs, run_id)

    async def forget(self, run_id: str) -> None:
        """Remove a finished run from the list; raises `StorageError`."""
        known = await self.get(run_id)
        if known is not None and known.state in ENDED:
            await self._store.forget((run_id,))

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Notify ``watcher`` of changes of background runs; return a function that ends this."""
        self._watchers.append(watcher)

        def stop() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return stop

    def tell(self, known: RunRecord) -> None:
        """Notify the watchers."""
        for watcher in tuple(self._watchers):
            watcher(known)

    async def add(self, known: RunRecord, question: Question) -> None:
        """Add a run to the list; raises `StorageError`."""
        await self._store.add(known, question)

    async def claim(self, run_id: str) -> bool:
        """Claim a queued run; False if another process was faster. Raises `StorageError`."""
        held = await asyncio.to_thread(self._unfinished.hold, run_id)
        if held is None:
            return False
        self._claimed[run_id] = held
        mine = False
        try:
            mine = await self._store.claim(run_id, again=True)
        finally:
            if not mine:
                self.let_go(run_id)
        return mine

    def let_go(self, run_id: str) -> None:
        """Release a claimed run that has no file."""
        held = self._claimed.pop(run_id, None)
        if held is not None:
            self._unfinished.let_go(run_id, held)

    async def update(self, known: RunRecord) -> None:
        """Store the current record of a run."""
        with told("the list of runs was not written"):
            await self._store.update(known)

    async def keep_end(self, known: RunRecord) -> None:
        """Store the result of a run, and notify those who wait for it."""
        await self.update(known)
        self.ends.ended(known)
        self.tell(known)

    async def make_file(self, known: RunRecord, question: Question) -> UnfinishedFile:
        """Create the file from which a run is resumed; raises `StorageError`."""
        line = question_line(known, question)
        held = self._claimed.pop(known.run_id, None)
        return await asyncio.to_thread(self._unfinished.begin, known.run_id, line, held)

    async def left(self, here: Container[str]) -> RestoredRuns:
        """Return the unfinished runs, except those that are ``here`` already.

        Runs of other processes are left to them; runs that left no file have failed.

        Raises:
            StorageError: the list or the folder cannot be read.
        """
        left = RestoredRuns()
        listed = {each.run_id: each for each in await self._store.list(_MOST)}
        unfinished = await asyncio.to_thread(self._unfinished.run_ids)
        for known in reversed(listed.values()):
            if known.state in ENDED:
                self.ends.ended(known)
            elif known.run_id not in here and known.run_id not in unfinished:
                await self._take_up(known, left)
        for run_id in unfinished:
            if run_id not in here:
                await self._take(run_id, listed.get(run_id), left)
        return left

    async def _take_up(self, known: RunRecord, left: RestoredRuns) -> None:
        if known.state != "queued":
            await self.keep_end(replace(known, state="failed", error=_LOST, ended=now()))
        elif (question := await self.question(known.run_id)) is not None:
            left.queued.append((known, question))

    async def _take(self, run_id: str, known: RunRecord | None, left: RestoredRuns) -> None:
        with told("a run cannot go on", run_id=run_id):
            taken = await asyncio.to_thread(self._unfinished.take, run_id)
            if taken is None:
                if known is not None and not self._unfinished.holds(run_id):
                    await self._take_up(known, left)  # the program ended as it made the file
                return
            run = await asyncio.to_thread(read_unfinished, taken[0], self._runs)
            known = known or run.known
            if run.finished is not None:  # only its file was left
                await asyncio.to_thread(taken[1].remove)
                await self.keep_end(replace(known, state=run.finished.status, ended=now()))
                return
            self.ends.began(run_id)
            known = replace(known, state="running", sleeping=None, ended="")
            left.runs.append((known, run, taken[1]))

    async def close_list(self) -> None:
        await self._store.aclose()


@contextmanager
def told(what: str, **more: str) -> Iterator[None]:
    """Log storage errors instead of raising them."""
    try:
        yield
    except StorageError as fault:
        logger.warning(what, extra={"fault": str(fault), **more})
