"""Results of parts, side by side."""

import pytest

from desktop_agent.agents.answers.answer_form import form_fault
from desktop_agent.agents.roles.subtask import PartResult, filled, results_text, stitched
from desktop_agent.core.plan import Subtask
from desktop_agent.core.research import QuestionType


def result(name: str, text: str, value: str = "", note: str = "") -> PartResult:
    return PartResult(Subtask(name, f"What of {name}?"), text, value, note)


def test_the_value_of_a_part_stands_in_the_place_of_its_name():
    named = result("t1", "It was **Jørn Utzon** [1].", "Jørn Utzon")
    results = (named, result("t2", "Lines\nof it"))
    asked = filled("Where was {t1} born, and {t2}? And {t3}?", results)
    assert asked == "Where was Jørn Utzon born, and Lines of it? And {t3}?"


@pytest.mark.parametrize(
    ("kind", "text", "value", "given"),
    [
        (QuestionType.NUMERIC, "3 times 14 is 42.", "42", "**42**\n\n3 times 14 is 42."),
        (QuestionType.NUMERIC, "**42** chairs [1].", "42", "**42** chairs [1]."),
        (QuestionType.BOOLEAN, "It is salty.", "yes", "**yes**\n\nIt is salty."),
        (QuestionType.BOOLEAN, "Yes, it is.", "yes", "Yes, it is."),
        (QuestionType.LIST, "- a\n- b", "a, b", "- a\n- b"),
        (QuestionType.EXPLANATORY, "## Tides\n\nThe moon.", "moon", "## Tides\n\nThe moon."),
        (QuestionType.FACTUAL, "Utzon", "", "Utzon"),
    ],
)
def test_an_only_result_is_the_answer_with_its_value_first(
    kind: QuestionType, text: str, value: str, given: str
):
    told = stitched((result("t1", text, value),), kind)
    assert told == given
    assert not form_fault(told, kind, "What?", bare=False)


def test_results_share_the_room_and_say_what_speaks_for_them():
    told = results_text(
        (result("a", "x" * 5_000), result("b", "Forty.", "40", "2 of 3 answers agree.")), 1_000
    )
    assert "[cut]" in told
    assert len(told) < 1_200
    assert "Part b: What of b? (2 of 3 answers agree.)\nValue: 40\nForty." in told
