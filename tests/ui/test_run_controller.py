"""How a run's events reach the window: in order, joined, and never too much at once."""

import asyncio
import time

from desktop_agent.core.events import Notice, RunFinished, RunStarted, TextDelta, ThinkingDelta
from desktop_agent.core.research import Question
from desktop_agent.ui.run_controller import FLUSH_CHARS, RunController
from tests.ui.conftest import until
from tests.ui.stage import Stage


def delta(text, step="s", channel="final"):
    return TextDelta(step_id=step, channel=channel, text=text)


async def played(app, tmp_path, scene):
    controller = RunController(Stage(tmp_path, scene))
    seen = []
    controller.happened.connect(lambda event: seen.append((time.monotonic(), event)))
    controller.ask(Question("q"))
    await until(lambda: not controller.running)
    await controller.aclose()
    return seen


async def test_all_text_arrives_in_order_and_the_last_event_is_the_end(app, tmp_path):
    scene = [delta(f"{n} ") for n in range(1000)]
    seen = [event for _, event in await played(app, tmp_path, scene)]
    assert isinstance(seen[0], RunStarted)
    assert isinstance(seen[-1], RunFinished)
    text = "".join(event.text for event in seen if isinstance(event, TextDelta))
    assert text == "".join(f"{n} " for n in range(1000))


async def test_pieces_of_one_text_are_joined_to_at_most_thirty_a_second(app, tmp_path):
    scene = []
    for n in range(300):
        scene += [delta(f"{n} "), 0.002]
    seen = [(at, e) for at, e in await played(app, tmp_path, scene) if isinstance(e, TextDelta)]
    span = seen[-1][0] - seen[0][0]
    assert span > 0.2
    assert len(seen) <= 30 * span + 2


async def test_a_burst_is_shown_in_parts_that_do_not_block(app, tmp_path):
    scene = [delta("x" * 7_000), delta("y" * 7_000), Notice(text="after")]
    seen = [event for _, event in await played(app, tmp_path, scene)]
    texts = [event.text for event in seen if isinstance(event, TextDelta)]
    assert max(map(len, texts)) <= FLUSH_CHARS
    assert "".join(texts) == "x" * 7_000 + "y" * 7_000
    assert isinstance(seen[-2], Notice)


async def test_texts_of_other_steps_channels_and_kinds_are_not_joined(app, tmp_path):
    scene = [
        delta("a"),
        delta("b", step="t"),
        delta("c", step="t", channel="draft"),
        ThinkingDelta(step_id="t", channel="draft", text="d"),
        delta("e", step="t", channel="draft"),
    ]
    seen = [event for _, event in await played(app, tmp_path, scene)]
    assert [event.text for event in seen[1:-1]] == ["a", "b", "c", "d", "e"]


async def test_closing_during_a_run_waits_for_its_last_event(app, tmp_path):
    stage = Stage(tmp_path, [delta("a"), float("inf")])
    controller = RunController(stage)
    controller.ask(Question("q"))
    await asyncio.sleep(0.05)
    await controller.aclose()
    assert stage.runs[0].played[-1].status == "stopped"
    assert [task.get_coro().__name__ for task in asyncio.all_tasks()].count("_play") == 0
