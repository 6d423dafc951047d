"""Some hundred random lives of a run that sleeps: parts side by side, the person, background runs, quits."""

import asyncio
import random

import pytest

from desktop_agent.core.budget import Budget, BudgetLimits
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import SleepEnded, SleepStarted, in_step
from desktop_agent.tools.background_runs import TaskEnd
from desktop_agent.tools.sleep import LOOK_S, RunSleep, WakeUp
from tests.unit.tools.virtual_time import WALL, in_virtual_time
from tests.unit.tools.waiting import Background

MAX_S = 200.0
BATCHES = 4
LIVES = 100


class Life:
    """One run with ``parts`` agents side by side, each of some rounds: perhaps a sleep, then a model call."""

    def __init__(self, loop, seed):
        self.loop = loop
        self.draw = random.Random(seed)
        self.parts = self.draw.choice((1, 1, 2, 3, 4))
        self.rounds = self.draw.randint(1, 5)
        self.plan = [[self._round() for _ in range(self.rounds)] for _ in range(self.parts)]
        self.events = []
        self.told_at = []
        self.calls = [0] * self.parts
        self.asked = self.told_of_own = 0
        self.paused = False
        self.stopped = self.quit = False
        self.tasks = Background()
        self.task_ends = {}
        self.agents = []
        self.began = loop.time()
        self.start()

    def _round(self):
        draw = self.draw
        mode = draw.choice((None, None, "timer", "timer", "event", "manual"))
        seconds = draw.choice((0.001, 1, 12, LOOK_S, 100, MAX_S, 500))
        other_tool = draw.choice((0, 0, 5, 40))
        return mode, seconds, f"t{draw.randint(1, 4)}", other_tool, draw.choice((0, 1, 20))

    def start(self, sleeping=None, past=()):
        self.sleep = RunSleep(self.emit, MAX_S, self.tasks, self.loop.moment)
        self.sleep.restore(sleeping, past)
        self.budget = Budget(BudgetLimits(10_000), clock=self.loop.time)
        self.started = self.loop.time()
        self.sleep.on_asleep = self.asleep
        self.slept_since, self.slept_s = None, 0.0
        self.agents = [self.loop.create_task(self.agent(part)) for part in range(self.parts)]

    def emit(self, event):
        self.events.append(event)
        self.told_at.append(self.loop.time())
        if isinstance(event, SleepEnded):
            self.paused = False

    async def agent(self, part):
        for number, (mode, seconds, task_id, other_tool, call_s) in enumerate(self.plan[part]):
            step = f"{part}.{number}"
            recalled = number < self.calls[part]
            sleep_id = self.ask(mode, seconds, task_id, step) if mode else None
            await asyncio.sleep(0 if recalled else other_tool)
            told = [woke.sleep_id for woke in await self.sleep.rest(self.budget, step)]
            if sleep_id is not None:
                assert told.count(sleep_id) == 1, "who asks is told once"
            if recalled:
                continue
            assert self.sleep.sleeping is None, "no model call while asleep"
            assert not self.paused, "no model call while paused"
            self.calls[part] += 1
            await asyncio.sleep(call_s)

    def ask(self, mode, seconds, task_id, step):
        try:
            with in_step(step):
                asked = self.sleep.ask(mode, seconds, task_id)
        except AgentError:
            return None
        return None if isinstance(asked, TaskEnd) else asked

    async def carried_out(self):
        for _ in range(4):
            await self.tasks.start("How many?", "auto")
        disturber = self.loop.create_task(self.disturbed())
        while True:
            agents = self.agents
            ended = await asyncio.gather(*agents, return_exceptions=True)
            for each in ended:
                if isinstance(each, Exception):
                    raise each
            if agents is self.agents and not self.quit:
                break
            await asyncio.sleep(0.5)
        disturber.cancel()
        await asyncio.wait([disturber])
        self.sleep.end()

    async def disturbed(self):
        for _ in range(self.draw.randint(0, 12)):
            await asyncio.sleep(self.draw.choice((0, 0, 0.5, 5, 12, 29.9, 60)))
            getattr(self, self.draw.choice(("pause", "resume", "resume", "complete", "gone")))()
            if self.draw.random() < 0.05:
                self.stop()
            elif self.parts == 1 and self.draw.random() < 0.1:
                await self.closed_and_opened()

    def pause(self):
        if self.sleep.pause():
            self.paused = True

    def resume(self):
        if self.sleep.resume():
            self.paused = False

    def complete(self):
        task_id = f"t{self.draw.randint(1, 4)}"
        if not self.tasks.ends[task_id].done():
            self.tasks.end(task_id)
            self.task_ends[task_id] = self.loop.time()

    def gone(self):
        """A part that is not needed any more is stopped alone."""
        if len(self.agents) > 1 and self.draw.random() < 0.2:
            self.agents[-1].cancel()
            self.stopped = True

    def stop(self):
        self.stopped = True
        for agent in self.agents:
            agent.cancel()

    async def closed_and_opened(self):
        if self.stopped or self.agents[0].done():
            return
        self.quit = True
        sleeping = self.sleep.suspend()
        self.agents[0].cancel()
        await asyncio.wait(self.agents)
        self.sleep.end()
        self.check_budget()
        self.paused = False  # a pause that had not begun yet is not kept
        await asyncio.sleep(self.draw.choice((0, 10, 1000)))
        ended = (event for event in self.events if isinstance(event, SleepEnded))
        past = [WakeUp(event.sleep_id, event.reason, event.slept_s) for event in ended]
        self.paused = sleeping is not None and sleeping.sleep_id.startswith("p")
        self.start(sleeping, past)
        self.quit = False

    def asleep(self, sleeping):
        if sleeping is not None:
            self.slept_since = self.loop.time()
        elif self.slept_since is not None:
            self.slept_s += self.loop.time() - self.slept_since
            self.slept_since = None

    def check_budget(self):
        """What was spent is the time of this process without that in which the run slept."""
        self.asleep(None)  # of what was suspended this was not told
        spent = self.loop.time() - self.started - self.slept_s
        assert self.budget.elapsed_s == pytest.approx(spent, abs=1e-6)

    def check(self):
        starts = [event for event in self.events if isinstance(event, SleepStarted)]
        ends = [event for event in self.events if isinstance(event, SleepEnded)]
        assert len(starts) == len(ends)
        kinds = [event.type for event in self.events]
        assert kinds == ["sleep_started", "sleep_ended"] * len(starts)
        for start, end in zip(starts, ends, strict=True):
            assert start.sleep_id == end.sleep_id
            assert start.seconds <= MAX_S
        assert self.sleep.sleeping is None
        if not self.stopped:
            assert self.calls == [self.rounds] * self.parts
        self.check_wakes(starts, ends)

    def check_wakes(self, starts, ends):
        at = dict(zip(map(id, self.events), self.told_at, strict=True))
        for start, end in zip(starts, ends, strict=True):
            began, over = at[id(start)], at[id(end)]
            done = self.task_ends.get(start.task_id)
            if end.reason == "timer expired":
                assert WALL + over - self.began >= start.until - 1e-6, "not too early"
                assert end.slept_s >= start.seconds - 0.001
            if end.reason.startswith("background run") and began >= self.started:
                assert over == max(began, done), "woken when what it waits for had ended"
            if start.task_id and done is not None and began >= self.started:
                assert over <= max(began, done) + 1e-6, "no wake is lost"


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_interleaving_loses_a_wake_or_leaves_something_behind(batch):
    for seed in range(batch * LIVES, (batch + 1) * LIVES):

        async def work(loop, seed=seed):
            life = Life(loop, seed)
            await life.carried_out()
            life.check()
            if not life.stopped:
                life.check_budget()

        try:
            in_virtual_time(work)
        except BaseException as error:
            error.add_note(f"seed {seed}")
            raise
