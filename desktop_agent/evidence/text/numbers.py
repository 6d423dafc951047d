"""Recognise numbers in text: figures, words, fractions, percentages, money and measures."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from desktop_agent.core.text import plain_figure
from desktop_agent.evidence.text.wordings import Patterns, keys_by_word, table

_PATTERNS = Patterns("text/numbers")

# --- Units of measure, currencies and percentages: dimensions and conversion


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measurement.

    ``factor`` converts amounts to the base unit (metre, kilogram, second, …).
    """

    dimension: str
    factor: float = 1.0


@cache
def _units() -> dict[str, Unit]:
    rows = (line.split() for line in table("text/units")["units"].strip().splitlines())
    return {
        name.replace("_", " "): Unit(dimension, float(factor))
        for dimension, factor, *names in rows
        for name in names
    }


def unit_named(name: str) -> Unit | None:
    """Return the unit with the given name or symbol, or None."""
    known = _units()
    return known.get(name) or (known.get(name.casefold()) if len(name) > 2 else None)


def sign_of(unit: Unit) -> str:
    """Return the symbol of a unit for display, such as ``km`` for ``kilometres``."""
    return next(name for name, known in _units().items() if known == unit)


CJK = "\u3040-\u30ff\u3400-\u9fff"
"""Character range of Chinese and Japanese, which put no space between a figure and a word."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in the text, from ``start`` to ``end``.

    ``kind`` is ``number``, ``ordinal``, ``version`` (given in ``text``) or ``fraction``. ``place``
    is the power of ten of the last written digit, such as -1 for 3.5 and 5 for 3.5 million.
    ``amount`` is in ``unit``, which is the unit as written, a currency, a percentage, or None.
    ``written`` is true if the number is written in words.
    """

    kind: str
    amount: float
    text: str
    start: int
    end: int
    place: int = 0
    unit: Unit | None = None
    written: bool = False


def numbers(text: str, language: str = "en") -> Iterator[Number]:
    """Yield the numbers in a short string: first those in digits, then those in words."""
    for match in _PATTERNS.figure.finditer(text):
        yield _figure(text, match, language)
    words, pattern = _spoken(language)
    if not words.isdisjoint(_WORD.findall(text.casefold())):
        for match in pattern.finditer(text):
            yield _in_words(text, match, language)


def _figure(text: str, match: re.Match[str], language: str) -> Number:
    figure, ending = match.group("figure"), match.group("ending") or ""
    start, end = match.span()
    if match.group("more") or _PATTERNS.prefix.search(text, max(0, start - 9), start):
        name = figure + (match.group("more") or "")
        return Number("version", 0.0, name.rstrip("."), start, end)
    plain, place = plain_figure(figure, language)
    amount = float(plain)
    if match.group("sign") in ("-", "\u2212"):
        amount = -amount
    if ending in ("st", "nd", "rd", "th"):
        return Number("ordinal", amount, match.group(), start, end)
    scale = {"k": 3, "m": 6, "M": 6, "bn": 9, "B": 9}.get(ending, 0)
    if ending == "m" and not _PATTERNS.currency_before.search(text, max(0, start - 5), start):
        scale, end = 0, end - 1
    elif ending in ("%", "\u2030", "\u00b0"):
        end -= 1
    if power := _PATTERNS.power.match(text, end):
        scale, end = int(power.group(1).replace("\u2212", "-")), power.end()
    word = _PATTERNS.scaled.match(text, end)
    if word and (power10 := _listed("scales").get((word.group(1) or word.group(2)).casefold())):
        scale, end = scale + power10, word.end()
    unit, end = _unit(text, start, end)
    amount *= 10.0**scale
    return Number("number", amount, text[start:end], start, end, place + scale, unit)


def _unit(text: str, start: int, end: int) -> tuple[Unit | None, int]:
    """Return the unit next to a number, or None, and the end offset of the two together."""
    before = _PATTERNS.currency_before.search(text, max(0, start - 5), start)
    if before and (currency := unit_named(before.group(1))):
        return currency, end
    after = _unit_after().match(text, end)
    return (None, end) if after is None else (unit_named(after.group(1)), after.end())


