import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.frontends.ui.chat.find_bar import FindBar


@pytest.fixture
def bar(theme):
    """The bar in a window; ``said`` holds what it has told."""
    holder = QWidget()
    holder.resize(600, 80)
    bar = FindBar(theme)
    bar.setParent(holder)
    holder.show()
    holder.activateWindow()
    bar.open()
    bar.said = []
    bar.looked_for.connect(bar.said.append)
    bar.stepped.connect(bar.said.append)
    bar.closed.connect(lambda: bar.said.append("closed"))
    yield bar
    holder.deleteLater()
    QApplication.sendPostedEvents(None, 0)


def test_typing_and_the_keys_are_told_and_escape_puts_the_bar_away(bar):
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.keyClicks(bar.field, "ab")
    QTest.keyClick(bar.field, Qt.Key.Key_Return)
    QTest.keyClick(bar.field, Qt.Key.Key_F3)
    QTest.keyClick(bar.field, Qt.Key.Key_Return, shift)
    QTest.keyClick(bar.field, Qt.Key.Key_F3, shift)
    QTest.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.said == ["a", "ab", 1, 1, -1, -1, "closed"]
    assert bar.isHidden()


def test_the_count_is_told_and_nothing_found_cannot_be_stepped_through(bar):
    bar.field.setText("heat")
    bar.show_count(3, 41)
    assert bar.count.text() == "3 of 41"
    assert bar.on.isEnabled()
    bar.show_count(0, 0)
    assert bar.count.text() == "No match"
    assert not bar.on.isEnabled()


def test_opening_it_again_offers_the_last_text_to_be_written_over(bar):
    bar.field.setText("heat")
    bar.close_bar()
    bar.said.clear()
    bar.open()
    assert bar.field.selectedText() == "heat"
    assert bar.said == ["heat"]
    bar.open("pump")
    assert bar.field.text() == "pump"
    assert bar.said == ["heat", "pump"]
