"""Parse a sentence into words, names, values, clauses and negations, and compare values."""

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from desktop_agent.evidence.text.dates import When, dates
from desktop_agent.evidence.text.fold import Word, function_words, word_spans
from desktop_agent.evidence.text.numbers import Number, numbers
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("claims/statement")
_PATTERNS = Patterns("claims/statement")
_SYNONYMS = Words("text/synonyms")

# --- Numbers and dates

Agreement = Literal["agrees", "looser", "differs", "other"]
"""``looser`` means that the source is less exact, ``other`` that the values differ in kind."""

Approximation = Literal["", "about", "nearly", "over", "under"]
_KINDS: tuple[Approximation, ...] = ("under", "over", "nearly", "about")

_DASH = re.compile(r"\s?[-\u2013\u2014]\s?\d")
_TOLERANCE = 0.02
_CONVERTED = 0.015
_ABOUT = 0.05


@dataclass(frozen=True, slots=True)
class Value:
    """A number or date in the text, from ``start`` to ``end``.

    ``begin`` is the start, including qualifiers such as ``more than``. ``lead`` is ``from`` or
    ``to`` if the value is one end of a change or a span. ``ranged`` is true for both ends of a
    range written with a dash; ``other_end`` is then the amount at the other end.
    """

    text: str
    start: int
    end: int
    when: When | None = None
    number: Number | None = None
    approximation: Approximation = ""
    lead: Literal["", "from", "to"] = ""
    ranged: bool = False
    begin: int = 0
    other_end: float | None = None

    @property
    def kind(self) -> str:
        """The kind of value: ``date`` for a date, otherwise the kind of the number."""
        return "date" if self.number is None else self.number.kind

    @property
    def plain(self) -> float | None:
        """The number if the value is a bare year or a number without a unit, else None."""
        if self.when is not None:
            bare = not self.when.month and self.when.span == 1
            return float(self.when.year) if bare and self.when.year is not None else None
        number = self.number
        return number.amount if number and number.unit is None and number.kind == "number" else None


def values(text: str, language: str = "en") -> tuple[Value, ...]:
    """Return the numbers and dates in a short string, in order."""
    found = [_of(text, date.start, date.end, when=date.when) for date in dates(text)]
    taken = [(value.start, value.end) for value in found]
    for number in numbers(text, language):
        if any(number.start < end and start < number.end for start, end in taken):
            continue
        if number.written and _PATTERNS.title.match(text, number.start):
            continue
        taken.append((number.start, number.end))
        found.append(_of(text, number.start, number.end, number=number))
    return _joined(text, sorted(found, key=lambda value: value.start))


def _joined(text: str, found: list[Value]) -> tuple[Value, ...]:
    """Share the unit and the amounts between the two ends of ranges such as "3-5 km"."""
    for at, (one, other) in enumerate(pairwise(found)):
        if one.number is None or other.number is None:
            continue
        if not _PATTERNS.joining.fullmatch(text[one.end : other.start]):
            continue
        if one.number.unit is None and other.number.unit and one.kind == "number":
            number = replace(one.number, unit=other.number.unit)
            found[at] = replace(one, number=number, ranged=True)
        if one.ranged and other.ranged:
            found[at] = replace(found[at], other_end=other.number.amount)
            found[at + 1] = replace(other, other_end=one.number.amount)
    return tuple(found)


def _of(
    text: str, start: int, end: int, when: When | None = None, number: Number | None = None
) -> Value:
    pattern = _PATTERNS.approximate if number is not None else _PATTERNS.bound
    before = pattern.search(text, max(0, start - 24), start)
    kinds = {name for name, said in before.groupdict().items() if said} if before else set()
    approximation: Approximation = next((kind for kind in _KINDS if kind in kinds), "")
    dashed = number is not None and (
        _DASH.match(text, end)
        or re.search(r"\d\s?[-\u2013\u2014]\s?$", text[max(0, start - 4) : start])
    )
    return Value(
        number.text if number is not None else text[start:end],
        start,
        end,
        when,
        number,
        approximation,
        _lead(text, start, end),
        bool(dashed),
        before.start() if before and number is not None else start,
    )


