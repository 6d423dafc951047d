"""The first plain answer."""

import asyncio

from desktop_agent.agents.final_answer import first_answer
from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.core.events import StepFinished
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run


async def test_what_is_not_done_when_the_block_ends_is_ended():
    run = Run(ScriptedModel(["Mars."], pause_s=60))
    async with first_answer(run.ctx) as first:
        await asyncio.sleep(0.02)
    assert await first.text(wait=False) == ""
    assert [step.status for step in run.of(StepFinished)] == ["stopped", "stopped"]


async def test_it_leaves_a_tenth_of_the_time_to_the_rest_and_is_no_cut_of_the_run():
    run = Run(ScriptedModel(["Mars."], pause_s=60), seconds=0.8)
    async with first_answer(run.ctx) as first:
        assert await first.text(wait=True) == ""
        assert 0 < run.ctx.budget.remaining_s < 0.35
    assert run.ctx.cuts == []


async def test_why_there_is_none_is_kept():
    error = ModelUnreachable("No server.")
    run = Run(ScriptedModel([error]))
    async with first_answer(run.ctx) as first:
        assert await first.text(wait=True) == ""
    assert first.error is error
