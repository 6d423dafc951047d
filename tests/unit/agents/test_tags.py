"""Replies in tags and in JSON, as small models write them."""

import time

import pytest

from desktop_agent.agents.reply_parsing import json_object, tagged


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("<verify>yes</verify>", "yes"),
        ("< verify >no< / verify >", "no"),
        ("yes</verify>", "yes"),
        ("<verify>yes</verify> or rather <verify>no</verify>", "no"),
        ("<verify>yes<search>more</search>", "yes"),
        ('<verify reason="x">yes</verify>', "yes"),
        ("<verified>yes</verified>", None),
    ],
)
def test_a_tag_is_read_leniently(text: str, inside: str | None):
    assert tagged(text, "verify") == inside


def test_an_answer_without_a_closing_tag_may_hold_angle_brackets():
    assert tagged("<answer>2 < 3 and <b>so</b> on", "answer") == "2 < 3 and <b>so</b> on"


@pytest.mark.parametrize("text", ["{" * 100_000, '{"code":' * 20_000, "{[" * 50_000])
def test_an_endless_nesting_of_json_takes_no_time(text: str):
    began = time.process_time()
    assert json_object(text) is None
    assert time.process_time() - began < 0.5
