"""All kinds of runs show the same when they are played again; long ones are sought in at once."""

import asyncio
import random
import time
from typing import Any, cast

import pytest

from desktop_agent.core.events import SearchAttempt, StepFinished, StepStarted
from desktop_agent.frontends.ui.pages.replay import ReplayPage
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from tests.benchmarks.figures import record
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.replay.kinds import studio
from tests.ui.replay.recorded import Shelf, long_run, recording, stamped
from tests.ui.replay.same_run import Stand
from tests.ui.test_smoothness import FRAME_S, Heartbeat

pytestmark = pytest.mark.benchmark

EVENTS = 20_000
SEEK_S = 0.1


def _many_steps() -> list[Any]:
    steps: list[Any] = []
    for number in range(EVENTS // 3):
        step = f"x{number}"
        steps += [
            StepStarted(step_id=step, agent="main", title="Think and gather evidence"),
            SearchAttempt(engine="brave", query="q", outcome="ok", results=3, step_id=step),
            StepFinished(step_id=step),
        ]
    return stamped([*steps, *scenes.verified()])


@pytest.mark.timeout(600)
async def test_runs_of_all_kinds_show_the_same_when_they_are_played_again(theme, home):
    faults = []
    with studio(home) as world:
        stand = Stand(theme, world)
        try:
            for count, case in enumerate(world.cases, start=1):
                faults += await stand.faults(case, random.Random(count))
        finally:
            await stand.close()
            await world.session.aclose()
    assert faults == []


@pytest.mark.parametrize("kind", ["words", "steps"])
async def test_a_long_run_is_sought_in_within_a_tenth_of_a_second(theme, tmp_path, kind):
    events = long_run(EVENTS) if kind == "words" else _many_steps()
    tasks = Tasks()
    page = ReplayPage(theme, cast("Any", Shelf(tmp_path)), tasks)
    page.resize(900, 700)
    page.show()
    page.show_recording(recording(events))
    page.player.pause()
    await asyncio.sleep(0.5)
    dice, took = random.Random(7), []
    with Heartbeat() as heart:
        for _ in range(40):
            began = time.thread_time()
            page.player.go_to(dice.randrange(len(events) + 1))
            took.append(time.thread_time() - began)
            await until(lambda: not page.chat.built.get(0).filling)
            await asyncio.sleep(0.05)
    page.close()
    await tasks.aclose()
    page.deleteLater()
    record(f"Seek in a long recording ({kind})", max(took) * 1e3, "ms CPU", limit=SEEK_S * 1e3)
    assert max(took) <= SEEK_S
    assert heart.percentile(0.9) <= FRAME_S
