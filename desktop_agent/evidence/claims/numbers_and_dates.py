"""Find numbers and dates in a text, and compare a claim's values with a source's."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from desktop_agent.evidence.text.dates import When, dates
from desktop_agent.evidence.text.numbers import Number, numbers
from desktop_agent.evidence.text.wordings import Patterns

_PATTERNS = Patterns("claims/numbers_and_dates")


Agreement = Literal["agrees", "looser", "differs", "other"]
"""``looser`` means that the source is less exact, ``other`` that the values differ in kind."""

Approximation = Literal["", "about", "nearly", "over", "under"]

_DASH = re.compile(r"\s?[-\u2013\u2014]\s?\d")
_TOLERANCE = 0.02
_CONVERTED = 0.015
_ABOUT = 0.05


@dataclass(frozen=True, slots=True)
class Value:
    """A number or a date in a text, from ``start`` to ``end``.

    ``lead`` is ``from`` or ``to`` if the value is one end of a change or a span. ``ranged`` is true
    for both ends of a range written with a dash; ``other_end`` is then the amount at the other end.
    ``begin`` is the start of a number together with qualifiers such as ``more than``, or -1 for a
    date.
    """

    text: str
    start: int
    end: int
    when: When | None = None
    number: Number | None = None
    approximation: Approximation = ""
    lead: Literal["", "from", "to"] = ""
    ranged: bool = False
    other_end: float | None = None
    bound: Literal["", "before", "after"] = ""
    begin: int = -1

    @property
    def kind(self) -> str:
        """The kind of value: ``date`` for a date, otherwise the kind of the number."""
        return "date" if self.number is None else self.number.kind

    @property
    def plain(self) -> float | None:
        """The number if the value is only a year or a number without a unit, otherwise None."""
        if self.when is not None:
            bare = not self.when.month and self.when.span == 1
            return float(self.when.year) if bare and self.when.year is not None else None
        number = self.number
        return number.amount if number and number.unit is None and number.kind == "number" else None


def values(text: str, language: str = "en") -> tuple[Value, ...]:
    """Return the numbers and dates in a short text, in order."""
    found = [
        Value(
            text[date.start : date.end],
            date.start,
            date.end,
            when=date.when,
            lead=_lead(text, date.start, date.end),
            bound=_bound(text, date.start),
        )
        for date in dates(text)
    ]
    taken = [(value.start, value.end) for value in found]
    for number in numbers(text, language):
        if any(number.start < end and start < number.end for start, end in taken):
            continue
        if number.written and _PATTERNS.title.match(text, number.start):
            continue
        taken.append((number.start, number.end))
        found.append(_of(text, number))
    return _joined(text, sorted(found, key=lambda value: value.start))


def _joined(text: str, found: list[Value]) -> tuple[Value, ...]:
    """Complete ranges such as "3-5 km".

    The first value gets the unit of the second. Each value gets the other's amount.
    """
    for at, (first, other) in enumerate(pairwise(found)):
        one = first
        if one.number is None or other.number is None:
            continue
        between = text[one.end : other.start]
        if not _PATTERNS.joining.fullmatch(between):
            continue
        if one.number.unit is None and other.number.unit and one.kind == "number":
            number = replace(one.number, unit=other.number.unit)
            one = replace(one, number=number)
        if one.ranged and other.ranged:
            one = replace(one, other_end=other.number.amount)
            found[at + 1] = replace(other, other_end=one.number.amount if one.number else None)
        found[at] = one
    return tuple(found)


def _of(text: str, number: Number) -> Value:
    before = _PATTERNS.approximate.search(text, max(0, number.start - 24), number.start)
    kinds = {name for name, said in before.groupdict().items() if said} if before else set()
    approximation: Approximation = ""
    for kind in ("about", "nearly", "over", "under"):
        if kind in kinds:
            approximation = kind
    if "sign" in kinds:
        approximation = "about"
    dashed = bool(_DASH.match(text, number.end)) or bool(
        re.search(r"\d\s?[-\u2013\u2014]\s?$", text[max(0, number.start - 4) : number.start])
    )
    return Value(
        number.text,
        number.start,
        number.end,
        number=number,
        approximation=approximation,
        lead=_lead(text, number.start, number.end),
        ranged=dashed,
        begin=before.start() if before else number.start,
    )


def _bound(text: str, start: int) -> Literal["", "before", "after"]:
    before = _PATTERNS.bound.search(text, max(0, start - 14), start)
    if before is None:
        return ""
    return "before" if before.group(1) else "after"


def _lead(text: str, start: int, end: int) -> Literal["", "from", "to"]:
    begin = max(0, start - 10)
    if _PATTERNS.range_end.search(text, begin, start):
        return "to"
    if _PATTERNS.range_start.search(text, begin, start) or _DASH.match(text, end):
        return "from"
    return ""


def agreement(claim: Value, source: Value, *, bare: bool = False) -> Agreement:
    """Compare a claim's value with a source's value.

    The source must be at least as exact as the claim, so the order of the two matters. If ``bare``,
    the source may omit a unit, as in a table whose header states it.
    """
    if claim.when is not None and source.when is not None:
        said = _dates_agree(claim.when, source.when)
        return "looser" if said == "agrees" and source.bound not in ("", claim.bound) else said
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
    """Return both amounts in one unit and whether one was converted, or None if incompatible."""
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
    """Return whether the source's figure equals the claim's when rounded to the same digit."""
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
    return "agrees" if fits else "looser" if given == said else "differs"
