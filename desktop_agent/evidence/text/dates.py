"""Recognise dates in seven languages, keeping the precision with which they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from desktop_agent.evidence.text.fold import folded_word
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("text/dates")

# --- Month names in seven languages, abbreviations, and abbreviations that are also words

_MONTHS = """
january januar janvier enero gennaio janeiro januari | jan | ene gen janv janner
february februar fevrier febrero febbraio fevereiro februari | feb | fev fevr febr
march marz mars marzo marco maart maerz | mar | mrz mrt
april avril abril aprile | apr | abr avr
may mai mayo maggio maio mei | may | mag
june juni juin junio giugno junho | jun | giu
july juli juillet julio luglio julho | jul | lug juil
august aout agosto augustus | aug | ago
september septembre septiembre setiembre settembre setembro | sep sept | set
october oktober octobre octubre ottobre outubro | oct okt | ott out
november novembre noviembre novembro | nov | nov
december dezember decembre diciembre dicembre dezembro | dec dez | dic
"""


def _numbered(*columns: int) -> dict[str, int]:
    rows = [line.split(" | ") for line in _MONTHS.strip().split("\n")]
    return {
        name: number
        for number, row in enumerate(rows, 1)
        for column in columns
        for name in row[column].split()
    }


MONTH_NAMES = _numbered(0, 1)
"""Month numbers by folded name, and by those abbreviations that are not also words."""
MONTHS = _numbered(0, 1, 2)
"""Like `MONTH_NAMES`, plus abbreviations that are also words (``set``, ``ago``)."""
SHOWN_MONTHS = tuple(line.split()[0].capitalize() for line in _MONTHS.strip().split("\n"))
"""English month names for display, starting with January."""


@dataclass(frozen=True, slots=True)
class When:
    """A possibly incomplete date. Unstated parts are 0 (``month``, ``day``) or None (``year``).

    Years BC are negative. ``span`` is 10 for a decade and 100 for a century, and ``year`` is then
    the first year of that period. For any other date, ``span`` is 1.
    """

    year: int | None
    month: int = 0
    day: int = 0
    span: int = 1

    def holds(self, other: "When") -> bool:
        """Return whether ``other`` is the same date, or a more precise date within this one."""
        if self.year is not None:
            if other.year is None or other.span > self.span:
                return False
            if not self.year <= other.year < self.year + self.span:
                return False
        same_month = self.month in (0, other.month)
        return same_month and self.day in (0, other.day)


@dataclass(frozen=True, slots=True)
class DateAt:
    """A date and its position in a text or in a sequence of words."""

    when: When
    start: int
    end: int


def dates(text: str) -> Iterator[DateAt]:
    """Yield the non-overlapping dates in a short text, in no particular order."""
    if not any(map(str.isdigit, text)):
        return
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS.all("in_statement"):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            when = _read(match)
            if when is not None:
                taken.append((start, end))
                yield DateAt(when, start, end)


def _read(match: re.Match[str]) -> When | None:
    got = _parts(match)
    if "century" in got:
        return When((int(got["century"]) - 1) * 100 + 1, span=100)
    if "decade" in got:
        decade = int(got["decade"])
        return When(decade, span=10 if decade % 100 else 100)
    if "bc" in got:
        return When(-int(got["bc"]))
    year = int(got["year"]) if "year" in got else None
    if "name" not in got and "month" not in got:
        return When(year)
    month = MONTH_NAMES.get(folded_word(got["name"]), 0) if "name" in got else int(got["month"])
    day = int(got.get("day", 0))
    return When(year, month, day) if 1 <= month <= 12 and day <= 31 else None


def _parts(match: re.Match[str]) -> dict[str, str]:
    """Return the stated parts of a date, keyed by the group name without its suffix."""
    return {key.partition("_")[0]: text for key, text in match.groupdict().items() if text}


def _search(pattern: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], dict[str, str]]]:
    """Yield matches and their parts, skipping matches whose word is not the name of a month."""
    at = 0
    while (match := pattern.search(text, at)) is not None:
        got = _parts(match)
        if "name" in got:
            month = MONTHS.get(got["name"].lower())
            if month is None:  # the number after the word may still be a date
                word = re.match(r"[^\W\d_]+|\d{1,2}\D{0,2}", match.group())
                at = match.start() + max(1, word.end() if word else 1)
                continue
            got["month"] = str(month)
        yield match, got
        at = match.end()


# --- Dates in running text as ISO 8601, with their precision

_ANY_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date found between ``start`` and ``end``: a year, a year and month, or a full date."""

    iso: str
    start: int
    end: int

    @property
    def to_the_day(self) -> bool:
        """Whether the date includes the day."""
        return len(self.iso) == len("2000-01-01")


