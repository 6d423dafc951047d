"""Every strategy may be paused before each of its model calls, for longer than it has time."""

import asyncio
from dataclasses import replace

import pytest

from desktop_agent.agents.strategies import deep, evidence, quick, team, verified
from desktop_agent.core.budget import Budget
from desktop_agent.core.events import SleepEnded, SleepStarted
from desktop_agent.tools.sleep import Moment, RunSleep, Sleep
from desktop_agent.tools.toolbox import Toolbox
from desktop_agent.web.ledger import network_scope
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run
from tests.unit.strategies.deep_world import Player, critique, plan
from tests.unit.tools.waiting import is_wake

LONG_S = 3000.0
QUESTION = "Explain how tides and winds differ."


class Woken(Player):
    """Knows its part by what it is asked, not by what it is told of a sleep behind that."""

    def _next(self, request):
        asked = tuple(message for message in request.messages if not is_wake(message))
        return super()._next(replace(request, messages=asked))


class Person:
    """Pauses a run before each of its model calls, and resumes it after a long time."""

    def __init__(self, strategy, model, *, pauses=True, offline=True):
        self.now = 0.0
        self.strategy = strategy
        self.offline = offline
        self.run = Run(model, question=QUESTION)
        self.sleep = RunSleep(
            self.run.events.append, 3600, None, lambda: Moment(self.now, 1e9 + self.now)
        )
        self.sleep.on_asleep = self.told
        self.pauses = pauses
        self.run.ctx = replace(
            self.run.ctx,
            sleep=self.sleep,
            budget=Budget(60, clock=lambda: self.now),
            toolbox=Toolbox((Sleep(self.sleep),), self.run.events.append),
        )
        if pauses:
            self.sleep.pause()

    def told(self, sleeping):
        loop = asyncio.get_running_loop()
        if sleeping is not None:
            self.now += LONG_S
            loop.call_soon(self.sleep.resume)
        elif self.pauses:
            # what waited at the gate makes its calls, and what comes later waits
            loop.call_later(0.02, self.sleep.pause)

    async def answered(self):
        with network_scope(lambda _use: None, offline=self.offline):
            return await self.strategy(self.run.ctx)


MODELS = {
    quick: lambda: ScriptedModel(["The moon pulls the sea."]),
    verified: lambda: ScriptedModel(["A draft.", critique("It is short."), "The moon does."]),
    team: lambda: ScriptedModel(["<verify>yes</verify>", "The moon pulls the sea."]),
    deep: lambda: Woken(
        plan=plan(("a", "reason"), ("b", "look_up"), ("c", "reason", "a b")), delay_s=0.05
    ),
}


@pytest.mark.parametrize("strategy", MODELS, ids=lambda strategy: strategy.__name__.split(".")[-1])
async def test_a_run_that_is_paused_at_every_gate_answers_as_one_that_is_not(strategy):
    plain = MODELS[strategy]()
    unpaused = await Person(strategy.answer, plain, pauses=False).answered()
    model = MODELS[strategy]()
    person = Person(strategy.answer, model)
    answer = await person.answered()
    assert answer.text == unpaused.text
    assert person.run.ctx.cuts == []
    assert len(model.requests) == len(plain.requests)  # not one model call more
    paused = [request for request in model.requests if is_wake(request.messages[-1])]
    sleeps, ends = person.run.of(SleepStarted), person.run.of(SleepEnded)
    assert len(sleeps) == len(ends)
    assert sleeps
    assert all(sleep.by_person for sleep in sleeps)
    assert len(paused) >= len(sleeps)
    assert person.run.ctx.budget.elapsed_s == 0  # the clock only goes while it sleeps
    assert person.now == LONG_S * len(sleeps)


async def test_without_a_model_the_evidence_waits_before_it_searches():
    person = Person(evidence.answer, None, offline=False)
    person.pauses = False  # once is enough
    await person.answered()
    assert len(person.run.of(SleepStarted)) == len(person.run.of(SleepEnded)) == 1
    assert person.run.ctx.budget.elapsed_s == 0
