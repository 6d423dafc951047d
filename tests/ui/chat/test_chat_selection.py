"""Selecting over messages by mouse and keyboard, and copying what is selected."""

from PySide6.QtCore import QPoint, Qt
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


async def test_whole_messages_are_copied_as_markdown_and_parts_as_text(open_chat):
    chat, first, second = await two_turns(open_chat)
    start, end = at(first.text(0), "Question"), at(second.text(0), "moves")
    drag(first.text(0), start, second.text(0), end)
    chat.copy_selection(markdown=True)
    copied = QApplication.clipboard().text()
    assert copied.startswith("> Question 0?")
    assert "- another `thing`" in copied
    assert copied.endswith("\n\nQuestion 1? Number 1. A heat pump ")


async def test_a_selection_ends_where_turns_are_without_widgets_and_keeps_its_own(open_chat):
    chat, _, _ = await kept(open_chat, 200)
    chat.activateWindow()
    text = chat.pool.get(199).text(1)
    QTest.mouseClick(text.viewport(), LEFT, pos=at(text, "another"))
    bar = chat.verticalScrollBar()
    for _ in range(12):
        chat.scroll_by(-chat.viewport().height())
        await until(lambda: settled(chat))
    view = chat.pool.get(chat.seen[0])
    QTest.mouseClick(view.text(0).viewport(), LEFT, SHIFT, QPoint(4, 4))
    chat.copy_selection()
    selected = [each.index for each in chat.pool if each.text(1).textCursor().hasSelection()]
    assert selected == list(range(selected[0], selected[-1] + 1))
    bar.setValue(0)
    await until(lambda: settled(chat))
    assert set(selected) <= {each.index for each in chat.pool}
