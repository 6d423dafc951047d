"""A question that is stopped before anything of it has happened ends all the same, and says so."""

import asyncio

import pytest

from desktop_agent.core.events import RunStarted
from desktop_agent.core.research import Question
from tests.end2end.world import MakeWorld, end_of, of

ASKED = Question("What do pumps deliver?", strategy="quick")


@pytest.mark.parametrize("turns", [0, 1, 3, 8, 50])
async def test_a_run_that_is_stopped_at_its_very_beginning_ends_as_stopped(
    make_world: MakeWorld, turns: int
) -> None:
    world = make_world(replies=["2.6 units."])
    async with world.opened() as session:
        run = session.ask(ASKED)

        async def stop() -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            run.stop()

        stopping = asyncio.create_task(stop())
        async with asyncio.timeout(10):
            events = [event async for event in run.events()]
        await stopping
    assert len(of(events, RunStarted)) == 1
    assert end_of(events).status in ("stopped", "answered")
    (file,) = world.home.glob("data/runs/*.jsonl")
    assert '"type":"run_finished"' in file.read_text("utf-8").splitlines()[-1]
