"""Compute what plain questions ask for: sums, percentages, units, dates, primes and divisors.

The wordings are in ``resources/reasoning/computations.toml``, and for what is a single formula, the
formulas. A form must match the whole problem.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from dateutil.relativedelta import relativedelta

from desktop_agent.agents.answers.quantities import (
    Scale,
    converted,
    evaluate,
    plain_notation,
    scale_named,
)
from desktop_agent.evidence.text.dates import SHOWN_MONTHS
from desktop_agent.evidence.text.numbers import in_digits
from desktop_agent.system.resources import toml_resource

Parts = dict[str, str]
"""The captured parts of a form, without those that are absent."""
Working = tuple[str, str]
"""A value, and the lines that show how it was worked out."""

_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Solved:
    """A computed answer.

    ``value`` is the bare answer; numbers in it are in a form that `agents.answers.quantities` can
    parse. ``archetype`` is the kind of problem, and ``explanation`` shows the working in a few
    lines.
    """

    value: str
    archetype: str
    explanation: str


def exact(value: Fraction) -> str:
    """Format a number exactly: as an integer, a decimal of at most ten digits, or a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    short = _plain(Decimal(value.numerator) / Decimal(value.denominator))
    ends = Fraction(short) == value and len(short.partition(".")[2]) <= _DIGITS
    return short if ends else f"{value.numerator}/{value.denominator}"


def rounded(value: Fraction | float, digits: int = _DIGITS) -> str:
    """Format a number to ``digits`` significant digits, or exactly if it is an integer."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    return _plain(Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)))


def as_decimal(value: Fraction) -> str:
    """Format a number exactly if it is a short terminating decimal; otherwise, round it."""
    short = exact(value)
    return rounded(value) if "/" in short else short


def _plain(value: Decimal) -> str:
    value = value.normalize()
    return format(value, "f") if -8 < value.adjusted() < 30 else str(value).replace("E", "e")


# --- Forms


def wordings() -> dict[str, Any]:
    """Return the tables of wordings."""
    return toml_resource("reasoning", "computations.toml")


def expression(pattern: str) -> str:
    """Put the slots' own expressions in the place of each ``{slot}`` or ``{name:slot}``."""

    def slot(match: re.Match[str]) -> str:
        name, _, kind = match[1].rpartition(":")
        return f"({f'?P<{name}>' if name else '?:'}{expression(wordings()['slots'][kind])})"

    return re.sub(r"\{([a-z_:]+)\}", slot, pattern)


@cache
def pattern(archetype: str, name: str) -> re.Pattern[str]:
    """Compile a pattern of an archetype that is searched for."""
    return re.compile(expression(wordings()[archetype][name]))


@cache
def _forms(archetype: str) -> list[tuple[str, re.Pattern[str]]]:
    forms = wordings()["forms"][archetype]
    return [(name, re.compile(expression(form))) for name, each in forms.items() for form in each]


def matched_form(text: str, archetype: str) -> tuple[str, Parts] | None:
    """Return the name and the parts of the first form that matches the whole text, or None."""
    for name, form in _forms(archetype):
        if match := form.fullmatch(text):
            return name, {key: part for key, part in match.groupdict().items() if part}
    return None


@cache
def _pairs(group: str, name: str) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(expression(old)), new) for old, new in wordings()[group][name]]


def rewritten(text: str, group: str, name: str) -> str:
    """Replace wordings by a table of pairs, such as the words of a language by signs."""
    for old, new in _pairs(group, name):
        text = old.sub(new, text)
    return " ".join(text.split())


# --- Normalization

_LONGEST = 1500
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3}){1,9}(?!\d|,\d|\.\d*,)")


@lru_cache(maxsize=64)
def worded(problem: str) -> str:
    """Normalize a problem: lower case, single spaces, plain formulas, and digits for number words.

    Greetings, instructions on the answer's format, thousands separators and final punctuation are
    removed. Questions in German, French or Spanish are put into the English words that the forms
    know. The result is "" for a problem that is very long or has no numbers.
    """
    text = plain_notation(problem if len(problem) <= _LONGEST else "")
    text = rewritten(" ".join(text.lower().split()), "normalization", "spelling")
    text = _GROUPED.sub(lambda match: match[0].replace(",", ""), text)
    text = rewritten(in_digits(text), "normalization", "numbers")
    return _in_english(text) if any(map(str.isdigit, text)) else ""


