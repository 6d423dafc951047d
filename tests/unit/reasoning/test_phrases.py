"""Phrases of templates: whole words, gaps, numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.reasoning.template_selection import phrase, wording

HELD = [
    ("how many days … until", "How many days are there until Easter?"),
    ("how many days ... until", "how many days are left until May"),
    ("convert # … to", "Convert 3.5 miles to km"),
    ("convert # … to", "convert twelve dozen to units"),
    ("# days after", "what is 1,000 days after that"),
    ("rank one matrices", "Count rank-one matrices."),
    ("root cause", "The ROOT CAUSES are many"),
    ("timeline of", "a Timeline of «it»"),
    ("größe schätzen", "Die Größe schätzen"),
    ("市场规模", "请估计市场规模是多少"),
    ("fact check", "fact-check: is it so?"),
]
NOT_HELD = [
    ("art", "When do we start?"),
    ("how many days … until", "How many days? Wait until May."),
    ("how many days … until", "how many days one two three four five six seven eight nine until"),
    ("convert # … to", "Convert this to that"),
    ("# days after", "some days after"),
    ("timeline of", "the timeline was of use"),
    ("probability", "It will probably rain"),
    ("", "anything"),
    ("…", "anything"),
    ("long phrase", "long"),
]


@pytest.mark.parametrize(("sought", "text"), HELD)
def test_a_text_holds_a_phrase(sought: str, text: str):
    assert phrase(sought).within(wording(text))


@pytest.mark.parametrize(("sought", "text"), NOT_HELD)
def test_a_text_does_not_hold_a_phrase(sought: str, text: str):
    assert not phrase(sought).within(wording(text))


@given(st.text(max_size=80), st.text(max_size=200))
def test_any_phrase_is_looked_for_in_any_text(sought: str, text: str):
    phrase(sought).within(wording(text))


@given(st.lists(st.sampled_from(["lamp", "on", "door", "of", "one"]), min_size=1, max_size=6))
def test_a_text_holds_each_run_of_its_own_words(words: list[str]):
    text = wording(" ".join(["before", *words, "after"]))
    assert phrase(" ".join(words)).within(text)
    assert phrase(" … ".join(words)).within(text)
