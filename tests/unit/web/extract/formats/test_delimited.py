"""CSV as a table whose rows can be cited."""

import time

import pytest

from desktop_agent.core.markdown import blocks
from desktop_agent.web.extract.csv_json import table_text
from desktop_agent.web.extract.document import Document
from desktop_agent.web.extract.pipeline import extract

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
        "one column\n1\n2",
        "Words, and more\nof them without",
        "a,b\n1,2\n" + '"' + "x,y\n" * 60_000,
        ",".join("x" * 1000) + "\n" + ",".join("y" * 1000),
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
    "row", ["2024-01-02,Some name,\"quoted, text\",1234.5,ok\n", "a,\n", '"",""\n']
)  # fmt: skip
def test_a_megabyte_is_written_soon_and_no_row_is_lost(row):
    count = 1_000_000 // len(row)
    began = time.process_time()
    text = table_text("a,b\n" + row * count)
    assert time.process_time() - began < 2  # at most 0.2 s on a quiet machine
    assert text.count("\n") >= count - 2 or row == '"",""\n'
