"""Reading the JSON object of a reply."""

import time

import pytest

from desktop_agent.agents.reply_parsing import json_object


@pytest.mark.parametrize("text", ["{" * 100_000, '{"code":' * 20_000, "{[" * 50_000])
def test_an_endless_nesting_takes_no_time(text):
    began = time.process_time()
    assert json_object(text) is None
    assert time.process_time() - began < 0.5
