"""The scheduled questions of a person: what a face may do with them."""

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

# --- The time that schedules go by.


def _now() -> datetime:
    return datetime.now(UTC)


async def _sleep(seconds: float) -> None:
    await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class Clock:
    """Gives the moment, and waits; without a ``zone`` days and hours are those of this computer."""

    now: Callable[[], datetime] = _now
    pause: Callable[[float], Coroutine[Any, Any, None]] = _sleep
    zone: tzinfo | None = None


# --- Where the runs of scheduled questions are handed in; `run_desk.RunManager` is one.


class Desk(Protocol):
    """As much of the desk as schedules need."""

    async def enqueue(
        self,
        question: Question,
        origin: RunOrigin,
        *,
        schedule_id: str = "",
        conversation_id: str = "",
    ) -> RunRecord:
        """Puts a run into the queue; raises `AgentError` where it cannot."""
        ...

    async def get(self, run_id: str) -> RunRecord | None:
        """Gives a run; None where it is not known."""
        ...

    def watch(self, watcher: Callable[[RunRecord], None]) -> Callable[[], None]:
        """Tells of every run that changes; gives what ends that."""
        ...


# --- Beginning the run of a scheduled question, one at a time.

logger = logging.getLogger(__name__)


class Beginning:
    """Hands runs in, and keeps with the schedule which run it was and where its answer stands.

    A schedule whose last run is still at work is not begun again. ``changed`` is called when
    something is other than before; `notes` say by the schedule's id why nothing was asked.
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
        """Begins a schedule that somebody wants asked now; what was missed of it is done with.

        Raises:
            AgentError: its last run is still at work, or the run cannot be handed in.
        """
        async with self._one_by_one:
            if await self._at_work(schedule):
                raise AgentError(
                    f"“{schedule.question}” is being asked already.",
                    "Wait until that run has ended, or stop it.",
                )
            return await self._begin(schedule)

    async def begin_due(self, kept: StoredSchedule, due: str) -> RunRecord | None:
        """Begins a schedule that was due; where it cannot be, that is noted, and None given."""
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
        """Ends what is still being noted."""
        self._stop_watching()
        await self.settled()

    async def settled(self) -> None:
        """Waits until what has become of runs is kept."""
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
        """Notes the conversation of a run, which it may get only when it begins."""
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


# --- Asking what is due, as long as the program is open.

LONGEST_REST_S = 30.0
"""The loop never sleeps longer: a sleep does not count the time that the machine is suspended."""
_SHORTEST_REST_S = 0.05
_GRACE = timedelta(seconds=60)
"""What was due less than this ago is not missed: another process may be about to carry it out."""
_WRONG_CLOCK = timedelta(days=1)
"""A clock that is put back by more had been wrong: what was reckoned by it is reckoned anew."""

_Step = Callable[..., StoredSchedule | None]


class Scheduler:
    """The loop over the schedules. A time is claimed in the file before its run is begun.

    ``changed`` is called when the file is other than at the last look: another process may have
    changed it.
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
        """Has the loop look now: another time was set."""
        self._woken.set()

    async def serve(self) -> None:
        """Asks what is due, until it is cancelled; what was missed before is only noted."""
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
        """Notes what was due while the program was closed; gives what nobody has decided of yet."""
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
        """Begins each schedule that is due now, once, however often it was due; gives the runs."""
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
        """Takes a step that only one process may take for a time that is due."""
        change = partial(step, next_at=kept.schedule.next_at)
        return await asyncio.to_thread(self._store.update, kept.schedule.id, change)

    async def _reckon_anew(self, now: datetime) -> None:
        anew = partial(steps.reckoned_anew, now=now, zone=self._clock.zone)
        for kept in await asyncio.to_thread(self._store.load):
            await asyncio.to_thread(self._store.update, kept.schedule.id, anew)

    async def _rest_s(self) -> float:
        """Gives how many seconds may pass until it is to be looked again."""
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
        """Does what nobody waits for; what goes wrong is in the log, and is tried again."""
        try:
            await work()
        except AgentError as error:
            logger.warning("schedules cannot be served", extra={"fault": str(error)})


class ScheduleOptions(TypedDict, total=False):
    """How a scheduled question is answered."""

    strategy: str
    model: str
    budget_s: float | None


class ScheduleChanges(ScheduleOptions, total=False):
    """What may be changed of a schedule beside its time."""

    question: str


