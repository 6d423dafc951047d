"""The tools that wait, as a model calls them: JSON comes back at once, never an exception."""

import json

import pytest

from desktop_agent.core.events import TaskStarted
from desktop_agent.core.messages import ToolCall
from desktop_agent.tools.background_runs import StartResearch
from desktop_agent.tools.sleep import RunSleep, Sleep
from desktop_agent.tools.toolbox import Toolbox
from tests.unit.tools.virtual_time import virtual_time
from tests.unit.tools.waiting import Background, Sleeper


def toolbox(run, most=3):
    tools = (Sleep(run.sleep), StartResearch(run.tasks, run.events.append, most))
    return Toolbox(tools, lambda _event: None)


async def call(tools, name, **arguments):
    (reply,) = await tools.call_all([ToolCall("c1", name, arguments)], "s1")
    return json.loads(reply.text)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"mode": "timer"}, "seconds"),
        ({"mode": "timer", "seconds": 0}, "seconds"),
        ({"mode": "timer", "seconds": "soon"}, "seconds"),
        ({"mode": "event"}, "task_id"),
        ({"mode": "forever"}, "mode"),
        ({"mode": "event", "task_id": "t9"}, "'t9'"),
    ],
)
@virtual_time
async def test_a_wrong_argument_is_named_and_nothing_sleeps(loop, arguments, named):
    run = Sleeper(loop)
    said = await call(toolbox(run), "sleep", **arguments)
    assert named in said["error"]
    assert await run.gate() == []


@virtual_time
async def test_a_sleep_that_ends_by_itself_says_so(loop):
    run = Sleeper(loop, max_s=100)
    said = await call(toolbox(run), "sleep", mode="timer", seconds=101)
    assert (said["seconds"], said["note"]) == (100, "No sleep is longer than 100 s.")
    await run.gate("s1")
    assert run.starts[0].seconds == 100
    run.sleep = RunSleep(run.events.append, 100, None, loop.moment, resumable=False)
    tools = toolbox(run)
    assert "'mode'" in (await call(tools, "sleep", mode="manual"))["error"]
    assert "manual" not in str(tools.specs[0])
    assert await run.gate("s1") == []


@virtual_time
async def test_a_background_run_that_has_ended_gives_its_result_and_no_sleep(loop):
    run = Sleeper(loop)
    tools = toolbox(run)
    begun = await call(tools, "start_research", question="How many?", strategy="quick")
    run.tasks.end(begun["task_id"], answer="x" * 10_000)
    said = await call(tools, "sleep", mode="event", task_id=begun["task_id"])
    assert (said["state"], said["question"]) == ("answered", "How many?")
    assert len(said["answer"]) == 6_000
    assert "sleep_id" not in said
    assert await run.gate("s1") == []


@virtual_time
async def test_a_background_run_is_begun_at_once_told_and_not_begun_twice(loop):
    run = Sleeper(loop)
    tools = toolbox(run)
    said = await call(tools, "start_research", question=" How many? ")
    assert said["task_id"] == "t1"
    assert 'call sleep with mode "event" and task_id "t1"' in said["note"]
    assert run.tasks.asked == [("How many?", "auto")]
    again = await call(tools, "start_research", question=" How many? ")
    assert "The same call as before" in again["note"]
    example = "How did the harvest of 2025 change the price of olive oil in Spain?"
    copied = await call(tools, "start_research", question=example)
    assert "'question' only repeats its description" in copied["error"]
    (told,) = run.events
    assert told == TaskStarted(task_id="t1", question="How many?", strategy="auto")


@virtual_time
async def test_more_background_runs_than_allowed_are_refused_and_the_refused_not_counted(loop):
    run = Sleeper(loop)
    run.tasks = Background(most=0)
    tools = toolbox(run, most=2)
    assert "too many" in (await call(tools, "start_research", question="One?"))["error"]
    run.tasks.most = 99
    calls = [ToolCall(f"c{n}", "start_research", {"question": f"Q{n}"}) for n in range(4)]
    replies = await tools.call_all(calls, "s1")
    assert [reply.ok for reply in replies] == [True, True, False, False]
    assert "started all 2 background tasks" in replies[2].text
    assert len(run.tasks.ends) == 2
