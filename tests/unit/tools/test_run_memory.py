import asyncio
import json

import pytest

from desktop_agent.core.budget import Budget
from desktop_agent.core.codec import from_json, to_json
from desktop_agent.core.errors import AgentError, BudgetExceeded, FetchError, ModelNotFound
from desktop_agent.core.research import EngineAttempt, Outcome, Page, SearchHit, SearchReport
from desktop_agent.tools.recorded_results import RecordedResult, RecordedResults
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.web import RunWeb

PAGE = Page("https://example.org/", "https://example.org/", "T", "é\ud800", "text/html", "", 2)
REPORT = SearchReport(
    "q",
    (SearchHit("t", "https://example.org/", "s", "duckduckgo", 1),),
    (EngineAttempt("duckduckgo", "q", Outcome.OK, 1, 5),),
)


def kept(memory: RecordedResults) -> list[RecordedResult]:
    """What a restart finds: each line has been JSON in a file."""
    lines: list[str] = []
    memory.keep(lambda learnt: lines.append(json.dumps(to_json(RecordedResult, learnt))))
    return [from_json(RecordedResult, json.loads(line)) for line in lines]


class Web:
    """A web that counts what is asked of it; ``fault`` is what reading a page comes to."""

    def __init__(self, fault: AgentError | None = None) -> None:
        self.fault = fault
        self.asked: list[str] = []

    async def search(self, query, count, report, engine):
        self.asked.append(query)
        report(REPORT.attempts[0])
        return REPORT

    async def fetch(self, url, format="markdown", max_length=None):  # noqa: A002 - as the reader
        self.asked.append(url)
        if self.fault is not None:
            raise self.fault
        return PAGE


def of_run(web: Web, memory: RecordedResults) -> RunWeb:
    return RunWeb(web, web, RunSources(), lambda _event: None, memory)


async def test_the_same_asked_twice_gives_what_came_first_and_then_what_came_second():
    replies = iter("ab")

    async def work(memory):
        async def reply():
            return next(replies)

        return [await memory.once("model", "x", str, reply, "cut") for _ in range(2)]

    memory = RecordedResults()
    assert await work(memory) == ["a", "b"]
    assert await work(RecordedResults(kept(memory), lambda: None)) == ["a", "b"]


@pytest.mark.parametrize(
    "fault",
    [
        FetchError("It is gone.", "Look elsewhere."),
        ModelNotFound("No such model.", "Pull it.", "m"),
        BudgetExceeded("Out of time."),
    ],
)
async def test_a_fault_is_the_same_fault_again(fault):
    async def work(web, memory):
        with pytest.raises(type(fault)) as told:
            await of_run(web, memory).read("https://example.org/")
        assert (vars(told.value), str(told.value)) == (vars(fault), str(fault))

    memory, web = RecordedResults(), Web(fault)
    await work(Web(fault), memory)
    await work(web, RecordedResults(kept(memory), lambda: None))
    assert web.asked == []


async def test_what_the_run_did_not_wait_for_is_not_waited_for_again():
    async def never():
        await asyncio.Event().wait()
        raise AssertionError

    memory = RecordedResults()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await memory.once("page", "x", str, never, "cut")
    again = RecordedResults(kept(memory), lambda: None)
    assert await again.once("page", "x", str, never, "cut") == "cut"


async def test_what_the_closing_program_ends_is_not_taken_for_cut():
    started = asyncio.Event()

    async def never():
        started.set()
        await asyncio.Event().wait()
        raise AssertionError

    memory = RecordedResults()
    task = asyncio.create_task(memory.once("page", "x", str, never, "cut"))
    await started.wait()
    memory.close()
    task.cancel()
    await asyncio.wait([task])
    assert kept(memory) == []


async def test_parts_side_by_side_recall_all_they_can_before_anything_is_done_anew():
    done: list[str] = []

    async def part(memory, name, steps):
        for at in range(steps):

            async def work(at=at):
                done.append(f"{name}{at}")
                return at

            await memory.once("model", (name, at), int, work, -1)
            await asyncio.sleep(0.01 if name == "slow" else 0)

    memory = RecordedResults()
    await part(memory, "slow", 3)
    await part(memory, "quick", 1)
    learnt, seen = kept(memory), []
    done.clear()
    again = RecordedResults(learnt, lambda: seen.append(len(done)))
    await asyncio.gather(part(again, "quick", 2), part(again, "slow", 3))
    assert done == ["quick1"]
    assert seen == [0]
    assert not again.holds("model")


async def test_a_run_that_goes_on_has_spent_what_it_had():
    now = 100.0
    budget = Budget(60, clock=lambda: now)
    memory = RecordedResults()
    memory.keep_time(budget)
    now = 125.0

    async def work():
        return "x"

    await memory.once("model", "x", str, work, "")
    learnt = kept(memory)
    now = 1.0
    budget = Budget(60, clock=lambda: now)
    again = RecordedResults(learnt, lambda: None)
    again.keep_time(budget)
    assert await again.once("model", "x", str, work, "") == "x"
    assert budget.elapsed_s == 0
    await again.go_live()
    assert budget.elapsed_s == 25
    assert budget.remaining_s == 35
