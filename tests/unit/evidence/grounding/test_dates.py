import pytest

from desktop_agent.evidence.text.dates import When, dates_in, shown
from desktop_agent.evidence.text.fold import marked_words


def found(text: str) -> list[When]:
    return [span.when for span in dates_in([word.casefold() for word in marked_words(text)])]


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("from 7 November 1867 to July 4, 1934", [(1867, 11, 7), (1934, 7, 4)]),
        ("im März 2024", [(2024, 3, 0)]),
        ("the 2nd of August, 2021", [(2021, 8, 2)]),
        ("31/12/1999 and 1999-12-31", [(1999, 12, 31), (1999, 12, 31)]),
        ("3/4/1999", []),
        ("it may 5 times, march on", []),
        ("1999 13 40", []),
    ],
)
def test_dates_of_a_month_or_finer_are_found(text: str, dates: list[tuple[int, int, int]]) -> None:
    assert found(text) == [When(*date) for date in dates]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2023-09-08", "8 September 2023"),
        ("2023-09", "September 2023"),
        ("2023", "2023"),
        ("GUTS", "GUTS"),
    ],
)
def test_an_iso_date_is_shown_as_people_write_it(value: str, text: str) -> None:
    assert shown(value) == text
