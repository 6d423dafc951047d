"""Dates in running text, in the forms that pages and answers use, and how a date is shown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from desktop_agent.evidence.months import MONTHS, SHOWN_MONTHS

_FILLERS = frozenset({",", "/", "of", "de", "del", "di", "den", "the"})
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|o|a|e|t\d\d)?")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.([12]\d{3})")
_ISO = re.compile(r"\s*([12]\d{3})-(\d{2})(?:-(\d{2})(?:T[\d:.Z+-]{0,30})?)?\s*")
_YEAR = re.compile(r"[12]\d{3}")


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A day, or a month or year where ``day`` or ``month`` is 0."""

    year: int
    month: int = 0
    day: int = 0

    def says(self, other: Self) -> bool:
        """True when this date, at the exactness of the other one, is the other one."""
        return (
            self.year == other.year
            and other.month in (0, self.month)
            and other.day in (0, self.day)
        )

    @property
    def possible(self) -> bool:
        """True for a month of 1 to 12 and a day of 1 to 31, or none."""
        return self.month <= 12 and self.day <= 31


@dataclass(frozen=True, slots=True)
class DateSpan:
    """A date at the words from ``start`` up to ``end``."""

    start: int
    end: int
    date: CalendarDate


def dates_in(words: Sequence[str]) -> Iterator[DateSpan]:
    """Gives the dates of a month or finer among folded words, in order, none overlapping.

    Punctuation marks may stand among the words. A date in digits alone counts where its order is
    clear: ``1867-11-07``, ``07.11.1867``, and ``25/12/1867`` since there is no 25th month.
    """
    end = 0
    for index, word in enumerate(words):
        if word in MONTHS:
            span = _named(words, index, end) if index >= end else None
        elif "0" <= word < ":":  # begins with a digit
            span = _in_digits(words, index) if index >= end else None
        else:
            continue
        if span is not None:
            end = span.end
            yield span


def date_of(value: str, words: Sequence[str]) -> CalendarDate | None:
    """Gives the date that the whole value is, or None; ``words`` are those of the folded value."""
    if match := _ISO.fullmatch(value):
        date = CalendarDate(*(int(part or 0) for part in match.groups()))
        return date if date.possible else None
    if len(words) == 1 and _YEAR.fullmatch(words[0]):
        return CalendarDate(int(words[0]))
    span = next(dates_in(words), None)
    whole = span is not None and span.end - span.start == len(words)
    return span.date if span is not None and whole else None


def shown(value: str) -> str:
    """Gives an ISO 8601 date as people write it (``8 September 2023``), any other text as it is."""
    match = _ISO.fullmatch(value)
    if not match or not 1 <= int(match[2]) <= 12:
        return value
    day = f"{int(match[3])} " if match[3] else ""
    return f"{day}{SHOWN_MONTHS[int(match[2]) - 1]} {match[1]}"


def _named(words: Sequence[str], index: int, floor: int) -> DateSpan | None:
    month = MONTHS[words[index]]
    before = _back(words, index - 1, floor)
    after = _forward(words, index + 1)
    if after < len(words) and _YEAR.fullmatch(words[after]):
        day = _day(words[before]) if before >= floor else 0
        start = before if day else index
        return DateSpan(start, after + 1, CalendarDate(int(words[after]), month, day))
    day = _day(words[after]) if after < len(words) else 0
    last = _forward(words, after + 1)
    if day and last < len(words) and _YEAR.fullmatch(words[last]):
        return DateSpan(index, last + 1, CalendarDate(int(words[last]), month, day))
    return None


def _in_digits(words: Sequence[str], index: int) -> DateSpan | None:
    word = words[index]
    if "." in word:
        match = _DOTTED.fullmatch(word)
        if not match:
            return None
        date = CalendarDate(int(match[3]), int(match[2]), int(match[1]))
        return DateSpan(index, index + 1, date) if date.possible else None
    if _YEAR.fullmatch(word):
        return _year_first(words, index)
    if len(word) > 2:
        return None
    parts = [part for part in words[index : index + 5] if part != "/"][:3]
    if len(parts) < 3 or not _YEAR.fullmatch(parts[2]):
        return None
    first, second = _day(parts[0]), _day(parts[1])
    if not first or not second or (max(first, second) <= 12 and first != second):
        return None
    date = CalendarDate(int(parts[2]), min(first, second), max(first, second))
    slashes = words[index : index + 5].count("/")
    return DateSpan(index, index + 3 + slashes, date) if date.possible else None


def _year_first(words: Sequence[str], index: int) -> DateSpan | None:
    if index + 1 == len(words) or not (words[index + 1] == "年" or words[index + 1].isdigit()):
        return None
    year, rest = int(words[index]), list(words[index + 1 : index + 6])
    if len(rest) == 5 and rest[0] == "年" and rest[2] == "月" and rest[4] == "日":
        month, day, length = _day(rest[1]), _day(rest[3]), 6
    elif len(rest) >= 2 and len(rest[0]) == 2 and len(rest[1]) in (2, 5):
        month, day, length = _day(rest[0]), _day(rest[1]), 3
    else:
        return None
    date = CalendarDate(year, month, day)
    return DateSpan(index, index + length, date) if month and day and date.possible else None


def _day(word: str) -> int:
    match = _DAY.fullmatch(word)
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else 0


def _forward(words: Sequence[str], index: int) -> int:
    limit = min(len(words), index + 2)
    while index < limit and words[index] in _FILLERS:
        index += 1
    return index


def _back(words: Sequence[str], index: int, floor: int) -> int:
    limit = max(floor, index - 1)
    while index > limit and words[index] in _FILLERS:
        index -= 1
    return index