def _lead(text: str, start: int, end: int) -> Literal["", "from", "to"]:
    begin = max(0, start - 10)
    if _PATTERNS.range_end.search(text, begin, start):
        return "to"
    if _PATTERNS.range_start.search(text, begin, start) or _DASH.match(text, end):
        return "from"
    return ""


def agreement(claim: Value, source: Value, *, bare: bool = False) -> Agreement:
    """Compare a claim's value with a source's value.

    The source must be at least as precise as the claim, so the arguments are not interchangeable.
    If ``bare`` is true, the source may omit a unit, as in a table whose header states it.
    """
    if claim.when is not None and source.when is not None:
        said = _dates_agree(claim.when, source.when)
        bound = source.approximation not in ("", claim.approximation)
        return "looser" if said == "agrees" and bound else said
    if claim.number is None or source.number is None:
        plain = claim.plain, source.plain
        return "agrees" if None not in plain and plain[0] == plain[1] else "other"
    kinds = {claim.kind, source.kind}
    if "version" in kinds:
        if claim.number.text.lstrip("v") == source.number.text.lstrip("v"):
            return "agrees"
        return "differs" if len(kinds) == 1 else "other"
    if "ordinal" in kinds:
        if len(kinds) == 2:
            return "other"
        return "agrees" if claim.number.amount == source.number.amount else "differs"
    amounts = _in_one_unit(claim.number, source.number, bare=bare)
    return "other" if amounts is None else _amounts_agree(claim, source, amounts)


def _dates_agree(claim: When, source: When) -> Agreement:
    if claim.holds(source):
        return "agrees"
    if source.holds(claim) or (claim.year is not None and source.year is None):
        return "looser"
    return "differs"


def _in_one_unit(claim: Number, source: Number, *, bare: bool) -> tuple[float, float, bool] | None:
    """Return both amounts in one unit and whether one was converted.

    Return None if the units are incompatible.
    """
    one, other = claim.unit, source.unit
    dimensions = {unit.dimension if unit else "" for unit in (one, other)}
    if "fraction" in (claim.kind, source.kind):
        shares = [
            number.amount if number.kind == "fraction" else number.amount / 100
            for number in (claim, source)
            if number.kind == "fraction" or (number.unit and number.unit.dimension == "percent")
        ]
        return (shares[0], shares[1], True) if len(shares) == 2 else None
    if one is None or other is None:
        if dimensions in ({""}, {"", "duration"}) or (bare and other is None):
            return claim.amount, source.amount, False
        return None
    if "degree" in dimensions and dimensions <= {"degree", "celsius", "fahrenheit"}:
        return claim.amount, source.amount, False
    if one.dimension != other.dimension:
        return None
    if one.factor == other.factor:
        return claim.amount, source.amount, False
    return claim.amount * one.factor, source.amount * other.factor, True


def _amounts_agree(claim: Value, source: Value, amounts: tuple[float, float, bool]) -> Agreement:
    said, given, converted = amounts
    assert claim.number is not None
    assert source.number is not None
    ends = claim.other_end, source.other_end
    if None not in ends and ends[0] != ends[1]:
        return "differs"
    equal = abs(said - given) <= 1e-9 * max(abs(said), abs(given))
    apart = abs(said - given) / max(abs(given), 1e-12)
    if source.ranged and not claim.ranged:
        return "looser" if equal or claim.approximation else "differs"
    if claim.approximation:
        return _approximately(claim.approximation, source.approximation, said, given)
    if not (equal or (converted and apart <= _CONVERTED) or _rounds(claim.number, source.number)):
        return "differs"
    rounded = claim.number.place >= 3 and source.approximation in ("about", "nearly")
    return "looser" if source.approximation and not rounded else "agrees"


