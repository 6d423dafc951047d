"""Two answers side by side: what is shown of them, live and whole, and what is different."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.pages.compare.page import ComparePage
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activated, tabbed
from tests.ui.replay.recorded import turn_of as turn


@pytest.fixture
def blank(theme, tasks, place):
    return place(ComparePage(theme, tasks), 900, 640)


@pytest.fixture
async def page(blank):
    blank.show_turns(turn(scenes.approved(), 1), turn(evidence_scenes.checked(), 2))
    answers = [each.chat.last for each in blank.columns]
    await until(lambda: all(each.whole for each in answers))
    return blank


async def test_both_answers_are_shown_below_the_question(
    page,
):
    first, second = (each.chat.last for each in page.columns)
    assert first.body.markdown == scenes.DRAFT
    assert second.body.markdown == evidence_scenes.checked()[-2].text
    assert page.question.accessibleName() == scenes.QUESTION
    assert "qwen3:4b" in page.columns[1].about.accessibleName()
    assert "tokens" in page.columns[1].about.accessibleName()
    for column in page.columns:  # the question stands above both
        assert not column.chat.pool.get(0).question.isVisible()


async def test_what_is_different_is_shown_word_by_word(page):
    page.differ.click()
    shown = page.differences
    await until(lambda: "kWh of heat" in shown.text.toPlainText())
    await until(lambda: shown.text.toPlainText().count("smaller one is cheaper"))
    assert shown.isVisible()
    assert shown.summary.text().startswith("Words added: ")
    page.differ.click()
    assert page.columns[0].isVisible()
    page.differ.click()
    page.show_turns(turn(scenes.approved(), 1), turn(scenes.approved(), 2))
    await until(lambda: shown.summary.text() == "Both answers say the same thing.")


async def test_the_keyboard_reaches_everything_and_every_control_has_a_name(page):
    await activated(page)
    page.enter()
    assert QApplication.focusWidget() is page.columns[0].chat
    await asyncio.sleep(0.1)
    assert nameless(page) == []
    reached = {page.differ, page.columns[1].chat}
    assert reached <= set(tabbed(60))
    left = []
    page.left.connect(lambda: left.append(1))
    page.differ.setFocus()
    QTest.keyClick(page.differ, Qt.Key.Key_Space)
    assert page.differ.isChecked()
    QTest.keyClick(page.differ, Qt.Key.Key_Escape)
    assert left == [1]
