"""Two answers side by side: what is shown of them, live and whole, and what is different."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import AnswerGiven, EvidenceFound, RunFinished, TextDelta
from desktop_agent.frontends.ui.pages.compare.page import ComparePage
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activated, tabbed
from tests.ui.replay.recorded import turn_of as turn


def row(page: ComparePage, number: int) -> list[str]:
    table = page.figures
    return [table.item(number, column).text() for column in range(table.columnCount())]


@pytest.fixture
def blank(theme, tasks, place):
    return place(ComparePage(theme, tasks), 900, 640)


@pytest.fixture
async def page(blank):
    blank.show_turns(turn(scenes.approved(), 1), turn(evidence_scenes.checked(), 2))
    answers = [each.chat.last for each in blank.columns]
    await until(lambda: all(each.whole for each in answers))
    return blank


async def test_both_answers_and_their_figures_are_shown_below_the_question_or_each_below_its_own(
    page,
):
    first, second = (each.chat.last for each in page.columns)
    assert first.body.markdown == scenes.DRAFT
    assert second.body.markdown == evidence_scenes.checked()[-2].text
    assert page.question.accessibleName() == scenes.QUESTION
    assert row(page, 0)[0] == "First answer"
    marks = "3 supported · 1 partly · 1 contradicted"
    assert row(page, 1)[2] == "qwen3:4b"
    assert row(page, 1)[4:] == ["4", "21,036", "1", "3", marks, "–"]
    for column in page.columns:  # the question stands above both
        assert not column.chat.pool.get(0).question.isVisible()
    other = turn(scenes.approved(), 3)
    other.question = "Something else?"
    page.show_turns(page.columns[0].turn, other)
    await until(lambda: page.columns[1].chat.last.body.settled)
    for column in page.columns:
        assert column.chat.pool.get(0).question.isVisible()
    assert page.question.accessibleName() == "Two different questions"


async def test_the_second_answer_is_followed_while_it_is_written(page):
    found = EvidenceFound(intent="event_date", confidence=0.83, question=scenes.QUESTION)
    running = turn([*scenes.gathering(), found], 4)
    first = page.columns[0].turn
    page.show_turns(first, running)
    assert not page.differ.isEnabled()
    assert row(page, 1)[4:] == ["1", "908", "1", "0", "–", "83%"]
    ends = [
        TextDelta(step_id="s5", channel="final", text="Only half "),
        TextDelta(step_id="s5", channel="final", text="as much."),
        AnswerGiven(text="Only half as much."),
        RunFinished(status="answered", t=9.0),
    ]
    for event in ends:
        running.apply(event)
        page.tell(running, event)
    await until(lambda: page.columns[1].chat.last.body.markdown == "Only half as much.")
    assert page.differ.isEnabled()
    assert row(page, 1)[3] == "9.0 s"
    page.tell(turn([], 9), ends[0])  # of a turn that is not shown
    assert page.columns[1].chat.last.body.markdown == "Only half as much."


async def test_what_is_different_is_shown_word_by_word(page):
    page.differ.click()
    shown = page.differences
    await until(lambda: "kWh of heat" in shown.text.toPlainText())
    await until(lambda: shown.text.toPlainText().count("smaller one is cheaper"))
    assert shown.isVisible()
    assert "words added" in shown.summary.text()
    page.differ.click()
    assert page.columns[0].isVisible()
    page.differ.click()
    page.show_turns(turn(scenes.approved(), 1), turn(scenes.approved(), 2))
    await until(lambda: shown.summary.text() == "Both answers say the same.")


async def test_both_scroll_together_to_their_ends_unless_one_does_not_want_it(page):
    bars = [each.chat.verticalScrollBar() for each in page.columns]
    assert [bar.value() for bar in bars] == [0, 0]
    bars[0].setValue(bars[0].maximum())
    assert bars[1].value() == bars[1].maximum() > 0
    bars[1].setValue(bars[1].maximum() // 2)
    assert bars[0].value() == pytest.approx(bars[0].maximum() / 2, abs=2)
    page.together.click()
    bars[1].setValue(0)
    assert bars[0].value() > 0


async def test_the_keyboard_reaches_everything_and_every_control_has_a_name(page):
    await activated(page)
    page.enter()
    assert QApplication.focusWidget() is page.columns[0].chat
    await asyncio.sleep(0.1)
    assert nameless(page) == []
    reached = {page.figures, page.differ, page.together, page.columns[1].chat}
    assert reached <= set(tabbed(60))
    left = []
    page.left.connect(lambda: left.append(1))
    page.differ.setFocus()
    QTest.keyClick(page.differ, Qt.Key.Key_Space)
    assert page.differ.isChecked()
    QTest.keyClick(page.differ, Qt.Key.Key_Escape)
    assert left == [1]
