"""Scheduled questions: management for the frontends, and the loop that asks them."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypedDict, Unpack

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.research import Question
from desktop_agent.core.runs import (
    ENDED,
    MissedSchedule,
    RunOrigin,
    RunRecord,
    Schedule,
    StoredSchedule,
)
from desktop_agent.runs import recurrence as steps
from desktop_agent.runs.recurrence import When, iso, moments
from desktop_agent.runs.recurrence_parser import read_when
from desktop_agent.storage.schedules import ScheduleStore

# --- Clock


def _now() -> datetime:
    return datetime.now(UTC)


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Clock:
    """The current time and waiting; without a ``zone``, that of this computer is used."""

    now: Callable[[], datetime] = _now
    pause: Callable[[float], Coroutine[Any, Any, None]] = _sleep
    zone: tzinfo | None = None


# --- The queue for scheduled runs; `manager.RunManager` implements it


class Desk(Protocol):
    """The part of `RunManager` that schedules need."""

    async def enqueue(
        self,
        question: Question,
        origin: RunOrigin,
        *,
        schedule_id: str = "",
        conversation_id: str = "",
    ) -> RunRecord:
        """Queue a run; raises `AgentError` if it cannot."""
        ...

    async def get(self, run_id: str) -> RunRecord | None:
        """Return a run; None if it is unknown."""
        ...

    def watch(self, watcher: Callable[[RunRecord], None]) -> Callable[[], None]:
        """Notify ``watcher`` of every run that changes; return a function that ends this."""
        ...


# --- Starting scheduled runs, one at a time

logger = logging.getLogger(__name__)


class Beginning:
    """Queue the runs of schedules, and store with each schedule its run and conversation.

    A schedule whose last run is still active is not started again. ``changed`` is called after a
    change; `notes` give the reason by schedule id if nothing was asked.
    """

    def __init__(self, store: ScheduleStore, desk: Desk, changed: Callable[[], None]) -> None:
        self.notes: dict[str, str] = {}
        self._store = store
        self._desk = desk
        self._changed = changed
        self._one_by_one = asyncio.Lock()
        self._keeping: set[asyncio.Task[None]] = set()
        self._seen: dict[str, tuple[str, str]] = {}
        self._stop_watching = desk.watch(self._run_changed)

    async def begin(self, schedule: Schedule) -> RunRecord:
        """Start a schedule that the user wants asked now; its missed times are cleared.

        Raises:
            AgentError: its last run is still active, or the run cannot be queued.
        """
        async with self._one_by_one:
            if await self._at_work(schedule):
                raise AgentError(
                    f"“{schedule.question}” is being asked already.",
                    "Wait until that run has ended, or stop it.",
                )
            return await self._begin(schedule)

    async def begin_due(self, kept: StoredSchedule, due: str) -> RunRecord | None:
        """Start a due schedule; on failure, note the reason and return None."""
        schedule = kept.schedule
        async with self._one_by_one:
            if await self._at_work(schedule):
                self._say(schedule, "It was left out once: its last run was still at work.")
                return None
            try:
                return await self._begin(schedule)
            except AgentError as error:
                self._say(schedule, f"It could not be asked: {error.message}")

        def offered(found: StoredSchedule) -> StoredSchedule:
            return replace(found, missed=found.missed + 1, missed_last=due)

        await asyncio.to_thread(self._store.update, schedule.id, offered)
        self._changed()
        return None

    async def aclose(self) -> None:
        """Stop watching, and wait for pending writes."""
        self._stop_watching()
        await self.settled()

    async def settled(self) -> None:
        """Wait until the outcome of runs is stored."""
        if self._keeping:
            await asyncio.wait(tuple(self._keeping))

    async def _begin(self, schedule: Schedule) -> RunRecord:
        question = Question(
            schedule.question,
            strategy=schedule.strategy,
            model=schedule.model,
            budget_s=schedule.budget_s,
            conversation_id=schedule.conversation_id,
            background=True,
        )
        run = await self._desk.enqueue(
            question,
            "schedule",
            schedule_id=schedule.id,
            conversation_id=schedule.conversation_id,
        )
        self.notes.pop(schedule.id, None)

        def begun(kept: StoredSchedule) -> StoredSchedule:
            schedule = replace(_placed(kept, run).schedule, last_run_id=run.run_id)
            return replace(kept, schedule=schedule, missed=0, missed_last="")

        await asyncio.to_thread(self._store.update, schedule.id, begun)
        self._changed()
        return run

    async def _at_work(self, schedule: Schedule) -> bool:
        run = await self._desk.get(schedule.last_run_id) if schedule.last_run_id else None
        return run is not None and run.state not in ENDED

    def _run_changed(self, run: RunRecord) -> None:
        seen = (run.state, run.conversation_id)
        if run.schedule_id and self._seen.get(run.run_id) != seen:
            self._seen[run.run_id] = seen
            keeping = asyncio.ensure_future(self._keep(run))
            self._keeping.add(keeping)
            keeping.add_done_callback(self._keeping.discard)

    async def _keep(self, run: RunRecord) -> None:
        """Store the conversation of a run, which it may get only when it starts."""
        if run.conversation_id:
            try:
                await asyncio.to_thread(
                    self._store.update, run.schedule_id, lambda kept: _placed(kept, run)
                )
            except AgentError as error:
                logger.warning("a schedule cannot be kept", extra={"fault": str(error)})
        self._changed()

    def _say(self, schedule: Schedule, text: str) -> None:
        self.notes[schedule.id] = text
        logger.info("a scheduled question was not asked", extra={"schedule": schedule.id})
        self._changed()


def _placed(kept: StoredSchedule, run: RunRecord) -> StoredSchedule:
    place = run.conversation_id or kept.schedule.conversation_id
    return replace(kept, schedule=replace(kept.schedule, conversation_id=place))


# --- Scheduler loop

LONGEST_REST_S = 30.0
"""The loop never sleeps longer: a sleep does not count time in which the machine is suspended."""
_SHORTEST_REST_S = 0.05
_GRACE = timedelta(seconds=60)
"""Times due less than this ago are not missed: another process may be about to handle them."""
_WRONG_CLOCK = timedelta(days=1)
"""A clock put back by more than this was wrong before: next times are computed anew."""

_Step = Callable[..., StoredSchedule | None]


class Scheduler:
    """The loop over the schedules. A time is claimed in the file before its run starts.

    ``changed`` is called if the file differs from the last read: another process may have changed
    it.
    """

    def __init__(
        self,
        store: ScheduleStore,
        beginning: Beginning,
        clock: Clock,
        changed: Callable[[], None],
    ) -> None:
        self.waits = False
        """Whether anything is to be asked later, as far as was looked."""
        self._known: tuple[StoredSchedule, ...] | None = None
        self._changed = changed
        self._store = store
        self._beginning = beginning
        self._clock = clock
        self._seen: datetime | None = None
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Make the loop check now: a time has changed."""
        self._woken.set()

    async def serve(self) -> None:
        """Start due schedules until cancelled; times missed before are only noted."""
        await self._told(self.missed)
        while True:
            await self._told(self.run_due)
            rest = await self._rest_s()
            waits = [
                asyncio.ensure_future(each)
                for each in (self._clock.pause(rest), self._woken.wait())
            ]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()
                await asyncio.wait(waits)
            self._woken.clear()

    async def missed(self) -> tuple[MissedSchedule, ...]:
        """Note what was due while the program was closed; return what is still undecided."""
        now = self._clock.now()
        step = partial(steps.missed, now=now, zone=self._clock.zone)
        for kept in await asyncio.to_thread(self._store.load):
            due = steps.due_at(kept)
            if due is not None and due < now - _GRACE:
                await self._take(kept, step)
        return tuple(
            MissedSchedule(each.schedule, each.missed, each.missed_last)
            for each in await asyncio.to_thread(self._store.load)
            if each.missed
        )

    async def run_due(self) -> tuple[RunRecord, ...]:
        """Start each due schedule once, however often it was due; return the runs."""
        now, zone = self._clock.now(), self._clock.zone
        if self._seen is not None and now < self._seen - _WRONG_CLOCK:
            await self._reckon_anew(now)
        self._seen = now
        begun = []
        for kept in await asyncio.to_thread(self._store.load):
            due = steps.due_at(kept)
            if due is None or due > now:
                continue
            claimed = await self._take(kept, partial(steps.claimed, now=now, zone=zone))
            if claimed is not None:  # and no other process was quicker
                run = await self._beginning.begin_due(claimed, kept.schedule.next_at)
                begun += [run] if run is not None else []
        return tuple(begun)

    async def _take(self, kept: StoredSchedule, step: _Step) -> StoredSchedule | None:
        """Apply a step that only one process may take for a due time."""
        change = partial(step, next_at=kept.schedule.next_at)
        return await asyncio.to_thread(self._store.update, kept.schedule.id, change)

    async def _reckon_anew(self, now: datetime) -> None:
        anew = partial(steps.reckoned_anew, now=now, zone=self._clock.zone)
        for kept in await asyncio.to_thread(self._store.load):
            await asyncio.to_thread(self._store.update, kept.schedule.id, anew)

    async def _rest_s(self) -> float:
        """Return the seconds until the next check."""
        try:
            every = await asyncio.to_thread(self._store.load)
        except StorageError:  # it is in the log already
            return LONGEST_REST_S
        if self._known is not None and every != self._known:
            self._changed()
        self._known = every
        due = [moment for moment in map(steps.due_at, every) if moment is not None]
        self.waits = bool(due)
        left = (min(due) - self._clock.now()).total_seconds() if due else LONGEST_REST_S
        return min(max(left, _SHORTEST_REST_S), LONGEST_REST_S)

    async def _told(self, work: Callable[[], Awaitable[object]]) -> None:
        """Run background work; errors are logged, and it is retried."""
        try:
            await work()
        except AgentError as error:
            logger.warning("schedules cannot be served", extra={"fault": str(error)})


