"""Waits until a window has the keyboard: the window system gives it a moment later."""

import asyncio
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget


def activate(window: QWidget) -> None:
    for _ in range(200):
        if QApplication.activeWindow() is window:
            return
        window.activateWindow()
        QTest.qWait(10)
    raise AssertionError(f"{window} does not become active")


async def activated(window: QWidget) -> None:
    """Makes it the active window while tasks of the loop are under way: no loop within the loop."""
    for _ in range(200):
        if QApplication.activeWindow() is window:
            return
        window.activateWindow()
        await asyncio.sleep(0.01)
    raise AssertionError(f"{window} does not become active")


def tabbed(times: int) -> Iterator[QWidget]:
    """Press Tab again and again; yield what has the keyboard after each."""
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        yield QApplication.focusWidget()


def focused(widget: QWidget) -> bool:
    """Whether keys go to the widget once its window is active, which it need not be."""
    return widget.window().focusWidget() is widget
