"""Beginning the run of a scheduled question, one at a time."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.errors import AgentError
from desktop_agent.core.kept_schedule import KeptSchedule
from desktop_agent.core.research import Question
from desktop_agent.core.schedule import Schedule
from desktop_agent.schedules.desk import Desk
from desktop_agent.storage.schedule_store import ScheduleStore

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

    async def begin(self, schedule: Schedule) -> KnownRun:
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

    async def begin_due(self, kept: KeptSchedule, due: str) -> KnownRun | None:
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

        def offered(found: KeptSchedule) -> KeptSchedule:
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

    async def _begin(self, schedule: Schedule) -> KnownRun:
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

        def begun(kept: KeptSchedule) -> KeptSchedule:
            schedule = replace(_placed(kept, run).schedule, last_run_id=run.run_id)
            return replace(kept, schedule=schedule, missed=0, missed_last="")

        await asyncio.to_thread(self._store.update, schedule.id, begun)
        self._changed()
        return run

    async def _at_work(self, schedule: Schedule) -> bool:
        run = await self._desk.get(schedule.last_run_id) if schedule.last_run_id else None
        return run is not None and run.state not in ENDED

    def _run_changed(self, run: KnownRun) -> None:
        seen = (run.state, run.conversation_id)
        if run.schedule_id and self._seen.get(run.run_id) != seen:
            self._seen[run.run_id] = seen
            keeping = asyncio.ensure_future(self._keep(run))
            self._keeping.add(keeping)
            keeping.add_done_callback(self._keeping.discard)

    async def _keep(self, run: KnownRun) -> None:
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


def _placed(kept: KeptSchedule, run: KnownRun) -> KeptSchedule:
    place = run.conversation_id or kept.schedule.conversation_id
    return replace(kept, schedule=replace(kept.schedule, conversation_id=place))
