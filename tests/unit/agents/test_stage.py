"""Parts of a run: their own time, which stands still while the run is held, and their order."""

import asyncio
from dataclasses import replace

import pytest

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.stage import deadline, dispatch, run_stage
from desktop_agent.agents.strategies.deep import first_answer
from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import BudgetExceeded, FetchError, ModelUnreachable
from desktop_agent.core.events import BudgetSpent, StepFinished, StepStarted
from desktop_agent.core.messages import Message
from desktop_agent.llm.base import TextPiece
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run
from tests.unit.tools.virtual_time import virtual_time
from tests.unit.tools.waiting import Sleeper

STAGE = ("supervisor", "Plan", 0.2)


def ask(text="What?"):
    return Ask("main", "Say", "work", (Message("user", text),))


async def test_what_the_work_gives_comes_back_and_its_steps_stand_below_it():
    run = Run(ScriptedModel(["Well."]))

    async def work(ctx):
        return (await turn(ctx, ask())).text

    assert await run_stage(run.ctx, *STAGE, work, part="t1", summarize=str.upper) == "Well."
    outer, inner = run.of(StepStarted)
    told = outer.agent, outer.title, outer.part, outer.parent_id
    assert told == ("supervisor", "Plan", "t1", "")
    assert inner.parent_id == outer.step_id
    last = run.of(StepFinished)[-1]
    assert (last.step_id, last.status, last.summary) == (outer.step_id, "ok", "WELL.")
    assert (run.of(BudgetSpent)[0].part, run.of(BudgetSpent)[0].part_s) == ("Plan", 0.2)
    assert run.ctx.cuts == []


async def test_a_reply_that_is_cut_by_the_time_is_kept_as_far_as_it_came():
    async def words(count):
        for _ in range(count):
            yield TextPiece("word ")
            await asyncio.sleep(0.05)

    class Slow(ScriptedModel):
        def stream(self, request):
            return words(50)

    run = Run(Slow([]))

    async def work(ctx):
        return (await turn(ctx, ask())).text

    assert "word word" in (await run_stage(run.ctx, *STAGE, work) or "")
    assert run.ctx.cuts == []


@pytest.mark.parametrize(
    "error",
    [ModelUnreachable("No server."), BudgetExceeded("No calls left."), FetchError("No page.")],
)
async def test_a_part_that_fails_gives_nothing_and_says_why(error):
    async def work(_ctx):
        raise error

    run = Run(None)
    assert await run_stage(run.ctx, *STAGE, work) is None
    assert len(run.ctx.cuts) == 1
    assert run.of(StepFinished)[0].status != "ok"


def budget_of(loop, seconds=60):
    return Budget(seconds, clock=loop.time)


@virtual_time
async def test_time_in_which_the_run_is_held_is_free_and_the_rest_is_not(loop):
    budget = budget_of(loop)
    began = loop.time()

    async def hold():
        await asyncio.sleep(4)
        for seconds in (3600, 7):
            with budget.share(5).paused():
                await asyncio.sleep(seconds)
            await asyncio.sleep(1)

    holding = loop.create_task(hold())
    with pytest.raises(TimeoutError):
        async with deadline(budget.share(30), 10):
            await asyncio.sleep(10_000)
    assert loop.time() - began == 3600 + 7 + 10
    await holding
    assert budget.elapsed_s == 10


@virtual_time
async def test_a_stage_outlives_a_sleep_longer_than_all_its_time(loop):
    run = Sleeper(loop)
    ctx = Run(None, seconds=60, sleep=run.sleep).ctx
    object.__setattr__(ctx, "budget", run.budget)

    async def sleeps(own):
        await asyncio.sleep(3)
        run.sleep.ask("timer", 3000)
        await run.sleep.rest(own.budget)
        await asyncio.sleep(3)
        return own.budget.elapsed_s

    assert await run_stage(ctx, "supervisor", "Plan", 10, sleeps) == pytest.approx(6)
    assert ctx.cuts == []


@virtual_time
async def test_each_part_begins_when_what_it_needs_is_done_with_a_share_of_what_is_left(loop):
    ctx = Run(None).ctx
    settings = ctx.settings.model_copy(update={"parallel_subtasks": 2})
    ctx = replace(ctx, settings=settings, budget=budget_of(loop))
    needs = {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c"), "e": ("c",)}
    start, told = loop.time(), {}

    async def work(name, seconds):
        left = ctx.budget.remaining_s
        told[name] = (loop.time() - start, left / seconds)
        await asyncio.sleep(3 if name == "b" else 1)

    await dispatch(ctx, needs, work, most_s=50)
    assert told == {"a": (0, 3), "b": (1, 2), "c": (1, 2), "d": (4, 56 / 50), "e": (2, 58 / 50)}


# --- The first answer


async def test_what_is_not_done_when_the_block_ends_is_ended():
    run = Run(ScriptedModel(["Mars."], pause_s=60))
    async with first_answer(run.ctx) as first:
        await asyncio.sleep(0.02)
    assert await first.text(wait=False) == ""
    assert [step.status for step in run.of(StepFinished)] == ["stopped", "stopped"]


async def test_why_there_is_none_is_kept():
    error = ModelUnreachable("No server.")
    run = Run(ScriptedModel([error]))
    async with first_answer(run.ctx) as first:
        assert await first.text(wait=True) == ""
    assert first.losses == [error]
