"""Replies in tags and in JSON, as small models write them."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop_agent.agents.reply_parsing import TagFilter, json_object, tagged


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("<verify>yes</verify>", "yes"),
        ("<VERIFY> Yes </Verify>", "Yes"),
        ("< verify >no< / verify >", "no"),
        ("yes</verify>", "yes"),
        ("<think>maybe <verify>yes</verify></think><verify>no</verify>", "no"),
        ("<verify>yes</verify> or rather <verify>no</verify>", "no"),
        ("<verify>yes<search>more</search>", "yes"),
        ('<verify reason="x">yes</verify>', "yes"),
        ("yes", None),
        ("<verified>yes</verified>", None),
    ],
)
def test_a_tag_is_read_leniently(text: str, inside: str | None):
    assert tagged(text, "verify") == inside


def test_an_answer_without_a_closing_tag_may_hold_angle_brackets():
    assert tagged("<answer>2 < 3 and <b>so</b> on", "answer") == "2 < 3 and <b>so</b> on"


@given(st.text(max_size=40), st.integers(1, 7))
@example("\n", 1)
def test_the_filter_shows_everything_but_the_tags_however_it_is_cut(text: str, size: int):
    if "<" in text or ">" in text:
        return
    whole = f"<answer>{text} a<b </answer>"
    shown = TagFilter("answer")
    pieces = [shown.feed(whole[at : at + size]) for at in range(0, len(whole), size)]
    # a line break behind the opening tag belongs to the tag
    assert "".join(pieces) + shown.rest() == f"{text} a<b ".removeprefix("\n")


def test_the_filter_does_not_hold_back_what_is_no_tag():
    shown = TagFilter("answer")
    assert shown.feed("a < b and some more words") == "a < b and some more words"


@pytest.mark.parametrize("text", ["{" * 100_000, '{"code":' * 20_000, "{[" * 50_000])
def test_an_endless_nesting_of_json_takes_no_time(text: str):
    began = time.process_time()
    assert json_object(text) is None
    assert time.process_time() - began < 0.5
