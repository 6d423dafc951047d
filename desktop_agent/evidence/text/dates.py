"""Recognise dates in seven languages, keeping the precision with which they are written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from desktop_agent.evidence.text.fold import folded_word

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
        """Return whether ``other`` is the same date or a more precise date within this one."""
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
    for pattern in _forms():
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < stop and begin < end for begin, stop in taken):
                continue
            when = _read(match)
            if when is not None:
                taken.append((start, end))
                yield DateAt(when, start, end)


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    name = r"(?P<name>[^\W\d_]{3,10})\.?"
    day = r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|\.|\u00ba)?"
    year = r"(?P<year>\d{4})\b(?![.,]?\d)"
    between = r"(?:\s{1,3}(?:of|de|del)\s{1,3}|\s{1,3}|-)"
    east_asian = (
        r"(?<!\d)(?P<year>\d{1,4})\s?\u5e74"
        r"(?:\s?(?P<month>\d{1,2})\s?\u6708(?:\s?(?P<day>\d{1,2})\s?[\u65e5\u53f7])?)?"
    )
    century = r"(?:century|jahrhunderts?|si[e\u00e8]cle)"
    forms = (
        r"\b(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})(?!\d)",
        east_asian,
        rf"(?<![\d.,]){day}{between}{name},?{between}{year}",
        rf"\b{name}\s{{1,3}}{day},?\s{{1,3}}{year}",
        rf"\b{name}(?:,?\s{{1,3}}(?:of|de|del|do)?\s{{0,3}}){year}",
        r"(?<![\d.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?!\d)",
        rf"(?<![\d.,]){day}{between}{name}\b",
        rf"\b{name}\s{{1,3}}(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![.,]?\d)",
        rf"\b(?P<century>\d{{1,2}})(?:st|nd|rd|th|\.|e|\u00e8me)[ -]{century}",
        r"\b(?P<decade>\d{3}0)(?:'?s|er)\b",
        r"\b(?P<bc>\d{1,4})\s{0,2}(?:BCE?|B\.C\.|v\. ?Chr\.)",
        r"\bA\.?D\.? ?(?P<year>\d{1,4})\b",
        r"(?-i:(?<![\w.,$\u20ac\u00a3:/#-])(?P<year>1\d{3}|20\d{2})\b(?![.,]\d|[%:/]|\s?%))",
        r"(?<=\d[-\u2013\u2014])(?P<year>1\d{3}|20\d{2})\b(?![.,]\d|%)",
    )
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


def _read(match: re.Match[str]) -> When | None:
    got = {key: text for key, text in match.groupdict().items() if text}
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
    name = got.get("name", "").rstrip(".")
    month = MONTH_NAMES.get(folded_word(name), 0) if name else int(got["month"])
    day = int(got.get("day", 0))
    return When(year, month, day) if 1 <= month <= 12 and day <= 31 else None


# --- Dates in running text as ISO 8601, with their precision

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

    A date with an invalid day is reduced to its month, and one with an invalid month to its year.
    An ambiguous date such as ``06/07/2024`` is reduced to its year, a span of days to its month.
    """
    if _ANY_YEAR.search(text) is None:  # a quick check that most texts fail
        return ()
    found: list[FoundDate] = []
    at = 0
    while (match := _DATE.search(text, at)) is not None:
        iso = _dates_iso(match)
        if iso:
            found.append(FoundDate(iso, *match.span()))
            at = match.end()
        else:  # the word is not a month, but the number after it may still be a date
            at = _next_place(match)
    return tuple(found)


def _next_place(match: re.Match[str]) -> int:
    word = re.match(r"[^\W\d_]+|\d{1,2}\D{0,2}", match.group())
    return match.start() + max(1, word.end() if word else 1)


def _dates_iso(match: re.Match[str]) -> str:
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
    """Return the first date in the first 60 characters as ISO 8601, or "" if there is none."""
    found = find_dates(text[:60])
    return found[0].iso if found else ""


def agree(one: str, other: str) -> bool:
    """Return whether two ISO dates are equal or one is a less precise form of the other."""
    shorter, longer = sorted((one, other), key=len)
    return bool(shorter) and longer.startswith(shorter)


def later(one: str, other: str) -> bool:
    """Return whether ``one`` is definitely after ``other``, at their common precision."""
    size = min(len(one), len(other))
    return size > 0 and one[:size] > other[:size]


