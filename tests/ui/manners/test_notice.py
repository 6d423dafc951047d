"""Error boxes: plain words, and the rest for a report."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.widgets.error_dialog import ExceptHook, show_error


@pytest.fixture
def window(theme):
    window = QWidget()
    window.show()
    yield window
    window.close()
    window.deleteLater()


def failing():
    try:
        int("no number")
    except ValueError as error:
        return error


def copy_button(box):
    return next((each for each in box.buttons() if "Copy" in each.text()), None)


def test_details_are_copied_and_the_box_stays_open(window):
    box = show_error(window, "It broke.", "Mend it.", "in line 3")
    QTest.mouseClick(copy_button(box), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "It broke.\n\nMend it.\n\nin line 3"
    assert box.isVisible()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()


def test_without_details_there_is_nothing_to_copy(window):
    assert copy_button(show_error(window, "It broke.")) is None


def test_what_is_not_our_error_brings_its_traceback_to_copy_and_ours_does_not(window):
    hook = ExceptHook(window)
    try:
        hook.report(failing())
        box = window.findChild(QMessageBox)
        assert "no number" not in box.text()
        copy_button(box).click()
        assert "test_notice.py" in QGuiApplication.clipboard().text()
        assert "no number" in QGuiApplication.clipboard().text()
        box.accept()
        QTest.qWait(10)
        hook.report(StorageError("The disk is full.", "Make room."))
        box = window.findChild(QMessageBox)
        assert box.text() == "The disk is full."
        assert copy_button(box) is None
        box.accept()
    finally:
        hook.remove()
