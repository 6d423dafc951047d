"""Reading the JSON object of a reply."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.reply_parsing import json_object


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        'Here it is:\n```json\n{"a": 1}\n```\nDone.',
        "{'a': 1,}",
        '{"a": 1',
    ],
)
def test_an_object_is_read_also_when_it_is_malformed(text):
    assert json_object(text) == {"a": 1}


@pytest.mark.parametrize("text", ["", "none", "[1, 2]", "}{"])
def test_what_is_no_object_is_none(text):
    assert not json_object(text)


@pytest.mark.parametrize("text", ["{" * 100_000, '{"code":' * 20_000, "{[" * 50_000])
def test_an_endless_nesting_takes_no_time(text):
    began = time.process_time()
    assert json_object(text) is None
    assert time.process_time() - began < 0.5


@given(st.text(alphabet='{}[]",:a1 \n', max_size=60))
def test_any_text_is_an_object_or_none(text):
    assert isinstance(json_object(text), dict | None)
