"""A conversation of 10,000 messages: to open, to scroll, to jump in, to go on with.

Against two plain ways in the same run: all of it in one text document, and a text browser for each
message. Those two get 1,000 and 300 messages, for with 10,000 they take minutes.
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
from PySide6.QtWidgets import (
    QApplication,
    QScrollArea,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.benchmarks.figures import record
from tests.ui.chat.conftest import open_chat
from tests.ui.chat.kept_chat import Loader, delta, play, prose, started
from tests.ui.chat.test_chat_view import settled
from tests.ui.conftest import until
from tests.ui.test_smoothness import Heartbeat

__all__ = ["open_chat"]

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

TURNS = 5_000
SIZE = (1000, 760)
FRAME_S = 0.016


def told(name: str, heart: Heartbeat) -> str:
    p50, p99 = (heart.percentile(share) * 1000 for share in (0.5, 0.99))
    return f"{name}: ticks {len(heart.gaps)}, CPU p50 {p50:.1f}, p99 {p99:.1f}, most {max(heart.gaps) * 1000:.1f} ms"


def memory() -> float:
    """Resident memory in MiB, after what is garbage has gone."""
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    return psutil.Process().memory_info().rss / 2**20


async def opened(open_chat: Callable[..., tuple[ChatView, History]], turns: int):
    """Opens a conversation; gives the view, its history, and CPU time, wall time and memory."""
    chat, history = open_chat(*SIZE)
    loader = Loader(history)
    await asyncio.sleep(0.1)
    before = memory()
    cpu, wall = time.thread_time(), time.perf_counter()
    loader.fill(turns)
    await until(lambda: settled(chat))
    cpu, wall = time.thread_time() - cpu, time.perf_counter() - wall
    return chat, history, cpu, wall, memory() - before


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
    for name, (_, _, cpu, wall, grown) in (("100 turns", small), (f"{TURNS:,} turns", large)):
        print(f"\n{name}: CPU {cpu * 1000:.0f} ms, wall {wall * 1000:.0f} ms, {grown:+.1f} MiB")
    record("Open a chat of 10,000 messages", large[2] * 1e3, "ms CPU", limit=100)
    assert large[2] <= 0.1
    assert large[2] <= 2 * small[2]
    assert large[4] <= 20


async def test_opening_against_the_plain_ways(theme, open_chat):
    _, _, ours, _, _ = await opened(open_chat, TURNS)
    messages = 1_000
    before, cpu = memory(), time.thread_time()
    one = QTextBrowser()
    one.resize(*SIZE)
    one.show()
    one.setMarkdown("\n\n".join(prose(index, 800) for index in range(messages)))
    one.verticalScrollBar().setValue(one.verticalScrollBar().maximum())
    QApplication.processEvents()
    document, grown = time.thread_time() - cpu, memory() - before
    print(f"\nours, 10,000 messages: {ours:.2f} s CPU")
    print(f"one document, {messages:,} messages: {document:.2f} s CPU, {grown:+.0f} MiB")
    one.deleteLater()
    messages = 300
    before, cpu = memory(), time.thread_time()
    area, page = QScrollArea(), QWidget()
    area.resize(*SIZE)
    area.setWidgetResizable(True)
    lines = QVBoxLayout(page)
    for index in range(messages):
        each = QTextBrowser()
        each.setMarkdown(prose(index, 800))
        each.setFixedHeight(300)
        lines.addWidget(each)
    area.setWidget(page)
    area.show()
    QApplication.processEvents()
    widgets, grown = time.thread_time() - cpu, memory() - before
    print(f"a browser per message, {messages} messages: {widgets:.2f} s CPU, {grown:+.0f} MiB")
    area.deleteLater()
    record(
        "Open a chat of 10,000 messages, to one document of 1,000", ours, "s CPU", baseline=document
    )
    assert ours < document
    assert ours < widgets


async def test_scrolling_and_jumping(open_chat):
    chat, *_ = await opened(open_chat, TURNS)
    bar = chat.verticalScrollBar()
    with Heartbeat() as idle:
        await asyncio.sleep(1)
    print("\n" + told("idle", idle))
    bar.setValue(bar.maximum() // 3)
    await until(lambda: settled(chat))
    with Heartbeat() as wheeled:
        for _ in range(400):
            wheel(chat, 1)
            await asyncio.sleep(FRAME_S)
    print(told("wheel", wheeled))
    with Heartbeat() as slow:
        for _ in range(200):
            bar.setSliderPosition(bar.value() + SIZE[1] // 3)
            await asyncio.sleep(FRAME_S)
    print(told("drag, a third of the view at a time", slow))
    with Heartbeat() as dragged:
        for step in range(400):
            bar.setSliderPosition(bar.maximum() * step // 400)
            await asyncio.sleep(FRAME_S)
    print(told("drag through all", dragged))
    chance = random.Random(4)
    with Heartbeat() as jumped:
        for _ in range(60):
            bar.setValue(chance.randrange(bar.maximum()))
            await until(lambda: settled(chat))
    print(told("jumps until all is there", jumped))
    before = memory()
    for _ in range(100):
        bar.setValue(chance.randrange(bar.maximum()))
        await asyncio.sleep(FRAME_S)
    print(f"memory after 100 more jumps: {memory() - before:+.1f} MiB")
    assert wheeled.percentile(0.99) <= FRAME_S
    assert slow.percentile(0.99) <= FRAME_S
    assert dragged.percentile(0.99) <= FRAME_S
    assert jumped.percentile(0.99) <= 0.033


async def test_streaming_into_the_end(open_chat):
    text = prose(1, 12_000)
    spent = {}
    hearts = {}
    await opened(open_chat, 20)
    for turns in (0, TURNS):
        chat, history, *_ = await opened(open_chat, turns)
        turn = Turn("And now?", 99_999)
        cpu = time.thread_time()
        history.append(turn)
        play(history, turn, started())
        QApplication.processEvents()
        appended = time.thread_time() - cpu
        with Heartbeat() as heart:
            began = time.thread_time()
            for at in range(0, len(text), 40):
                play(history, turn, delta(text[at : at + 40]))
                await asyncio.sleep(0.01)
            await until(lambda shown=chat: shown.last.body.settled)
            spent[turns] = time.thread_time() - began
        hearts[turns] = heart
        print("\n" + told(f"into {2 * turns:,} messages", heart))
        print(f"appended in {appended * 1000:.1f} ms; all of it {spent[turns]:.2f} s CPU")
    assert spent[TURNS] <= 1.25 * spent[0]
    assert hearts[TURNS].percentile(0.99) <= max(FRAME_S, 1.25 * hearts[0].percentile(0.99))
