"""What counts as a right value, as an answer in a passage, and as the overlap of words."""

import pytest

from desktop_agent.bench.claim_quality import ClaimOutcome, most_similar, word_overlap
from desktop_agent.bench.evidence_quality import holds_answer, right_value, shown_quotes
from desktop_agent.bench.offline import Share


@pytest.mark.parametrize(
    ("value", "answer", "right"),
    [
        ("the Eiffel Tower", "Eiffel tower", True),
        ("La Tour Eiffel", "tour eiffel", True),
        ("Marie Curie", "Curie", False),
        ("7 November 1867", "1867-11-07", True),
        ("7 November 1867", "November 7, 1867", True),
        ("7 November 1867", "November 1867", True),
        ("8 November 1867", "7 November 1867", False),
    ],
)
def test_a_value_is_right_in_any_notation(value: str, answer: str, right: bool):
    assert right_value(value, ("something else", answer)) == right
    assert not right_value(value, ())


@pytest.mark.parametrize(
    ("text", "answer", "held"),
    [
        ("It was built by **Gustave Eiffel**, who lived nearby.", "gustave eiffel", True),
        ("The town has 1,234 houses.", "1234", True),
        ("The town has 12345 houses.", "1234", False),
        ("She was born on November 7, 1867.", "7 November 1867", True),
        ("She was born on 7 November 1867.", "1867", True),
        ("红军到达陕北。", "红军", True),
    ],
)
def test_a_passage_holds_an_answer_if_its_words_or_its_date_stand_there(
    text: str, answer: str, held: bool
):
    assert holds_answer(text, (answer,)) == held


def test_quotes_are_taken_without_citations_and_places():
    text = "**A** is it [1].\n\n> Lines of 1 page. [1]\n>\n> \u2014 *A title*, part\n\n- other [2]"
    assert shown_quotes(text) == ["Lines of 1 page."]


def outcome(overlap: float, *, supported: bool) -> ClaimOutcome:
    label = "supported" if supported else "not stated"
    return ClaimOutcome("", label, "partly", "", overlap, 1.0)


def test_the_overlap_is_that_of_the_best_sentence_and_ties_count_by_expectation():
    page = "The mast is high. The tower of Lund is old."
    assert word_overlap("The tower is high.", page) == 0.5
    assert word_overlap("The tower of Lund", page) == 1.0
    rows = [outcome(1.0, supported=True)]
    rows += [outcome(0.5, supported=number % 2 == 0) for number in range(8)]
    assert most_similar(rows, 5) == Share(3, 5)
    assert most_similar(rows, 0) == Share(0, 0)
