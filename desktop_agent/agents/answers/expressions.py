"""Evaluate arithmetic expressions exactly, such as ``3/4``, ``2π``, ``sqrt(3)/2`` and ``17 * 23``.

Expressions and values of excessive size are rejected.
"""

import math
import re
from dataclasses import dataclass
from fractions import Fraction

from desktop_agent.evidence.text.numbers import plain_figure

MOST_BITS = 12_000
"""Maximum size of a number in bits (about 3,600 digits). Larger numbers are not computed."""

_DEEPEST = 30
_MOST_POWER_OF_TEN = 400
_SEPARATOR = r"[,.'\u2019\u00a0 ]"
FIGURE = (
    rf"(?:\d{{1,3}}(?P<sep>{_SEPARATOR})\d{{3}}(?:(?P=sep)\d{{3}}){{0,12}}(?!\d|(?P=sep)\d)"
    r"(?:(?!(?P=sep))[.,]\d{1,60})?"
    r"|\d{1,2}(?:,\d{2}){1,8},\d{3}(?!\d|,\d)(?:\.\d{1,60})?"
    r"|\d{1,1000}(?:[.,]\d{1,1000})?|\.\d{1,60})"
)
"""Pattern for digits with English, Swiss, French, German or Indian separators."""

_NUMBER = re.compile(FIGURE + r"(?:[eE](?P<exponent>[-+]?\d{1,4})(?![\w.]))?(?![\d]|[.,]\d)")
_MIXED = re.compile(r"(\d{1,9})[ \u00a0](\d{1,6})\s?/\s?(\d{1,6})(?![\d.,]*\d)")
_TENS = re.compile(r"\s?[x*]\s?10\s?\^\s?\(?([-+]?\d{1,4})\)?(?!\d)")
_CONSTANT = re.compile(r"(?:π|pi|e)(?![^\W\d_])")
_FACTORIAL = re.compile(r"!(?!=)")
_ROOT = re.compile(r"sqrt\s?(?=[(\d])")
_SPACE = re.compile(r"[\s\u00a0]{0,4}")
_IMPLICIT = re.compile(r"[\s\u00a0]?(?=π|pi(?![^\W\d_])|sqrt\s?[(\d]|\()|(?=e(?![^\W\d_]))")


class Unreadable(Exception):
    """Raised when the text is not arithmetic or exceeds the size limits."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The value of a number or an expression.

    ``exact`` is False if a root, π or e was rounded to a float. ``place`` is the power of ten of
    the last digit of a decimal number, such as -2 for 3.14. It is 0 for a whole number and None
    for an expression.
    """

    value: Fraction
    exact: bool = True
    place: int | None = None


def evaluate(text: str) -> Amount | None:
    """Evaluate a text, or return None if it is not entirely an arithmetic expression."""
    found = read_amount(text.strip(), 0)
    return found[0] if found is not None and found[1] == len(text.strip()) else None


def read_amount(text: str, start: int) -> tuple[Amount, int] | None:
    """Parse the longest expression at ``start``; return its value and end index, or None."""
    reading = _Reading(text, start)
    try:
        return reading.total(), reading.at
    except (Unreadable, ZeroDivisionError):
        return None


