"""Units as quantities use them: exact factors to one base unit, and the names that only answers have."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from desktop_agent.evidence.claims.units import sign_of, unit_named

_FLOAT_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Scale:
    """A unit: ``factor`` of the dimension's base unit after ``offset`` was added to the figure."""

    sign: str
    dimension: str
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)


# dimension, factor, the sign shown, other names; what `claims.units` knows is not repeated
_MORE = """
length 0.0254 inch in in. inches
length 0.3048 ft ft. foot'
length 0.1 dm decimetre decimetres decimeter decimeters
length 0.000001 µm um μm micrometre micrometres micrometer micrometers micron microns
duration 3600 h hr hrs hr. h.
duration 60 min mins min.
duration 1 s sec secs sec.
duration 0.001 ms millisecond milliseconds
duration 86400 day d
duration 31557600 year yr yrs
mass 0.028349523125 oz ounce ounces
mass 6.35029318 st stone
volume 0.001 l L
volume 0.000001 ml mL millilitre millilitres milliliter milliliters cm³ cm3 cc
volume 0.003785411784 gal gallon gallons
volume 0.000473176473 pint pints
volume 1 m³ m3 cubic_meter
area 1 m² m2 square_meter sq_m
area 2589988.110336 mi² square_mile square_miles sq_mi
area 4046.8564224 acre acres
mass 907.18474 ton tons
area 0.0001 cm² cm2 square_centimetre square_centimetres square_centimeter square_centimeters
area 1000000 km² km2 square_kilometer sq_km
area 0.09290304 ft² ft2 square_foot square_feet sq_ft
area 0.00064516 in² in2 square_inch square_inches
speed 0.44704 mph mi/h
speed 5/18 km/h km_per_hour kmh km/hr kilometer_per_hour kilometre_per_hour
speed 1 m/s m_per_second metre_per_second meter_per_second
data 1/8 bit bits
data 1024 KiB
data 1048576 MiB
data 1073741824 GiB
power 0.001 mW
energy 1 J joule joules
energy 1000 kJ kilojoule kilojoules
energy 4.184 cal calorie calories
energy 4184 kcal kilocalorie kilocalories
energy 3600000 kWh kilowatt-hour kilowatt-hours
percent 1/10 ‰ per_mille
usd 1 $ usd U.S._dollars
eur 1 € eur
aud 1 A$ AUD
cad 1 C$ CAD
cny 1 CNY RMB yuan
gbp 1 £ pounds_sterling
degree 1 ° deg
pound 1 pound pounds
cent 1 cent cents ¢
"""
_EITHER = {
    "pound": {"mass": Fraction("0.45359237"), "gbp": Fraction(1)},
    "cent": {"usd": Fraction("0.01"), "eur": Fraction("0.01"), "aud": Fraction("0.01"), "cad": Fraction("0.01")},
}  # fmt: skip
_TEMPERATURES = {
    "celsius": (Fraction(1), Fraction("273.15")),
    "fahrenheit": (Fraction(5, 9), Fraction("459.67")),
    "kelvin": (Fraction(1), Fraction(0)),
}


@cache
def _more() -> dict[str, Scale]:
    table: dict[str, Scale] = {}
    for line in _MORE.strip().splitlines():
        dimension, factor, *names = line.split()
        scale = Scale(names[0], dimension, Fraction(factor))
        table |= {name.replace("_", " "): scale for name in names}
    return table


@cache
def scale_named(name: str) -> Scale | None:
    """Gives the unit of a name or a sign as it is written, or None.

    A pound is money or mass, a cent is of any dollar or euro: `in_one_unit` decides by the other.
    """
    more = _more()
    known = more.get(name) or (more.get(name.casefold()) if len(name) > 2 else None)
    if known is not None:
        return known
    unit = unit_named(name)
    if unit is None:
        return None
    sign = sign_of(unit)
    if unit.dimension in _TEMPERATURES:
        factor, offset = _TEMPERATURES[unit.dimension]
        return Scale(sign, "temperature", factor, offset)
    if unit.dimension == "degree" and name.casefold().endswith("f"):
        return None
    return Scale(sign, unit.dimension, _exact(unit.factor))


def _exact(factor: float) -> Fraction:
    """Gives the fraction that a table's float was written for: 5/18 of 1 / 3.6."""
    written = repr(factor)
    return (
        Fraction(written)
        if len(written) < _FLOAT_DIGITS
        else Fraction(factor).limit_denominator(1000)
    )


def in_one_unit(one: Scale, other: Scale) -> tuple[Scale, Scale] | None:
    """Gives both units in one dimension, an ambiguous one made plain by the other; None if apart."""
    if one.dimension != other.dimension:
        for scale, fixed in ((one, other), (other, one)):
            factor = _EITHER.get(scale.dimension, {}).get(fixed.dimension)
            if factor is not None:
                plain = Scale(scale.sign, fixed.dimension, factor)
                return (plain, other) if scale is one else (one, plain)
        return None
    return one, other


def based(value: Fraction, scale: Scale) -> Fraction:
    """Gives a figure in the base unit of its dimension."""
    return (value + scale.offset) * scale.factor


def converted(value: Fraction, scale: Scale, target: Scale) -> Fraction | None:
    """Gives a figure in another unit of the same dimension, exactly; None where they are apart."""
    both = in_one_unit(scale, target)
    if both is None:
        return None
    return based(value, both[0]) / both[1].factor - both[1].offset
