"""From an answer in the chat to the comparison: with one that is there, or with one yet to come."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolButton

from desktop_agent.frontends.ui.chat.answer_view import MessageFooter
from tests.ui import scenes
from tests.ui.conftest import until


def comparing(window):
    back = window.replay
    if back._comparing is None:
        back._comparing = back._make_comparing()
    return back._comparing


async def answered(window, question=scenes.QUESTION):
    window.ask(question)
    await until(lambda: not window.page.conversation.busy and window.chat.last.whole)
    await until(lambda: window.chat.last.findChild(MessageFooter))


async def again(window):
    window.page.ask_last_again()
    await until(lambda: window.page.conversation.busy)
    await until(lambda: not window.page.conversation.busy and window.chat.last.whole)


def compare_button(window):
    view = window.chat.pool.get(0)
    buttons = view.question.bar.findChildren(QToolButton)
    return next(each for each in buttons if each.accessibleName().startswith("Compare"))


async def test_an_answer_is_compared_with_the_one_before_it_or_with_one_that_is_chosen(open_window):
    window = open_window(scenes.approved(), scenes.verified(), scenes.approved())
    told = []
    comparing(window).wanted.connect(lambda *turns: told.append([each.text for each in turns]))
    await answered(window)
    with pytest.raises(StopIteration):
        compare_button(window)  # there is nothing to compare with
    await again(window)
    compare_button(window).click()
    await until(lambda: told == [[scenes.DRAFT, scenes.ANSWER]])
    window.middle.show_chat()
    await again(window)
    compare_button(window).click()
    await until(lambda: any(each.isVisible() for each in window.chat.findChildren(QMenu)))
    menu = next(each for each in window.chat.findChildren(QMenu) if each.isVisible())
    assert len(menu.actions()) == 2
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert told[1] == [scenes.ANSWER, scenes.DRAFT]