class _Reading:
    """A recursive descent parser for arithmetic expressions."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self._depth = 0

    def total(self) -> Amount:
        value = self._product()
        while (sign := self._operator("+-")) is not None:
            before, self.at = self.at, sign[1]
            try:
                other = self._product()
            except _Absent:
                self.at = before
                break
            result = value.value + (other.value if sign[0] == "+" else -other.value)
            value = _bounded(result, value, other)
        return value

    def _product(self) -> Amount:
        value = self._signed()
        while True:
            before = self.at
            sign = self._operator("*/")
            if sign is None:
                implicit = _IMPLICIT.match(self.text, self.at)
                if implicit is None:
                    return value
                sign = ("*", implicit.end())
            self.at = sign[1]
            try:
                other = self._signed()
            except _Absent:
                self.at = before
                return value
            times = sign[0] == "*"
            result = value.value * other.value if times else value.value / other.value
            value = _bounded(result, value, other)

    def _signed(self) -> Amount:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable
        self.at = self._behind_space()
        sign = self.text[self.at : self.at + 1]
        if sign in ("-", "+") and sign:
            self.at += 1
            value = self._signed()
            if sign == "-":
                value = Amount(-value.value, value.exact, value.place)
        else:
            value = self._power()
        self._depth -= 1
        return value

    def _power(self) -> Amount:
        base = self._atom()
        while _FACTORIAL.match(self.text, self.at):
            self.at += 1
            base = _factorial(base)
        raised = self._operator("^")
        if raised is None:
            return base
        before, self.at = self.at, raised[1]
        try:
            return _raised(base, self._signed())
        except _Absent:
            self.at = before
            return base

    def _atom(self) -> Amount:
        self.at = self._behind_space()
        if self.text[self.at : self.at + 1] == "(":
            return self._grouped()
        if root := _ROOT.match(self.text, self.at):
            self.at = root.end()
            return _square_root(self._atom())
        if constant := _CONSTANT.match(self.text, self.at):
            self.at = constant.end()
            return Amount(Fraction(math.e if constant.group() == "e" else math.pi), exact=False)
        if mixed := _MIXED.match(self.text, self.at):
            whole, upper, lower = (int(part) for part in mixed.groups())
            if 0 < upper < lower:
                self.at = mixed.end()
                return Amount(whole + Fraction(upper, lower))
        return self._number()

    def _grouped(self) -> Amount:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable
        self.at += 1
        value = self.total()
        self.at = self._behind_space()
        if self.text[self.at : self.at + 1] != ")":
            raise _Absent
        self.at += 1
        self._depth -= 1
        return Amount(value.value, value.exact)

    def _number(self) -> Amount:
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise _Absent
        power = int(match.group("exponent") or 0)
        figure = match.group()
        if match.group("exponent"):
            figure = figure[: figure.lower().rindex("e")]
        plain, place = plain_figure(figure)
        end = match.end()
        if tens := _TENS.match(self.text, end):
            power, end = power + int(tens.group(1)), tens.end()
        if abs(power) > _MOST_POWER_OF_TEN:
            raise Unreadable
        self.at = end
        value = Fraction(plain) * Fraction(10) ** power
        return Amount(value, place=place + power if place else 0)

    def _operator(self, signs: str) -> tuple[str, int] | None:
        at = self._behind_space()
        sign = self.text[at : at + 1]
        return (sign, at + 1) if sign and sign in signs else None

    def _behind_space(self) -> int:
        space = _SPACE.match(self.text, self.at)
        return space.end() if space else self.at


class _Absent(Unreadable):
    """Raised when no number begins at the current position.

    What has been read up to that position may still be a valid expression.
    """


def _bounded(value: Fraction, *parts: Amount) -> Amount:
    """Return an amount, which is exact if all its ``parts`` are exact.

    Raise `Unreadable` if the value is too large.
    """
    if value.numerator.bit_length() + value.denominator.bit_length() > MOST_BITS:
        raise Unreadable
    return Amount(value, all(part.exact for part in parts))


def _factorial(amount: Amount) -> Amount:
    value = amount.value
    if value.denominator != 1 or not 0 <= value <= 1000:
        raise Unreadable
    return _bounded(Fraction(math.factorial(int(value))), amount)


def _raised(base: Amount, power: Amount) -> Amount:
    value, exponent = base.value, power.value
    if exponent == Fraction(1, 2):
        return _square_root(base)
    if exponent.denominator != 1:
        return _rounded_power(value, exponent)
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if abs(exponent) * bits > MOST_BITS and abs(value) not in (0, 1):
        raise Unreadable
    if abs(value) == 1:
        exponent %= 2
    return _bounded(value ** int(exponent), base, power)


def _rounded_power(value: Fraction, exponent: Fraction) -> Amount:
    try:
        result = float(value) ** float(exponent)
    except (OverflowError, ValueError) as error:
        raise Unreadable from error
    if isinstance(result, complex) or not math.isfinite(result):
        raise Unreadable
    return Amount(Fraction(result), exact=False)


def _square_root(amount: Amount) -> Amount:
    value = amount.value
    if value < 0:
        raise Unreadable
    upper, lower = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if upper * upper == value.numerator and lower * lower == value.denominator:
        return Amount(Fraction(upper, lower), amount.exact)
    try:
        return Amount(Fraction(math.sqrt(value)), exact=False)
    except OverflowError as error:
        raise Unreadable from error
