"""What was typed finds what was meant, and first what was meant most likely."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_agent.frontends.ui.dialogs.command_palette import Offer, Ranking, fitter


def nothing():
    """Runs nothing."""


def ranked(typed, titles, recent=(), section="Chat"):
    offers = [Offer(title, section, title, nothing) for title in titles]
    ranking = Ranking(typed, offers, recent)
    assert ranking.work(10)
    return [offer.title for offer, _ in ranking.best()]


def typed_letters(typed, title):
    found = fitter(typed)(title)
    return found and "".join(title[place] for place in found.places)


@pytest.mark.parametrize(
    ("typed", "titles"),
    [
        ("new", ["New chat", "The news", "Renew", "Never saw"]),
        ("set", ["Settings", "Reset a setting", "Show the text"]),
        ("st", ["Stop", "A test that is longer than it need be", "Show the text"]),
        ("show sources", ["Show the sources", "Sources that show", "Show all resources"]),
    ],
)
def test_a_start_comes_before_a_word_before_the_inside_before_letters(typed, titles):
    assert ranked(typed, list(reversed(titles))) == titles


def test_letters_that_are_not_there_in_order_do_not_fit():
    assert ranked("tahc", ["New chat"]) == []
    assert ranked("chat nope", ["New chat"]) == []


def test_a_word_of_the_section_finds_it_and_letters_strewn_over_both_do_not():
    assert ranked("chat find", ["Find in page"]) == ["Find in page"]
    assert ranked("cf", ["Find in page"]) == []


def test_what_was_typed_is_marked_in_the_title():
    assert typed_letters("sht", "Show the text") == "Sht"
    assert typed_letters("FIND", "Find in chat") == "Find"
    assert typed_letters("天气", "北京的天气") == "天气"


def test_with_nothing_typed_what_was_run_last_comes_first():
    assert ranked("", ["a", "b", "c"], recent=["c", "b"]) == ["c", "b", "a"]


def test_what_was_run_last_wins_between_equals_only():
    assert ranked("show", ["Show sources", "Show reasons"], recent=["Show reasons"]) == [
        "Show reasons",
        "Show sources",
    ]
    assert ranked("new", ["New chat", "Renewal"], recent=["Renewal"])[0] == "New chat"


@settings(max_examples=40)
@given(st.text(max_size=20), st.text(max_size=40))
def test_any_text_can_be_typed_and_places_are_of_the_title(typed, title):
    found = fitter(typed)(title)
    if found is not None:
        assert all(0 <= place < len(title) for place in found.places)
        assert fitter(title)(title) is not None


def test_a_hostile_title_does_not_hold_the_ranking_up():
    start = time.thread_time()
    assert fitter("ab" * 40)("a" * 100_000) is None
    assert time.thread_time() - start < 0.5
