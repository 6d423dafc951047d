"""The reasoning panel: details, copying, the plan of a deep run as a live tree."""

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import (
    PlanMade,
    RunFinished,
    RunStarted,
    StepFinished,
    StepStarted,
    ToolFinished,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.frontends.ui.conversation.turn import Turn
from tests.ui import scenes
from tests.ui.conftest import until

STARTED = RunStarted(question="q", strategy="verified", provider="ollama", model="m", budget_s=300)


def played(*events):
    return Turn("q", events=events)


def indexes(tree, parent=None):
    parent = parent or QModelIndex()
    for row in range(tree.model().rowCount(parent)):
        if not tree.isRowHidden(row, parent):
            index = tree.model().index(row, 0, parent)
            yield index
            yield from indexes(tree, index)


def titles(dock):
    return [index.data() for index in indexes(dock.tree)]


def choose(dock, title):
    (index,) = [each for each in indexes(dock.tree) if each.data() == title]
    dock.tree.setCurrentIndex(index)
    return index


async def test_a_run_is_summed_up_and_rows_are_copied_with_all_below_them(dock, app):
    dock.show_turn(played(STARTED, *scenes.verified()))
    assert dock._summary.text() == "Careful · m · 24.6 s · 21,036 tokens"
    choose(dock, "Reviewed: needs changes")
    dock.tree.setFocus()
    await until(dock.isActiveWindow)
    QTest.keyClick(dock.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = app.clipboard().text().splitlines()
    assert lines[:2] == ["Reviewed: needs changes", "  Missing: what it costs to run"]
    dock.tree.copy_all()
    whole = app.clipboard().text()
    assert "Think and gather evidence" in whole
    assert "      DuckDuckGo" not in whole.splitlines()[0]
    assert "    DuckDuckGo · blocked" in whole


def test_a_tool_call_shows_its_arguments_and_its_result_until_escape(dock):
    dock.show_turn(
        played(
            STARTED,
            ToolStarted(call_id="c", tool="lookup", arguments={"text": "a\nb", "n": [1]}),
            ToolFinished(call_id="c", tool="lookup", ok=True, summary="1"),
        )
    )
    index = next(each for each in indexes(dock.tree) if str(each.data()).startswith("lookup"))
    dock.tree.activated.emit(index)
    shown = dock.detail.text.toPlainText()
    assert "text: a" in shown
    assert shown.endswith("→ 1")
    QTest.keyClick(dock.detail.text, Qt.Key.Key_Escape)
    assert dock.detail.isHidden()


def test_a_finished_run_can_be_asked_to_be_played_again(dock):
    asked = []
    dock.replay.connect(asked.append)
    turn = played(STARTED)
    dock.show_turn(turn)
    assert not dock.replay_button.isEnabled()
    turn.apply(RunFinished(status="answered"))
    dock.catch_up()
    QTest.mouseClick(dock.replay_button, Qt.MouseButton.LeftButton)
    assert asked == [turn]


DEEP = RunStarted(question="q", strategy="deep", provider="ollama", model="m", budget_s=300)
PLAN = Plan(
    (
        Subtask("1", "What did A cost?", "look_up"),
        Subtask("2", "What did B cost?", "look_up"),
        Subtask("3", "How much cheaper is A?", "compute", ("1", "2")),
    )
)


def turn_of(*events):
    moments = (replace(each, t=each.t or float(at)) for at, each in enumerate(events))
    return Turn("q", events=moments)


def rows(dock, parent=None):
    parent = parent or QModelIndex()
    shown = (
        row for row in range(dock.model.rowCount(parent)) if not dock.tree.isRowHidden(row, parent)
    )
    return [dock.model.index(row, 0, parent) for row in shown]


def plan_of(dock):
    (found,) = [index for index in rows(dock) if index.data().startswith("Plan")]
    return found


def part(dock, name):
    (found,) = [each for each in rows(dock, plan_of(dock)) if each.data().startswith(f"{name} · ")]
    return found


def node(dock, index):
    return dock.model.node(index)


def states(dock):
    return [node(dock, each).icon for each in rows(dock, plan_of(dock))]


def test_a_plan_is_a_row_with_its_parts_below_and_what_they_wait_for(dock):
    dock.show_turn(turn_of(DEEP, PlanMade(plan=PLAN)))
    assert [each.data() for each in rows(dock, plan_of(dock))] == [
        "1 · What did A cost?",
        "2 · What did B cost?",
        "3 · How much cheaper is A?",
    ]
    assert node(dock, plan_of(dock)).detail == "0 of 3 parts"
    assert node(dock, part(dock, "3")).detail == "waiting · after 1, 2"
    dock.tree.setCurrentIndex(part(dock, "3"))
    QTest.keyClick(dock.tree, Qt.Key.Key_Return)
    assert dock.detail.isVisible()
    assert dock.detail.text.toPlainText() == "3 · How much cheaper is A? (waiting · after 1, 2)"
    plan = Plan((Subtask("1", "q"),), "fallback", "the reply was no JSON")
    dock.show_turn(turn_of(DEEP, PlanMade(plan=plan, proposed=True)))
    assert plan_of(dock).data() == "Plan · waiting for you"
    assert "the reply was no JSON" in [each.data() for each in rows(dock, plan_of(dock))]


def test_a_part_follows_its_step_to_its_end_or_says_that_the_run_never_came_to_it(dock):
    turn = turn_of(DEEP, PlanMade(plan=PLAN))
    dock.show_turn(turn)
    assert states(dock) == ["clock", "clock", "clock"]
    turn.apply(StepStarted(step_id="s1", agent="researcher", title="One", part="1", t=2.0))
    turn.apply(StepStarted(step_id="s2", agent="swarm", title="Two", part="2", t=2.0))
    dock.catch_up()
    assert states(dock) == ["play", "play", "clock"]
    turn.apply(StepFinished(step_id="s1", summary="1,200 MWh", t=10.5))
    turn.apply(StepFinished(step_id="s2", status="failed", summary="no reply", t=11.0))
    turn.apply(StepStarted(step_id="s3", agent="researcher", title="Three", part="3", t=11.0))
    turn.apply(StepFinished(step_id="s3", status="stopped", summary="out of time", t=12.0))
    dock.catch_up()
    assert states(dock) == ["ok", "failed", "trimmed"]
    assert node(dock, part(dock, "1")).detail == "done"
    assert [each.data() for each in rows(dock, part(dock, "1"))] == ["1,200 MWh"]
    assert node(dock, plan_of(dock)).detail == "1 of 3 parts"
    step = StepStarted(step_id="s1", agent="swarm", title="One", part="1")
    dock.show_turn(turn_of(DEEP, PlanMade(plan=PLAN), step, RunFinished(status="stopped")))
    assert states(dock) == ["trimmed", "skipped", "skipped"]
    assert node(dock, part(dock, "2")).detail == "not started"


def test_what_a_part_does_stands_below_its_row_also_when_parts_run_side_by_side(dock):
    dock.show_turn(
        turn_of(
            DEEP,
            PlanMade(plan=PLAN),
            StepStarted(step_id="s1", agent="swarm", title="One", part="1"),
            StepStarted(step_id="s2", agent="researcher", title="Two", part="2"),
            StepStarted(step_id="s3", agent="swarm", title="Ask m1", parent_id="s1"),
            ToolStarted(call_id="c", tool="run_python", arguments={"code": "1"}, step_id="s2"),
            Verdict(by="swarm", ok=True, details={"value": "7"}, step_id="s1"),
            StepStarted(step_id="s4", agent="swarm", title="Odd", part="not in the plan"),
        )
    )
    assert rows(dock)[-1].data() == "Panel of models · Odd"
    assert [each.data() for each in rows(dock, part(dock, "1"))] == [
        "Panel of models · Ask m1",
        "Panel of models: 7",
    ]
    assert [each.data() for each in rows(dock, part(dock, "2"))] == ["Run code"]


async def test_a_later_plan_takes_the_place_of_the_earlier_and_begun_parts_keep_their_work(dock):
    turn = turn_of(
        DEEP,
        PlanMade(plan=PLAN, proposed=True),
        PlanMade(plan=Plan((Subtask("2", "Only this"), Subtask("1", "And that")), "person")),
    )
    dock.show_turn(turn)
    assert [each.data() for each in rows(dock, plan_of(dock))] == ["2 · Only this", "1 · And that"]
    turn.apply(StepStarted(step_id="s1", agent="swarm", title="One", part="1", t=5.0))
    turn.apply(StepFinished(step_id="s1", summary="found", t=6.0))
    turn.apply(PlanMade(plan=Plan((Subtask("1", "And that"), Subtask("9", "More"))), t=7.0))
    dock.catch_up()
    assert [each.data() for each in rows(dock, plan_of(dock))] == ["1 · And that", "9 · More"]
    assert [each.data() for each in rows(dock, part(dock, "1"))] == ["found"]
    assert node(dock, plan_of(dock)).detail == "1 of 2 parts"
    dock.tree.copy_all()
