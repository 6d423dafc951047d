"""JSON as text a line of which can be cited."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.web.extract.csv_json import json_text


@pytest.mark.parametrize(
    "text",
    ['{"a": [1, 2],\n  "<b>": "x  y"}', "[]", '"words"', '{"a": 1,}', "[" * 100_000, '{}\n{"a":2}'],
)
def test_what_is_laid_out_already_or_broken_is_given_as_it_stands(text):
    assert json_text(text) == text


def test_one_long_line_gets_a_line_a_member():
    data = {"name": "Severn", "x": {"deep": [{"h": 1.50}, {}]}, "list": list(range(200)), "e": []}
    lines = json_text(json.dumps(data, separators=(",", ":"))).split("\n")
    assert lines[:7] == [
        "{",
        '  "name":"Severn",',
        '  "x":{',
        '    "deep":[',
        "      {",
        '        "h":1.5',
        "      },",
    ]
    assert lines[-2:] == ['  "e":[]', "}"]
    assert max(map(len, lines)) < 150
    assert len(lines) < 25


def test_numbers_and_keys_stay_as_they_are_written():
    body = '{"big":1' + "0" * 30 + ',"small":1.0e-5,"twice":1,"twice":2,"s":"a, {b}: \\"c\\" \\\\"}'
    text = json_text(body[:-1] + ',"long":"' + "x" * 500 + '"}')
    for kept in ('"small":1.0e-5', '"twice":1,\n', '"s":"a, {b}: \\"c\\" \\\\"', "1" + "0" * 30):
        assert kept in text


@pytest.mark.parametrize(
    ("escaped", "shown"),
    [
        (r'"\u0416\u044f"', '"Жя"'),
        (r'"\ud83c\udf0a"', '"🌊"'),
        (r'"\u2028 \u0022 \u0007"', r'"\u2028 \u0022 \u0007"'),
        (r'"\ud83c"', r'"\ud83c"'),
        (r'"C:\\u0416"', r'"C:\\u0416"'),
    ],
)
def test_characters_that_are_written_as_numbers_are_shown(escaped, shown):
    assert json_text(escaped) == shown


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=20,
)


@given(VALUES, st.booleans(), st.sampled_from([None, (",", ":"), (" , ", " : ")]))
def test_a_new_layout_says_the_same(value, ascii_only, separators):
    text = json.dumps([value, "x" * 500], ensure_ascii=ascii_only, separators=separators)
    assert json.loads(json_text(text)) == [value, "x" * 500]


MEMBER = '{"id":1,"name":"Some name","tags":["a","b"],"x":{"y":1.5},"text":"a longer text of it"}'


@pytest.mark.parametrize("unit", [MEMBER, "[]", r'"\u0416"'])
def test_a_megabyte_is_laid_out_soon(unit):
    text = f"[{','.join([unit] * (1_000_000 // (len(unit) + 1)))}]"
    began = time.process_time()
    laid_out = json_text(text)
    assert time.process_time() - began < 2  # at most 0.2 s on a quiet machine
    assert len(laid_out) < 3 * len(text)
