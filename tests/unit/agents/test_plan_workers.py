"""The workers that a plan cannot do without."""

import pytest

from desktop_agent.agents.roles.supervisor import with_required_workers
from desktop_agent.core.plan import Plan, Subtask, SubtaskKind
from desktop_agent.core.research import QuestionType

NUMERIC = QuestionType.NUMERIC


def plan(*kinds: SubtaskKind) -> Plan:
    return Plan(tuple(Subtask(f"t{n}", f"Q{n}?", kind) for n, kind in enumerate(kinds, 1)))


@pytest.mark.parametrize(
    ("question", "kind", "before", "after"),
    [
        ("How many?", NUMERIC, "look_up look_up", "look_up look_up compute"),
        ("How many?", NUMERIC, "reason", "compute"),
        ("How much longer is the Rhine than the Elbe?", NUMERIC, "look_up", "look_up compute"),
        ("How many moons has Mars?", NUMERIC, "look_up", "look_up"),
        ("What are 1950 metres in feet and 3 inches?", NUMERIC, "look_up", "look_up compute"),
        ("How many?", NUMERIC, "look_up simulate", "look_up simulate"),
        ("Who?", QuestionType.FACTUAL, "look_up reason", "look_up reason"),
        ("Simulate 100 coin flips", QuestionType.FACTUAL, "reason", "simulate"),
        ("If I play it 1,000 times, how often do I win?", NUMERIC, "reason", "simulate"),
        ("Simulate 100 coin flips", NUMERIC, "look_up compute", "look_up compute simulate"),
        ("How many?", NUMERIC, "reason reason look_up reason", "reason reason look_up compute"),
    ],
)
def test_the_worker_is_there_whatever_was_planned(
    question: str, kind: QuestionType, before: str, after: str
):
    planned = plan(*before.split())  # type: ignore[arg-type]  # kinds, written in a line
    done = with_required_workers(planned, question, kind, 4)
    assert " ".join(part.kind for part in done.subtasks) == after
    assert (done.note == "") == (before == after)
    done.check()


def test_an_added_worker_builds_on_all_others_and_is_told_the_whole_question():
    worker = with_required_workers(
        plan("look_up", "look_up"), "How far is it?", NUMERIC, 6
    ).subtasks[-1]
    assert worker.needs == ("t1", "t2")
    assert worker.question.endswith("How far is it?")