def months_between(earlier: str, today: date) -> float | None:
    """Return the months from an ISO date to ``today`` (negative if later); None without a year."""
    if len(earlier) < 4 or not earlier[:4].isdigit():
        return None
    month = int(earlier[5:7]) if earlier[5:7].isdigit() else 7
    day = int(earlier[8:10]) if earlier[8:10].isdigit() else 15
    return (today.year - int(earlier[:4])) * 12 + (today.month - month) + (today.day - day) / 30


# --- Dates among folded words, and their display

_FILLERS = frozenset({",", "/", "of", "de", "del", "di", "den", "the"})
_DATES_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|o|a|e|t\d\d)?")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.([12]\d{3})")
_ISO = re.compile(r"\s*([12]\d{3})-(\d{2})(?:-(\d{2})(?:T[\d:.Z+-]{0,30})?)?\s*")
_DATES_YEAR = re.compile(r"[12]\d{3}")


def dates_in(words: Sequence[str]) -> Iterator[DateAt]:
    """Yield, in order, the dates among folded words that state at least the month.

    The words may include punctuation marks. A numeric date counts only if the order of its parts is
    unambiguous, as in ``1867-11-07``, ``07.11.1867``, and ``25/12/1867`` (there is no 25th month).
    """
    end = 0
    for index, word in enumerate(words):
        if word in MONTHS:
            span = _dates_named(words, index, end) if index >= end else None
        elif "0" <= word < ":":  # begins with a digit
            span = _in_digits(words, index) if index >= end else None
        else:
            continue
        if span is not None:
            end = span.end
            yield span


def date_of(value: str, words: Sequence[str]) -> When | None:
    """Return the date if the entire value is one, else None; ``words`` are its folded words."""
    if match := _ISO.fullmatch(value):
        return _possible(When(*(int(part or 0) for part in match.groups())))
    if len(words) == 1 and _DATES_YEAR.fullmatch(words[0]):
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


def _dates_named(words: Sequence[str], index: int, floor: int) -> DateAt | None:
    month = MONTHS[words[index]]
    before = _back(words, index - 1, floor)
    after = _forward(words, index + 1)
    if after < len(words) and _DATES_YEAR.fullmatch(words[after]):
        day = _day(words[before]) if before >= floor else 0
        start = before if day else index
        return DateAt(When(int(words[after]), month, day), start, after + 1)
    day = _day(words[after]) if after < len(words) else 0
    last = _forward(words, after + 1)
    if day and last < len(words) and _DATES_YEAR.fullmatch(words[last]):
        return DateAt(When(int(words[last]), month, day), index, last + 1)
    return None


def _in_digits(words: Sequence[str], index: int) -> DateAt | None:
    word = words[index]
    if "." in word:
        match = _DOTTED.fullmatch(word)
        if not match:
            return None
        when = _possible(When(int(match[3]), int(match[2]), int(match[1])))
        return DateAt(when, index, index + 1) if when else None
    if _DATES_YEAR.fullmatch(word):
        return _year_first(words, index)
    if len(word) > 2:
        return None
    parts = [part for part in words[index : index + 5] if part != "/"][:3]
    if len(parts) < 3 or not _DATES_YEAR.fullmatch(parts[2]):
        return None
    first, second = _day(parts[0]), _day(parts[1])
    if not first or not second or (max(first, second) <= 12 and first != second):
        return None
    when = _possible(When(int(parts[2]), min(first, second), max(first, second)))
    slashes = words[index : index + 5].count("/")
    return DateAt(when, index, index + 3 + slashes) if when else None


def _year_first(words: Sequence[str], index: int) -> DateAt | None:
    if index + 1 == len(words) or not (words[index + 1] == "年" or words[index + 1].isdigit()):
        return None
    year, rest = int(words[index]), list(words[index + 1 : index + 6])
    if len(rest) == 5 and rest[0] == "年" and rest[2] == "月" and rest[4] == "日":
        month, day, length = _day(rest[1]), _day(rest[3]), 6
    elif len(rest) >= 2 and len(rest[0]) == 2 and len(rest[1]) in (2, 5):
        month, day, length = _day(rest[0]), _day(rest[1]), 3
    else:
        return None
    when = _possible(When(year, month, day))
    return DateAt(when, index, index + length) if month and day and when else None


def _possible(when: When) -> When | None:
    return when if when.month <= 12 and when.day <= 31 else None


def _day(word: str) -> int:
    match = _DATES_DAY.fullmatch(word)
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
