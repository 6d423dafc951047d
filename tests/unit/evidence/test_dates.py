from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.text.dates import agree, find_dates, later, shown
from desktop_agent.evidence.text.fold import flat


def isos(text: str) -> list[str]:
    return [found.iso for found in find_dates(flat(text))]


@pytest.mark.parametrize(
    "text",
    [
        "2024-06-06", "2024/06/06", "6 June 2024",
        "June 6, 2024", "06.06.2024", "6. Juni 2024", "6 juin 2024",
        "6 de junio de 2024",
        "2024年6月6日", "06/06/2024",
    ],
)  # fmt: skip
def test_a_day_is_read_in_many_forms(text):
    assert isos(f"It was {text}.") == ["2024-06-06"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("06/07/2024", ["2024"]),
        ("07/13/2024", ["2024-07-13"]),
        ("November 2021", ["2021-11"]),
        ("31 February 2020", ["2020-02"]),
        ("8–12 June 2024", ["2024-06"]),
        ("于1904年设计，1911年3月29日采用", ["1904", "1911-03-29"]),
        ("from 2205 to 1766 BC", []),
        *((text, []) for text in ("$2000", "2024.1", "1,999", "version 3.1999", "555-1234")),
        *((text, []) for text in ("a2000b", "20000", "Python 3")),
    ],
)
def test_what_is_less_precise_stays_so_and_other_numbers_are_no_dates(text, expected):
    assert isos(text) == expected


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_is_found_as_it_is_written(day):
    month = "January February March April May June July August September October November December"
    name = month.split()[day.month - 1]
    forms = (day.isoformat(), f"{day.day} {name} {day.year}", f"{name} {day.day}, {day.year}")
    assert all(isos(f"on {form}, here") == [day.isoformat()] for form in forms)


@given(st.text(max_size=200))
def test_dates_of_any_text_are_real_and_stand_where_they_say(text):
    for found in find_dates(text):
        assert 0 <= found.start < found.end <= len(text)
        parts = [int(part) for part in found.iso.split("-")]
        assert date(*[*parts, 1, 1][:3])


def test_dates_agree_by_their_precision_and_the_year_alone_is_not_later():
    assert agree("1867", "1867-11-07")
    assert not agree("1867-11", "1867-12-07")
    assert not agree("", "1867")
    assert later("2024-06", "2023-12-31")
    assert not later("2024-06", "2024")
    assert not later("2024", "")


def test_an_iso_date_is_shown_as_people_write_it():
    written = ["8 September 2023", "September 2023", "2023", "GUTS"]
    assert [shown(value) for value in ("2023-09-08", "2023-09", "2023", "GUTS")] == written
