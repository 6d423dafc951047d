"""What a solver gives, and how it writes its numbers."""

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Solved:
    """A computed answer.

    ``value`` is the answer alone, in a form that `evidence.quantities` reads where it is a number;
    ``archetype`` names the kind of problem; ``explanation`` is a few lines that show the computation.
    """

    value: str
    archetype: str
    explanation: str


def exact(value: Fraction) -> str:
    """Gives a number exactly: whole, as a decimal that ends within ten digits, or as a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    short = _plain(decimal.normalize())
    ends = Fraction(short) == value and len(short.partition(".")[2]) <= _DIGITS
    return short if ends else f"{value.numerator}/{value.denominator}"


def rounded(value: Fraction | float, digits: int = _DIGITS) -> str:
    """Gives a number to so many significant digits, without an exponent where it stays short."""
    if isinstance(value, float):
        value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    context = Context(prec=digits)
    decimal = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return _plain(decimal.normalize())


def _plain(decimal: Decimal) -> str:
    exponent = decimal.adjusted()
    return format(decimal, "f") if -8 < exponent < 30 else str(decimal).replace("E", "e")
