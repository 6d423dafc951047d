"""The card above the composer in which a plan is looked over, by keys and by clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.events import PlanMade
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.settings import Settings
from desktop_agent.frontends.ui.composer.approvals import PlanReviewController
from tests.ui.composer.card_page import CardPage, active, press
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import tabbed
from tests.ui.window.person import click

PLAN = Plan(
    (
        Subtask("1", "What does A cost?", "look_up"),
        Subtask("2", "What does B cost?", "look_up"),
        Subtask("3", "Which is cheaper?", "compute", ("1", "2")),
    )
)
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


class Session:
    """Takes plans, but for one that is too late."""

    def __init__(self):
        self.plans = self
        self.settings = Settings()
        self.answers = []
        self.refusal = ""

    def answer(self, run_id, plan):
        if self.refusal:
            raise ValueError(self.refusal)
        self.answers.append((run_id, plan))


class Page(CardPage):
    """A composer with the card of the plan above it."""

    @property
    def card(self):
        return self.row.plan

    @property
    def rows(self):
        return self.card.editor.rows

    @property
    def draft(self):
        return self.card.editor.draft


@pytest.fixture
def blank(theme, place):
    return active(place(Page(theme, Session(), PlanReviewController), 900, 800))


@pytest.fixture
async def page(blank):
    await propose(blank)
    return blank


async def propose(page, plan=PLAN, title=""):
    page.here.happened.emit(PlanMade(plan=plan, proposed=True, title=title, run_id="r1"))
    await until(lambda: page.card.editor.whole and page.card.run.isEnabled())


async def test_a_proposed_plan_appears_and_leaves_the_keyboard_where_it_is(blank):
    assert blank.card.isHidden()
    await propose(blank)
    assert nameless(blank) == []
    assert blank.card.isVisible()
    assert blank.composer.edit.hasFocus()
    assert [row.question.toPlainText() for row in blank.rows] == [
        "What does A cost?",
        "What does B cost?",
        "Which is cheaper?",
    ]
    assert [row.kind.currentText() for row in blank.rows] == ["Look up", "Look up", "Compute"]
    assert [row.needs.text() for row in blank.rows] == ["right away", "right away", "after 1, 2"]


async def test_the_plan_runs_as_it_is_when_nothing_was_changed_or_all_changed_back(page):
    page.rows[0].question.setFocus()
    press(Qt.Key.Key_Return)
    assert page.rows[1].question.hasFocus()
    assert page.draft.plan is PLAN
    question = page.rows[0].question
    question.setPlainText("Other?")
    assert page.card.run_original.isEnabled()
    question.setPlainText(PLAN.subtasks[0].question)
    assert not page.card.run_original.isEnabled()
    click(page.card.run)
    assert page.session.answers == [("r1", PLAN)]
    assert page.card.isHidden()


async def test_a_part_is_added_filled_in_and_ordered_behind_another(page):
    page.card.add.setFocus()
    press(Qt.Key.Key_Space)
    assert page.rows[3].question.hasFocus()
    assert page.card.fault.text() == "Part 4 asks nothing."
    assert not page.card.run.isEnabled()
    press(Qt.Key.Key_Return, CONTROL)
    assert page.session.answers == []
    QTest.keyClicks(page.rows[3].question, "Is it worth it?")
    assert page.card.fault.text() == ""
    menu = page.rows[3].needs.menu()
    menu.aboutToShow.emit()
    assert [each.text() for each in menu.actions()][2] == "3 · Which is cheaper?"
    menu.actions()[2].trigger()
    assert page.rows[3].needs.text() == "after 3"
    assert page.rows[3].needs.accessibleName() == "Part 4 runs after 3"
    click(page.card.run)
    assert page.session.answers[0][1].subtasks[3] == Subtask(
        "4", "Is it worth it?", "reason", ("3",)
    )


async def test_parts_move_by_buttons_and_by_keys_and_the_keyboard_goes_along(page):
    click(page.rows[2].up)
    assert [each.id for each in page.draft.parts] == ["1", "3", "2"]
    page.rows[0].question.setFocus()
    press(Qt.Key.Key_Down, ALT)
    assert [each.id for each in page.draft.parts] == ["3", "1", "2"]
    assert page.rows[1].question.hasFocus()
    press(Qt.Key.Key_Up, ALT)
    assert [row.name.text() for row in page.rows] == ["1", "3", "2"]
    assert not page.rows[0].up.isEnabled()
    assert not page.rows[2].down.isEnabled()


async def test_the_last_part_cannot_be_removed(page):
    for _ in range(2):
        page.rows[0].remove.setFocus()
        press(Qt.Key.Key_Space)
    assert len(page.rows) == 1
    assert not page.rows[0].remove.isEnabled()
    assert page.rows[0].question.hasFocus()


async def test_tab_goes_through_the_card_from_top_to_bottom_and_on_to_the_composer(page):
    click(page.rows[1].up)
    page.card.add.setFocus(Qt.FocusReason.TabFocusReason)
    wanted = [
        part
        for row in page.rows
        for part in (row.question, row.kind, row.needs, row.up, row.down, row.remove)
        if part.isEnabled()
    ]
    had = list(tabbed(len(wanted) + 3))
    assert had == [*wanted, page.card.run, page.card.run_original, page.card.stop]
    press(Qt.Key.Key_Tab)
    assert page.composer.isAncestorOf(QApplication.focusWidget())


async def test_what_was_changed_stays_while_away_and_the_original_can_be_run(page):
    click(page.rows[0].remove)
    for answering in (False, True):
        page.here.show_conversation(answering=answering)
    assert [row.name.text() for row in page.rows] == ["2", "3"]
    assert page.rows[1].needs.text() == "after 2"
    click(page.card.run_original)
    assert page.session.answers == [("r1", PLAN)]


async def test_a_plan_that_is_not_taken_stays_with_the_reason_until_the_run_goes_on(page):
    page.session.refusal = "the plan has no part"
    click(page.card.run)
    assert page.card.isVisible()
    assert page.card.fault.text() == "The plan has no part."
    page.here.happened.emit(PlanMade(plan=PLAN, run_id="r1"))
    assert page.card.isHidden()


async def test_a_plan_from_a_template_names_it_and_its_note(blank):
    await propose(blank, Plan(PLAN.subtasks, "fallback", "The reply was no plan."), "Timeline")
    said = [label.text() for label in blank.card.findChildren(QWidget) if hasattr(label, "text")]
    assert any("template “Timeline”" in str(text) for text in said)
    assert any("The reply was no plan." in str(text) for text in said)
