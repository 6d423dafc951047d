"""Keeping a run as a template: real files, real widgets."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.events import PlanMade, RunFinished, RunStarted
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.dialogs.save_template import save_template
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from tests.ui.conftest import until
from tests.ui.stage import StageTemplates

PLAN = Plan((Subtask("1", "Find the prices."), Subtask("2", "Compute it.", "compute", ("1",))))


@pytest.fixture
def session(tmp_path):
    return SimpleNamespace(templates=StageTemplates(tmp_path / "templates"))


@pytest.fixture
def keeping(session, tasks, place):
    window = place(QWidget(), 900, 700)
    return SimpleNamespace(
        keep=lambda turn: save_template(session, tasks, window, turn), parent=lambda: window
    )


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


async def keep(keeping, title=""):
    keeping.keep(answered())
    await until(lambda: keeping.parent().findChild(LineDialog))
    dialog = keeping.parent().findChild(LineDialog)
    dialog.setTextValue(title or dialog.textValue())
    dialog.accept()
    await until(lambda: keeping.parent().findChild(LineDialog) is None)


def own(session):
    return [each for each in session.templates.load().templates if each.own]


async def test_a_run_is_kept_with_the_title_that_the_person_gives(keeping, session):
    await keep(keeping, "Cost  of heat")
    await until(lambda: own(session))
    (found,) = own(session)
    assert found.id == "from-a-run"
    assert found.title == "Cost of heat"
    assert found.edges == (("part-1", "part-2"),)


async def test_what_could_not_be_kept_is_said(keeping, session):
    built_in = next(each for each in session.templates.load().templates if not each.own)
    session.templates.of_run = lambda _question, _plan: built_in
    await keep(keeping)
    await until(lambda: keeping.parent().findChild(QMessageBox))
    assert "built-in" in keeping.parent().findChild(QMessageBox).text()
