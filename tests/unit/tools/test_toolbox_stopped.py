"""Identical calls of which the first is stopped: parts of a run work beside each other, and one may run out."""

import asyncio

import pytest

from desktop_agent.core.messages import ToolCall
from desktop_agent.tools.toolbox import Arguments, Tool, Toolbox, ToolResult


class Nothing(Arguments):
    """No arguments."""


class Slow(Tool[Nothing]):
    name = "slow"
    description = "Takes its time."
    takes = Nothing

    def __init__(self) -> None:
        self.runs = 0

    async def run(self, arguments: Nothing) -> ToolResult:
        self.runs += 1
        await asyncio.sleep(0.5)
        return ToolResult({"runs": self.runs}, "done")


async def test_a_call_that_waits_for_one_that_is_stopped_is_carried_out_itself() -> None:
    tool = Slow()
    box = Toolbox([tool], lambda _event: None)
    calls = [ToolCall(f"c{n}", "slow", {}) for n in range(3)]
    first, *others = (asyncio.create_task(box.call_all([call], "s1")) for call in calls)
    await asyncio.sleep(0.01)
    first.cancel()
    replies = [reply for (reply,) in await asyncio.gather(*others)]
    assert [reply.ok for reply in replies] == [True, True]
    assert sorted(reply.repeated for reply in replies) == [False, True]
    assert tool.runs == 2
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_call_that_is_stopped_while_it_waits_does_not_stop_the_first() -> None:
    tool = Slow()
    box = Toolbox([tool], lambda _event: None)
    first = asyncio.create_task(box.call_all([ToolCall("c1", "slow", {})], "s1"))
    second = asyncio.create_task(box.call_all([ToolCall("c2", "slow", {})], "s2"))
    await asyncio.sleep(0.01)
    second.cancel()
    ((reply,),) = await asyncio.gather(first)
    assert (reply.ok, tool.runs) == (True, 1)
    with pytest.raises(asyncio.CancelledError):
        await second