def _rounds(claim: Number, source: Number) -> bool:
    """Return whether the source's figure, rounded to the claim's precision, equals the claim's."""
    if source.place >= claim.place or source.unit != claim.unit:
        return False
    step = 10.0**claim.place
    rounded = round(source.amount / step) * step
    near = abs(source.amount - claim.amount) <= _TOLERANCE * abs(source.amount)
    return near and abs(rounded - claim.amount) <= step * 1e-6


def _approximately(
    kind: Approximation, other: Approximation, said: float, given: float
) -> Agreement:
    near = abs(said - given) <= _ABOUT * abs(given)
    if kind == other == "under" and not near:
        return "differs"  # "up to 240 km/h" and "up to 165 km/h" name two limits
    if kind == "about":
        return "agrees" if near else "differs"
    if kind == "nearly":
        fits = near and (given < said or (other in ("nearly", "under") and given == said))
    elif kind == "over":
        fits = said < given <= 1.5 * said or (given == said and other == "over")
    else:
        fits = said / 1.5 <= given < said or (given == said and other in ("under", "nearly"))
    beyond = given > said if kind == "over" else given < said if kind == "under" else given == said
    return "agrees" if fits else "looser" if beyond or given == said else "differs"


# --- Negations


def _denials(text: str, found: tuple[Word, ...]) -> Iterator[int]:
    """Yield the indices of negating words."""
    affirming = {match.start() for match in _PATTERNS.affirming.finditer(text)}
    short = {match.start(match.lastgroup or 0) for match in _PATTERNS.falling_short.finditer(text)}
    for at, word in enumerate(found):
        hyphen = text[word.end : word.end + 1] == "-" and word.folded != "non"
        denies = word.folded in _WORDS.negations and word.start not in affirming
        if word.start in short or (denies and not hyphen):
            yield at


_CELL = re.compile(r"\|")

_MOST_VALUES = 60
_GAP = re.compile(r"[ \u00a0]{1,3}|-|\.[ ]?|\s")


@dataclass(frozen=True, slots=True)
class Name:
    """A name: a run of capitalised words, from index ``first`` to ``last`` (inclusive)."""

    words: tuple[str, ...]
    text: str
    first: int
    last: int


