"""Error boxes: plain words, and the rest for a report."""

import asyncio

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.widgets.error_dialog import ExceptHook, show_error
from tests.ui.conftest import until


@pytest.fixture
def window(theme, place):
    return place(QWidget())


def fail():
    int("no number")


def copy_button(box):
    return next((each for each in box.buttons() if "Copy" in each.text()), None)


def test_details_are_copied_and_the_box_stays_open(window):
    box = show_error(window, "It broke.", "Mend it.", "in line 3")
    QTest.mouseClick(copy_button(box), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "It broke.\n\nMend it.\n\nin line 3"
    assert box.isVisible()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()


async def test_an_unexpected_error_becomes_a_notice_with_its_traceback_to_copy_and_ours_does_not(
    window, caplog
):
    hook = ExceptHook(window)
    try:
        QTimer.singleShot(0, fail)
        await until(lambda: window.findChild(QMessageBox) is not None)
        box = window.findChild(QMessageBox)
        assert "ValueError" in box.text()
        assert "no number" not in box.text()
        assert "Traceback" not in box.text() + box.informativeText()
        assert "unexpected error" in caplog.text
        caplog.clear()
        copy_button(box).click()
        assert "test_notice.py" in QGuiApplication.clipboard().text()
        assert "no number" in QGuiApplication.clipboard().text()
        box.accept()
        await asyncio.sleep(0.01)
        hook.report(StorageError("The disk is full.", "Make room."))
        box = window.findChild(QMessageBox)
        assert box.text() == "The disk is full."
        assert copy_button(box) is None
        box.accept()
    finally:
        hook.remove()
