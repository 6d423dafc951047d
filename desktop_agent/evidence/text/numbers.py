"""Recognise numbers in text: figures, words, fractions, percentages, money and measures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

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


@cache
def _signs() -> dict[Unit, str]:
    signs: dict[Unit, str] = {}
    for name, unit in _units().items():
        signs.setdefault(unit, name)
    return signs


def sign_of(unit: Unit) -> str:
    """Return the symbol of a unit for display, such as ``km`` for ``kilometres``."""
    return _signs()[unit]


CJK = "\u3040-\u30ff\u3400-\u9fff"
"""Character range of Chinese and Japanese, which put no space between a figure and a word."""

_WORD = re.compile(r"[^\W\d_]{1,20}")
_AFTER_ARTICLE = ("hundred", "thousand", "million", "billion")
_MOST_WORDS = 10
_JOINERS = frozenset((" ", "-", " and ", "\u2011", "\u00a0"))


@dataclass(frozen=True, slots=True)
class Number:
    """A number found in a text between ``start`` and ``end``.

    ``kind`` is ``number``, ``ordinal``, ``version`` (the version itself is ``text``) or
    ``fraction``. ``place`` is the power of ten of the last written digit, such as -1 for 3.5 and 5
    for 3.5 million. ``unit`` is the unit as written, a currency or a percentage, or None, and
    ``amount`` is in that unit. ``written`` is true if the number is written in words.
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
    """Yield the numbers in a short text: the figures in order, then the number words."""
    for match in _PATTERNS.figure.finditer(text):
        yield _figure(text, match, language)
    yield from _in_words(text, language)


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
    if scaled := _PATTERNS.cjk_scaled.match(text, end):
        scale, end = scale + _CJK_SCALES[scaled.group(1)], scaled.end()
    word = _PATTERNS.scaled.match(text, end)
    if word and (power10 := _scales().get(word.group(1).casefold())):
        scale, end = scale + power10, word.end()
    try:
        amount = amount * 10.0**scale
    except OverflowError:
        scale = 0
    unit, end = _unit(text, start, end)
    return Number("number", amount, text[start:end], start, end, place + scale, unit)


def plain_figure(figure: str, language: str = "en") -> tuple[str, int]:
    """Return the digits of a figure without separators, and the last digit's power of ten.

    The digits contain a decimal point if needed. A single separator before exactly three digits is
    a thousands separator if the language uses it as one (a comma in English, a dot elsewhere) and
    the figure does not begin with 0. Otherwise, it is a decimal separator.
    """
    figure = re.sub(r"['\u2019\u202f\u2009\u00a0 ]", "", figure)
    comma, dot = figure.rfind(","), figure.rfind(".")
    mark = max(comma, dot)
    if mark < 0:
        return figure, 0
    sign, digits = figure[mark], len(figure) - mark - 1
    other = "," if sign == "." else "."
    grouping = digits == 3 and (
        figure.count(sign) > 1
        or (other not in figure and sign == ("," if language in ("en", "") else "."))
    )
    if grouping and not figure.startswith("0"):
        return re.sub("[.,]", "", figure), 0
    whole = re.sub("[.,]", "", figure[:mark]) or "0"
    return f"{whole}.{figure[mark + 1 :] or '0'}", -digits


def _unit(text: str, start: int, end: int) -> tuple[Unit | None, int]:
    """Return the unit next to a number, or None, and the end index of the number with its unit."""
    before = _PATTERNS.currency_before.search(text, max(0, start - 5), start)
    if before:
        named = unit_named(before.group(1) or before.group(2))
        if named is not None and named.dimension in ("usd", "eur", "gbp", "jpy", "inr", "chf"):
            return named, end
    if not text.isascii() and (after := _PATTERNS.cjk_after.match(text, end)):
        for length in range(len(after.group(1)), 0, -1):
            if (unit := unit_named(after.group(1)[:length])) is not None:
                return unit, after.start(1) + length
    after = _PATTERNS.unit_after.match(text, end)
    if after is None:
        return None, end
    for name in (after.group(1), after.group(1).split()[0] if after.group(1).split() else ""):
        unit = unit_named(" ".join(name.split()))
        if unit is not None:
            return unit, after.start(1) + len(name)
    return None, end


_CJK_SCALES = {"\u5343": 3, "\u4e07": 4, "\u842c": 4, "\u4ebf": 8, "\u5104": 8}


@cache
def _scales() -> dict[str, int]:
    return {word: int(power) for word, power in keys_by_word("text/numbers", "scales").items()}


def _numbered(words: str, start: int) -> dict[str, int]:
    return {word: value for value, word in enumerate(words.split(), start) if word != "_"}


