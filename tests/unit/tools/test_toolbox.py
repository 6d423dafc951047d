"""Calling tools: checked arguments, side by side, identical calls once, no exception to the loop."""

import asyncio
import json

import pytest
from pydantic import Field

from desktop_agent.core.errors import FetchError
from desktop_agent.core.events import Event, ToolFinished, ToolStarted
from desktop_agent.core.mcp import Approval
from desktop_agent.core.messages import ToolCall
from desktop_agent.tools.toolbox import Arguments, OutsideText, Tool, Toolbox, ToolResult


class EchoArguments(Arguments):
    text: str = Field(min_length=1, description="What to say")
    times: int = Field(1, ge=1, le=3)


class Echo(Tool[EchoArguments]):
    name = "echo"
    description = "Says it."
    takes = EchoArguments

    def __init__(self) -> None:
        self.calls = 0

    async def run(self, arguments: EchoArguments) -> ToolResult:
        self.calls += 1
        await asyncio.sleep(0.05)
        if arguments.text == "fail":
            raise FetchError("The page is gone.", "Try another.")
        return ToolResult({"said": arguments.text * arguments.times}, arguments.text)


@pytest.fixture
def echo() -> Echo:
    return Echo()


@pytest.fixture
def events() -> list[Event]:
    return []


@pytest.fixture
def toolbox(echo: Echo, events: list[Event]) -> Toolbox:
    return Toolbox([echo], events.append)


def call(name: str = "echo", call_id: str = "1", error: str = "", **arguments: object) -> ToolCall:
    return ToolCall(call_id, name, arguments, error)


async def test_a_call_is_answered_and_told(toolbox: Toolbox, events: list[Event]):
    asked = {"text": "hi", "mood": "an unknown argument, which is dropped"}
    (reply,) = await toolbox.call_all([call(**asked)], "s1")
    assert json.loads(reply.text) == {"said": "hi"}
    started, finished = events
    assert isinstance(started, ToolStarted)
    assert (started.tool, started.arguments, started.step_id) == ("echo", asked, "s1")
    assert isinstance(finished, ToolFinished)
    assert (finished.ok, finished.summary) == (True, "hi")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (call(), "'text'"),
        (call(text="a", times=9), "'times'"),
        (call(name="launch_missiles"), "'launch_missiles'"),
        (call(error="it ends in the middle of a string"), "in the middle"),
        (call(text="fail"), "The page is gone."),
    ],
)
async def test_a_fault_becomes_an_answer_that_names_it(
    toolbox: Toolbox, asked: ToolCall, says: str
):
    (reply,) = await toolbox.call_all([asked], "s1")
    assert not reply.ok
    assert says in json.loads(reply.text)["error"]


@pytest.mark.parametrize("asked", [call(text="hi", times=None), call(text="hi", mood=None)])
async def test_an_optional_argument_that_is_null_is_absent(toolbox: Toolbox, asked: ToolCall):
    (reply,) = await toolbox.call_all([asked], "s1")
    assert (json.loads(reply.text), reply.ok) == ({"said": "hi"}, True)
    (required,) = await toolbox.call_all([call(text=None)], "s1")
    assert "'text'" in required.text


async def test_four_calls_of_a_round_are_carried_out_and_the_others_told_so(
    toolbox: Toolbox, echo: Echo, events: list[Event]
):
    replies = await toolbox.call_all([call(call_id=f"c{n}", text=f"{n}") for n in range(6)], "s1")
    assert [reply.ok for reply in replies] == [True] * 4 + [False] * 2
    assert [reply.call.id for reply in replies] == [f"c{n}" for n in range(6)]
    assert "at most 4 calls a round" in replies[5].text
    assert (echo.calls, len(events)) == (4, 8)


async def test_the_names_of_the_tools_are_told_once(toolbox: Toolbox):
    first, second = [
        (await toolbox.call_all([call(name=name)], "s1"))[0].text for name in ("a", "b")
    ]
    assert "The tools are: echo." in first
    assert "The tools are" not in second


async def test_cancelling_ends_the_calls(toolbox: Toolbox, echo: Echo):
    task = asyncio.create_task(toolbox.call_all([call(text="a"), call(text="b")], "s1"))
    await asyncio.sleep(0.001)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert echo.calls == 2


class Ring(Echo):
    name = "ring"

    def has_side_effect(self, _arguments) -> bool:
        return True


async def test_a_side_effect_is_asked_about_once_the_model_has_read_text_from_outside():
    asked = []

    async def approve(_id, tool, arguments, origin):
        asked.append((tool.name, arguments["text"], origin))
        return Approval("declined" if arguments["text"] == "c" else "once", "")

    ring, echo, outside = Ring(), Echo(), OutsideText()
    toolbox = Toolbox([ring, echo], lambda _event: None, approve, outside)
    (before,) = await toolbox.call_all([call(name="ring", text="a")], "s1")
    outside.saw("https://a.org")
    replies = await toolbox.call_all(
        [
            call(name="ring", call_id="2", text="b"),
            call(name="ring", call_id="3", text="c"),
            call(call_id="4", text="b"),
        ],
        "s2",
    )
    assert [before.ok, *(each.ok for each in replies)] == [True, True, False, True]
    assert "doesn't allow" in replies[1].text
    assert asked == [("ring", "b", "https://a.org"), ("ring", "c", "https://a.org")]
    assert ring.calls == 2


async def test_what_comes_in_beside_a_call_was_not_read_before_it():
    outside = OutsideText()

    class Brings(Echo):
        name = "brings"

        async def run(self, _arguments):
            return ToolResult({}, "", outside="https://a.org")

    ring = Ring()
    toolbox = Toolbox([Brings(), ring], lambda _event: None, None, outside)
    calls = [call(name="brings", text="a"), call(name="ring", call_id="2", text="a")]
    assert [each.ok for each in await toolbox.call_all(calls, "s1")] == [True, True]
    (later,) = await toolbox.call_all([call(name="ring", call_id="3", text="b")], "s2")
    assert not later.ok


# --- calls that are stopped


async def test_a_call_that_waits_for_one_that_is_stopped_is_carried_out_itself(
    toolbox: Toolbox, echo: Echo
):
    calls = [call(call_id=f"c{n}", text="a") for n in range(3)]
    first, *others = (asyncio.create_task(toolbox.call_all([each], "s1")) for each in calls)
    await asyncio.sleep(0.005)
    first.cancel()
    replies = [reply for (reply,) in await asyncio.gather(*others)]
    assert [reply.ok for reply in replies] == [True, True]
    assert sorted(reply.repeated for reply in replies) == [False, True]
    assert echo.calls == 2
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_call_that_is_stopped_while_it_waits_does_not_stop_the_first(
    toolbox: Toolbox, echo: Echo
):
    first = asyncio.create_task(toolbox.call_all([call(text="a")], "s1"))
    second = asyncio.create_task(toolbox.call_all([call(call_id="2", text="a")], "s2"))
    await asyncio.sleep(0.005)
    second.cancel()
    (reply,) = await first
    assert (reply.ok, echo.calls) == (True, 1)
    with pytest.raises(asyncio.CancelledError):
        await second


async def test_a_long_result_of_a_repeated_call_is_one_line(toolbox: Toolbox):
    (first,) = await toolbox.call_all([call(text="a" * 500)], "s1")
    (again,) = await toolbox.call_all([call(text="a" * 500)], "s2")
    assert len(first.text) > 500
    assert "The same call as before" in again.text
