"""How long the window's own work keeps the GUI thread: one frame (16 ms) is the aim (SPEC 1.8).

The baseline of the same run is an idle window: what the heartbeat costs by itself.
"""

import asyncio

import pytest

from desktop_agent.core.events import AnswerGiven, TextDelta
from tests.benchmarks.figures import record
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.test_smoothness import Heartbeat, long_answer

pytestmark = pytest.mark.benchmark


def told(heart: Heartbeat) -> str:
    p50, p99 = (heart.percentile(share) * 1000 for share in (0.5, 0.99))
    late = sum(gap > 0.016 for gap in heart.gaps) / len(heart.gaps)
    return (
        f"p50 {p50:.1f}, p99 {p99:.1f}, most {max(heart.gaps) * 1000:.1f} ms, over 16 ms {late:.1%}"
    )


@pytest.mark.parametrize("side", ["folded", "reasoning"])
async def test_streaming_500_tokens_a_second(open_window, side):
    text = long_answer(20_000)
    scene = []
    for piece in scenes.pieces(text, 40):
        scene += [TextDelta(step_id="s", channel="final", text=piece), 0.02]
    window = open_window([*scene, AnswerGiven(text=text)])
    if side == "reasoning":
        window.show_panel(window.side.reasoning)
    with Heartbeat() as idle:
        await asyncio.sleep(2)
    with Heartbeat() as heart:
        window.ask("q")
        await until(lambda: not window.page.conversation.busy, seconds=60)
    print(f"\n{side}: {told(heart)}\nidle: {told(idle)}")
    record(
        f"Heartbeat of the window at 500 tokens/s, {side}: p99",
        heart.percentile(0.99) * 1000,
        "ms",
        baseline=idle.percentile(0.99) * 1000,
    )
    assert window.chat.last.body.markdown == text
