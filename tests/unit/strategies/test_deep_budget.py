"""The time of a deep run: what its parts may take, and what does not count.

Seconds are scaled down. What the program itself takes (some milliseconds a step, more on a busy
machine) does not scale with them, so it is allowed for as a constant beside the 10 %.
"""

import asyncio
from dataclasses import replace

import pytest

from desktop_agent.core.events import BudgetSpent
from tests.unit.strategies.deep_world import Player, carried_out, deep_run, plan, prepared, role_of

CHAIN = plan(("a", "reason"), ("b", "look_up", "a"), ("c", "reason", "a b"))


async def test_parts_that_use_up_their_time_leave_enough_to_write_the_answer():
    class Slow(Player):
        async def stream(self, request):
            if (
                role_of(request) == "part"
                and "question: Explain b." in request.messages[-1].content
            ):
                await asyncio.sleep(60)
            async for piece in super().stream(request):
                yield piece

    model = Slow(plan=CHAIN)
    answer, run = await deep_run(model, seconds=0.8)
    assert answer.text.startswith("The synthesis.")
    assert "Cut short: Explain b." in answer.text
    shares = {event.part: event.part_s for event in run.of(BudgetSpent) if event.part}
    assert shares["Explain b."] == pytest.approx(0.8 * 0.7 / 2, abs=0.1)
    assert shares["Synthesis"] > 0.05


async def test_the_time_stands_still_while_the_person_looks_at_the_plan_and_stopping_ends_that():
    run = prepared(Player(plan=CHAIN), seconds=5)
    shown = asyncio.Event()

    async def review(_plan: object) -> object:
        shown.set()
        await asyncio.sleep(60)
        raise AssertionError

    task = asyncio.create_task(carried_out(replace(run.ctx, review=review)))  # type: ignore[arg-type]
    await shown.wait()
    await asyncio.sleep(0.3)
    assert run.ctx.budget.elapsed_s < 0.3
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
