"""The scheduled questions of a person: what a face may do with them."""

import asyncio
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import TypedDict, Unpack

from desktop_agent.core import schedule_steps as steps
from desktop_agent.core.background import KnownRun
from desktop_agent.core.errors import AgentError
from desktop_agent.core.kept_schedule import KeptSchedule, Missed
from desktop_agent.core.local_time import iso
from desktop_agent.core.recurrence import moments
from desktop_agent.core.recurrence_reading import read_when
from desktop_agent.core.recurrence_when import When
from desktop_agent.core.schedule import Schedule
from desktop_agent.schedules.beginning import Beginning
from desktop_agent.schedules.clock import Clock
from desktop_agent.schedules.desk import Desk
from desktop_agent.schedules.serving import Serving
from desktop_agent.storage.schedule_store import ScheduleStore


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
        self._serving = Serving(store, self._beginning, self.clock, self._tell)

    # --- what there is

    async def list(self) -> tuple[Schedule, ...]:
        """Gives all schedules, the oldest first."""
        return tuple(each.schedule for each in await asyncio.to_thread(self._store.load))

    async def missed(self) -> tuple[Missed, ...]:
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
        await asyncio.to_thread(self._store.put, KeptSchedule(schedule, now))
        self._changed()
        return schedule

    async def change(
        self, schedule_id: str, when: When | None = None, **changes: Unpack[ScheduleChanges]
    ) -> Schedule:
        """Changes what is given; another time also turns it on. Raises `AgentError` if it is gone."""
        now = self.clock.now()
        if "question" in changes:
            changes["question"] = _asked(changes["question"])

        def changed(kept: KeptSchedule) -> KeptSchedule:
            changed = replace(kept, schedule=replace(kept.schedule, **changes))
            return changed if when is None else steps.timed_anew(changed, when, now)

        return await self._update(schedule_id, changed)

    async def enable(self, schedule_id: str, *, on: bool) -> Schedule:
        """Turns a schedule on or off; on, it goes on from now. Raises `AgentError` if it is over."""
        now, zone = self.clock.now(), self.clock.zone
        return await self._update(schedule_id, lambda kept: steps.switched(kept, now, zone, on=on))

    async def remove(self, schedule_id: str) -> KeptSchedule | None:
        """Takes a schedule away and gives it, for `put_back`; its conversation stays."""
        removed = await asyncio.to_thread(self._store.remove, schedule_id)
        self._changed()
        return removed

    async def put_back(self, kept: KeptSchedule) -> None:
        """Brings a removed schedule back; what was due meanwhile is left out."""
        with suppress(AgentError):  # one that is over comes back as it was
            kept = steps.caught_up(kept, self.clock.now(), self.clock.zone)
        await asyncio.to_thread(self._store.put, kept)
        self._changed()

    async def run_now(self, schedule_id: str) -> KnownRun:
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

    async def run_due(self) -> tuple[KnownRun, ...]:
        """Begins each schedule that is due now, once, however often it was due; gives the runs."""
        return await self._serving.run_due()

    async def settled(self) -> None:
        """Waits until what has become of runs is kept."""
        await self._beginning.settled()

    async def aclose(self) -> None:
        """Ends what is still being noted."""
        await self._beginning.aclose()

    async def _update(
        self, schedule_id: str, change: Callable[[KeptSchedule], KeptSchedule]
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