@cache
def _word_values(language: str) -> dict[str, int]:
    values = _numbered(table("text/numbers")["values"].get(language, ""), 0)
    if language == "en":
        tens = "twenty thirty forty fifty sixty seventy eighty ninety"
        values |= {word: 10 * ten for ten, word in enumerate(tens.split(), 2)}
        values["dozen"] = 12
    return values


@cache
def _ordinals() -> dict[str, int]:
    return _numbered(table("text/numbers")["ordinals"], 1)


@cache
def _fractions() -> dict[str, float]:
    parts = {"third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5}
    return {"half": 1 / 2, "halves": 1 / 2, **{word: 1 / part for word, part in parts.items()}}


@cache
def _telling(language: str) -> frozenset[str]:
    values = _word_values(language) or _word_values("en")
    return frozenset((*values, *_ordinals(), *_fractions(), *_scales()))


@dataclass(slots=True)
class _Running:
    start: int
    end: int
    total: float = 0.0
    current: float = 0.0
    words: int = 0
    scaled: bool = False


def _in_words(text: str, language: str) -> Iterator[Number]:
    values = _word_values(language) or _word_values("en")
    if _telling(language).isdisjoint(_WORD.findall(text.casefold())):
        return
    running: _Running | None = None
    for match in _WORD.finditer(text):
        word = match.group().casefold()
        if running is not None and text[running.end : match.start()] not in _JOINERS:
            yield from _written(text, running)
            running = None
        if word in ("and", "a", "an"):
            continue
        if running is not None and _extends(running, word, match.end(), values):
            continue
        yield from _written(text, running)
        running = None
        if word in values and not (word == "one" and not _counts_on(text, match.end())):
            running = _Running(match.start(), match.end(), current=values[word], words=1)
        elif word in _AFTER_ARTICLE and _article(text, match.start()):
            running = _Running(match.start(), match.end(), words=1)
            _extends(running, word, match.end(), values)
        elif language == "en" and word in _ordinals() and not _is_second(text, word, match):
            yield Number("ordinal", _ordinals()[word], match.group(), *match.span(), written=True)
        elif word in ("half", "third", "quarter") and _parted(text, match):
            yield _part(match)
    yield from _written(text, running)


def _extends(running: _Running, word: str, end: int, values: dict[str, int]) -> bool:
    scale = _scales().get(word)
    if running.words > _MOST_WORDS:
        return False
    if scale is not None and word not in ("cent", "mil"):
        if scale == 2:
            running.current = (running.current or 1) * 100
        else:
            running.total += (running.current or 1) * 10.0**scale
            running.current = 0
        running.scaled = True
    elif word in values and (running.scaled or (running.current % 10 == 0 and values[word] < 10)):
        running.current += values[word]
    elif word in _fractions() and not running.scaled and running.words == 1:
        running.current *= _fractions()[word]
        running.words = -10
    else:
        return False
    running.end = end
    running.words += 1
    return True


def _written(text: str, running: _Running | None) -> Iterator[Number]:
    if running is None:
        return
    amount, said = running.total + running.current, text[running.start : running.end]
    kind = "fraction" if running.words < 0 else "number"
    place = 0
    while amount and amount % 10.0 ** (place + 1) == 0 and place < 12:
        place += 1
    unit, end = _unit(text, running.start, running.end)
    if unit is not None:
        said = text[running.start : end]
    yield Number(kind, amount, said, running.start, end, place, unit, written=True)


def _counts_on(text: str, end: int) -> bool:
    following = _WORD.match(text, end + 1)
    counted = _scales().keys() | {"third", "quarter", "half", "fifth"}
    return following is not None and following.group().casefold() in counted


def _article(text: str, start: int) -> bool:
    return text[max(0, start - 3) : start].casefold().endswith((" a ", "a ", "an "))


def _is_second(text: str, word: str, match: re.Match[str]) -> bool:
    """Return whether "second" is a unit of time here, as in ``per second`` or ``one second``."""
    before = text[max(0, match.start() - 5) : match.start()].casefold()
    return word == "second" and before.endswith(("per ", "one ", "a ", "each "))


def _parted(text: str, match: re.Match[str]) -> bool:
    """Return whether a word is a fraction, as in ``half of`` or ``a third of``.

    In ``the third``, for example, it is not.
    """
    after = text[match.end() : match.end() + 5].casefold()
    return after.startswith((" of ", " the", " its", " a ")) and (
        match.group().casefold() == "half" or _article(text, match.start())
    )


def _part(match: re.Match[str]) -> Number:
    amount = _fractions()[match.group().casefold()]
    return Number("fraction", amount, match.group(), *match.span(), written=True)
