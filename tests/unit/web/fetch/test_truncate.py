"""Where a text is cut."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.text import truncate

MARK = re.compile(r"(?:\n\n)?\[truncated at (\d+) of (\d+) characters\]\Z")


def test_a_text_that_fits_is_left_alone():
    assert truncate("abc", 3) == "abc"


def test_the_cut_is_at_a_paragraph_when_one_ends_in_the_last_fifth():
    text = "a" * 85 + "\n\n" + "b b\nb " * 20
    assert truncate(text, 100) == "a" * 85 + "\n\n[truncated at 85 of 207 characters]"


def test_a_paragraph_that_ends_earlier_is_not_worth_so_much_text():
    text = "a" * 50 + "\n\n" + "b" * 45 + " " + "c" * 50
    assert truncate(text, 100).startswith("a" * 50 + "\n\n" + "b" * 45 + "\n\n[")


def test_without_a_paragraph_the_cut_is_at_a_line_and_then_at_a_space():
    assert truncate("a" * 90 + "\n" + "b " * 50, 100).startswith("a" * 90 + "\n\n[")
    assert truncate("word " * 40, 100).startswith(("word " * 20).strip() + "\n\n[")


def test_a_cut_that_falls_on_a_space_loses_no_word():
    assert truncate("one two three", 7) == "one two\n\n[truncated at 7 of 13 characters]"


@pytest.mark.parametrize(
    "character",
    [
        "e\u0301",
        "\u0939\u093f",
        "👨\u200d👩\u200d👧",
        "👍🏽",
        "🇪🇺",
        "☂\ufe0f",
        "\u1112\u1161\u11ab",
    ],
)
@pytest.mark.parametrize("length", range(20, 32))
def test_no_character_that_a_reader_sees_as_one_is_split(character, length):
    kept = MARK.sub("", truncate(character * 40, length))
    assert kept == character * (len(kept) // len(character))
    assert length - len(character) < len(kept) <= length


def test_a_letter_with_thousands_of_accents_cannot_hold_up_the_cut():
    text = "a" + "\u0301" * 5000
    assert truncate(text, 1000).endswith("[truncated at 1000 of 5001 characters]")


@given(st.text(), st.integers(min_value=1, max_value=60))
def test_what_is_kept_is_a_beginning_and_the_mark_tells_the_truth(text, length):
    cut = truncate(text, length)
    if len(text) <= length:
        assert cut == text
        return
    mark = MARK.search(cut)
    assert mark is not None
    kept = cut[: mark.start()]
    assert text.startswith(kept)
    assert len(kept) <= length
    assert (int(mark[1]), int(mark[2])) == (len(kept), len(text))