def find_dates(text: str) -> tuple[FoundDate, ...]:
    """Return the dates in a flattened text, in order.

    A date with an invalid day is reduced to its month, and a date with an invalid month to its
    year. An ambiguous date such as ``06/07/2024`` is reduced to its year, and a range of days to
    its month.
    """
    if _ANY_YEAR.search(text) is None:  # a quick check that most texts fail
        return ()
    return tuple(
        FoundDate(_iso(got), *match.span()) for match, got in _search(_PATTERNS.in_text, text)
    )


def _iso(got: dict[str, str]) -> str:
    year, month = got["year"], int(got.get("month", 0))
    if not 1 <= month <= 12:
        return year
    try:
        return date(int(year), month, 0 if "span" in got else int(got.get("day", 0))).isoformat()
    except ValueError:
        return f"{year}-{month:02d}"


def iso_day(text: str) -> str:
    """Return the first date in the first 60 characters as ISO 8601, or "" if there is none."""
    found = find_dates(text[:60])
    return found[0].iso if found else ""


def agree(one: str, other: str) -> bool:
    """Return whether two ISO dates are equal or one is a less precise form of the other."""
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and longer.startswith(shorter)


def later(one: str, other: str) -> bool:
    """Return whether ``one`` is definitely after ``other``, compared at their common precision."""
    size = min(len(one), len(other))
    return size > 0 and one[:size] > other[:size]


def months_between(earlier: str, today: date) -> float | None:
    """Return the number of months from an ISO date to ``today``, or None if it has no year.

    The number is negative if the date is in the future.
    """
    if len(earlier) < 4 or not earlier[:4].isdigit():
        return None
    month = int(earlier[5:7]) if earlier[5:7].isdigit() else 7
    day = int(earlier[8:10]) if earlier[8:10].isdigit() else 15
    return (today.year - int(earlier[:4])) * 12 + (today.month - month) + (today.day - day) / 30


# --- Dates among folded words, and their display

_ISO = re.compile(r"\s*([12]\d{3})-(\d{2})(?:-(\d{2})(?:T[\d:.Z+-]{0,30})?)?\s*")


def dates_in(words: Sequence[str]) -> Iterator[DateAt]:
    """Yield, in order, the dates among folded words that state at least the month.

    The words may include punctuation marks. A numeric date counts only if the order of its parts is
    unambiguous, as in ``1867-11-07``, ``07.11.1867`` or ``25/12/1867`` (there is no 25th month).
    """
    text = " ".join(words)
    if re.search(r"[12]\d{3}", text) is None:  # a quick check that most texts fail
        return
    index = at = 0
    for match, got in _search(_PATTERNS.among_words, text):
        index, at = index + text.count(" ", at, match.start()), match.start()
        when = _possible(When(int(got["year"]), int(got["month"]), int(got.get("day", 0))))
        if when is not None:
            yield DateAt(when, index, index + match.group().count(" ") + 1)


def date_of(value: str, words: Sequence[str]) -> When | None:
    """Return the date if the entire value is one, otherwise None.

    ``words`` are the folded words of the value.
    """
    if match := _ISO.fullmatch(value):
        return _possible(When(*(int(part or 0) for part in match.groups())))
    if len(words) == 1 and re.fullmatch(r"[12]\d{3}", words[0]):
        return When(int(words[0]))
    span = next(dates_in(words), None)
    whole = span is not None and span.end - span.start == len(words)
    return span.when if span is not None and whole else None


def shown(value: str) -> str:
    """Format an ISO 8601 date for display (``8 September 2023``); return other text unchanged."""
    match = _ISO.fullmatch(value)
    if not match or not 1 <= int(match[2]) <= 12:
        return value
    day = f"{int(match[3])} " if match[3] else ""
    return f"{day}{SHOWN_MONTHS[int(match[2]) - 1]} {match[1]}"


def _possible(when: When) -> When | None:
    return when if when.month <= 12 and when.day <= 31 else None
