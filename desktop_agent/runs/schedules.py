"""Manage scheduled questions for frontends, and start those that are due."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from itertools import islice, takewhile
from typing import Any, TypedDict, Unpack

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord, Schedule
from desktop_agent.runs.manager import RunManager
from desktop_agent.runs.recurrence import (
    When,
    from_iso,
    iso,
    moments,
    next_after,
    read_when,
    repeated,
)
from desktop_agent.storage.schedules import ScheduleStore

logger = logging.getLogger(__name__)

LONGEST_REST_S = 30.0
"""Maximum seconds between two checks, because timers stop while the computer is suspended."""
_SHORTEST_REST_S = 0.05
_GRACE = timedelta(seconds=60)
"""A time counts as missed only after this delay, in case another process is about to handle it."""
_WRONG_CLOCK = timedelta(days=1)
"""If the clock is set back by more than this, it was wrong, and all next times are recomputed."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A replaceable clock: current time, sleep function and time zone (None means local)."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
    zone: tzinfo | None = None


class ScheduleOptions(TypedDict, total=False):
    """Options for answering a scheduled question."""

    strategy: str
    model: str
    budget_s: float | None


class ScheduleChanges(ScheduleOptions, total=False):
    """The fields of a schedule that can be changed, except its time."""

    question: str


