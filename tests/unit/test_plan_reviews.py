"""Plans that wait for the person who asked."""

import asyncio

import pytest

from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.runs.approvals import PlanReviews

PLAN = Plan((Subtask("a", "What is it?"),))
CHANGED = Plan((Subtask("a", "What was it?"), Subtask("b", "And why?", needs=("a",))), "person")


async def _waiting(reviews: PlanReviews, run_id: str, plan: Plan = PLAN) -> asyncio.Task[Plan]:
    task = asyncio.ensure_future(reviews.reviewer(run_id)(plan))
    await asyncio.sleep(0)
    return task


async def test_each_run_gets_its_own_plan_back() -> None:
    reviews = PlanReviews()
    first, second = await _waiting(reviews, "r1"), await _waiting(reviews, "r2")
    reviews.answer("r2", CHANGED)
    assert await second == CHANGED
    assert not first.done()
    reviews.answer("r1", PLAN)
    assert await first == PLAN


async def test_what_is_no_plan_is_refused_and_the_run_goes_on_waiting() -> None:
    reviews = PlanReviews()
    task = await _waiting(reviews, "r1")
    circle = Plan((Subtask("a", "one", needs=("b",)), Subtask("b", "two", needs=("a",))))
    with pytest.raises(ValueError, match="circle"):
        reviews.answer("r1", circle)
    assert not task.done()
    reviews.answer("r1", PLAN)
    assert await task == PLAN


async def test_a_run_that_is_stopped_waits_no_more() -> None:
    reviews = PlanReviews()
    task = await _waiting(reviews, "r1")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert reviews.waiting == {}
    reviews.answer("r1", PLAN)


async def test_two_answers_at_once_count_as_the_first() -> None:
    reviews = PlanReviews()
    task = await _waiting(reviews, "r1")
    reviews.answer("r1", CHANGED)
    reviews.answer("r1", PLAN)
    assert await task == CHANGED