def places_of(names: Iterable[Name]) -> set[int]:
    """Return the indices of all words in the names."""
    return {at for name in names for at in range(name.first, name.last + 1)}


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or table row, parsed for comparison.

    ``clauses`` holds the 0-based clause number of each word. ``value_at`` maps the index of each
    word within a value to that value's index in ``values``. If the statement is a ``row``, each
    clause is a cell with its column title.
    """

    text: str
    words: tuple[Word, ...]
    names: tuple[Name, ...]
    values: tuple[Value, ...]
    clauses: tuple[int, ...]
    value_at: dict[int, int]
    negations: tuple[int, ...]
    unsure: tuple[int, ...]
    restricting: tuple[int, ...]
    row: bool = False

    def index_at(self, position: int) -> int:
        """Return the index of the first word ending after a position, or else of the last word."""
        for index, word in enumerate(self.words):
            if word.end > position:
                return index
        return max(0, len(self.words) - 1)

    def clause_of(self, value: Value) -> int:
        return self.clauses[self.index_at(value.start)] if self.words else 0


def statement(
    text: str, language: str, common: Container[str] = (), *, row: bool = False
) -> Statement:
    """Parse a sentence given as plain text without markup.

    ``common`` contains words that occur elsewhere in lower case. At the beginning of a sentence,
    these words are not taken for names.
    """
    found = word_spans(text)
    said = values(text, language)[:_MOST_VALUES]
    value_at = {
        index: place
        for place, value in enumerate(said)
        for index, word in enumerate(found)
        if value.begin <= word.start < value.end
    }
    names = tuple(_Names(text, found, said, value_at, language, common).found())
    named = places_of(names)
    return Statement(
        text,
        found,
        names,
        said,
        _clauses(text, found, said, _CELL if row else _PATTERNS.clause_end),
        value_at,
        tuple(at for at in _denials(text, found) if at not in named),
        # "May" is a month
        tuple(at for at, w in enumerate(found) if w.folded in _WORDS.unsure and not w.capital),
        tuple(at for at, word in enumerate(found) if word.folded in _WORDS.restricting),
        row,
    )


def _clauses(
    text: str, found: tuple[Word, ...], said: tuple[Value, ...], ending: re.Pattern[str]
) -> tuple[int, ...]:
    breaks = [
        match.start()
        for match in ending.finditer(text)
        if not any(value.start < match.start() < value.end for value in said)
    ]
    numbered: list[int] = []
    clause = 0
    for word in found:
        while clause < len(breaks) and breaks[clause] < word.start:
            clause += 1
        numbered.append(clause)
    return tuple(numbered)


@dataclass(frozen=True, slots=True)
class _Names:
    """Finds the names in a sentence, given its words and values."""

    text: str
    words: tuple[Word, ...]
    values: tuple[Value, ...]
    value_at: dict[int, int]
    language: str
    common: Container[str]

    def found(self) -> Iterator[Name]:
        stop, words = function_words(self.language), self.words
        index = 0
        while index < len(words):
            first, last = index, self._span(index)
            index = last + 1 if last >= first else index + 1
            # a title, or the function word that opened the sentence, is not part of the name
            while first <= last and (
                (words[first].folded in stop and not words[first].acronym)
                or (words[first].folded in _SYNONYMS.honorifics and first < last)
            ):
                first += 1
            if first == 0 < last and not words[1].capital and words[0].folded in self.common:
                first = next(at for at in range(1, last + 1) if words[at].capital)
            if first <= last and self._is_name(first, last):
                end = self._with_number(last)
                inside = [w.folded for w in words[first : last + 1] if w.capital]
                inside += [word.folded for word in words[last + 1 : end + 1]]
                text = self.text[words[first].start : words[end].end]
                yield Name(tuple(inside), text, first, end)

    def _span(self, index: int) -> int:
        """Return the index of the last word in the capitalised span from ``index``, or -1."""
        words = self.words
        if not words[index].capital or index in self.value_at:
            return -1
        last = at = index
        while at + 1 < len(words):
            gap = self.text[words[at].end : words[at + 1].start]
            if not _GAP.fullmatch(gap) or (gap[0] == "." and len(words[at].folded) > 2):
                break
            at += 1
            if words[at].capital and at not in self.value_at:
                last = at
            elif words[at].folded not in _WORDS.connectors or at - last > 2:
                break
        return last

    def _is_name(self, first: int, last: int) -> bool:
        """Return whether a capitalised span is a name and not capitalised for another reason."""
        word = self.words[first]
        if first < last or (word.acronym and word.folded not in _SYNONYMS.honorifics):
            return True
        if len(word.folded) < 2 or word.folded in _SYNONYMS.demonyms:
            return False
        if word.folded in _SYNONYMS.honorifics:
            return False
        if self.language == "de":  # every noun has a capital
            return False
        return first > 0 or word.folded not in self.common

    def _with_number(self, last: int) -> int:
        """Return the index of a name's last word, including any number: Apollo 11 is not Apollo 12."""
        words, value_at = self.words, self.value_at
        at = end = last + 1
        number = self.values[value_at[at]].number if at in value_at else None
        if number is None or number.unit is not None or number.kind not in ("number", "version"):
            return last
        while value_at.get(end + 1) == value_at[at]:
            end += 1
        counts = end + 1 < len(words) and words[end + 1].folded in _WORDS.counted
        gap = self.text[words[last].end : words[at].start]
        return last if counts or gap != " " or not self.text[words[at].start].isdigit() else end