class Schedules:
    """A manager for scheduled questions. Use it from a single event loop.

    The files are read in threads. Several processes may use the same file: before a process starts
    a run, it claims the due time in the file. After a crash, a due time may be skipped, but no
    question is asked twice. A schedule is not started while its last run is active. Any method may
    raise `StorageError`.

    ``waiting`` is True if the last check by `serve` found a schedule with a future time.
    """

    def __init__(self, store: ScheduleStore, runs: RunManager, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.waiting = False
        self._store = store
        self._runs = runs
        self._watchers: dict[object, Callable[[], None]] = {}
        self._notes: dict[str, str] = {}
        self._starting = asyncio.Lock()
        self._storing: set[asyncio.Task[None]] = set()
        self._runs_seen: dict[str, tuple[str, str]] = {}
        self._stop_watching = runs.watch(self._run_changed)
        self._known: tuple[Schedule, ...] | None = None
        self._last_check: datetime | None = None
        self._woken = asyncio.Event()

    # --- Queries

    async def list(self) -> tuple[Schedule, ...]:
        return await asyncio.to_thread(self._store.load)

    async def get(self, schedule_id: str) -> Schedule:
        """Return a schedule; raise `AgentError` if it does not exist."""
        for schedule in await self.list():
            if schedule.id == schedule_id:
                return schedule
        raise _gone(schedule_id)

    async def missed(self) -> tuple[Schedule, ...]:
        """Record times missed while the program was closed; return all schedules with missed times.

        Missed questions are never asked automatically. Use `run_now` to ask them, or `skip` to
        discard them.
        """
        now = self.clock.now()
        step = partial(_count_missed, now=now, zone=self.clock.zone)
        for kept in await self.list():
            due = _due_at(kept)
            if due is not None and due < now - _GRACE:
                await self._take(kept, step)
        return tuple(each for each in await self.list() if each.missed)

    def note(self, schedule_id: str) -> str:
        return self._notes.get(schedule_id, "")

    def watch(self, watcher: Callable[[], None]) -> Callable[[], object]:
        """Call ``watcher`` when schedules may have changed; return a function to unsubscribe it."""
        key = object()
        self._watchers[key] = watcher
        return lambda: self._watchers.pop(key, None)

    # --- Times

    def read_when(self, words: str) -> When:
        """Parse a phrase that says when to ask a question; see `recurrence.read_when`."""
        return read_when(words, self.clock.now(), self.clock.zone)

    def upcoming(self, when: When) -> tuple[datetime, ...]:
        """Return the next two times, or the only one."""
        if not when.rule:
            return (when.first,)
        now = self.clock.now()
        return tuple(islice(moments(when.rule, now, now, self.clock.zone), 2))

    # --- Changes by the user

    async def add(self, question: str, when: When, **options: Unpack[ScheduleOptions]) -> Schedule:
        """Add a scheduled question; raise `AgentError` if the question is empty."""
        asked, now = _asked(question), iso(self.clock.now())
        made = Schedule(uuid.uuid4().hex[:8], asked, when.rule, iso(when.first), now, starts=now)
        schedule = replace(made, **options)
        await asyncio.to_thread(self._store.put, schedule)
        self._changed()
        return schedule

    async def change(
        self, schedule_id: str, when: When | None = None, **changes: Unpack[ScheduleChanges]
    ) -> Schedule:
        """Change the given fields; a new time also enables the schedule."""
        now = self.clock.now()
        if "question" in changes:
            changes["question"] = _asked(changes["question"])

        def changed(kept: Schedule) -> Schedule:
            kept = replace(kept, **changes)
            if when is None:
                return kept
            first = iso(when.first)
            return replace(kept, rule=when.rule, next_at=first, enabled=True, starts=iso(now))

        return await self._update(schedule_id, changed)

    async def enable(self, schedule_id: str, *, on: bool) -> Schedule:
        """Enable or disable a schedule; times that passed while it was disabled are skipped."""
        now, zone = self.clock.now(), self.clock.zone

        def switched(kept: Schedule) -> Schedule:
            kept = replace(kept, enabled=on)
            return _caught_up(kept, now, zone) if on else kept

        return await self._update(schedule_id, switched)

    async def remove(self, schedule_id: str) -> Schedule | None:
        """Remove a schedule but not its conversation, and return it for `put_back`."""
        removed = await asyncio.to_thread(self._store.remove, schedule_id)
        self._changed()
        return removed

    async def put_back(self, kept: Schedule) -> None:
        """Restore a schedule that was removed, skipping times that have passed in the meantime."""
        with suppress(AgentError):  # without a future time, it is restored unchanged
            kept = _caught_up(kept, self.clock.now(), self.clock.zone)
        await asyncio.to_thread(self._store.put, kept)
        self._changed()

    async def run_now(self, schedule_id: str) -> RunRecord:
        """Ask the question now, in addition to its scheduled times, and clear its missed times.

        Raise `AgentError` if the schedule's last run is still active.
        """
        schedule = await self.get(schedule_id)
        async with self._starting:
            if await self._is_active(schedule):
                raise AgentError(
                    f"“{schedule.question}” is already being asked.",
                    "Wait until that task has ended, or stop it.",
                )
            return await self._start(schedule)

    async def skip(self, schedule_id: str) -> None:
        await self._update(schedule_id, lambda kept: replace(kept, missed=0))

    async def _update(self, schedule_id: str, change: Callable[[Schedule], Schedule]) -> Schedule:
        changed = await asyncio.to_thread(self._store.update, schedule_id, change)
        if changed is None:
            raise _gone(schedule_id)
        self._changed()
        return changed

    def _changed(self) -> None:
        self._woken.set()
        self._notify()

    def _notify(self) -> None:
        for watcher in tuple(self._watchers.values()):
            watcher()

    # --- Serving

    async def serve(self) -> None:
        """Start due schedules until cancelled; times missed before the call are only recorded."""
        await self._logged(self.missed)
        while True:
            await self._logged(self.run_due)
            rest = await self._rest_s()
            waits = [
                asyncio.ensure_future(each) for each in (self.clock.pause(rest), self._woken.wait())
            ]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()
                await asyncio.wait(waits)
            self._woken.clear()

    async def run_due(self) -> tuple[RunRecord, ...]:
        """Start each due schedule once, however many of its times have passed; return the runs."""
        now, zone = self.clock.now(), self.clock.zone
        if self._last_check is not None and now < self._last_check - _WRONG_CLOCK:
            anew = partial(_recomputed, now=now, zone=zone)
            for kept in await self.list():
                await asyncio.to_thread(self._store.update, kept.id, anew)
        self._last_check = now
        begun = []
        for kept in await self.list():
            due = _due_at(kept)
            if due is None or due > now:
                continue
            mine = await self._take(kept, partial(_claimed, now=now, zone=zone))
            if mine is not None:  # no other process was faster
                run = await self._start_due(mine)
                begun += [run] if run is not None else []
        return tuple(begun)

    async def settled(self) -> None:
        if self._storing:
            await asyncio.wait(tuple(self._storing))

    async def aclose(self) -> None:
        self._stop_watching()
        await self.settled()

    async def _take(self, kept: Schedule, step: Callable[..., Schedule | None]) -> Schedule | None:
        """Apply ``step`` to a schedule, unless another process has already handled the due time."""
        change = partial(step, next_at=kept.next_at)
        return await asyncio.to_thread(self._store.update, kept.id, change)

    async def _rest_s(self) -> float:
        try:
            every = await self.list()
        except StorageError:  # already logged
            return LONGEST_REST_S
        if self._known is not None and every != self._known:
            self._notify()
        self._known = every
        due = [moment for moment in map(_due_at, every) if moment is not None]
        self.waiting = bool(due)
        left = (min(due) - self.clock.now()).total_seconds() if due else LONGEST_REST_S
        return min(max(left, _SHORTEST_REST_S), LONGEST_REST_S)

    async def _logged(self, work: Callable[[], Awaitable[object]]) -> None:
        """Run background work and log its errors, so that `serve` can try again later."""
        try:
            await work()
        except AgentError as error:
            logger.warning("schedules cannot be served", extra={"fault": str(error)})

    # --- Starting runs

    async def _start_due(self, schedule: Schedule) -> RunRecord | None:
        async with self._starting:
            if await self._is_active(schedule):
                self._note_failure(
                    schedule, "It was left out once: its last run was still at work."
                )
                return None
            try:
                return await self._start(schedule)
            except AgentError as error:
                self._note_failure(schedule, f"It could not be asked: {error.message}")

        await asyncio.to_thread(
            self._store.update, schedule.id, lambda kept: replace(kept, missed=kept.missed + 1)
        )
        self._notify()
        return None

    async def _start(self, schedule: Schedule) -> RunRecord:
        question = Question(
            schedule.question,
            strategy=schedule.strategy,
            model=schedule.model,
            budget_s=schedule.budget_s,
            conversation_id=schedule.conversation_id,
            background=True,
        )
        run = await self._runs.enqueue(
            question,
            "schedule",
            schedule_id=schedule.id,
            conversation_id=schedule.conversation_id,
        )
        self._notes.pop(schedule.id, None)

        def begun(kept: Schedule) -> Schedule:
            return replace(_placed(kept, run), last_run_id=run.run_id, missed=0)

        await asyncio.to_thread(self._store.update, schedule.id, begun)
        self._notify()
        return run

    async def _is_active(self, schedule: Schedule) -> bool:
        run = await self._runs.get(schedule.last_run_id) if schedule.last_run_id else None
        return run is not None and run.state not in ENDED

    def _run_changed(self, run: RunRecord) -> None:
        seen = (run.state, run.conversation_id)
        if run.schedule_id and self._runs_seen.get(run.run_id) != seen:
            self._runs_seen[run.run_id] = seen
            storing = asyncio.ensure_future(self._store_place(run))
            self._storing.add(storing)
            storing.add_done_callback(self._storing.discard)

    async def _store_place(self, run: RunRecord) -> None:
        """Store the ID of a run's conversation, if it has one, in the run's schedule."""
        if run.conversation_id:
            try:
                await asyncio.to_thread(
                    self._store.update, run.schedule_id, lambda kept: _placed(kept, run)
                )
            except AgentError as error:
                logger.warning("a schedule cannot be kept", extra={"fault": str(error)})
        self._notify()

    def _note_failure(self, schedule: Schedule, text: str) -> None:
        self._notes[schedule.id] = text
        logger.info("a scheduled question was not asked", extra={"schedule": schedule.id})
        self._notify()


def _asked(question: str) -> str:
    if not question.strip():
        raise AgentError("There is no question.", "Enter a question.")
    return question.strip()


def _gone(schedule_id: str) -> AgentError:
    return AgentError(
        f"There is no schedule called {schedule_id}.", "See desktop-agent schedule list."
    )


def _placed(kept: Schedule, run: RunRecord) -> Schedule:
    return replace(kept, conversation_id=run.conversation_id or kept.conversation_id)


# --- Changes to a stored schedule: pure functions, no clock, no file

_MOST_MISSED = 1000


def _due_at(kept: Schedule) -> datetime | None:
    return from_iso(kept.next_at) if kept.enabled else None


def _claimed(
    kept: Schedule, next_at: str, now: datetime, zone: tzinfo | None = None
) -> Schedule | None:
    """Return a due schedule advanced to its next time after ``now``, or None if no longer due.

    It is no longer due at ``next_at`` if, for example, another process has claimed it.
    """
    if kept.next_at != next_at or _due_at(kept) is None:
        return None
    return replace(kept, next_at=_next(kept, now, zone))


def _count_missed(
    kept: Schedule, next_at: str, now: datetime, zone: tzinfo | None = None
) -> Schedule | None:
    """Advance a schedule as `_claimed` does, and count all due times up to ``now`` as missed."""
    due, moved = _due_at(kept), _claimed(kept, next_at, now, zone)
    if due is None or moved is None:
        return None
    later = moments(kept.rule, _starts(kept), due, zone) if kept.rule else ()
    passed = takewhile(lambda moment: moment <= now, islice(later, _MOST_MISSED - 1))
    count = 1 + sum(1 for _ in passed)
    return replace(moved, missed=min(kept.missed + count, _MOST_MISSED))


def _caught_up(kept: Schedule, now: datetime, zone: tzinfo | None = None) -> Schedule:
    """Advance a schedule to its next future time; raise `AgentError` if it has none."""
    due = from_iso(kept.next_at)
    if due is not None and due > now:
        return kept
    if not kept.rule:
        raise AgentError(
            f"“{kept.question}” was scheduled to be asked once, and that time has passed.",
            "Set a different time.",
        )
    found = _next(kept, now, zone)
    return replace(kept, next_at=found or iso(repeated(kept.rule, now, zone).first))


def _recomputed(kept: Schedule, now: datetime, zone: tzinfo | None = None) -> Schedule:
    if _due_at(kept) is None or not kept.rule:
        return kept
    found = _next(kept, now, zone)
    return replace(kept, next_at=found) if found else kept


def _starts(kept: Schedule) -> datetime:
    found = from_iso(kept.starts) or from_iso(kept.created)
    if found is None:
        raise AgentError(f"“{kept.question}” has no start time.")
    return found


def _next(kept: Schedule, now: datetime, zone: tzinfo | None) -> str:
    """Return the rule's next time after ``now`` in ISO format, or ""."""
    if not kept.rule:
        return ""
    found = next_after(kept.rule, min(_starts(kept), now), now, zone)
    return iso(found) if found is not None else ""
