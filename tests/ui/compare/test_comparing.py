"""From an answer in the chat to the comparison: with one that is there, or with one yet to come."""

import pytest
from PySide6.QtWidgets import QToolButton

from desktop_agent.frontends.ui.chat.answer_view import MessageFooter
from tests.ui import scenes
from tests.ui.conftest import until


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


async def test_an_answer_is_compared_with_the_one_before_it(open_window):
    window = open_window(scenes.approved(), scenes.verified(), scenes.approved())
    told = []
    window.replay._comparing.wanted.connect(
        lambda *turns: told.append([each.text for each in turns])
    )
    await answered(window)
    with pytest.raises(StopIteration):
        compare_button(window)  # there is nothing to compare with
    await again(window)
    compare_button(window).click()
    await until(lambda: told == [[scenes.DRAFT, scenes.ANSWER]])
    window.middle.show_chat()
    await again(window)
    compare_button(window).click()
    await until(lambda: told[1:] == [[scenes.ANSWER, scenes.DRAFT]])
