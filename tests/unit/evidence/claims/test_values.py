import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.claims.statement import Agreement, agreement, values


def compared(claim: str, source: str, language: str = "en") -> Agreement:
    (said,) = values(claim, language)
    (given_,) = values(source, language)
    return agreement(said, given_)


COMPARED = {
    "agrees": [
        ("1.5 million people", "1,500,000 people"),
        ("7 November 1867", "1867-11-07"),
        ("the 19th century", "1867"),
        ("over 1,000", "1,200"),
        ("1,083 feet", "330 metres"),
        ("8,849 m", "8,848.86 m"),
        ("$26.2bn", "26.2 billion dollars"),
        ("twenty-five", "25"),
        ("14/02/1969", "14 February 1969"),
        ("2 years", "24 months"),
        ("6.02 × 10^23", "6.02 x 10^23"),
    ],
    "differs": [
        ("1964", "1946"),
        ("about 50", "70"),
        ("version 3.13", "version 3.12"),
    ],
    "looser": [
        ("7 November 1867", "1867"),
        ("1867", "the 1860s"),
        ("in 1990", "before 1990"),
    ],
    "other": [
        ("$35 million", "€35 million"),
        ("5 km", "5 years"),
        ("1867", "3rd"),
    ],
}


@pytest.mark.parametrize(
    ("expected", "claim", "source"),
    [(expected, *pair) for expected, pairs in COMPARED.items() for pair in pairs],
)
def test_a_value_is_compared_with_one_that_may_be_less_exact_or_of_another_kind(
    expected: str, claim: str, source: str
):
    assert compared(claim, source) == expected


def test_separators_follow_the_language():
    assert compared("1.234,5 Euro", "1234,5 €", "de") == "agrees"
    assert compared("2.100 Plätze", "2100 Plätze", "de") == "agrees"


def test_a_range_is_no_single_value_and_both_ends_of_a_score_must_agree():
    (claim,) = values("20 people")
    _, upper = values("10–20 people")
    assert agreement(claim, upper) == "looser"
    one, _ = values("won 4–3")
    other, _ = values("won 4–2")
    assert agreement(one, other) == "differs"


def test_a_date_and_a_number_are_told_apart():
    kinds = [value.kind for value in values("In 1969 about 600 million people watched Apollo 11")]
    assert kinds == ["date", "number", "number"]


@given(st.text(max_size=120))
def test_values_of_any_text_are_spans_in_order(text: str):
    end = 0
    for value in values(text):
        assert end <= value.start < value.end <= len(text)
        end = value.end