def _in_english(text: str) -> str:
    """Put a question in German, French or Spanish into the English words that the forms know.

    A number that another language writes differently is rewritten; "" is returned if it is unclear
    which number is meant.
    """
    text = re.sub(r"\s*\?$", "", text.lstrip("\u00bf\u00a1 "))
    for language, opener in wordings()["openers"].items():
        if not re.match(rf"(?:{opener})\b", text):
            continue
        unclear = r"\d,\d{3}(?!\d)|\d\.\d{3}" if language == "fr" else r"\d,\d{3}(?!\d)"
        if re.search(unclear, text):
            return ""
        text = re.sub(r"(?<=\d)[.\u202f\u00a0](?=\d{3}(?!\d))", "", text)
        text = re.sub(r"(?<=\d),(?=\d)", ".", text)
        return rewritten(text, "words", language)
    return text


# --- Questions whose every word a form knows


def solve_by_form(text: str, archetype: str) -> Solved | None:
    """Return what the first form of an archetype that matches the whole text computes, or None."""
    form = matched_form(text, archetype)
    if form is None:
        return None
    name, parts = form
    formula = wordings()["formulas"].get(name)
    worked = _by_formula(parts, *formula) if formula else _COMPUTED[name](parts)
    return Solved(worked[0], archetype, worked[1]) if worked else None


# --- Expressions: ``what is 17 * 23 - 4``

_MOST_DIGITS = 1200


def solve_arithmetic(text: str) -> Solved | None:
    """Evaluate an expression, exactly if possible; return None if the text is not an expression."""
    signs = rewritten(text, "words", "en")
    match = pattern("arithmetic", "asked").fullmatch(signs)
    summed = match["expression"].strip() if match else ""
    known = pattern("arithmetic", "operator").search(summed)
    if not known or pattern("arithmetic", "unsure").search(summed):
        return None
    if "square root of" in text and not pattern("arithmetic", "ends_in_root").search(signs):
        return None  # the root of the whole sum, or of its first term
    name = signs == text and pattern("arithmetic", "name").fullmatch(summed)
    if (name or pattern("arithmetic", "scientific").fullmatch(summed)) and not pattern(
        "arithmetic", "verb"
    ).match(text):
        return None  # 9/11 and 24/7 are names as often as sums; 6.02 * 10^23 is a number already
    amount = evaluate(summed)
    if amount is None:
        return None
    shown = exact(amount.value) if amount.exact else rounded(amount.value, 12)
    line = f"{summed} {'=' if amount.exact else '≈'} {shown}"
    if "/" in shown:
        line += f" = {rounded(amount.value)}"
    return Solved(shown, "arithmetic", line) if len(shown) <= _MOST_DIGITS else None


# --- Formulas: percentages, sums and means

_TIMES = "\u00d7"
_CURRENCIES = {"dollars": "$", "usd": "$", "euros": "€", "eur": "€", "pounds": "£"}


def _by_formula(parts: Parts, formula: str, unit: str, least: str = "") -> Working | None:
    """Evaluate a formula whose names are parts.

    ``unit`` is that of the result, or "money" for the unit of the amounts. Return None if the
    amounts are in two currencies, or the result is less than ``least``.
    """
    told = (part for name, part in parts.items() if name != "percent")
    signs = {sign for part in told for sign in re.findall(r"[$€£]|[a-z]+", part)}
    currency = {_CURRENCIES.get(sign, sign) for sign in signs}
    figures = {name: exact(Fraction(re.sub(r"[^\d.-]", "", part))) for name, part in parts.items()}
    worked = _evaluated(formula.format(**figures))
    if worked is None or len(currency) > 1 or (least and Fraction(worked[0]) < Fraction(least)):
        return None
    value, line = worked
    return ("".join(currency) + value, line) if unit == "money" else (value + unit, line + unit)


def _evaluated(formula: str) -> Working | None:
    amount = evaluate(formula)
    if amount is None:
        return None
    shown = as_decimal(amount.value)
    return shown, f"{formula.replace('*', _TIMES)} {'=' if amount.exact else '≈'} {shown}"


def _numbers(parts: Parts) -> list[Fraction]:
    return [Fraction(number) for number in re.findall(r"-?\d+(?:\.\d+)?", parts["list"])]


_SIGNS = {
    "sum": " + ", "total": " + ", "add": " + ", "product": " * ", "multiply": " * ", "difference": " - ", "quotient": " / ",
}  # fmt: skip


