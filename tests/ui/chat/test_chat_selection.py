"""Selecting over messages by mouse and keyboard, and copying what is selected."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.chat.kept_chat import Loader
from tests.ui.chat.test_chat_view import kept, settled
from tests.ui.conftest import until

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def at(text, word):
    cursor = text.document().find(word)
    assert not cursor.isNull(), word
    cursor.setPosition(cursor.selectionStart())
    return text.cursorRect(cursor).center()


def drag(text, start, target, end):
    QTest.mousePress(text.viewport(), LEFT, pos=start)
    there = text.viewport().mapFromGlobal(target.viewport().mapToGlobal(end))
    QTest.mouseMove(text.viewport(), there)
    QTest.mouseRelease(text.viewport(), LEFT, pos=there)


async def two_turns(open_chat):
    chat, history = open_chat(height=900)
    Loader(history, chars=200).fill(2)
    await until(lambda: settled(chat))
    chat.activateWindow()
    return chat, chat.pool.get(0), chat.pool.get(1)


async def test_dragging_from_one_message_into_another_selects_all_between(open_chat):
    chat, first, second = await two_turns(open_chat)
    drag(first.text(1), at(first.text(1), "another"), second.text(0), at(second.text(0), "moves"))
    chat.copy_selection()
    copied = QApplication.clipboard().text()
    assert copied.startswith("another thing")
    assert copied.endswith("A heat pump ")
    assert "Question 1?" in copied
    assert not second.text(1).textCursor().hasSelection()


async def test_a_click_with_shift_extends_the_selection_to_there(open_chat):
    chat, first, second = await two_turns(open_chat)
    QTest.mouseClick(first.text(0).viewport(), LEFT, pos=at(first.text(0), "0?"))
    QTest.mouseClick(second.text(1).viewport(), LEFT, SHIFT, at(second.text(1), "another"))
    chat.copy_selection()
    copied = QApplication.clipboard().text()
    assert copied.startswith("0? Number 0.")
    assert copied.endswith("one thing\n•\t")
    QTest.mouseClick(first.text(1).viewport(), LEFT, pos=at(first.text(1), "another"))
    assert not chat.has_selection
    assert not second.text(1).textCursor().hasSelection()


async def test_the_keyboard_selects_the_message_then_the_conversation_which_is_copied(open_chat):
    chat, first, _ = await two_turns(open_chat)
    text = first.text(1)
    text.setFocus()
    QTest.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert not chat.has_selection
    assert text.textCursor().selectedText().startswith("Number 0.")
    QTest.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert chat.has_selection
    QTest.keyClick(text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "Question 1?" in QApplication.clipboard().text()
    chat.copy_selection(markdown=True)
    copied = QApplication.clipboard().text()
    assert copied.startswith("> Question 0?")
    assert "- another `thing`" in copied


async def test_a_whole_long_conversation_is_copied_as_it_is_read_in_parts(open_chat):
    chat, _, loader = await kept(open_chat, 200)
    loader.chars = 200
    QApplication.clipboard().clear()
    chat.select_all()
    chat.copy_selection(markdown=False)
    await until(QApplication.clipboard().text, seconds=60)
    copied = QApplication.clipboard().text()
    assert all(f"Number {index}." in copied for index in range(200))
    assert copied.index("Number 0.") < copied.index("Number 100.") < copied.index("Number 199.")
    assert loader.most_at_once <= 32
