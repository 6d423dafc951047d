"""Error boxes: plain words, and the rest for a report."""

import asyncio

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.widgets.error_dialog import ExceptHook
from tests.ui.conftest import until


@pytest.fixture
def window(theme, place):
    return place(QWidget())


def fail():
    int("no number")


def copy_button(box):
    return next((each for each in box.buttons() if "Copy" in each.text()), None)


async def test_an_unexpected_error_becomes_a_notice_with_its_traceback(window, caplog):
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
