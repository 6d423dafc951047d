"""The card above the composer in which a plan is looked over, by keys and by clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.events import PlanMade
from desktop_agent.core.plan import Plan, Subtask
from tests.ui.composer.card_page import CardPage, active, press
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import focused, tabbed
from tests.ui.window.person import click

PLAN = Plan(
    (
        Subtask("1", "What does A cost?", "look_up"),
        Subtask("2", "What does B cost?", "look_up"),
        Subtask("3", "Which is cheaper?", "compute", ("1", "2")),
    )
)
TEXT = """1. What does A cost? [Look up]
2. What does B cost? [Look up]
3. Which is cheaper? [Compute: 1, 2]"""
CONTROL = Qt.KeyboardModifier.ControlModifier


class Plans:
    """Takes plans."""

    def __init__(self):
        self.answers = []

    def answer(self, run_id, plan):
        self.answers.append((run_id, plan))


class Page(CardPage):
    """A composer with the card of the plan above it."""

    @property
    def card(self):
        return self.row.plan

    @property
    def text(self):
        return self.card.editor.toPlainText()

    @text.setter
    def text(self, text):
        self.card.editor.setPlainText(text)


@pytest.fixture
def blank(theme, tasks, place):
    return active(place(Page(theme, tasks, plans=Plans()), 900, 800))


@pytest.fixture
async def page(blank):
    await propose(blank)
    return blank


async def propose(page, plan=PLAN, title=""):
    page.here.happened.emit(PlanMade(plan=plan, proposed=True, title=title, run_id="r1"))


async def test_a_proposed_plan_leaves_the_keyboard_where_it_is_and_goes_when_the_run_goes_on(blank):
    assert blank.card.isHidden()
    await propose(blank)
    assert nameless(blank) == []
    assert blank.card.isVisible()
    assert focused(blank.composer.edit)
    assert blank.text == TEXT
    blank.here.happened.emit(PlanMade(plan=PLAN, run_id="r1"))
    assert blank.card.isHidden()


async def test_the_plan_runs_as_it_is_when_nothing_was_changed_or_all_changed_back(page):
    page.text = TEXT.replace("A", "C")
    assert page.card.run_original.isEnabled()
    page.text = TEXT
    assert not page.card.run_original.isEnabled()
    click(page.card.run)
    assert page.session.plans.answers == [("r1", PLAN)]
    assert page.card.isHidden()


async def test_parts_are_added_ordered_and_given_another_method_as_text(page):
    page.text = f"2. What does B cost? [compute]\nIs it worth it? [Reason: 3]\n{TEXT}".replace(
        "\n2. What does B cost? [Look up]", ""
    )
    assert page.card.fault.text() == ""
    page.card.editor.setFocus()
    press(Qt.Key.Key_Return, CONTROL)
    ((_run, plan),) = page.session.plans.answers
    assert plan.origin == "person"
    assert plan.subtasks == (
        Subtask("2", "What does B cost?", "compute"),
        Subtask("4", "Is it worth it?", "reason", ("3",)),
        PLAN.subtasks[0],
        PLAN.subtasks[2],
    )
    await propose(page)
    page.text = "Summarize it. Briefly, e.g. in one line"  # neither a name nor a method
    click(page.card.run)
    (part,) = page.session.plans.answers[-1][1].subtasks
    assert part == Subtask("4", "Summarize it. Briefly, e.g. in one line")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4.  [Look up]", "Part 4 asks nothing."),
        ("Why? [Guess]", "Part 4 has an unknown method: Guess."),
        ("Why? [Reason: 9]", "4 needs 9, which is not there."),
        ("3. Why?", "Two parts are called 3."),
    ],
)
async def test_a_plan_that_cannot_run_says_why_at_once_and_does_not(page, line, said):
    page.text = f"{TEXT}\n{line}"
    assert page.card.fault.text() == said
    assert not page.card.run.isEnabled()
    page.card.editor.setFocus()
    press(Qt.Key.Key_Return, CONTROL)
    assert page.session.plans.answers == []


async def test_tab_goes_through_the_card_from_top_to_bottom_and_on_to_the_composer(page):
    page.text = TEXT.replace("A", "C")
    page.card.editor.setFocus(Qt.FocusReason.TabFocusReason)
    assert list(tabbed(3)) == [page.card.run, page.card.run_original, page.card.stop]
    press(Qt.Key.Key_Tab)
    assert page.composer.isAncestorOf(QApplication.focusWidget())


async def test_what_was_changed_stays_while_away_and_the_original_can_be_run(page):
    page.text = changed = TEXT.replace("A", "C")
    for answering in (False, True):
        page.here.show_conversation(answering=answering)
    assert page.text == changed
    click(page.card.run_original)
    assert page.session.plans.answers == [("r1", PLAN)]


async def test_a_plan_from_a_template_names_it_and_its_note(blank):
    await propose(blank, Plan(PLAN.subtasks, "fallback", "The reply was no plan."), "Timeline")
    said = [label.text() for label in blank.card.findChildren(QWidget) if hasattr(label, "text")]
    assert any("template “Timeline”" in str(text) for text in said)
    assert any("The reply was no plan." in str(text) for text in said)