class ScheduleOptions(TypedDict, total=False):
    """Answer options of a scheduled question."""

    strategy: str
    model: str
    budget_s: float | None


class ScheduleChanges(ScheduleOptions, total=False):
    """Fields of a schedule that can be changed, apart from its time."""

    question: str


class Schedules:
    """The scheduled questions. All methods belong to one event loop; files are read in threads.

    Two processes may serve the same file: a crash may skip a time, but never asks twice. Methods
    raise `StorageError` if the file is unusable.
    """

    def __init__(self, store: ScheduleStore, desk: Desk, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._store = store
        self._watchers: list[Callable[[], None]] = []
        self._beginning = Beginning(store, desk, self._tell)
        self._serving = Scheduler(store, self._beginning, self.clock, self._tell)

    # --- queries

    async def list(self) -> tuple[Schedule, ...]:
        """Return all schedules, the oldest first."""
        return tuple(each.schedule for each in await asyncio.to_thread(self._store.load))

    async def missed(self) -> tuple[MissedSchedule, ...]:
        """Return what was due while the program was closed and is still undecided.

        None of it is asked automatically: `run_now` asks it, `skip` drops it.
        """
        return await self._serving.missed()

    def note(self, schedule_id: str) -> str:
        """Return why nothing was asked last time; usually empty."""
        return self._beginning.notes.get(schedule_id, "")

    @property
    def waiting(self) -> bool:
        """True if a time is still to come, as of the last check of `serve`."""
        return self._serving.waits

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Call ``watcher`` when a schedule may have changed; return a function that ends this."""
        self._watchers.append(watcher)

        def end() -> None:
            if watcher in self._watchers:
                self._watchers.remove(watcher)

        return end

    # --- times

    def read_when(self, words: str) -> When:
        """Parse a time as `recurrence_parser.read_when` does, from now on."""
        return read_when(words, self.clock.now(), self.clock.zone)

    def upcoming(self, when: When, count: int = 2) -> tuple[datetime, ...]:
        """Return the next times, in UTC."""
        if not when.rule:
            return (when.first,)
        now = self.clock.now()
        return tuple(islice(moments(when.rule, now, now, self.clock.zone), count))

    # --- changes by the user

    async def add(self, question: str, when: When, **options: Unpack[ScheduleOptions]) -> Schedule:
        """Add a scheduled question; raises `AgentError` if it is empty."""
        asked, now = _asked(question), iso(self.clock.now())
        made = Schedule(uuid.uuid4().hex[:8], asked, when.rule, iso(when.first), now)
        schedule = replace(made, **options)
        await asyncio.to_thread(self._store.put, StoredSchedule(schedule, now))
        self._changed()
        return schedule

    async def change(
        self, schedule_id: str, when: When | None = None, **changes: Unpack[ScheduleChanges]
    ) -> Schedule:
        """Change the given fields; a new time turns it on. Raises `AgentError` if it is gone."""
        now = self.clock.now()
        if "question" in changes:
            changes["question"] = _asked(changes["question"])

        def changed(kept: StoredSchedule) -> StoredSchedule:
            changed = replace(kept, schedule=replace(kept.schedule, **changes))
            return changed if when is None else steps.timed_anew(changed, when, now)

        return await self._update(schedule_id, changed)

    async def enable(self, schedule_id: str, *, on: bool) -> Schedule:
        """Turn a schedule on, from now, or off. Raises `AgentError` if it is over."""
        now, zone = self.clock.now(), self.clock.zone
        return await self._update(schedule_id, lambda kept: steps.switched(kept, now, zone, on=on))

    async def remove(self, schedule_id: str) -> StoredSchedule | None:
        """Remove a schedule and return it for `put_back`; its conversation stays."""
        removed = await asyncio.to_thread(self._store.remove, schedule_id)
        self._changed()
        return removed

    async def put_back(self, kept: StoredSchedule) -> None:
        """Restore a removed schedule; times that passed meanwhile are skipped."""
        with suppress(AgentError):  # one that is over comes back as it was
            kept = steps.caught_up(kept, self.clock.now(), self.clock.zone)
        await asyncio.to_thread(self._store.put, kept)
        self._changed()

    async def run_now(self, schedule_id: str) -> RunRecord:
        """Ask now, in addition to the scheduled times; missed times are cleared.

        Raises:
            AgentError: its last run is still active, or the schedule is gone.
        """
        for schedule in await self.list():
            if schedule.id == schedule_id:
                return await self._beginning.begin(schedule)
        raise _gone(schedule_id)

    async def skip(self, schedule_id: str) -> None:
        """Clear the missed times of a schedule."""
        await self._update(schedule_id, lambda kept: replace(kept, missed=0, missed_last=""))

    # --- serving

    async def serve(self) -> None:
        """Start due schedules until cancelled; times missed before are only noted."""
        await self._serving.serve()

    async def run_due(self) -> tuple[RunRecord, ...]:
        """Start each due schedule once, however often it was due; return the runs."""
        return await self._serving.run_due()

    async def settled(self) -> None:
        """Wait until the outcome of runs is stored."""
        await self._beginning.settled()

    async def aclose(self) -> None:
        """Stop watching runs, and wait for pending writes."""
        await self._beginning.aclose()

    async def _update(
        self, schedule_id: str, change: Callable[[StoredSchedule], StoredSchedule]
    ) -> Schedule:
        changed = await asyncio.to_thread(self._store.update, schedule_id, change)
        if changed is None:
            raise _gone(schedule_id)
        self._changed()
        return changed.schedule

    def _changed(self) -> None:
        self._serving.wake()
        self._tell()

    def _tell(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()


def _asked(question: str) -> str:
    if not question.strip():
        raise AgentError("There is no question.", "Write what is to be asked.")
    return question.strip()


def _gone(schedule_id: str) -> AgentError:
    return AgentError(
        f"There is no schedule called {schedule_id}.", "See desktop-agent schedule list."
    )
