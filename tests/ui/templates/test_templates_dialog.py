"""The list of templates, and keeping a run as one: real files, real widgets."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.events import PlanMade, RunFinished, RunStarted
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.dialogs.template_controller import TemplateController
from desktop_agent.frontends.ui.dialogs.templates import TemplatesDialog
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.scenes import labels
from tests.ui.stage import StageTemplates

OWN = Template(
    "price-of-heat",
    "The price of heat",
    "Compares what heat costs from several sources.",
    ("price of heat", "heating cost"),
    (
        TemplateNode("prices", "retrieval", "researcher", "Find the prices."),
        TemplateNode("sum", "calculation", "analyst", "Compute the cost a year."),
        TemplateNode("answer", "aggregation", "analyst", "Say which is cheapest."),
    ),
    (("prices", "sum"), ("sum", "answer")),
    own=True,
)
PLAN = Plan((Subtask("1", "Find the prices."), Subtask("2", "Compute it.", "compute", ("1",))))


@pytest.fixture
def session(tmp_path):
    session = SimpleNamespace(templates=StageTemplates(tmp_path / "templates"))
    session.templates.save(OWN)
    return session


@pytest.fixture
def keeping(session, tasks, place) -> TemplateController:
    return TemplateController(session, tasks, place(QWidget(), 900, 700))


async def opened(keeping) -> TemplatesDialog:
    dialog = keeping.open_all()
    dialog.activateWindow()
    await until(lambda: dialog.chosen is not None and dialog.isActiveWindow())
    return dialog


def titles(dialog):
    return [dialog.list.item(at).text() for at in range(dialog.list.count())]


async def test_ones_own_templates_come_first_and_are_shown_with_their_steps(keeping):
    dialog = await opened(keeping)
    assert titles(dialog)[:3] == ["Your own", "The price of heat", "Built in"]
    assert len(titles(dialog)) >= 15
    assert dialog.chosen == OWN
    assert nameless(dialog) == []
    shown = labels(dialog.view)
    steps = ("Look up · prices", "Compute · sum · after prices", "Combine · answer · after sum")
    assert all(each in shown for each in steps)
    assert "Find the prices." in shown
    assert "Used for: price of heat, heating cost" in shown


async def test_every_template_for_people_is_reached_by_keys_and_a_file_that_is_none_told_of(
    keeping, tmp_path
):
    (tmp_path / "templates" / "broken.json").write_text("{")
    dialog = await opened(keeping)
    assert "broken.json" in dialog.faults.text()
    assert dialog.faults.isVisible()
    dialog.list.setFocus()
    seen = {dialog.chosen.id}
    for _ in range(40):
        QTest.keyClick(dialog.list, Qt.Key.Key_Down)
        seen.add(dialog.chosen.id)
        assert not dialog.remove.isVisible()
        QTest.keyClick(dialog.list, Qt.Key.Key_Delete)  # what is built in cannot be removed
        assert dialog.findChild(QMessageBox) is None
    loaded = keeping._session.templates.load().templates
    assert seen == {each.id for each in loaded if each.listed}
    assert {each.id for each in loaded} - seen == {
        "divisor-toggling",
        "finite-field-matrices",
        "graph-spectrum",
    }


async def test_ones_own_template_is_removed_by_keys_after_a_question(keeping, session):
    dialog = await opened(keeping)
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    box = dialog.findChild(QMessageBox)
    assert "The price of heat" in box.text()
    box.escapeButton().click()
    await until(lambda: dialog.findChild(QMessageBox) is None)
    assert dialog.chosen == OWN
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QMessageBox)
    next(each for each in box.buttons() if each is not box.escapeButton()).click()
    await until(lambda: titles(dialog)[0] == "Built in")
    assert not [each for each in session.templates.load().templates if each.own]


# --- keeping a run


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


async def test_a_run_is_kept_with_the_title_that_the_person_gives(keeping, session):
    await keep(keeping, "Cost  of heat")
    await until(lambda: len([each for each in session.templates.load().templates if each.own]) == 2)
    (found,) = [each for each in session.templates.load().templates if each.id == "from-a-run"]
    assert found.title == "Cost of heat"
    assert found.edges == (("part-1", "part-2"),)


async def test_what_could_not_be_kept_is_said(keeping, session):
    built_in = next(each for each in session.templates.load().templates if not each.own)
    session.templates.of_run = lambda _question, _plan: built_in
    await keep(keeping)
    await until(lambda: keeping.parent().findChild(QMessageBox))
    assert "built-in" in keeping.parent().findChild(QMessageBox).text()
