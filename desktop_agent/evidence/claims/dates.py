"""Dates in a text, as precise as they are written, in seven languages."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from desktop_agent.evidence.claims.words import folded
from desktop_agent.evidence.months import MONTH_NAMES

_Read = Callable[[re.Match[str]], "When | None"]


@dataclass(frozen=True, slots=True)
class When:
    """A date; ``month`` and ``day`` are 0 where they are not said, ``year`` None without one.

    Years before Christ are negative. ``span`` is 10 for a decade and 100 for a century, whose first
    year is then ``year``; else it is 1.
    """

    year: int | None
    month: int = 0
    day: int = 0
    span: int = 1

    def holds(self, other: "When") -> bool:
        """True when ``other`` lies within this date: it says the same, or says it more precisely."""
        if self.year is not None:
            if other.year is None or other.span > self.span:
                return False
            if not self.year <= other.year < self.year + self.span:
                return False
        same_month = self.month in (0, other.month)
        return same_month and self.day in (0, other.day)


@dataclass(frozen=True, slots=True)
class DateAt:
    """A date where a text names it."""

    when: When
    start: int
    end: int


def dates(text: str) -> Iterator[DateAt]:
    """Gives the dates of a short text in no special order, none of them within another."""
    if not any(map(str.isdigit, text)):
        return
    taken: list[tuple[int, int]] = []
    for pattern, read in _forms():
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            when = read(match)
            if when is not None:
                taken.append((start, end))
                yield DateAt(when, start, end)


@cache
def _forms() -> tuple[tuple[re.Pattern[str], _Read], ...]:
    month = r"([^\W\d_]{3,10})\.?"
    day = r"(\d{1,2})(?:st|nd|rd|th|er|\.|\u00ba)?"
    year = r"(\d{4})\b(?![.,]?\d)"
    between = r"(?:\s{1,3}(?:of|de|del)\s{1,3}|\s{1,3}|-)"

    def form(pattern: str) -> re.Pattern[str]:
        return re.compile(pattern, re.IGNORECASE)

    return (
        (form(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)"), _iso),
        (
            form(
                r"(?<!\d)(\d{1,4})\s?\u5e74(?:\s?(\d{1,2})\s?\u6708(?:\s?(\d{1,2})\s?[\u65e5\u53f7])?)?"
            ),
            _east_asian,
        ),
        (form(rf"(?<![\d.,]){day}{between}{month},?{between}{year}"), _day_first),
        (form(rf"\b{month}\s{{1,3}}{day},?\s{{1,3}}{year}"), _month_first),
        (form(rf"\b{month}(?:,?\s{{1,3}}(?:of|de|del|do)?\s{{0,3}}){year}"), _month_year),
        (form(r"(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)"), _numeric),
        (form(rf"(?<![\d.,]){day}{between}{month}\b"), _day_month),
        (form(rf"\b{month}\s{{1,3}}(\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,]?\d)"), _month_day),
        (
            form(
                r"\b(\d{1,2})(?:st|nd|rd|th|\.|e|\u00e8me)[ -](?:century|jahrhunderts?|si[e\u00e8]cle)"
            ),
            _century,
        ),
        (form(r"\b(\d{3}0)(?:'?s|er)\b"), _decade),
        (form(r"\b(\d{1,4})\s{0,2}(?:BCE?|B\.C\.|v\. ?Chr\.)"), _before_christ),
        (form(r"\bA\.?D\.? ?(\d{1,4})\b"), _year),
        (re.compile(r"(?<![\w.,$\u20ac\u00a3:/#-])(1\d{3}|20\d{2})\b(?![.,]\d|[%:/]|\s?%)"), _year),
        (re.compile(r"(?<=\d[-\u2013\u2014])(1\d{3}|20\d{2})\b(?![.,]\d|%)"), _year),
    )


def _month(name: str) -> int:
    return MONTH_NAMES.get(folded(name.rstrip(".")), 0)


def _made(year: str | None, month: int, day: str = "0") -> When | None:
    if not 1 <= month <= 12 or int(day) > 31:
        return None
    return When(int(year) if year else None, month, int(day))


def _iso(match: re.Match[str]) -> When | None:
    return _made(match.group(1), int(match.group(2)), match.group(3))


def _east_asian(match: re.Match[str]) -> When | None:
    year, month, day = match.groups()
    return _made(year, int(month), day or "0") if month else When(int(year))


def _day_first(match: re.Match[str]) -> When | None:
    return _made(match.group(3), _month(match.group(2)), match.group(1))


def _month_first(match: re.Match[str]) -> When | None:
    return _made(match.group(3), _month(match.group(1)), match.group(2))


def _month_year(match: re.Match[str]) -> When | None:
    return _made(match.group(2), _month(match.group(1)))


def _numeric(match: re.Match[str]) -> When | None:
    return _made(match.group(3), int(match.group(2)), match.group(1))


def _day_month(match: re.Match[str]) -> When | None:
    return _made(None, _month(match.group(2)), match.group(1))


def _month_day(match: re.Match[str]) -> When | None:
    return _made(None, _month(match.group(1)), match.group(2))


def _century(match: re.Match[str]) -> When:
    return When((int(match.group(1)) - 1) * 100 + 1, span=100)


def _decade(match: re.Match[str]) -> When:
    year = int(match.group(1))
    return When(year, span=10 if year % 100 else 100)


def _before_christ(match: re.Match[str]) -> When:
    return When(-int(match.group(1)))


def _year(match: re.Match[str]) -> When:
    return When(int(match.group(1)))
