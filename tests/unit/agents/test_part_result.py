"""Results of parts, side by side."""

import pytest

from desktop_agent.agents.answers.answer_form import form_fault
from desktop_agent.agents.roles.supervisor import filled, results_text, stitched
from desktop_agent.core.plan import Result
from desktop_agent.core.research import QuestionType
from tests.scripted_model import ScriptedModel
from tests.unit.agents.running import Run


def test_the_value_of_a_part_stands_in_the_place_of_its_name():
    results = {
        "t1": Result("It was **Jørn Utzon** [1].", "Jørn Utzon"),
        "t2": Result("Lines\nof it"),
    }
    asked = filled("Where was {t1} born, and {t2}? And {t3}?", results)
    assert asked == "Where was Jørn Utzon born, and Lines of it? And {t3}?"


@pytest.mark.parametrize(
    ("kind", "text", "value", "given"),
    [
        (QuestionType.NUMERIC, "3 times 14 is 42.", "42", "**42**\n\n3 times 14 is 42."),
        (QuestionType.NUMERIC, "**42** chairs [1].", "42", "**42** chairs [1]."),
        (QuestionType.BOOLEAN, "It is salty.", "yes", "**yes**\n\nIt is salty."),
        (QuestionType.BOOLEAN, "Yes, it is.", "yes", "Yes, it is."),
        (QuestionType.EXPLANATORY, "## Tides\n\nThe moon.", "moon", "## Tides\n\nThe moon."),
        (QuestionType.FACTUAL, "Utzon", "", "Utzon"),
    ],
)
def test_an_only_result_is_the_answer_with_its_value_first(
    kind: QuestionType, text: str, value: str, given: str
):
    told = stitched([Result(text, value)], kind)
    assert told == given
    assert not form_fault(told, kind, "What?", bare=False)


async def test_results_share_the_room_and_say_what_speaks_for_them():
    voted = Result("Forty.", "40", "2 of 3 answers agree.", "What of b?")
    ctx = Run(ScriptedModel([], context=2048)).ctx
    told = await results_text(ctx, {"a": Result("x" * 5_000), "b": voted})
    assert "[cut]" in told
    assert len(told) < 2048
    assert "[b] What of b? (2 of 3 answers agree.)\nValue: 40\nForty." in told
