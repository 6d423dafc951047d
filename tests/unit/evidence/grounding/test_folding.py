import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.grounding.answer_check import contains
from desktop_agent.evidence.text.fold import marked_words, words


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("２０２３", "2023"),
        ("L\u2019Été indien", "l ete indien"),
        ("Sinéad O\u2019Connor", "sinead oconnor"),
        ("67\u202f750\u00a0000", "67750000"),
        ("3.14.0-rc.1", "3.14.0rc1"),
        ("C++ and C#", "c++ and c#"),
        ("no\u200bt GU\u00adTS", "not guts"),
    ],
)
def test_what_does_not_tell_names_apart_is_folded_away(text: str, result: str):
    assert " ".join(words(text)) == result


HOLDS = [
    ("am 7. November 1867", "1867-11-07"),
    ("by Guns N\u2019 Roses", "Guns N' Roses"),
    ("November 7, 1867", "7 November 1867"),
    ("el 7 de noviembre de 1867", "1867-11-07"),
    ("1867-11-07T00:00:00Z", "7 November 1867"),
    ("2023年9月8日", "2023-09-08"),
    ("作者は村上春樹です。", "村上春樹"),
    ("The album ÷ by Ed Sheeran", "÷"),
]
HOLDS_NOT = [
    ("Google", "Go"),
    ("1867", "1867-11-07"),
    ("Python 3.14.0rc1", "3.14.0"),
    ("C++", "C"),
    ("November 1867", "1867-11-07"),
    ("7/11/1867", "1867-07-11"),
]


@pytest.mark.parametrize(("text", "value"), HOLDS + HOLDS_NOT)
def test_a_value_is_found_however_it_is_written_but_not_in_another_word_or_a_less_exact_date(
    text: str, value: str
):
    assert contains(text, value) is ((text, value) in HOLDS)


@given(st.text(min_size=1).filter(words))
def test_a_value_is_contained_in_a_text_that_it_is_put_into(value: str):
    assert contains(f"before\n{value}\nafter", value)


def test_marked_words_keep_case_and_the_clauses_apart():
    assert marked_words("Not GUTS, but (she says) SOUR?") == [
        *("Not", "GUTS", ",", "but", "(", "she", "says", ")", "SOUR", "?")
    ]


@pytest.mark.parametrize(
    "sign", ["a", "(", " ", "1", ",", ".", "'", "1,", "1.", "+", "-", "é", "v1."]
)
def test_folding_takes_linear_time_on_hostile_text(sign: str):
    text = sign * (100_000 // len(sign))
    began = time.process_time()
    words(text)
    assert time.process_time() - began < 2
