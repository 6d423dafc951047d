"""Recognise dates in seven languages, at the precision with which they are written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from desktop_agent.evidence.text.fold import flat
from desktop_agent.evidence.text.wordings import expression, keys_by_word, table

_FILE = "text/dates"
SHOWN_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""English month names for display."""


@cache
def months() -> dict[str, int]:
    """Return the month numbers, keyed by folded name or abbreviation."""
    return {word: int(month) for word, month in keys_by_word(_FILE, "months").items()}


@dataclass(frozen=True, slots=True)
class When:
    """A possibly incomplete date. Missing parts are 0 (``month``, ``day``) or None (``year``).

    Years BC are negative. ``span`` is 10 for a decade and 100 for a century, with ``year`` as the
    first year; otherwise it is 1.
    """

    year: int | None
    month: int = 0
    day: int = 0
    span: int = 1

    def holds(self, other: "When") -> bool:
        """Return whether ``other`` is the same date or a more precise date within this one."""
        if self.year is not None:
            if other.year is None or other.span > self.span:
                return False
            if not self.year <= other.year < self.year + self.span:
                return False
        same_month = self.month in (0, other.month)
        return same_month and self.day in (0, other.day)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date and its position in the text."""

    when: When
    start: int
    end: int

    @property
    def iso(self) -> str:
        """The date in ISO 8601, at its stated precision."""
        told = (part for part in (self.when.month, self.when.day) if part)
        return "-".join([f"{self.when.year}", *(f"{part:02d}" for part in told)])


@cache
def _pattern(name: str) -> re.Pattern[str]:
    text: str = table(_FILE)[name]
    return re.compile(expression(_FILE, text).replace("MONTH", f"(?:{'|'.join(months())})"))


def dates(text: str) -> Iterator[FoundDate]:
    """Yield the non-overlapping dates in a short string, in no particular order.

    Days without a year, decades, centuries and years BC are included.
    """
    if not any(map(str.isdigit, text)):
        return
    exact = find_dates(text)
    yield from exact
    for found in _found("loose", text):
        if not any(found.start < each.end and each.start < found.end for each in exact):
            yield found


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """Return, in order, the dates in the text that state a year from 1000 to 2099.

    Dates with an invalid day, and ranges of days, are reduced to the month. Dates with an invalid
    month, and ambiguous ones such as ``06/07/2024``, are reduced to the year.
    """
    if _ANY_YEAR.search(text) is None:  # a quick check that most texts fail
        return ()
    return tuple(_found("with_year", text))


_ANY_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")


def _found(name: str, text: str) -> Iterator[FoundDate]:
    for match in _pattern(name).finditer(flat(text).lower()):
        yield FoundDate(_read(match), *match.span())


def _read(match: re.Match[str]) -> When:
    """Return the date in a match whose groups name its parts (see ``dates.toml``)."""
    got = {key.partition("_")[0]: part for key, part in match.groupdict().items() if part}
    if "century" in got:
        return When((int(got["century"]) - 1) * 100 + 1, span=100)
    if "decade" in got:
        decade = int(got["decade"])
        return When(decade, span=10 if decade % 100 else 100)
    if "bc" in got:
        return When(-int(got["bc"]))
    year = int(got["year"]) if "year" in got else None
    month = months()[got["name"]] if "name" in got else int(got.get("month", 0))
    if not 1 <= month <= 12:
        return When(year)
    try:
        day = date(year or 2000, month, 0 if "span" in got else int(got.get("day", 0))).day
    except ValueError:
        day = 0
    return When(year, month, day)


def date_of(value: str) -> When | None:
    """Parse a date; return None if the value is not entirely a date."""
    value = value.strip()
    if iso := _ISO.fullmatch(value):
        return When(*(int(part or 0) for part in iso.groups()))
    found = find_dates(value)
    whole = bool(found) and (found[0].start, found[0].end) == (0, len(value))
    return found[0].when if whole else None


# --- Dates as ISO 8601, with their precision

_ISO = re.compile(r"([12]\d{3})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])(?:T[\d:.Z+-]{0,30})?)?")


def iso_day(text: str) -> str:
    """Return the first date within the first 60 characters, in ISO 8601, or ""."""
    found = find_dates(text[:60])
    return found[0].iso if found else ""


def agree(one: str, other: str) -> bool:
    """Return whether two ISO dates are equal, or one is a less precise form of the other."""
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and longer.startswith(shorter)


def later(one: str, other: str) -> bool:
    """Return whether ``one`` is definitely after ``other``, compared at their common precision."""
    size = min(len(one), len(other))
    return size > 0 and one[:size] > other[:size]


def months_between(earlier: str, today: date) -> float | None:
    """Return the number of months from an ISO date to ``today``, or None if the date has no year.

    Future dates give a negative number.
    """
    when = date_of(earlier)
    if when is None or when.year is None:
        return None
    months = (today.year - when.year) * 12 + today.month - (when.month or 7)
    return months + (today.day - (when.day or 15)) / 30


def shown(value: str) -> str:
    """Format an ISO 8601 date for display (``8 September 2023``); return other text unchanged."""
    match = _ISO.fullmatch(value.strip())
    if match is None:
        return value
    day = f"{int(match[3])} " if match[3] else ""
    return f"{day}{SHOWN_MONTHS[int(match[2]) - 1]} {match[1]}"
