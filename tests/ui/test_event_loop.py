"""The window's event loop: what asyncio promises of callbacks and times, and that Qt has its turn."""

import asyncio
import gc
import threading
import time
from functools import partial
from itertools import pairwise

import pytest
import shiboken6
from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QLabel

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.window import event_loop
from tests.ui.conftest import until


async def test_callbacks_and_times_keep_their_order_never_come_early_and_can_be_cancelled():
    order = []
    loop = asyncio.get_running_loop()
    for number in range(50):
        loop.call_soon(order.append, number)
    loop.call_soon(lambda: loop.call_soon(order.append, "later"))
    loop.call_soon(order.append, 50)
    await asyncio.sleep(0.02)
    assert order == [*range(51), "later"]
    came = []
    began = loop.time()
    for delay in (0.05, 0.01, 0.03, 0.0):
        loop.call_later(delay, lambda wanted=delay: came.append((wanted, loop.time() - began)))
    loop.call_soon(came.append, ("soon", 0)).cancel()
    loop.call_later(0.02, came.append, ("late", 0)).cancel()
    await asyncio.sleep(0.1)
    assert [wanted for wanted, _ in came] == [0.0, 0.01, 0.03, 0.05]
    assert all(wanted - 0.001 <= at < wanted + 0.5 for wanted, at in came)


async def test_qt_has_its_turn_while_callbacks_never_end():
    loop = asyncio.get_running_loop()
    beats = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.thread_time()))
    timer.start(5)
    going = True

    def again():
        end = time.thread_time() + 0.0002
        while time.thread_time() < end:
            pass
        if going:
            for _ in range(2 if len(loop._ready) < 500 else 1):
                loop.call_soon(again)

    again()
    await until(lambda: len(beats) > 20)
    going = False
    timer.stop()
    gaps = [later - sooner for sooner, later in pairwise(beats)]
    assert sorted(gaps)[len(gaps) // 2] < 0.03


async def test_tasks_go_on_while_another_has_a_loop_within_the_loop():
    """As when a coroutine opens a dialog; asyncio would lose the steps that come meanwhile."""
    inner, steps = QEventLoop(), []

    async def work():
        for step in range(3):
            steps.append(step)
            await asyncio.sleep(0)
        inner.quit()

    working = asyncio.create_task(work())
    here = asyncio.current_task()
    QTimer.singleShot(5_000, inner.quit)
    inner.exec()
    assert steps == [0, 1, 2]
    assert asyncio.current_task() is here
    await working


async def test_what_a_callback_raises_is_told_and_stops_no_other():
    loop = asyncio.get_running_loop()
    told, ran = [], []
    loop.set_exception_handler(lambda _loop, context: told.append(context["exception"]))
    loop.call_soon(lambda: 1 / 0)
    loop.call_soon(ran.append, "next")
    await asyncio.sleep(0.02)
    loop.set_exception_handler(None)
    assert ran == ["next"]
    assert [type(each) for each in told] == [ZeroDivisionError]


async def test_a_generator_that_nobody_finishes_is_closed_in_a_task():
    closed = []

    async def numbers():
        try:
            while True:
                yield len(closed)
        finally:
            await asyncio.sleep(0.01)
            closed.append(asyncio.current_task())

    async for _number in numbers():
        break
    await asyncio.sleep(0.05)
    assert closed not in ([], [asyncio.current_task()])


# --- Who is called back when work of the window has ended


async def refused():
    raise AgentError("It is refused.")


async def given():
    return "given"


class Told(QLabel):
    """Keeps what it was told, and shows it: that raises once Qt has deleted it."""

    def __init__(self):
        super().__init__()
        self.told = []

    def done(self, text):
        self.told.append(text)
        self.setText(text)

    def failed(self, error):
        self.done(error.message)


@pytest.mark.parametrize("work", [given, refused])
async def test_the_method_of_an_object_that_was_deleted_is_not_called(work):
    tasks, here, gone = Tasks(), Told(), Told()
    wrong = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: wrong.append(context))
    for label in (here, gone):
        tasks.start(work(), label.done, label.failed)
        tasks.start(work(), partial(label.done), partial(label.failed))
    shiboken6.delete(gone)
    await asyncio.sleep(0.01)
    assert len(here.told) == 2
    assert gone.told == []
    assert wrong == []


# --- Where Qt objects die: in the thread of the window, whoever allocates


class Cycle:
    def __init__(self, seen):
        self.myself = self
        self._seen = seen

    def __del__(self):
        self._seen.append(threading.current_thread())


def allocate():
    for _ in range(200):
        kept = [[] for _ in range(1000)]
        del kept


@pytest.fixture
def busy(app, monkeypatch):
    """The window's collector, which waits while there is something in the list."""
    monkeypatch.setattr(event_loop, "_EVERY_MS", 10)
    monkeypatch.setattr(event_loop, "_BUSY_MS", 5)
    parent, busy, thresholds = QObject(), [], gc.get_threshold()
    gc.set_threshold(700, 10, 10)  # another test, or a library, may have raised them
    garbage = event_loop.WindowThreadGarbage(parent, lambda: bool(busy))
    yield busy
    gc.set_threshold(*thresholds)
    garbage.stop()
    assert gc.isenabled()
    parent.deleteLater()


@pytest.mark.usefixtures("busy")
async def test_a_worker_that_allocates_does_not_collect_what_the_window_left():
    seen = []
    Cycle(seen)
    await asyncio.to_thread(allocate)
    Cycle(seen)
    held = [[] for _ in range(2000)]
    await until(lambda: seen)
    assert held
    assert set(seen) == {threading.main_thread()}


async def test_a_whole_collection_waits_while_an_answer_streams(busy):
    busy.append(True)
    whole = []

    def note(phase, info):
        if phase == "stop" and info["generation"] == 2:
            whole.append(info)

    gc.callbacks.append(note)
    try:
        gc.set_threshold(10, 1, 1)
        for _ in range(4):
            gc.collect(1)  # counts towards a whole one
        await asyncio.sleep(0.1)
        assert whole == []
        busy.clear()
        await until(lambda: whole)
    finally:
        gc.callbacks.remove(note)
