"""Sheets and delimited text: groups of rows that can be understood by themselves."""

import datetime as dt
import io

import openpyxl
import pytest

from desktop_agent.knowledge.chunking import chunk
from desktop_agent.knowledge.loaders.load import load


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


ROWS = [["Place", "Metres"], *([f"Bay {n}", n] for n in range(2, 500))]


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a.tsv"])
def test_each_group_of_rows_has_the_header_and_knows_its_rows(name):
    separator = {"a.csv": ";", "a.tsv": "\t"}.get(name)
    lines = (separator.join(map(str, row)) for row in ROWS) if separator else ()
    loaded = load("\n".join(lines).encode() if separator else workbook(Heights=ROWS), name)
    assert loaded.kind == "table"
    assert len(loaded.parts) > 5
    for part in loaded.parts:
        title, _, table = loaded.text[part.start : part.end].strip().rpartition("\n\n")
        rows = table.splitlines()
        assert rows[:2] == ["| Place | Metres |", "| --- | --- |"]
        assert rows[2] == f"| Bay {part.first_line} | {part.first_line} |"
        assert (title, part.label) == (("", "") if separator else ("## Heights", "Heights"))
    assert loaded.text.endswith("| Bay 499 | 499 |")
    for each in chunk(loaded, tokens=128, overlap=20):
        named = [int(line.split()[2]) for line in each.text.splitlines() if line[:5] == "| Bay"]
        assert (each.place.first_line, each.place.last_line) == (named[0], named[-1])
        assert "| Place |" in each.text or each.place.headings == ("Place | Metres",)


def test_a_gap_in_a_sheet_begins_a_group_so_that_rows_keep_their_numbers():
    loaded = load(workbook(A=[["a", "b"], [1, 2], [], [], [3, 4]]), "a.xlsx")
    assert [part.first_line for part in loaded.parts] == [2, 5]


def test_every_sheet_is_read_as_a_person_writes_it_with_what_stands_above_its_table():
    moment = dt.datetime(2024, 1, 2, 3, 4)  # noqa: DTZ001 - a sheet knows no time zones
    values = [1.0, 0.1 + 0.2, True, dt.date(2024, 1, 2), moment]
    above = [["Heights of 2024"], [], ["Place", "Metres"], ["Fundy", 16]]
    loaded = load(workbook(A=above, B=[], C=[list("abcde"), values]), "a.xlsx")
    assert "Heights of 2024" in loaded.text
    assert "| Place | Metres |\n| --- | --- |\n| Fundy | 16 |" in loaded.text
    assert loaded.parts[-2].first_line == 4
    assert {part.label for part in loaded.parts} == {"A", "C"}
    assert loaded.text.endswith("| 1 | 0.3 | TRUE | 2024-01-02 | 2024-01-02 03:04:00 |")


def test_delimited_text_may_have_a_title_no_header_or_be_no_table():
    loaded = load(b"Heights\nPlace,Metres\nFundy,16\nSevern,15\n", "a.csv")
    assert (loaded.title, loaded.parts[-1].first_line) == ("Heights", 3)
    loaded = load(b"1,2\n3,4\n5,6\n", "a.csv")
    assert loaded.text.startswith("| Column 1 | Column 2 |")
    assert loaded.parts[0].first_line == 1
    loaded = load(b"The sea rises.\nIt falls.", "a.csv")
    assert (loaded.kind, loaded.text) == ("prose", "The sea rises.\nIt falls.")


def test_a_header_of_many_columns_does_not_make_the_text_many_times_longer():
    header = ",".join(f"column number {n}" for n in range(400))
    body = "\n".join([header, *[",".join(["x"] * 400)] * 500]).encode()
    assert len(load(body, "a.csv").text) < 5 * len(body)


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (0.25, "0%", "25%"),
        (0.2534, "0.0 %", "25.3 %"),
        (33.5, "0.00", "33.50"),
        (1234567.5, "#,##0.00", "1,234,567.50"),
        (-5, "0.00;[Red](0.00)", "(5.00)"),
        (12.5, "[$€-407] #,##0.00", "€ 12.50"),
        (-5, '"$"#,##0_);("$"#,##0)', "($5)"),
        (12, '0" kg"', "12 kg"),
        (2, "0.##", "2"),
        (123, "00000", "00123"),
        (0.5, "# ?/?", "0.5"),
        (1234.5, "0.00E+00", "1234.5"),
        (1234.5, "General", "1234.5"),
    ],
)
def test_a_number_is_shown_in_the_format_of_its_cell(value, number_format, shown):
    book = openpyxl.Workbook()
    for row in (["Place", "Number"], ["Fundy", value]):
        book.active.append(row)
    book.active["B2"].number_format = number_format
    out = io.BytesIO()
    book.save(out)
    assert load(out.getvalue(), "a.xlsx").text.endswith(f"| Fundy | {shown} |")
