"""Parts shared by all solvers: results, number formatting, and the wordings of problems.

The wordings are in ``resources/reasoning/computations.toml``. A form must match the whole problem.
"""

import re
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from desktop_agent.agents.answers.quantities import plain_notation
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