@cache
def _unit_after() -> re.Pattern[str]:
    """Return a pattern for the longest unit name after a number."""
    names = sorted(map(re.escape, _units()), key=len, reverse=True)
    unspaced = _any_of(name for name in names if re.match(f"[{CJK}]", name))
    long = _any_of(name for name in names if len(name) > 2)
    short = _any_of(name for name in names if len(name) <= 2)
    rest = r"(?!\w|/[a-z]{1,3}(?!\w)|[\u00b2\u00b3])"
    return re.compile(rf"[\s\u00a0-]{{0,2}}({unspaced}|(?:(?i:{long})|{short}){rest})")


# --- Numbers in words

_WORD = re.compile(r"[^\W\d_]+")
_JOIN = r"(?:[ \u00a0\u2011-]| and )"


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words) or '(?!)'})"


@cache
def _listed(name: str) -> dict[str, int]:
    return {word: int(number) for word, number in keys_by_word("text/numbers", name).items()}


@cache
def _values(language: str) -> dict[str, int]:
    """Map the number words of a language, or else of English, to their values."""
    known = table("text/numbers")["values"]
    rows = known.get(language, known["en"]).items()
    return {word: int(value) for value, words in rows for word in words.split()}


@cache
def _spoken(language: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Return the number words, and a pattern for written-out numbers with one group per kind.

    "One" counts only before a power of ten or a fraction.
    """
    values = _values(language)
    low = _any_of(word for word, value in values.items() if 0 < value < 10)
    tens = _any_of(word for word, value in values.items() if value and value % 10 == 0)
    scale, parts = _any_of(_listed("scales")), _any_of(_listed("fractions"))
    one = rf"one(?={_JOIN}{scale}\b)"
    plain = _any_of((one, *(word for word in values if word != "one")))
    small = rf"(?:{tens}{_JOIN}{low}(?!\w)|{plain})"
    scaled = rf"{scale}(?:{_JOIN}{small}(?!\w))?"
    told = (
        rf"(?P<fraction>{low}{_JOIN}{parts}|(?:half|(?<=\ba )(?:third|quarter))(?= (?:of|the|its|a)\b))",
        rf"(?P<number>(?:{small}|(?<=\ba ){scaled})(?:{_JOIN}{scaled})*)",
    )
    words = frozenset((*values, *_listed("scales"), *_listed("fractions")))
    return words, re.compile(rf"(?i)(?<!\w){_any_of(told)}(?!\w)")


def _in_words(text: str, match: re.Match[str], language: str) -> Number:
    kind, (start, end) = match.lastgroup or "", match.span()
    amount = _amount(_WORD.findall(match.group().casefold()), language, kind)
    place = 0
    while amount and kind == "number" and amount % 10.0 ** (place + 1) == 0:
        place += 1
    unit, end = _unit(text, start, end)
    return Number(kind, amount, text[start:end], start, end, place, unit, written=True)


def in_digits(text: str, language: str = "en") -> str:
    """Replace written-out whole numbers with digits."""

    def digits(match: re.Match[str]) -> str:
        words = _WORD.findall(match[0].casefold())
        fraction = match.lastgroup == "fraction"
        return match[0] if fraction else f"{_amount(words, language, 'number'):.0f}"

    return _spoken(language)[1].sub(digits, text)


def _amount(words: list[str], language: str, kind: str) -> float:
    values, scales = _values(language), _listed("scales")
    if kind == "fraction":
        return values.get(words[0], 1) / _listed("fractions")[words[-1]]
    total = current = 0.0
    for word in words:
        if scales.get(word) == 2:
            current = (current or 1) * 100
        elif word in scales:
            total, current = total + (current or 1) * 10.0 ** scales[word], 0.0
        else:
            current += values.get(word, 0)
    return total + current
