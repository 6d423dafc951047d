"""Asking what is due, as long as the program is open."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from desktop_agent.core import schedule_steps as steps
from desktop_agent.core.background import KnownRun
from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.kept_schedule import KeptSchedule, Missed
from desktop_agent.schedules.beginning import Beginning
from desktop_agent.schedules.clock import Clock
from desktop_agent.storage.schedule_store import ScheduleStore

logger = logging.getLogger(__name__)

LONGEST_REST_S = 30.0
"""The loop never sleeps longer: a sleep does not count the time that the machine is suspended."""
_SHORTEST_REST_S = 0.05
_GRACE = timedelta(seconds=60)
"""What was due less than this ago is not missed: another process may be about to carry it out."""
_WRONG_CLOCK = timedelta(days=1)
"""A clock that is put back by more had been wrong: what was reckoned by it is reckoned anew."""

_Step = Callable[..., KeptSchedule | None]


class Serving:
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
        self._known: tuple[KeptSchedule, ...] | None = None
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

    async def missed(self) -> tuple[Missed, ...]:
        """Notes what was due while the program was closed; gives what nobody has decided of yet."""
        now = self._clock.now()
        step = partial(steps.missed, now=now, zone=self._clock.zone)
        for kept in await asyncio.to_thread(self._store.load):
            due = steps.due_at(kept)
            if due is not None and due < now - _GRACE:
                await self._take(kept, step)
        return tuple(
            Missed(each.schedule, each.missed, each.missed_last)
            for each in await asyncio.to_thread(self._store.load)
            if each.missed
        )

    async def run_due(self) -> tuple[KnownRun, ...]:
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

    async def _take(self, kept: KeptSchedule, step: _Step) -> KeptSchedule | None:
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
