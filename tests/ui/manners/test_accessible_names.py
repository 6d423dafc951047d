"""A screen reader finds every control by a name, and the keyboard gets to every one and away."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.ui.manners.activation import activate

TABS_MOST = 200


def tab_round(window: QWidget, start: QWidget) -> list[QWidget]:
    """Presses Tab until the focus is back; gives what had it on the way."""
    activate(window)
    start.setFocus(Qt.FocusReason.TabFocusReason)
    had = []
    for _ in range(TABS_MOST):
        before = QApplication.focusWidget()
        QTest.keyClick(before, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if now is start:
            return had
        had.append(now)
    raise AssertionError(f"the focus does not come back: {had[-4:]}")


def stops(window: QWidget) -> set[QWidget]:
    """Gives the controls that Tab should reach."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and each.window() is window
        and each.objectName() != "qt_spinbox_lineedit"
    }


async def test_tab_from_the_question_reaches_everything_and_comes_back(open_window):
    window = open_window([])
    window.look_for_models()
    await asyncio.sleep(0.05)
    window.composer.put("What is new?")
    reached = set(tab_round(window, window.composer.edit)) | {window.composer.edit}
    left = stops(window) - reached
    assert [(type(each).__name__, each.accessibleName()) for each in left] == []
