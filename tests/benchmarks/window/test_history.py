"""A conversation of 10,000 messages: to open, to scroll, to jump in.

Against the plain way in the same run: all of it in one text document. That gets 1,000 messages, for
with 10,000 it takes minutes.
"""

import asyncio
import gc
import random
import time
from collections.abc import Callable

import psutil
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QTextBrowser

from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from tests.benchmarks.figures import record
from tests.ui.chat.conftest import open_chat
from tests.ui.chat.kept_chat import Loader, prose
from tests.ui.chat.test_chat_view import settled
from tests.ui.conftest import until
from tests.ui.test_smoothness import Heartbeat

__all__ = ["open_chat"]

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

TURNS = 5_000
SIZE = (1000, 760)
FRAME_S = 0.016


def memory() -> float:
    """Resident memory in MiB, after what is garbage has gone."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return psutil.Process().memory_info().rss / 2**20


async def opened(open_chat: Callable[..., tuple[ChatView, History]], turns: int):
    """Opens a conversation; gives the view, its history, CPU time and memory."""
    chat, history = open_chat(*SIZE)
    loader = Loader(history)
    await asyncio.sleep(0.1)
    before, cpu = memory(), time.thread_time()
    loader.fill(turns)
    await until(lambda: settled(chat))
    cpu = time.thread_time() - cpu
    return chat, history, cpu, memory() - before


def wheel(chat: ChatView, steps: int) -> None:
    event = QWheelEvent(
        QPointF(300, 300),
        QPointF(chat.viewport().mapToGlobal(QPoint(300, 300))),
        QPoint(),
        QPoint(0, -120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chat.viewport(), event)


async def test_opening(open_chat):
    await opened(open_chat, 20)  # what is made once is made now
    small = await opened(open_chat, 100)
    large = await opened(open_chat, TURNS)
    record("Open a chat of 10,000 messages", large[2] * 1e3, "ms CPU", limit=100)
    assert large[2] <= 0.1
    assert large[2] <= 2 * small[2]
    assert large[3] <= 20


async def test_opening_costs_less_than_one_text_document_of_a_tenth_of_it(theme, open_chat):
    _, _, ours, _ = await opened(open_chat, TURNS)
    cpu = time.thread_time()
    one = QTextBrowser()
    one.resize(*SIZE)
    one.show()
    one.setMarkdown("\n\n".join(prose(index, 800) for index in range(1_000)))
    one.verticalScrollBar().setValue(one.verticalScrollBar().maximum())
    QApplication.processEvents()
    document = time.thread_time() - cpu
    one.deleteLater()
    name = "Open a chat of 10,000 messages, to one document of 1,000"
    record(name, ours, "s CPU", baseline=document)
    assert ours < document


async def test_scrolling_and_jumping(open_chat):
    chat, *_ = await opened(open_chat, TURNS)
    bar = chat.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    await until(lambda: settled(chat))
    with Heartbeat() as wheeled:
        for _ in range(400):
            wheel(chat, 1)
            await asyncio.sleep(FRAME_S)
    with Heartbeat() as slow:
        for _ in range(200):
            bar.setSliderPosition(bar.value() + SIZE[1] // 3)
            await asyncio.sleep(FRAME_S)
    with Heartbeat() as dragged:
        for step in range(400):
            bar.setSliderPosition(bar.maximum() * step // 400)
            await asyncio.sleep(FRAME_S)
    chance = random.Random(4)
    with Heartbeat() as jumped:
        for _ in range(60):
            bar.setValue(chance.randrange(bar.maximum()))
            await until(lambda: settled(chat))
    assert wheeled.percentile(0.99) <= FRAME_S
    assert slow.percentile(0.99) <= FRAME_S
    assert dragged.percentile(0.99) <= FRAME_S
    assert jumped.percentile(0.99) <= 0.033
