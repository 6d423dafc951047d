"""Where a text is cut."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.text import truncate

MARK = re.compile(r"(?:\n\n)?\[truncated at (\d+) of (\d+) characters\]\Z")


@pytest.mark.parametrize(
    ("text", "length", "kept"),
    [
        ("a" * 85 + "\n\n" + "b b\nb " * 20, 100, "a" * 85),  # a paragraph in the last fifth
        ("a" * 50 + "\n\n" + "b" * 45 + " " + "c" * 50, 100, "a" * 50 + "\n\n" + "b" * 45),  # an earlier one
        ("a" * 90 + "\n" + "b " * 50, 100, "a" * 90),  # a line
        ("word " * 40, 100, ("word " * 20).strip()),  # a space
        ("one two three", 7, "one two"),
        ("a" + "\u0301" * 5000, 1000, "a" + "\u0301" * 999),  # accents cannot hold up the cut
    ],
)  # fmt: skip
def test_the_cut_is_at_a_paragraph_or_a_line_or_a_space(text, length, kept):
    assert truncate(text, length).startswith(f"{kept}\n\n[truncated at ")


@pytest.mark.parametrize(
    "character",
    ["e\u0301", "\u0939\u093f", "👨\u200d👩", "👍🏽", "🇪🇺", "☂\ufe0f", "\u1112\u1161\u11ab"],
)
def test_no_character_that_a_reader_sees_as_one_is_split(character):
    for length in range(20, 32):
        kept = MARK.sub("", truncate(character * 40, length))
        assert kept == character * (len(kept) // len(character))
        assert length - len(character) < len(kept) <= length


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
