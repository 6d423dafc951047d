"""Calls of servers' tools, and plans, that wait for the person."""

import asyncio
from dataclasses import replace

import pytest

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, Event, Notice
from desktop_agent.core.mcp import Approval, RemoteTool
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.runs.approvals import Approvals, PlanReviews

TOOL = RemoteTool("time", "now", "time_now", "Tells the time.", {}, "f1")
OTHER = replace(TOOL, name="later", shown="time_later")
OWN = RemoteTool("", "start_research", "start_research", "Researches.", {}, "")


def key(tool: RemoteTool) -> tuple[str, str]:
    return tool.server, tool.name


class Kept:
    """Decisions in memory."""

    def __init__(self) -> None:
        self.answers: dict[tuple[str, str], str] = {}
        self.fails = False

    def standing(self, tool):
        changed = tool.fingerprint == "changed"
        return "ask" if changed else self.answers.get(key(tool), "ask"), changed

    async def keep(self, tool, answer):
        if self.fails:
            raise StorageError("The disk is full.")
        self.answers[key(tool)] = answer


class Run:
    """A run that asks."""

    def __init__(self, approvals: Approvals, run_id: str = "r1") -> None:
        self.now = 0.0
        self.events: list[Event] = []
        self.budget = Budget(10, clock=lambda: self.now)
        self._approve = approvals.approver(run_id, self.events.append, self.budget, cards=True)
        self.outside = ""

    async def ask(self, call_id="c1", tool=TOOL, **arguments) -> asyncio.Task[Approval]:
        task = asyncio.ensure_future(self._approve(call_id, tool, arguments, self.outside))
        await asyncio.sleep(0)
        return task


@pytest.fixture
def kept() -> Kept:
    return Kept()


@pytest.fixture
def approvals(kept) -> Approvals:
    return Approvals(lambda: kept)


async def test_a_call_waits_until_the_person_answers_and_both_are_told(approvals):
    run = Run(approvals)
    task = await run.ask(zone="UTC")
    assert list(approvals.waiting) == [("r1", "c1")]
    approvals.answer("r1", "c1", "once")
    approvals.answer("r1", "c1", "always")  # of two answers at once the first counts
    assert (await task).answer == "once"
    asked, given = run.events
    assert isinstance(asked, ApprovalAsked)
    assert (asked.server, asked.tool, asked.changed) == ("time", "now", False)
    assert asked.arguments == '{\n  "zone": "UTC"\n}'
    assert isinstance(given, ApprovalGiven)
    assert (given.call_id, given.answer) == ("c1", "once")
    assert approvals.waiting == {}


async def test_time_stands_still_while_any_call_waits_and_is_counted_once(approvals):
    run = Run(approvals)
    first = await run.ask("c1")
    run.now = 5
    second = await run.ask("c2")
    run.now = 50
    approvals.answer("r1", "c1", "once")
    await first
    run.now = 100
    approvals.answer("r1", "c2", "declined")
    await second
    assert run.budget.elapsed_s == 0
    run.now = 103
    assert run.budget.remaining_s == 7


@pytest.mark.parametrize("answer", ["always", "never"])
async def test_what_is_said_for_good_is_kept_and_answers_all_calls_of_the_tool(
    approvals, kept, answer
):
    run, elsewhere = Run(approvals), Run(approvals, "r2")
    tasks = [await run.ask("c1"), await run.ask("c2"), await elsewhere.ask("c1")]
    other = await run.ask("c3", OTHER)
    changed = await run.ask("c4", replace(TOOL, fingerprint="changed"))
    approvals.answer("r1", "c2", answer)  # type: ignore[arg-type]
    assert [each.answer for each in await asyncio.gather(*tasks)] == [answer] * 3
    assert kept.answers == {key(TOOL): answer}
    assert not other.done()
    assert not changed.done()
    later = await run.ask("c5")
    assert (await later).answer == answer
    for call_id in ("c3", "c4"):
        approvals.answer("r1", call_id, "declined")
    await asyncio.gather(other, changed)


