import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.answers.answer_form import normalise_answer, same_answer
from desktop_agent.core.research import QuestionType


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("The answer is 42.", "**42**", "numeric"),
        ("It takes 90 minutes.", "1.5 hours", "numeric"),
        ("Yes, because it is even.", "yes", "boolean"),
        ("**No.** It is odd.", "That is false.", "boolean"),
        ("red, green and blue", "Blue, red, green", "list"),
        ("1,000 km, 2,000 km and 1,000 km", "2000 km; 1000 km", "list"),
        ("- Red\n- Green\n- Blue", "Green, blue, and red.", "list"),
        ("Paris", "paris.", "factual"),
        ("The Beatles", "Beatles", "factual"),
        ("The answer is Paris.", "**Paris**\n\nIt is the capital.", "factual"),
        ("It is Beyoncé.", "Beyonce", "factual"),
        ("12 March 2024", "2024-03-12", "factual"),
        ("J. R. R. Tolkien", "J.R.R. Tolkien", "factual"),
    ],
)
def test_answers_that_say_the_same_agree(one: str, other: str, kind: str):
    assert same_answer(one, other, QuestionType(kind))
    assert same_answer(other, one, QuestionType(kind))


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Paris", "London", "factual"),
        ("The answer is 42.", "41", "numeric"),
        ("I do not know.", "42", "numeric"),
        ("Yes", "No", "boolean"),
        ("Yes, it is.", "No, it is true.", "boolean"),
        ("It depends.", "no", "boolean"),
        ("red, green", "red, green, blue", "list"),
        ("Not Paris", "Paris", "factual"),
        ("3 Doors Down", "3", "factual"),
        ("George Bush", "George W. Bush", "factual"),
        ("", "Paris", "factual"),
    ],
)
def test_answers_that_differ_do_not_agree(one: str, other: str, kind: str):
    assert not same_answer(one, other, QuestionType(kind))
    assert not same_answer(other, one, QuestionType(kind))


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


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "a, " * 300_000, "**" * 300_000, "the " * 300_000, "\n- x" * 200_000]
)
@pytest.mark.parametrize("kind", list(QuestionType))
def test_a_huge_answer_is_compared_at_once(text: str, kind: QuestionType):
    assert same_answer(text, text, kind)
