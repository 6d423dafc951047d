"""Dates in running text, in seven languages and in numbers, as ISO 8601 with their precision."""

import re
from dataclasses import dataclass
from datetime import date

from desktop_agent.evidence.months import MONTHS

_OF = r"(?:of[ ]|de[ ]|del[ ]|d')?"
_DAY = r"\d{1,2}(?:st|nd|rd|th|er|\.|º|ª|°|o)?"
_YEAR = r"(?:1[0-9]\d\d|20\d\d)"
_ANY_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")
_DATE = re.compile(
    rf"""(?<![\w.,/:$€£+])(?:(?<!-)|(?<=\d\d\d\d-))(?:
      (?P<iy>{_YEAR})[-/](?P<im>\d\d?)[-/](?P<id>\d\d?)(?=\D|$)
    | (?P<dd>{_DAY})[ ]{{0,2}}(?P<span>[-][ ]?\d{{1,2}}[.]?[ ])?{_OF}(?P<dm>[^\W\d_]{{3,10}})\.?,?[ ]{{1,2}}{_OF}(?P<dy>{_YEAR})(?!\d)
    | (?P<mm>[^\W\d_]{{3,10}})\.?[ ](?P<md>\d{{1,2}})(?:st|nd|rd|th)?(?P<mspan>[ ]?-[ ]?\d{{1,2}})?,?[ ]{{1,2}}(?P<my>{_YEAR})(?!\d)
    | (?P<om>[^\W\d_]{{3,10}})\.?,?[ ]{{1,2}}{_OF}(?P<oy>{_YEAR})(?!\d)
    | (?P<nd>\d\d?)\.[ ]?(?P<nm>\d\d?)\.[ ]?(?P<ny>{_YEAR})(?!\d)
    | (?P<sa>\d\d?)/(?P<sb>\d\d?)/(?P<sy>{_YEAR})(?!\d)
    | (?P<cy>{_YEAR})[ ]?[年년][ ]?(?:(?P<cm>\d\d?)[ ]?[月월][ ]?(?:(?P<cd>\d\d?)[ ]?[日일])?)?
    | (?P<y>{_YEAR})(?![\w%]|[.,]\d)
    )""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date at ``start`` to ``end``; ``iso`` is a year, a year and month, or a day."""

    iso: str
    start: int
    end: int

    @property
    def to_the_day(self) -> bool:
        """True when the day is known."""
        return len(self.iso) == len("2000-01-01")


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """Gives the dates of a flattened text in their order.

    A day that the calendar does not have leaves the month or the year. ``06/07/2024`` can be read in
    two ways and leaves the year; of a span of days the month is kept.
    """
    if _ANY_YEAR.search(text) is None:  # most texts, and much quicker
        return ()
    found: list[FoundDate] = []
    at = 0
    while (match := _DATE.search(text, at)) is not None:
        iso = _iso(match)
        if iso:
            found.append(FoundDate(iso, *match.span()))
            at = match.end()
        else:  # a word before a number that is no month: the number may still be a date
            at = _next_place(match)
    return tuple(found)


def _next_place(match: re.Match[str]) -> int:
    word = re.match(r"[^\W\d_]+|\d{1,2}\D{0,2}", match.group())
    return match.start() + max(1, word.end() if word else 1)


def _iso(match: re.Match[str]) -> str:
    got = match.groupdict()
    if got["iy"]:
        return _checked(got["iy"], got["im"], got["id"])
    if got["dy"]:
        return _named(got["dy"], got["dm"], "" if got["span"] else got["dd"])
    if got["my"]:
        return _named(got["my"], got["mm"], "" if got["mspan"] else got["md"])
    if got["oy"]:
        return _named(got["oy"], got["om"], "")
    if got["ny"]:
        return _checked(got["ny"], got["nm"], got["nd"])
    if got["sy"]:
        return _slashed(got["sy"], int(got["sa"]), int(got["sb"]))
    if got["cy"]:
        return _checked(got["cy"], got["cm"] or "", got["cd"] or "")
    return got["y"] or ""


def _named(year: str, month: str, day: str) -> str:
    number = MONTHS.get(month.lower())
    return _checked(year, str(number), re.sub(r"\D", "", day)) if number else ""


def _slashed(year: str, first: int, second: int) -> str:
    if first == second or second > 12:
        return _checked(year, str(first), str(second))
    if first > 12:
        return _checked(year, str(second), str(first))
    return year


def _checked(year: str, month: str, day: str) -> str:
    if not month or not 1 <= int(month) <= 12:
        return year
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return f"{year}-{int(month):02d}"


def iso_day(text: str) -> str:
    """Gives the date part of an ISO 8601 date or time, or of the first date in other text, or ""."""
    found = find_dates(text[:60])
    return found[0].iso if found else ""


def agree(one: str, other: str) -> bool:
    """True when one ISO date is the other or a less precise form of it."""
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and longer.startswith(shorter)


def later(one: str, other: str) -> bool:
    """True when ``one`` is surely after ``other``: compared as far as both are precise."""
    size = min(len(one), len(other))
    return size > 0 and one[:size] > other[:size]


def months_between(earlier: str, today: date) -> float | None:
    """Gives the months from an ISO date to today (negative in the future); None for no date."""
    if len(earlier) < 4 or not earlier[:4].isdigit():
        return None
    month = int(earlier[5:7]) if earlier[5:7].isdigit() else 7
    day = int(earlier[8:10]) if earlier[8:10].isdigit() else 15
    return (today.year - int(earlier[:4])) * 12 + (today.month - month) + (today.day - day) / 30
