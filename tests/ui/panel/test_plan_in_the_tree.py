"""A deep run in the reasoning panel: the plan as a live tree, code, and what its checks said."""

from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import (
    PlanMade,
    RunFinished,
    RunStarted,
    StepFinished,
    StepStarted,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.frontends.ui.conversation.turn import Turn

STARTED = RunStarted(question="q", strategy="deep", provider="ollama", model="m", budget_s=300)
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
    dock.show_turn(turn_of(STARTED, PlanMade(plan=PLAN)))
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
    dock.show_turn(turn_of(STARTED, PlanMade(plan=plan, proposed=True)))
    assert plan_of(dock).data() == "Plan · waiting for you"
    assert "the reply was no JSON" in [each.data() for each in rows(dock, plan_of(dock))]


def test_a_part_follows_its_step_to_its_end_or_says_that_the_run_never_came_to_it(dock):
    turn = turn_of(STARTED, PlanMade(plan=PLAN))
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
    dock.show_turn(turn_of(STARTED, PlanMade(plan=PLAN), step, RunFinished(status="stopped")))
    assert states(dock) == ["trimmed", "skipped", "skipped"]
    assert node(dock, part(dock, "2")).detail == "not started"


def test_what_a_part_does_stands_below_its_row_also_when_parts_run_side_by_side(dock):
    dock.show_turn(
        turn_of(
            STARTED,
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
        STARTED,
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
