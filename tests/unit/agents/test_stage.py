"""A part of a run with time of its own."""

import asyncio

import pytest

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.core.errors import BudgetExceeded, FetchError, ModelUnreachable
from desktop_agent.core.events import BudgetSpent, StepFinished, StepStarted
from desktop_agent.core.messages import Message
from desktop_agent.llm.base import TextPiece
from tests.scripted_model import ScriptedModel
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
