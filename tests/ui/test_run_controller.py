"""How a run's events reach the window: in order, joined, and never too much at once."""

import asyncio
import gc
import time

import pytest
from PySide6.QtCore import QTimer

from desktop_agent.core.events import Notice, RunFinished, RunStarted, TextDelta, ThinkingDelta
from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.conversation.run_controller import FLUSH_BUDGET_S, RunController
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.ui.conftest import until
from tests.ui.scenes import delta
from tests.ui.stage import Stage


async def played(app, tmp_path, scene):
    controller = RunController(Stage(tmp_path, scene))
    seen = []
    controller.happened.connect(lambda event: seen.append((time.monotonic(), event)))
    controller.ask(Question("q"), Turn("q"))
    await until(lambda: not controller.running)
    await controller.aclose()
    return seen


async def test_a_burst_arrives_in_order_joined_by_step_channel_and_kind(app, tmp_path):
    others = [
        delta("b", step="t"),
        delta("c", step="t", channel="draft"),
        ThinkingDelta(step_id="t", channel="draft", text="d"),
        delta("e", step="t", channel="draft"),
    ]
    scene = [*(delta(f"{n} ") for n in range(10_000)), *others, Notice(text="after")]
    seen = [event for _, event in await played(app, tmp_path, scene)]
    texts = [event.text for event in seen[1:-6]]
    assert "".join(texts) == "".join(f"{n} " for n in range(10_000))
    assert len(texts) <= 3
    assert [event.text for event in seen[-6:-1]] == ["b", "c", "d", "e", "after"]
    assert [type(event) for event in (seen[0], seen[-1])] == [RunStarted, RunFinished]


async def test_many_events_that_take_long_to_show_leave_pauses(app, tmp_path):
    """What is counted is how many are shown before Qt's loop comes to something else."""
    controller = RunController(Stage(tmp_path, [Notice(text=str(n)) for n in range(100)]))
    seen, shown_by_turn = [], []

    def show(event):
        if not shown_by_turn or shown_by_turn[-1] is None:
            shown_by_turn.append(0)
            QTimer.singleShot(0, lambda: shown_by_turn.append(None))
        shown_by_turn[-1] += 1
        until_then = time.thread_time() + FLUSH_BUDGET_S / 4
        while time.thread_time() < until_then:
            pass
        seen.append(event)

    controller.happened.connect(show)
    controller.ask(Question("q"), Turn("q"))
    await until(lambda: not controller.running)
    assert [event.text for event in seen[1:-1]] == [str(n) for n in range(100)]
    assert max(number for number in shown_by_turn if number is not None) <= 8


class ColdStage(Stage):
    """Has not loaded what answers, until `ready` is set; it cannot be loaded if ``broken``."""

    def __init__(self, *about, broken=False):
        super().__init__(*about)
        self.ready = asyncio.Event()
        self.broken = broken

    async def warm_up(self):
        await self.ready.wait()
        if self.broken:
            raise ImportError("a part is missing")


def heard(controller):
    seen = []
    controller.happened.connect(seen.append)
    controller.running_changed.connect(seen.append)
    return seen


async def test_a_question_waits_until_what_answers_it_is_loaded(app, tmp_path):
    stage = ColdStage(tmp_path, [delta("a")])
    controller = RunController(stage)
    seen = heard(controller)
    controller.ask(Question("q"), Turn("q"))
    await asyncio.sleep(0.02)
    assert controller.running
    assert seen == [True]
    assert stage.asked == []
    stage.ready.set()
    await until(lambda: not controller.running)
    assert [type(each) for each in seen] == [bool, RunStarted, TextDelta, RunFinished, bool]


@pytest.mark.parametrize("closes", [False, True])
async def test_a_question_ended_before_it_is_asked_is_stopped(app, tmp_path, closes):
    stage = ColdStage(tmp_path, [delta("a"), float("inf")])
    controller = RunController(stage)
    seen = heard(controller)
    controller.ask(Question("q"), Turn("q"))
    await asyncio.sleep(0.02)
    if closes:
        closing = asyncio.create_task(controller.aclose())
        await asyncio.sleep(0.02)
        stage.ready.set()
        await closing
        assert stage.scenes_played[0].played[-1].status == "stopped"
        return
    controller.stop()
    stage.ready.set()
    await until(lambda: not controller.running)
    assert seen[-2].status == "stopped"
    controller.ask(Question("another"), Turn("another"))
    await until(lambda: len(stage.scenes_played) > 1 and len(stage.scenes_played[1].played) > 1)
    controller.stop()
    await until(lambda: not controller.running)


async def test_a_run_that_cannot_begin_ends_its_turn_and_is_told_of(app, tmp_path):
    faults = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, about: faults.append(about))
    stage = ColdStage(tmp_path, [], broken=True)
    stage.ready.set()
    controller = RunController(stage)
    seen = heard(controller)
    controller.ask(Question("q"), Turn("q"))
    await until(lambda: not controller.running)
    assert [type(each) for each in seen] == [bool, RunFinished, bool]
    assert seen[1].status == "failed"
    await until(lambda: gc.collect() >= 0 and faults)  # told of when the task is collected
    assert isinstance(faults[0]["exception"], ImportError)
