"""Thousands of quick clicks on the real window while answers stream."""

import asyncio
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

import pytest
from PySide6.QtCore import QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.window.event_loop import WindowThreadGarbage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.chaos.frame import Chaos, fault
from tests.chaos.window.monkey import Monkey, put_all_away
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.window.person import ask
from tests.unit.storage.conversations.runs import assert_whole

_HANG_S = 1.0
_NOT_OURS = ("This plugin does not support", "Mouse event at")
"""There is no screen, and the hands may miss a window that has just become smaller."""

Open = Callable[..., MainWindow]


@contextmanager
def watched(chaos: Chaos) -> Iterator[None]:
    """Takes down every exception and every warning of Qt."""

    def told(_kind: QtMsgType, _context: object, text: str) -> None:
        if not text.startswith(_NOT_OURS):
            chaos.wrong.append(f"Qt: {text}")

    def failed(kind: type[BaseException], error: BaseException, _trace: object) -> None:
        if isinstance(error, AttributeError) and is_stage(error.obj):
            return
        where = "".join(traceback.format_exception(error)[-3:])
        chaos.wrong.append(f"{kind.__name__}: {where}")

    def unhandled(context: Mapping[str, object]) -> None:
        error = context.get("exception")
        assert error is None or isinstance(error, BaseException)
        if not (isinstance(error, AttributeError) and is_stage(error.obj)):
            told_of = "".join(traceback.format_exception(error)[-4:]) if error else context
            chaos.wrong.append(f"the loop: {told_of}")

    loop = asyncio.get_running_loop()
    before, hook = qInstallMessageHandler(told), sys.excepthook
    sys.excepthook = failed
    loop.set_exception_handler(lambda _loop, context: unhandled(context))
    try:
        yield
    finally:
        sys.excepthook = hook
        loop.set_exception_handler(None)
        qInstallMessageHandler(before)


def is_stage(thing: object) -> bool:
    """Tells of the stage, on which not all can be played: no model can be downloaded there."""
    return type(thing).__module__.startswith("tests.")


async def click(chaos: Chaos, window: MainWindow, steps: int) -> Monkey:
    """Does that many things, as quickly as the window takes them."""
    monkey = Monkey(window, chaos.dice)
    done = asyncio.Event()
    left = steps

    def act() -> None:
        nonlocal left
        left -= 1
        if left < 0 or chaos.wrong:
            done.set()
            return
        QTimer.singleShot(0, window, act)  # before: a menu has a loop of its own
        monkey.act()
        if chaos.wrong and not done.is_set():
            chaos.wrong.append(f"after: {monkey.last[-6:]}")

    QTimer.singleShot(0, window, act)
    await done.wait()
    put_all_away(window)
    return monkey


@pytest.fixture(autouse=True)
def _stays_here(monkeypatch) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("steps", "rounds"),
    [
        fault(
            f"{steps:,} quick clicks",
            "clicks, keys, shortcuts, menus, drags and resizes by the dice while answers stream",
            steps,
            rounds,
        )
        for steps, rounds in ((500, 1), (10_000, 5))
    ],
)
async def test_quick_clicks_break_nothing_and_leave_nothing(chaos, open_window, steps, rounds):
    window = open_window(
        scenes.from_memory(), scenes.approved(), [0.05, *scenes.approved()], home=chaos.home
    )
    window.refresh()
    await ask(window, "What is kept?")
    await ask(window, "And what else?")
    store = window.stage.conversations  # type: ignore[attr-defined]  # what the fixture has put there
    (conversation,) = await store.list()
    ids = [each.id for each in await store.outline(conversation.id)]
    kept = [(each.question, each.answer, each.status) for each in await store.turns(ids)]
    widgets = []
    # as the program has it: a collection in another thread, or amid a change of all widgets, is a crash
    garbage = WindowThreadGarbage(window, lambda: window.page.conversation.busy)
    with watched(chaos), ExitStack() as stack:
        stack.callback(garbage.stop)
        for _ in range(rounds):
            monkey = await click(chaos, window, steps // rounds)
            if monkey.slowest > _HANG_S:
                chaos.wrong.append(f"{monkey.slowest:.1f} s for {monkey.slowest_act}")
            if window.page.conversation.busy:
                window.page.conversation.stop()
                await until(lambda: not window.page.conversation.busy)
            window.page.begin_new()
            put_all_away(window)
            widgets.append(len(QApplication.allWidgets()))
            if chaos.wrong:
                break
    now = [(each.question, each.answer, each.status) for each in await store.turns(ids)]
    if now != kept:
        chaos.lost.append("the answers of before")
    assert_whole(store.path)
    if len(widgets) > 2 and widgets[-1] > widgets[1] * 1.2 + 100:
        chaos.wrong.append(f"widgets grow: {widgets}")
    chaos.saw("Each click did what it does.")
