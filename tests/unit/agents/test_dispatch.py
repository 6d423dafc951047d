"""Parts that need each other."""

import asyncio
import time

import pytest

from desktop_agent.agents.stage import dispatch

DIAMOND = {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c")}


async def test_each_part_begins_when_what_it_needs_is_done_and_not_later():
    spans = {}

    async def work(name, _rounds):
        began = time.monotonic()
        await asyncio.sleep(0.15 if name == "b" else 0.05)
        spans[name] = (began, time.monotonic())
        return name.upper()

    needs = {**DIAMOND, "e": ("c",)}
    assert await dispatch(needs, work, at_once=5) == {n: n.upper() for n in needs}
    for name, before in needs.items():
        assert all(spans[name][0] >= spans[each][1] for each in before)
    assert spans["e"][0] < spans["b"][1], "e needs c alone and did not wait for b"


@pytest.mark.parametrize(
    ("needs", "at_once", "rounds"),
    [
        (DIAMOND, 2, {"a": 3, "b": 2, "c": 2, "d": 1}),
        (dict.fromkeys("abcd", ()), 4, dict.fromkeys("abcd", 1)),
        ({"a": (), "b": ("a",), "c": ("b",)}, 3, {"a": 3, "b": 2, "c": 1}),
    ],
)
async def test_each_part_is_told_how_many_rounds_are_still_to_do(needs, at_once, rounds):
    told = {}

    async def work(name, left):
        told[name] = left

    await dispatch(needs, work, at_once=at_once)
    assert told == rounds
