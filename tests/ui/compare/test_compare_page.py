"""Two answers side by side: what is shown of them, and what is different."""

from contextlib import suppress

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from desktop_agent.core.research import Question
from desktop_agent.frontends.ui.window.compare import ComparePage
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activated, tabbed
from tests.ui.replay.recorded import stamped, written
from tests.ui.replay.recorded import turn_of as turn


@pytest.fixture
async def page(theme, place):
    page = place(ComparePage(theme), 900, 640)
    page.show_turns(turn(scenes.approved(), 1), turn(evidence_scenes.checked(), 2))
    await until(lambda: page.first.chat.last.whole and page.second.chat.last.whole)
    return page


async def test_both_answers_are_shown_below_the_question_and_their_differences_in_one_text(page):
    assert page.first.chat.last.body.markdown == scenes.DRAFT
    assert page.second.chat.last.body.markdown == evidence_scenes.checked()[-2].text
    assert page.head.state.accessibleName() == scenes.QUESTION
    assert "qwen3:4b" in page.second.about.accessibleName()
    assert not page.first.chat.built.get(0).question.isVisible()
    page.differ.click()
    assert page.changes.isVisible()
    text = page.changes.toPlainText()
    assert "kWh of heat" in text
    assert "smaller one is cheaper" in text
    page.differ.click()
    assert page.first.isVisible()


async def test_the_keyboard_reaches_everything_and_every_control_has_a_name(page):
    await activated(page)
    page.enter()
    assert QApplication.focusWidget() is page.first.chat
    assert nameless(page) == []
    assert {page.differ, page.second.chat} <= set(tabbed(60))
    page.differ.setFocus()
    QTest.keyClick(page.differ, Qt.Key.Key_Space)
    assert page.differ.isChecked()


def answers(page):
    return [page.first.chat.last.body.markdown, page.second.chat.last.body.markdown]


async def offered(window):
    """Return the menu that asks how to ask the last question again."""
    await activated(window)

    def menus():
        own = window.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [each for each in own if each.isVisible()]

    for _ in range(8):  # a change of the active window closes the menu
        window.chat.wishes.compare.emit(window.page.conversation.history.last)
        with suppress(AssertionError):
            await until(menus, 1.5)
            break
    (menu,) = menus()
    return menu


async def test_asked_again_with_another_model_both_answers_stand_side_by_side(open_window):
    window = open_window(scenes.verified(), scenes.approved())
    window.ask(scenes.QUESTION)
    await until(lambda: not window.page.conversation.busy)
    menu = await offered(window)
    entries = {each.text(): each for each in menu.actions()}
    assert {"Same mode and model", "Fast", "Deep"} <= entries.keys()
    assert entries.keys().isdisjoint({"Careful", "qwen3:4b · Ollama"})
    entries["llama3.2:3b · Ollama"].trigger()
    menu.close()
    await until(lambda: window.middle.shown == "compare" and window.middle.is_built("compare"))
    page = window.middle.page("compare")
    await until(lambda: page.question)
    assert answers(page) == [scenes.ANSWER, scenes.DRAFT]
    asked = window.stage.asked[-1]
    assert (asked.model, asked.strategy, asked.text) == ("llama3.2:3b", "verified", scenes.QUESTION)
    page.second.chat.wishes.regenerate.emit(0)
    assert window.middle.shown == ""
    assert window.composer.edit.toPlainText() == scenes.QUESTION
    menu = await offered(window)
    menu.actions()[0].trigger()
    window.page.conversation.not_asked.emit(Question(""))  # so there is nothing to compare
    menu.close()
    await until(lambda: len(window.stage.asked) == 3 and not window.page.conversation.busy)
    assert window.middle.shown == ""


async def test_two_stored_runs_are_compared(open_window, monkeypatch, tmp_path):
    window = open_window([])
    files = {
        "one": written(tmp_path, stamped(scenes.approved(), run_id="one"), "one"),
        "two": written(tmp_path, stamped(scenes.verified(), run_id="two"), "two"),
    }
    monkeypatch.setattr(window.session.runs, "events_file", files.get, raising=False)
    window.compare.compare_runs("one", "two")
    await until(lambda: window.middle.is_built("compare"))
    page = window.middle.page("compare")
    await until(lambda: page.question == scenes.QUESTION)
    assert answers(page) == [scenes.DRAFT, scenes.ANSWER]
    window.commands["chat.stop"].action.trigger()
    assert window.middle.shown == ""
