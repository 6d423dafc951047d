import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.answers.answer_form import normalise_answer, same_answer
from desktop_agent.core.research import QuestionType


@pytest.mark.parametrize(
    ("one", "other", "kind", "agree"),
    [
        ("The answer is 42.", "**42**", "numeric", True),
        ("It takes 90 minutes.", "1.5 hours", "numeric", True),
        ("Yes, because it is even.", "yes", "boolean", True),
        ("**No.** It is odd.", "That is false.", "boolean", True),
        ("1,000 km, 2,000 km and 1,000 km", "2000 km; 1000 km", "list", True),
        ("- Red\n- Green\n- Blue", "Green, blue, and red.", "list", True),
        ("Paris", "paris.", "factual", True),
        ("The Beatles", "Beatles", "factual", True),
        ("The answer is Paris.", "**Paris**\n\nIt is the capital.", "factual", True),
        ("It is Beyoncé.", "Beyonce", "factual", True),
        ("J. R. R. Tolkien", "J.R.R. Tolkien", "factual", True),
        ("The answer is 42.", "41", "numeric", False),
        ("I do not know.", "42", "numeric", False),
        ("Yes, it is.", "No, it is true.", "boolean", False),
        ("It depends.", "no", "boolean", False),
        ("red, green", "red, green, blue", "list", False),
        ("Not Paris", "Paris", "factual", False),
        ("George Bush", "George W. Bush", "factual", False),
        ("", "Paris", "factual", False),
    ],
)
def test_answers_agree_if_they_say_the_same(one: str, other: str, kind: str, agree: bool):
    assert same_answer(one, other, QuestionType(kind)) is agree
    assert same_answer(other, one, QuestionType(kind)) is agree


@given(st.text(max_size=200), st.sampled_from(list(QuestionType)))
def test_every_answer_agrees_with_itself(text: str, kind: QuestionType):
    assert same_answer(text, text, kind)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("**The Eiffel Tower**", "eiffel tower"),
        ("The answer is: Über-Café!", "uber cafe"),
        ("It is Paris. It has been since 987.", "paris"),
        ("The", "the"),
        ("", ""),
    ],
)
def test_a_short_answer_is_brought_to_its_words(text: str, plain: str):
    assert normalise_answer(text) == plain
