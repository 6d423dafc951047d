"""A question in the background whose program ended before its run had begun is asked all the same."""

import asyncio
from pathlib import Path

import pytest

from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord
from desktop_agent.storage.runs import RunList
from tests.end2end.world import World, build_world

ASKED = "2026-11-22T12:00:00+00:00"


async def claimed_and_left(world: World) -> str:
    """Leaves a run as a program does that was killed right after it had taken it from the queue."""
    session = world.session()
    store = RunList(session.paths.run_list_file)
    known = RunRecord("abcdef012345", "What is it?", "queued", "person", ASKED)
    await store.add(known, Question("What is it?", strategy="quick", background=True))
    assert await store.claim(known.run_id)
    assert not await store.claim(known.run_id)
    await store.aclose()
    await session.aclose()
    return known.run_id


@pytest.mark.parametrize("torn", [False, True], ids=["no file", "an empty file"])
async def test_it_is_asked_at_the_next_start(home: Path, torn: bool):
    with build_world(home, replies=["It is so."]) as world:
        run_id = await claimed_and_left(world)
        session = world.session()
        if torn:
            session.paths.unfinished.mkdir(parents=True)
            (session.paths.unfinished / f"{run_id}.jsonl").touch()
        try:
            await session.runs.open()
            async with asyncio.timeout(20):
                await session.runs.idle()
            known = await session.runs.get(run_id)
            assert known is not None
            assert (known.state, known.answer) == ("answered", "It is so.")
            assert list(session.paths.unfinished.iterdir()) == []
        finally:
            await session.aclose()


async def test_two_programs_ask_it_once(home: Path):
    with build_world(home, replies=lambda _request: "It is so.") as world:
        run_id = await claimed_and_left(world)
        sessions = [world.session(), world.session()]
        try:
            await asyncio.gather(*(each.runs.open() for each in sessions))
            async with asyncio.timeout(20):
                await asyncio.gather(*(each.runs.idle() for each in sessions))
            known = await sessions[0].runs.get(run_id)
            assert known is not None
            assert known.state == "answered"
        finally:
            for each in sessions:
                await each.aclose()
    assert len(world.ollama.requests) == 1