async def test_names_and_arguments_are_shown_without_what_is_not_seen(approvals):
    run = Run(approvals)
    tool = replace(TOOL, name="now\nalways allowed\u202e")
    task = await run.ask(tool=tool, text="a\nb\u202e", long="x" * 100_000)
    (asked,) = approvals.waiting.values()
    assert asked.tool == "now always allowed"
    assert "\u202e" not in asked.arguments
    assert "b\\u202e" in asked.arguments
    assert "a\\nb" in asked.arguments
    assert len(asked.arguments) <= 20_000
    approvals.answer("r1", "c1", "declined")
    await task


async def test_a_run_that_is_stopped_waits_no_more(approvals):
    run = Run(approvals)
    task = await run.ask()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert approvals.waiting == {}
    approvals.answer("r1", "c1", "always")
    run.now = 4
    assert run.budget.elapsed_s == 4


async def test_a_decision_that_cannot_be_kept_lets_the_call_go_on(approvals, kept):
    kept.fails = True
    run = Run(approvals)
    task = await run.ask()
    approvals.answer("r1", "c1", "always")
    assert (await task).answer == "always"
    assert any(isinstance(event, Notice) and "disk" in event.text for event in run.events)


async def test_where_nobody_can_be_asked_only_what_is_allowed_is_called(approvals, kept):
    events: list[Event] = []
    approve = approvals.approver("r1", events.append, Budget(10), can_ask=False)
    declined = await approve("c1", TOOL, {}, "")
    kept.answers = {key(TOOL): "always", key(OTHER): "never"}
    assert "no one" in declined.reason
    assert (await approve("c2", TOOL, {}, "")).answer == "always"
    assert (await approve("c3", OTHER, {}, "")).answer == "never"
    assert approvals.waiting == {}
    told = [e.answer for e in events if isinstance(e, ApprovalGiven)]
    assert told == ["declined", "always", "never"]


async def test_after_outside_text_never_stays_and_of_our_tools_nothing_is_kept(approvals, kept):
    kept.answers = {key(TOOL): "never"}
    run = Run(approvals)
    run.outside = "https://a.org/page"
    assert (await (await run.ask())).answer == "never"
    task = await run.ask(tool=OWN, question="What?")
    (asked,) = approvals.waiting.values()
    assert (asked.server, asked.tool) == ("", "start_research")
    approvals.answer("r1", "c1", "never")
    assert (await task).answer == "never"
    assert kept.answers == {key(TOOL): "never"}


PLAN = Plan((Subtask("a", "What is it?"),))
CHANGED = Plan((Subtask("a", "What was it?"), Subtask("b", "And why?", needs=("a",))), "person")


async def _waiting(reviews: PlanReviews, run_id: str) -> asyncio.Task[Plan]:
    task = asyncio.ensure_future(reviews.review(run_id, PLAN))
    await asyncio.sleep(0)
    return task


async def test_a_run_that_is_stopped_waits_for_no_plan():
    reviews = PlanReviews()
    task = await _waiting(reviews, "r1")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert reviews.waiting == {}
    reviews.answer("r1", PLAN)


async def test_each_run_gets_its_own_plan_back_and_what_is_no_plan_is_refused_meanwhile():
    reviews = PlanReviews()
    first, second = await _waiting(reviews, "r1"), await _waiting(reviews, "r2")
    reviews.answer("r2", CHANGED)
    reviews.answer("r2", PLAN)  # of two answers at once the first counts
    assert await second == CHANGED
    circle = Plan((Subtask("a", "one", needs=("b",)), Subtask("b", "two", needs=("a",))))
    with pytest.raises(ValueError, match="circle"):
        reviews.answer("r1", circle)
    assert not first.done()
    reviews.answer("r1", PLAN)
    assert await first == PLAN
