"""Keeping a run as a template: real files, real widgets."""

from PySide6.QtWidgets import QMessageBox

from desktop_agent.core.events import PlanMade, RunFinished, RunStarted
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from tests.ui.conftest import until

PLAN = Plan((Subtask("1", "Find the prices."), Subtask("2", "Compute it.", "compute", ("1",))))


def answered(plan=PLAN, status="answered"):
    turn = Turn("What does heat cost?")
    for event in (
        RunStarted(question="q", strategy="deep", provider="ollama", model="m", budget_s=300),
        PlanMade(plan=PLAN, proposed=True),
        PlanMade(plan=plan),
        RunFinished(status=status),
    ):
        turn.apply(event)
    return turn


async def keep(window, title=""):
    window.save_template(answered())
    await until(lambda: window.findChild(LineDialog))
    dialog = window.findChild(LineDialog)
    dialog.setTextValue(title or dialog.textValue())
    dialog.accept()
    await until(lambda: window.findChild(LineDialog) is None)


def own(window):
    return [each for each in window.session.templates.load().templates if each.own]


async def test_a_run_is_kept_with_the_title_that_the_person_gives(open_window):
    window = open_window([])
    await keep(window, "Cost  of heat")
    await until(lambda: own(window))
    (found,) = own(window)
    assert found.id == "from-a-run"
    assert found.title == "Cost of heat"
    assert found.edges == (("part-1", "part-2"),)


async def test_what_could_not_be_kept_is_said(open_window):
    window = open_window([])
    templates = window.session.templates
    built_in = next(each for each in templates.load().templates if not each.own)
    templates.of_run = lambda _question, _plan: built_in
    await keep(window)
    await until(lambda: window.findChild(QMessageBox))
    assert "built-in" in window.findChild(QMessageBox).text()
