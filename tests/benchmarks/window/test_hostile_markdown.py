"""Texts that are made to hurt at their full size, and more random answers than every day has."""

import pytest

from tests.benchmarks.figures import record
from tests.ui.markdown.conftest import make_view
from tests.ui.markdown.huge_texts import BLOCKED_S, SLOW, longest_turn, shown_either_way
from tests.ui.markdown.test_tables import same_picture

__all__ = ["make_view"]

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("name", SLOW)
def test_a_huge_text_blocks_nothing(make_view, name):
    made, _few, most = SLOW[name]
    long = longest_turn(make_view(), made(most))
    record(f"Hostile text, {name}: longest turn", long * 1000, "ms", limit=BLOCKED_S * 1000)
    assert long <= BLOCKED_S


@pytest.mark.parametrize(
    "text", ["e" + "\u0301" * 5_000, "👩‍👩‍👧‍👦" * 200], ids=["marks", "families"]
)
def test_thousands_of_joined_characters_are_shown_whichever_way_they_come(make_view, text):
    shown_either_way(make_view(), make_view(), text)


@pytest.mark.parametrize("seed", range(50))
def test_a_stream_of_any_length_ends_as_the_same_picture_as_the_whole_text(make_view, seed):
    same_picture(make_view, seed, (700, 2_500, 6_000))
