"""Where a text ceases to be JSON."""

import json

import pytest

from desktop_agent.core.codec import json_place


def test_it_names_line_and_column_and_no_words_of_the_parser():
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads('{\n  "a": 1,\n  b\n}')
    assert json_place(caught.value) == "in line 3, at column 3"


def test_what_has_no_place_is_told_too():
    assert json_place(RecursionError()) == "it cannot be read"
