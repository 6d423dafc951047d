"""Turns that nobody would write by hand: nothing freezes, nothing is lost."""

import random
import time

import pytest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.conversations import TurnOutline
from tests.ui.chat.kept_chat import ended

FROZEN_S = 0.25
_DICE = random.Random(11)
STRANGE = "".join(
    chr(_DICE.choice((0x200B, 0x202E, 0x2066, 0xFEFF, 7, 0xD83D, 0x5D0, 0x627, 0x4E2D, 97)))
    for _ in range(5_000)
)


async def longest_turn(work, done, seconds=60):
    """Does something, and gives the longest that one turn of the event loop took, as CPU time."""
    began = time.thread_time()
    work()
    longest = time.thread_time() - began
    end = time.monotonic() + seconds
    while not done():
        began = time.thread_time()
        QApplication.processEvents()
        longest = max(longest, time.thread_time() - began)
        assert time.monotonic() < end
    return longest


MONSTROUS = {
    "one line": ("x" * 200_000, "short"),
    "1M words": ("a word " * 140_000, "short"),
    "50,000 lines": ("line\n" * 50_000, "short"),
    "strange": (STRANGE, STRANGE),
    "long word": ("q", "x" * 200_000),
    "50,000 in marks": ("q", "word **bold** `code` [1] " * 2_000),
    "quotes": ("q", "> " * 10_000 + "deep"),
    "table": ("q", "|a|b|\n|-|-|\n" + "|1|2|\n" * 1_500),
}


@pytest.mark.parametrize(("question", "answer"), MONSTROUS.values(), ids=MONSTROUS)
async def test_a_monstrous_turn_freezes_nothing(open_chat, question, answer):
    chat, history = open_chat()
    turn = ended(question, answer)

    def shown():
        message = chat.message(0)
        return message is not None and message.body.settled

    longest = await longest_turn(
        lambda: history.show([TurnOutline(1, len(question), len(answer))], [turn]), shown
    )
    print(f"\nlongest turn {longest * 1000:.0f} ms")
    assert longest <= FROZEN_S
    assert len(chat.message(0).body.markdown) >= len(answer) * 0.9
    chat.go_to_latest()
    assert chat.verticalScrollBar().value() == chat.verticalScrollBar().maximum()
