"""A run that can sleep, without a model: background runs that end when told, and what was emitted."""

import asyncio

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import SleepEnded, SleepStarted
from desktop_agent.tools.background_runs import TaskEnd
from desktop_agent.tools.sleep import RunSleep


def is_wake(message):
    """Whether a model is told by this message that its sleep has ended."""
    return message.role == "system" and message.content.startswith("Sleep ended: ")


class Background:
    """Background runs t1, t2 … that end when the test says so."""

    def __init__(self, most=99):
        self.ends = {}
        self.asked = []
        self.most = most

    async def start(self, question, strategy):
        if len(self.ends) >= self.most:
            raise AgentError("There are too many background runs.")
        self.asked.append((question, strategy))
        task_id = f"t{len(self.ends) + 1}"
        self.ends[task_id] = asyncio.get_running_loop().create_future()
        return task_id

    def end(self, task_id, state="answered", answer="42"):
        self.ends[task_id].set_result(TaskEnd(task_id, state, "How many?", answer))

    async def ended(self, task_id):
        if task_id not in self.ends:
            raise AgentError("That background run is gone.")
        return await asyncio.shield(self.ends[task_id])

    def state(self, task_id):
        if task_id not in self.ends:
            return None
        future = self.ends[task_id]
        return future.result() if future.done() else "open"


class Sleeper:
    """One run in a virtual loop, with a budget that shows the time spent."""

    def __init__(self, loop, max_s=3600.0, seconds=300.0):
        self.loop = loop
        self.events = []
        self.asleep = []
        self.tasks = Background()
        self.budget = Budget(seconds, clock=loop.time)
        self.sleep = RunSleep(self.events.append, max_s, self.tasks, loop.moment)
        self.sleep.on_asleep = self.asleep.append

    async def gate(self, step_id=""):
        return [woke.text for woke in await self.sleep.rest(self.budget, step_id)]

    def at_gate(self, step_id=""):
        return self.loop.create_task(self.gate(step_id))

    @property
    def starts(self):
        return [event for event in self.events if isinstance(event, SleepStarted)]

    @property
    def ends(self):
        return [event for event in self.events if isinstance(event, SleepEnded)]