class Schedules:
    """All methods belong to one event loop; files are read in threads.

    Two processes may serve the same file: a crash may leave a time out, and never asks twice.
    Methods raise `StorageError` where the file cannot be used.
    """

    def __init__(self, store: ScheduleStore, desk: Desk, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self._store = store
        self._watchers: list[Callable[[], None]] = []
        self._beginning = Beginning(store, desk, self._tell)
        self._serving = Scheduler(store, self._beginning, self.clock, self._tell)

    # --- what there is

    async def list(self) -> tuple[Schedule, ...]:
        """Gives all schedules, the oldest first."""
        return tuple(each.schedule for each in await asyncio.to_thread(self._store.load))

    async def missed(self) -> tuple[MissedSchedule, ...]:
        """Gives what was due while the program was closed and nobody has decided of yet.

        None of it is asked by itself: `run_now` asks, `skip` lets it be.
        """
        return await self._serving.missed()

    def note(self, schedule_id: str) -> str:
        """Says what became of the last time where nothing was asked; mostly empty."""
        return self._beginning.notes.get(schedule_id, "")

    @property
    def waiting(self) -> bool:
        """Whether anything is to be asked later, as far as `serve` has looked."""
        return self._serving.waits

    def watch(self, watcher: Callable[[], None]) -> Callable[[], None]:
        """Calls ``watcher`` when a schedule may have changed; gives what ends that."""
        self._watchers.append(watcher)

        def end() -> None:
            if watcher in self._watchers:
                self._watchers.remove(watcher)

        return end

    # --- times

    def read_when(self, words: str) -> When:
        """Reads a time, as `core.recurrence_reading` does, from now on."""
        return read_when(words, self.clock.now(), self.clock.zone)

    def upcoming(self, when: When, count: int = 2) -> tuple[datetime, ...]:
        """Gives the next times, in UTC."""
        if not when.rule:
            return (when.first,)
        now = self.clock.now()
        return tuple(islice(moments(when.rule, now, now, self.clock.zone), count))

    # --- what a person does

    async def add(self, question: str, when: When, **options: Unpack[ScheduleOptions]) -> Schedule:
        """Adds a question that is asked at a time; raises `AgentError` where it is empty."""
        asked, now = _asked(question), iso(self.clock.now())
        made = Schedule(uuid.uuid4().hex[:8], asked, when.rule, iso(when.first), now)
        schedule = replace(made, **options)
        await asyncio.to_thread(self._store.put, StoredSchedule(schedule, now))
        self._changed()
        return schedule

    async def change(
        self, schedule_id: str, when: When | None = None, **changes: Unpack[ScheduleChanges]
    ) -> Schedule:
        """Changes what is given; another time also turns it on. Raises `AgentError` if it is gone."""
        now = self.clock.now()
        if "question" in changes:
            changes["question"] = _asked(changes["question"])

        def changed(kept: StoredSchedule) -> StoredSchedule:
            changed = replace(kept, schedule=replace(kept.schedule, **changes))
            return changed if when is None else steps.timed_anew(changed, when, now)

        return await self._update(schedule_id, changed)

    async def enable(self, schedule_id: str, *, on: bool) -> Schedule:
        """Turns a schedule on or off; on, it goes on from now. Raises `AgentError` if it is over."""
        now, zone = self.clock.now(), self.clock.zone
        return await self._update(schedule_id, lambda kept: steps.switched(kept, now, zone, on=on))

    async def remove(self, schedule_id: str) -> StoredSchedule | None:
        """Takes a schedule away and gives it, for `put_back`; its conversation stays."""
        removed = await asyncio.to_thread(self._store.remove, schedule_id)
        self._changed()
        return removed

    async def put_back(self, kept: StoredSchedule) -> None:
        """Brings a removed schedule back; what was due meanwhile is left out."""
        with suppress(AgentError):  # one that is over comes back as it was
            kept = steps.caught_up(kept, self.clock.now(), self.clock.zone)
        await asyncio.to_thread(self._store.put, kept)
        self._changed()

    async def run_now(self, schedule_id: str) -> RunRecord:
        """Asks now, beside the times that are set; what was missed of it is done with.

        Raises:
            AgentError: its last run is still at work, or the schedule is gone.
        """
        for schedule in await self.list():
            if schedule.id == schedule_id:
                return await self._beginning.begin(schedule)
        raise _gone(schedule_id)

    async def skip(self, schedule_id: str) -> None:
        """Leaves out what was missed of a schedule."""
        await self._update(schedule_id, lambda kept: replace(kept, missed=0, missed_last=""))

    # --- what happens by itself

    async def serve(self) -> None:
        """Asks what is due, until it is cancelled; what was missed before is only noted."""
        await self._serving.serve()

    async def run_due(self) -> tuple[RunRecord, ...]:
        """Begins each schedule that is due now, once, however often it was due; gives the runs."""
        return await self._serving.run_due()

    async def settled(self) -> None:
        """Waits until what has become of runs is kept."""
        await self._beginning.settled()

    async def aclose(self) -> None:
        """Ends what is still being noted."""
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