def _aggregate(parts: Parts) -> Working | None:
    numbers, kind = _numbers(parts), parts["kind"]
    if kind in ("difference", "quotient") and len(numbers) != 2:
        return None
    if kind == "difference":
        numbers.sort(reverse=True)
    written = [f"({exact(number)})" if number < 0 else exact(number) for number in numbers]
    formula = _SIGNS.get(kind, " + ").join(written)
    return _evaluated(formula if kind in _SIGNS else f"({formula}) / {len(numbers)}")


def _remainder(parts: Parts) -> Working | None:
    n, k = int(parts["n"]), int(parts["k"])
    return (str(n % k), f"{n} = {n // k} {_TIMES} {k} + {n % k}") if k else None


# --- Unit conversions

_DIMENSIONS = ("length", "area", "volume", "mass", "speed", "duration", "temperature", "data", "power", "energy")  # fmt: skip
_UNCLEAR = frozenset(("month", "year", "ton", "gal", "pint", "cal"))


def _scale(name: str) -> Scale | None:
    name = re.sub("^(?:degrees )?(?:celsius|°c)", "°C", name)
    name = re.sub("^(?:degrees )?(?:fahrenheit|°f)", "°F", name)
    scale = scale_named(name) or scale_named(name.removesuffix("s"))
    if scale is None or scale.dimension not in _DIMENSIONS or scale.sign in _UNCLEAR:
        return None
    return scale


def _convert(parts: Parts) -> Working | None:
    figure, scale, wanted = parts["figure"], _scale(parts["unit"]), _scale(parts["wanted"])
    if scale is None or wanted is None or scale == wanted or re.search(r"/0+$", figure):
        return None
    value = Fraction(1) if figure in ("a", "an") else Fraction(figure)
    result = converted(value, scale, wanted)
    if result is None:
        return None
    shown = f"{as_decimal(result)} {wanted.sign}"
    line = f"{exact(value)} {scale.sign} = {shown}"
    one = converted(Fraction(1), scale, wanted)
    if one is not None and scale.dimension != "temperature":
        line = f"1 {scale.sign} = {rounded(one)} {wanted.sign}, so {line}"
    return shown, line


# --- Dates, in the proleptic Gregorian calendar

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = [name[:3].lower() for name in ("", *SHOWN_MONTHS)]
_DAYS = {"day": 1, "week": 7}
_MONTHS_IN = {"month": 1, "year": 12}


def _date(text: str) -> date | None:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if named := re.search(expression("{month}"), text):
        numbers = [numbers[1], _MONTHS.index(named[0][:3]), numbers[0]]
    try:
        return date(*numbers)
    except ValueError:
        return None


def _between(parts: Parts) -> Working | None:
    first, last = _date(parts["first"]), _date(parts["last"])
    if first is None or last is None or last < first:
        return None
    days, inclusive = (last - first).days, "inclusive" in parts
    if parts.get("unit") == "weeks":
        whole = days % 7 == 0 and not inclusive
        line = f"{first} to {last}: {days} days = {days // 7} weeks."
        return (str(days // 7), line) if whole else None
    days += inclusive
    counted = "both ends counted" if inclusive else "the first day not counted"
    return str(days), f"{first} to {last}: {days} days, {counted}."


def _later(parts: Parts) -> Working | None:
    start, count, unit = _date(parts["first"]), int(parts["count"]), parts["unit"].rstrip("s")
    if start is None or count > 4_000_000:
        return None
    sign = "-" if parts["way"] in ("before", "minus", "prior to", "-") else "+"
    steps, days, months = int(f"{sign}{count}"), _DAYS.get(unit, 0), _MONTHS_IN.get(unit, 0)
    try:
        end = start + relativedelta(days=steps * days, months=steps * months)
    except (ValueError, OverflowError):
        return None
    if months and end.day != start.day:
        return None  # there is no 31 February
    weekday = _WEEKDAYS[end.weekday()]
    line = (
        f"{start} {sign} {count} {parts['unit']} = {end}, a {weekday} (the start is not counted)."
    )
    return weekday if "weekday" in parts else end.isoformat(), line


def _weekday(parts: Parts) -> Working | None:
    day = _date(parts["first"])
    if day is None:
        return None
    name = _WEEKDAYS[day.weekday()]
    return name, f"{day} is a {name}."


_COMPUTED: dict[str, Callable[[Parts], Working | None]] = {
    "aggregate": _aggregate, "remainder": _remainder, "convert": _convert, "between": _between,
    "later": _later, "weekday": _weekday,
}  # fmt: skip
