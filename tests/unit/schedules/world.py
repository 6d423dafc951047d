"""A clock of one's own, and a desk that remembers what was handed in."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from desktop_agent.core.errors import AgentError
from desktop_agent.core.runs import RunRecord
from desktop_agent.runs.schedules import Clock, Schedules
from desktop_agent.storage.schedules import ScheduleStore


class World:
    """The time, and how the machine lets it pass; ``rests`` are the sleeps that were asked for."""

    def __init__(self, now="2026-11-22T18:30:00+00:00", zone=UTC):
        self.now = datetime.fromisoformat(now)
        self.end = self.now
        self.zone = zone
        self.rests = []
        self.jumps = {}
        """After how many sleeps the clock is put forward or back, and by how much."""

    @property
    def clock(self):
        return Clock(lambda: self.now, self.pause, self.zone)

    async def pause(self, seconds):
        """Lets the time pass at once; at the end it stands still."""
        self.rests.append(seconds)
        await asyncio.sleep(0)
        self.now += timedelta(seconds=seconds) + self.jumps.pop(len(self.rests), timedelta(0))
        if self.now >= self.end:
            self.over.set()
            await asyncio.Event().wait()

    async def serve(self, schedules, until):
        self.end = datetime.fromisoformat(until)
        serving = asyncio.ensure_future(schedules.serve())
        self.over = asyncio.Event()
        await self.over.wait()
        serving.cancel()
        await asyncio.wait([serving])
        assert serving.cancelled()


class Desk:
    """Runs that are over at once, unless they are kept open."""

    def __init__(self, world=None):
        self.world = world
        self.runs = {}
        self.asked = []
        self.stay_open = False
        self.refuses = ""
        self.watchers = []

    async def enqueue(self, question, origin, *, schedule_id="", conversation_id=""):
        if self.refuses:
            raise AgentError(self.refuses)
        at = self.world.now if self.world is not None else datetime.now(UTC)
        run = RunRecord(
            f"run{len(self.asked)}",
            question.text,
            "running" if self.stay_open else "answered",
            origin,
            at.isoformat(),
            conversation_id=conversation_id,
            schedule_id=schedule_id,
        )
        self.asked.append((at, question))
        self.runs[run.run_id] = run
        return run

    async def get(self, run_id):
        return self.runs.get(run_id)

    def watch(self, watcher):
        self.watchers.append(watcher)
        return lambda: self.watchers.remove(watcher)

    def change(self, run_id, **changes):
        """Has a run go on, and tells of it."""
        self.runs[run_id] = replace(self.runs[run_id], **changes)
        for watcher in self.watchers:
            watcher(self.runs[run_id])

    @property
    def times(self):
        return [at.strftime("%m-%d %H:%M") for at, _question in self.asked]


def open_schedules(folder, world, desk):
    return Schedules(ScheduleStore(folder / "schedules.json"), desk, world.clock)
