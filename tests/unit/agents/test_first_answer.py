"""The first plain answer."""

import asyncio

import pytest

from desktop_agent.agents.final_answer import Checked, first_answer, not_worse_than
from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.core.events import Notice, StepFinished
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


@pytest.mark.parametrize(
    ("first", "later", "given"),
    [
        ("Mars is red.", "It is Mars, because of rust.", "It is Mars, because of rust."),
        ("Mars is red.", "I'm sorry, I can't help with that.", "Mars is red."),
        ("", "It is Mars.", "It is Mars."),
        ("Mars is red.", '{"planet": "Mars"}', "Mars is red."),
    ],
)
async def test_the_later_text_stands_unless_it_is_none(first, later, given):
    run = Run(None, question="Which planet is red?")
    kept = await not_worse_than(run.ctx, first, Checked(later), None)
    assert kept.text == given
    assert bool(run.of(Notice)) == (bool(later) and given != later)


async def test_why_there_is_none_is_kept():
    error = ModelUnreachable("No server.")
    run = Run(ScriptedModel([error]))
    async with first_answer(run.ctx) as first:
        assert await first.text(wait=True) == ""
    assert first.error is error
