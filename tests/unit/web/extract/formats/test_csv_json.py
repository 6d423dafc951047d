"""CSV as a table whose rows can be cited, and JSON as text a line of which can be."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.markdown import blocks
from desktop_agent.web.extract.csv_json import json_text, table_text
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document

URL = "http://site.example/tides.csv"
TABLE = "| place | height |\n| --- | --- |\n| Severn | 15 |\n| Seine | 7 |"


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_separator_is_found_out(separator):
    text = "place,height\nSevern,15\nSeine,7".replace(",", separator)
    assert table_text(text) == TABLE


@pytest.mark.parametrize(
    ("text", "table"),
    [
        # decimal commas within semicolons
        ("a;b\n1,5;2,5\n3,5;4,5", "| a | b |\n| --- | --- |\n| 1,5 | 2,5 |\n| 3,5 | 4,5 |"),
        ("sep=;\na;b\n1;2", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ('a,b\n"two\nlines, ""quoted""",x|y', '| a | b |\n| --- | --- |\n| two lines, "quoted" | x\\|y |'),
        # ragged rows keep all they have
        ("a,b\n1\n1,2,3\n4,5\n6,7", "| a | b |  |\n| --- | --- | --- |\n| 1 |\n| 1 | 2 | 3 |\n| 4 | 5 |\n| 6 | 7 |"),
        ("place,2019,2020\nSevern,1,2", "| place | 2019 | 2020 |\n| --- | --- | --- |\n| Severn | 1 | 2 |"),
        ("Heights of tides\n\na,b\n1,2\n3,4", "Heights of tides\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"),
    ],
)  # fmt: skip
def test_the_odd_ways_of_csv_are_understood(text, table):
    assert table_text(text) == table


@pytest.mark.parametrize(
    "text",
    [
        "Words, and more\nof them without",
        "a,b\n1,2\n" + '"' + "x,y\n" * 60_000,
        "",
    ],
)
def test_what_is_no_table_is_given_as_it_stands(text):
    assert table_text(text) == text


def test_a_row_is_cited_with_its_header():
    found = extract(Document(b"\xef\xbb\xbfplace,height\r\nSevern,15\r\n", "text/csv", None, URL))
    rows = [block for block in blocks(found.text) if block.kind == "row"]
    assert [found.text[row.start : row.end] for row in rows] == ["| Severn | 15 |"]
    assert rows[0].header == ("place", "height")
    for form in ("text", "html"):
        body = "place,height\nSevern,15"
        assert extract(Document(body.encode(), "text/csv", None, URL, form)).text == body


@pytest.mark.parametrize(
    "text",
    ['{"a": [1, 2],\n  "<b>": "x  y"}', '{"a": 1,}', "[" * 100_000, '{}\n{"a":2}'],
)
def test_what_is_laid_out_already_or_broken_is_given_as_it_stands(text):
    assert json_text(text) == text


def test_one_long_line_gets_a_line_a_member():
    data = {"name": "Severn", "x": {"deep": [{"h": 1.50}, {}]}, "list": list(range(200)), "e": []}
    lines = json_text(json.dumps(data, separators=(",", ":"))).split("\n")
    assert [line.strip() for line in lines[:6]] == [
        "{", '"name": "Severn",', '"x": {', '"deep": [', "{", '"h": 1.5'
    ]  # fmt: skip
    assert lines[-2:] == [' "e": []', "}"]
    assert len(lines) < 25


def test_numbers_stay_as_they_are_written_and_characters_are_shown():
    body = '{"big":1' + "0" * 30 + ',"small":1.0e-5,"s":"a, {b}: \\"c\\" \\\\","n":"7"}'
    text = json_text(body[:-1] + ',"long":"' + "x" * 500 + '"}')
    for kept in ('"small": 1.0e-5', '"s": "a, {b}: \\"c\\" \\\\"', "1" + "0" * 30, '"n": "7"'):
        assert kept in text
    assert json_text(r'"\u0416\ud83c\udf0a \u0007 \ud83c C:\\u0416"') == r'"Ж🌊 \u0007 ? C:\\u0416"'


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=20,
)


@given(JSON_VALUES, st.booleans(), st.sampled_from([None, (",", ":"), (" , ", " : ")]))
def test_a_new_layout_says_the_same(value, ascii_only, separators):
    text = json.dumps([value, "x" * 500], ensure_ascii=ascii_only, separators=separators)
    assert json.loads(json_text(text)) == [value, "x" * 500]


MEMBER = '{"id":1,"name":"Some name","tags":["a","b"],"x":{"y":1.5},"text":"a longer text of it"}'


@pytest.mark.parametrize(
    ("convert", "start", "unit", "end"),
    [
        (table_text, "a,b\n", '2024-01-02,Some name,"quoted, text",1234.5,ok\n', ""),
        (table_text, "a,b\n", "a,\n", ""),
        (table_text, "a,b\n", '"",""\n', ""),
        (json_text, "[", f"{MEMBER},", "1]"),
        (json_text, "[", "[],", "1]"),
        (json_text, "[", r'"\u0416",', "1]"),
    ],
)
def test_a_long_text_is_converted_soon_and_no_row_is_lost(convert, start, unit, end):
    count = 250_000 // len(unit)
    began = time.process_time()
    text = convert(start + unit * count + end)
    assert time.process_time() - began < 2  # at most 0.05 s on a quiet machine
    assert len(text) < 800_000
    if convert is table_text and unit != '"",""\n':
        assert text.count("\n") >= count - 2
