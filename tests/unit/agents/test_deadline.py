"""Time limits that stand still while the run is held."""

import asyncio

import pytest

from desktop_agent.agents.stage import Stage, deadline, run_stage
from desktop_agent.core.budget import Budget, BudgetLimits
from tests.unit.agents.running import Run
from tests.unit.tools.virtual_time import virtual_time
from tests.unit.tools.waiting import Sleeper


def budget_of(loop, seconds=60):
    return Budget(BudgetLimits(seconds), clock=loop.time)


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
async def test_one_that_begins_while_the_run_is_held_has_all_its_seconds_afterwards(loop):
    budget = budget_of(loop)
    budget.hold()
    budget.hold()

    async def limited():
        async with deadline(budget, 10):
            await asyncio.sleep(10_000)

    task = loop.create_task(limited())
    await asyncio.sleep(100)
    budget.release()
    await asyncio.sleep(100)
    assert not task.done()  # somebody else still holds it
    budget.release()
    began = loop.time()
    with pytest.raises(TimeoutError):
        await task
    assert loop.time() - began == 10


@virtual_time
async def test_a_hold_in_the_moment_in_which_it_ends_changes_nothing(loop):
    budget = budget_of(loop)

    async def limited():
        async with deadline(budget, 10):
            try:
                await asyncio.sleep(10_000)
            finally:
                budget.hold()
                budget.release()

    with pytest.raises(TimeoutError):
        await limited()


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

    assert await run_stage(ctx, Stage("supervisor", "Plan", 10), sleeps) == pytest.approx(6)
    assert ctx.cuts == []
