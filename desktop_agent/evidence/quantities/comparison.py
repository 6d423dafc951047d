"""Whether two numbers are the same by value, whatever their spelling and unit."""

from dataclasses import dataclass
from fractions import Fraction

from desktop_agent.evidence.quantities.quantity import Quantity, parse_quantity
from desktop_agent.evidence.quantities.scales import Scale, based, in_one_unit

_FLOAT_NOISE = Fraction(1, 10**9)
_FEWEST_DIGITS = 2


@dataclass(frozen=True, slots=True)
class _Side:
    """A value in the unit of the comparison, and how far its last digit lets it be off."""

    value: Fraction
    slack: Fraction
    exact: bool


def same_value(a: str, b: str) -> bool | None:
    """Tells whether two texts give one number; None where one of them is no number.

    Units of one dimension are converted, currencies are not, a percentage is a share (50 % is 0.5
    and 1/2). A bare number agrees with the same figure in any unit, since one often leaves off what
    the question names; beside a percentage a bare number over 1 may be either.
    Whole figures, fractions, and decimals of one significant digit (or with ``.0``) are exact.
    Other decimals agree within half of the last digit of the less exact one: 3.14 agrees with
    3.14159 and 3.15 does not. Floats' own noise (1e-9) never counts.
    """
    one, other = parse_quantity(a), parse_quantity(b)
    return None if one is None or other is None else same_quantity(one, other)


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Tells whether two quantities are one number: see `same_value`."""
    first, second = one.scale, other.scale
    if first is None or second is None:
        return _bare(one, other, first or second)
    both = in_one_unit(first, second)
    if both is None:
        return False
    if first == second:
        return _agree(_side(one), _side(other))
    return _agree(_side(one, both[0]), _side(other, both[1]))


def _bare(one: Quantity, other: Quantity, scale: Scale | None) -> bool:
    """Compares where at most one has a unit."""
    nouns = (one.noun, other.noun)
    if scale is None:
        return _agree(_side(one), _side(other))
    if any(nouns):  # twelve kilometres are no twelve apples
        return False
    if scale.dimension != "percent":
        return _agree(_side(one), _side(other))
    percent, bare = (one, other) if one.unit else (other, one)
    share = Scale("", "percent", Fraction(1, 100) * scale.factor)
    if _agree(_side(percent, share), _side(bare)):
        return True
    return abs(bare.value) > 1 and _agree(_side(percent), _side(bare))


def _side(quantity: Quantity, scale: Scale | None = None) -> _Side:
    slack = _slack(quantity)
    decimal = quantity.place is not None and quantity.place < 0
    exact = quantity.exact and not decimal
    if scale is None:
        return _Side(quantity.value, slack, exact)
    return _Side(based(quantity.value, scale), slack * scale.factor, exact)


def _slack(quantity: Quantity) -> Fraction:
    """Gives half of the last written digit; 0 of what is exact."""
    place = quantity.place
    if not place or (place == -1 and quantity.value.denominator == 1):
        return Fraction(0)
    step = Fraction(10) ** place
    digits = len(str(abs(quantity.value) // step))
    return step / 2 if digits >= _FEWEST_DIGITS else Fraction(0)


def _agree(one: _Side, other: _Side) -> bool:
    apart = abs(one.value - other.value)
    if apart == 0:
        return True
    if one.exact and other.exact and not (one.slack or other.slack):
        return False
    noise = max(abs(one.value), abs(other.value)) * _FLOAT_NOISE
    return apart <= max(one.slack, other.slack, noise)
