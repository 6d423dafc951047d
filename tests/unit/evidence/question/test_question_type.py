import pytest

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.parser import question_type


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Is it raining or not?", "boolean"),
        ("¿Es verdad que la Tierra es redonda?", "boolean"),
        ("Name three rivers in France", "list"),
        ("Which cities in Athens were named?", "list"),
        ("Explain how many moons Jupiter has and why", "explanatory"),
        ("how long, in kilometres, is the Nile", "numeric"),
        ("How far is the Moon and why does it matter?", "explanatory"),
        ("Is Python or Rust faster?", "factual"),
        ("Did Orwell write 'Why I Write'?", "boolean"),
        ("2+2", "numeric"),
        ("", "factual"),
        ("É verdade que a Terra é redonda?", "boolean"),
    ],
)
def test_the_form_is_told_by_the_wording(text: str, expected: str) -> None:
    assert question_type(text) == expected


@pytest.mark.parametrize(
    "other", ["How many moons has Mars", "Is Mars red", "Which moons has Mars", "List the moons"]
)
def test_an_explanatory_cue_wins_over_every_other(other: str) -> None:
    assert question_type(other) is not QuestionType.EXPLANATORY
    assert question_type(f"{other}, and why?") is QuestionType.EXPLANATORY
