"""Parts that need each other."""

import asyncio

from desktop_agent.agents.stage import dispatch
from tests.unit.tools.virtual_time import virtual_time


@virtual_time
async def test_each_part_begins_when_what_it_needs_is_done_and_is_told_the_rounds_left(loop):
    needs = {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c"), "e": ("c",)}
    start, told = loop.time(), {}

    async def work(name, rounds):
        told[name] = (loop.time() - start, rounds)
        await asyncio.sleep(3 if name == "b" else 1)
        return name.upper()

    assert await dispatch(needs, work, at_once=2) == {name: name.upper() for name in needs}
    assert told == {"a": (0, 3), "b": (1, 2), "c": (1, 2), "d": (4, 1), "e": (2, 2)}
