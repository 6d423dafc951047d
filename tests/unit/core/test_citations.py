import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.final_answer import drop_unknown_citations, without_claims
from desktop_agent.core.citations import (
    citation_numbers,
    marked_text,
    marks_in_order,
    unsupported_lines,
)
from desktop_agent.core.research import CitationCheck, Claim, Mark


def claim(text: str, *marks: tuple[int, Mark]) -> Claim:
    checks = tuple(CitationCheck(source, mark, reason=f"{mark} here") for source, mark in marks)
    best = min((mark for _, mark in marks), key=_BEST.index, default="contradicted")
    return Claim(text, tuple(source for source, _ in marks), best, checks=checks)


_BEST = ("supported", "partly", "contradicted", "unconfirmed")
TEXT = "Oslo is a capital [1]. It has a fjord [2, 3].\n\nSo it is wet [1]."
CLAIMS = (
    claim("Oslo is a capital [1].", (1, "supported")),
    claim("It has a fjord [2, 3].", (2, "partly"), (3, "contradicted")),
    claim("So it is wet [1].", (1, "unconfirmed")),
)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("so it is [1].", (1,)),
        ("[1][2] and [1, 22] and [1 ,3]", (1, 2, 1, 22, 1, 3)),
        ("`a[1]` and [2]", (2,)),
        ("```\nx[0]\n```\n[3]", (3,)),
        ("~~~\nx[0]\n~~~\n[3]", (3,)),
        ("```\nnever closed [1]", ()),
        ("[1](https://example.org) is a link", ()),
        ("[2024] is a year, [a] a letter, [] nothing", ()),
        ("", ()),
    ],
)
def test_a_citation_is_a_short_number_in_brackets_outside_of_code(text, numbers):
    assert citation_numbers(text) == numbers


def test_each_citation_has_the_mark_of_its_own_sentence_however_that_is_written():
    marks = marks_in_order(TEXT, (CLAIMS[0], CLAIMS[2]))  # nothing was found out of the second
    assert [check and check.mark for check in marks] == ["supported", None, None, "unconfirmed"]
    text = "First [4].\n\n- **Oslo** is a\n  *capital*. [1]\n- It has a fjord [2, 3]."
    assert [check and check.source for check in marks_in_order(text, CLAIMS[:2])] == [None, 1, 2, 3]


def test_signs_stand_behind_the_numbers_and_code_is_left_alone():
    assert marked_text(TEXT, CLAIMS) == (
        "Oslo is a capital [1✓]. It has a fjord [2~, 3✗].\n\nSo it is wet [1?]."
    )
    assert marked_text("`x[1]` is it [1].", (claim("x", (1, "supported")),)) == "`x[1]` is it [1✓]."


def test_what_is_not_supported_is_listed_with_its_reason_and_marks_are_counted_by_sentence():
    uncited = Claim("It is\n5 km long.", mark="contradicted", reason="no source has 5")
    assert unsupported_lines((*CLAIMS, uncited)) == [
        "~ partly supported: It has a fjord [2, 3]. (partly here)",
        "? unconfirmed: So it is wet [1]. (unconfirmed here)",
        "✗ contradicted: It is 5 km long. (no source has 5)",
    ]
    # a number in no source is not a citation


CITED = st.lists(
    st.sampled_from(["word ", "A b. ", "[1]", "[2, 3]", "`x[1]`", "\n", "```\n", "[4](u)", "~~~\n"])
).map("".join)


@given(
    text=CITED | st.text(),
    claims=st.lists(
        st.builds(claim, CITED, st.tuples(st.integers(1, 4), st.sampled_from(_BEST))), max_size=6
    ).map(tuple),
)
def test_there_is_one_mark_for_each_citation_and_it_is_of_the_source_that_is_cited(text, claims):
    numbers = citation_numbers(text)
    marks = marks_in_order(text, claims)
    assert len(marks) == len(numbers)
    for number, check in zip(numbers, marks, strict=True):
        assert check is None or check.source == number
    marked = marked_text(text, claims)
    assert len(marked) == len(text) + sum(check is not None for check in marks)


@pytest.mark.parametrize("piece", ["a", "[", "[1,", "[1 , ", "`", "~~~\n", "```", "(", " ", "1"])
def test_hostile_text_takes_no_more_than_a_moment(piece):
    text = (piece * (1_000_000 // len(piece)))[:1_000_000]
    began = time.thread_time()
    citation_numbers(text)
    assert time.thread_time() - began < 0.8


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("True [1][9].", "True [1]."),
        ("True [9].", "True."),
        ("True [9][2].", "True[2]."),
        ("True [1, 9, 3].", "True [1, 3]."),
        ("`x[0]` is code [1] [7]", "`x[0]` is code [1]"),
        ("```\nx[0]\n``` [7]", "```\nx[0]\n```"),
        ("an open fence ```\nx[0]", "an open fence ```\nx[0]"),
    ],
)
def test_a_citation_of_nothing_is_taken_out_where_there_are_sources(text, kept):
    assert drop_unknown_citations(text, {1, 2, 3}) == kept
    assert drop_unknown_citations(text, set()) == text


ANSWER = (
    "The tower is **12 metres** tall [1]. It was built in 1871 [2].\n\n"
    "- It is open to cars [1].\n- It is white; it is 3 km away [2], and old [1].\n\n"
    "| a | b |\n| - | - |\n| height | 12 m [1] |\n| colour | white [2] |"
)


@pytest.mark.parametrize(
    ("struck", "gone", "left"),
    [
        (
            "The tower is **12 metres** tall.",
            "12 metres",
            "It was built in 1871 [2].\n\n- It is open",
        ),
        ("It was built in 1871.", "1871", "tall [1].\n\n- It is open"),
        ("It is open to cars.", "cars", "[2].\n\n- It is white"),
        ("It is white; it is 3 km away", "3 km", "- […], and old [1]."),
        ("and old.", "old", "it is 3 km away [2], […]"),
        ("| height | 12 m |", "12 m [1]", "| - | - |\n| colour | white [2] |"),
    ],
)
def test_a_statement_is_taken_out_with_its_citation(struck, gone, left):
    text = without_claims(ANSWER, [Claim(struck)])
    assert gone not in text
    assert left in text
    assert without_claims(ANSWER, [Claim("It is made of brick.")]) == ANSWER


def test_a_struck_statement_keeps_its_quote_and_has_no_place_in_the_text():
    against = CitationCheck(1, "contradicted", "It is 47 metres tall.")
    gone = Claim("It is 12 metres tall.", (1,), "contradicted", checks=(against,), struck=True)
    claims = (claim("It is old [1].", (1, "supported")), gone)
    assert marked_text("It is old [1].", claims) == "It is old [1✓]."
    assert unsupported_lines(claims) == [
        "✗ struck out: ~~It is 12 metres tall.~~ ([1] says: “It is 47 metres tall.”)"
    ]
