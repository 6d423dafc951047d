"""A part of a run with time of its own."""

import asyncio

import pytest

from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.errors import BudgetExceeded, FetchError, ModelUnreachable
from desktop_agent.core.events import BudgetSpent, Notice, StepFinished, StepStarted
from desktop_agent.core.messages import Message
from desktop_agent.llm.base import TextPiece
from tests.scripted_model import ScriptedModel
from tests.turns import Turns
from tests.unit.agents.running import Run

STAGE = Stage("supervisor", "Plan", 0.2, part="t1")


def ask(text="What?"):
    return Ask("main", "Say", "work", (Message("user", text),))


async def test_what_the_work_gives_comes_back_and_its_steps_stand_below_it():
    run = Run(ScriptedModel(["Well."]))

    async def work(ctx):
        return (await turn(ctx, ask())).text

    assert await run_stage(run.ctx, STAGE, work, summarize=str.upper) == "Well."
    outer, inner = run.of(StepStarted)
    assert (outer.agent, outer.title, outer.part, outer.parent_id) == (
        "supervisor",
        "Plan",
        "t1",
        "",
    )
    assert inner.parent_id == outer.step_id
    last = run.of(StepFinished)[-1]
    assert (last.step_id, last.status, last.summary) == (outer.step_id, "ok", "WELL.")
    assert (run.of(BudgetSpent)[0].part, run.of(BudgetSpent)[0].part_s) == ("Plan", 0.2)
    assert run.ctx.cuts == []


async def test_a_part_that_runs_out_gives_nothing_in_its_time_and_says_so():
    run = Run(None)
    began = Turns()
    assert await run_stage(run.ctx, STAGE, lambda _ctx: asyncio.sleep(5)) is None
    assert began.seconds < 0.4
    assert run.ctx.cuts == ["Plan: out of time after 0 s"]
    assert run.of(Notice)[0].level == "warning"
    assert run.of(StepFinished)[0].status == "stopped"


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

    assert "word word" in (await run_stage(run.ctx, STAGE, work) or "")
    assert run.ctx.cuts == []


@pytest.mark.parametrize(
    "error",
    [ModelUnreachable("No server."), BudgetExceeded("No calls left."), FetchError("No page.")],
)
async def test_a_part_that_fails_gives_nothing_and_says_why(error):
    async def work(_ctx):
        raise error

    run = Run(None)
    assert await run_stage(run.ctx, STAGE, work) is None
    assert len(run.ctx.cuts) == 1
    assert run.of(StepFinished)[0].status != "ok"


async def test_a_part_never_gets_more_time_than_the_run_has():
    run = Run(None, seconds=0.1)

    async def work(ctx):
        return ctx.budget.remaining_s

    assert await run_stage(run.ctx, Stage("a", "b", 60), work) <= 0.1


async def test_what_nobody_foresaw_is_not_swallowed():
    async def work(_ctx):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await run_stage(Run(None).ctx, STAGE, work)


async def test_cancelling_the_run_cancels_the_part_and_is_no_cut():
    run = Run(None)
    task = asyncio.create_task(run_stage(run.ctx, STAGE, lambda _ctx: asyncio.sleep(5)))
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert run.of(StepFinished)[0].status == "stopped"
    assert run.ctx.cuts == []
