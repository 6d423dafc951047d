"""The window's event loop: what asyncio promises of callbacks and times, and that Qt has its turn."""

import asyncio
import time
from itertools import pairwise

import pytest
from PySide6.QtCore import QEventLoop, QTimer

from desktop_agent.frontends.ui.window import event_loop
from desktop_agent.frontends.ui.window.event_loop import WindowLoop


@pytest.fixture
def loop(app):
    made = WindowLoop(app)
    yield made
    made.close()


async def test_callbacks_run_in_the_order_in_which_they_became_ready():
    order = []
    loop = asyncio.get_running_loop()
    for number in range(50):
        loop.call_soon(order.append, number)
    loop.call_soon(lambda: loop.call_soon(order.append, "later"))
    loop.call_soon(order.append, 50)
    await asyncio.sleep(0.02)
    assert order == [*range(51), "later"]


async def test_times_are_kept_in_their_order_never_come_early_and_can_be_cancelled():
    loop = asyncio.get_running_loop()
    came = []
    began = loop.time()
    for delay in (0.05, 0.01, 0.03, 0.0):
        loop.call_later(delay, lambda wanted=delay: came.append((wanted, loop.time() - began)))
    loop.call_soon(came.append, ("soon", 0)).cancel()
    loop.call_later(0.02, came.append, ("late", 0)).cancel()
    await asyncio.sleep(0.1)
    assert [wanted for wanted, _ in came] == [0.0, 0.01, 0.03, 0.05]
    assert all(wanted - 0.001 <= at < wanted + 0.5 for wanted, at in came)


async def test_ten_thousand_waits_that_were_not_needed_leave_nothing_behind():
    loop = asyncio.get_running_loop()
    before = len(loop._timer)
    for _ in range(10_000):
        async with asyncio.timeout(60):
            await asyncio.sleep(0)
    assert len(loop._timer) - before <= 2 * event_loop._CANCELLED_MOST


async def test_qt_has_its_turn_while_callbacks_never_end():
    loop = asyncio.get_running_loop()
    beats = []
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start(5)
    going = True

    def again():
        until = time.perf_counter() + 0.0002
        while time.perf_counter() < until:
            pass
        if going:
            for _ in range(2 if len(loop._timer) < 500 else 1):
                loop.call_soon(again)

    again()
    await asyncio.sleep(0.3)
    going = False
    timer.stop()
    gaps = [later - sooner for sooner, later in pairwise(beats)]
    assert len(gaps) > 10
    assert sorted(gaps)[len(gaps) // 2] < 0.03


async def test_what_is_ready_goes_on_in_a_loop_within_the_loop():
    """As when a menu is open."""
    loop = asyncio.get_running_loop()
    ran = []

    def nested():
        inner = QEventLoop()
        loop.call_later(0.02, inner.quit)
        inner.exec()
        ran.append("menu closed")

    loop.call_soon(nested)
    loop.call_soon(ran.append, "waiting before")
    await asyncio.sleep(0.1)
    assert ran == ["waiting before", "menu closed"]


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


async def test_a_callback_from_another_thread_is_run():
    loop = asyncio.get_running_loop()
    came = asyncio.Event()
    await asyncio.to_thread(loop.call_soon_threadsafe, came.set)
    async with asyncio.timeout(5):
        await came.wait()


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


def test_a_task_goes_on_in_the_next_run_of_the_loop(app, loop):
    steps = []

    async def work():
        while True:
            steps.append(asyncio.get_running_loop())
            await asyncio.sleep(0)

    async def begin():
        return asyncio.create_task(work())

    task = loop.run_until_complete(begin())
    app.processEvents()
    before = len(steps)
    loop.run_until_complete(asyncio.sleep(0.05))
    assert not task.done()
    assert len(steps) > before
    assert set(steps) == {loop}
    task.cancel()
    loop.run_until_complete(asyncio.wait([task]))


def test_a_closed_loop_runs_nothing(loop):
    ran = []
    loop.run_until_complete(asyncio.sleep(0))
    loop.call_later(0.01, ran.append, "late")
    loop.close()
    assert len(loop._timer) == 0
    assert ran == []


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
