"""Parse and compare numbers with units, as written by people, models and programs.

Language-specific words and patterns are in ``resources/evidence/text/quantities.toml``.
"""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from operator import add, mul, sub, truediv

from desktop_agent.core.text import plain_figure
from desktop_agent.evidence.text.dates import dates
from desktop_agent.evidence.text.numbers import numbers, sign_of
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word, table

_FILE = "text/quantities"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

# --- Mathematical notation to plain text: LaTeX, superscripts, vulgar fractions, other digits

MOST = 4000
"""Maximum number of characters that are parsed. Longer numbers are not plausible answers."""

_RAISED = re.compile(r"(?<=[0-9)π])[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6}")
_VULGAR = re.compile(r"[¼-¾⅐-⅞]")
_NESTED = 12
_DOLLAR = "\ue000"


@cache
def _rewriting(name: str) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(old), new) for old, new in table(_FILE)[name]]


def _rewritten(text: str, name: str) -> str:
    for old, new in _rewriting(name):
        text = old.sub(new, text)
    return text


def plain_notation(text: str) -> str:
    r"""Convert formulas to plain text: ``\frac{3}{4}`` to ``((3)/(4))``, ``10⁻³`` to ``10^(-3)``.

    Only the last `MOST` characters are kept. Other text is unchanged.
    """
    text = text[-MOST:]
    if not text.isascii():
        text = _RAISED.sub(lambda match: f"^({unicodedata.normalize('NFKC', match[0])})", text)
        text = re.sub(rf"(?<=\d)(?={_VULGAR.pattern})", " ", text)
        text = _VULGAR.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
        text = _rewritten(text, "signs")
        text = "".join(str(unicodedata.decimal(sign, sign)) for sign in text)
    if "\\" in text or "$" in text or "{" in text:
        text = _without_latex(text)
    power = text.count("**") == 1 and re.search(r"[\d)]\s?\*\*\s?[(\d-]", text)
    return text.replace("**", "^") if power else text


def _without_latex(text: str) -> str:
    text = text.replace(r"\$", _DOLLAR)
    text = _PATTERNS.maths.sub(lambda match: next(part for part in match.groups() if part), text)
    text = text.replace(_DOLLAR, "$")
    for _ in range(_NESTED):
        before = text
        text = _rewritten(text, "latex")
        if text == before:
            break
    return text


# --- Units: exact factors for conversion to base units

_TEMPERATURES = {
    "celsius": (Fraction(1), Fraction("273.15")),
    "fahrenheit": (Fraction(5, 9), Fraction("459.67")),
    "kelvin": (Fraction(1), Fraction(0)),
}


@dataclass(frozen=True, slots=True)
class Scale:
    """A unit of measurement, with the factor to the base unit of its dimension.

    Some units have several dimensions: a pound can be money or mass, and a cent belongs to any
    dollar or the euro. A figure in base units is ``(figure + offset) * factor``.
    """

    sign: str
    factors: Mapping[str, Fraction]
    offset: Fraction = Fraction(0)

    @property
    def dimension(self) -> str:
        """The dimension, or "" if there are several."""
        return next(iter(self.factors)) if len(self.factors) == 1 else ""


@cache
def _scales() -> dict[str, Scale]:
    found: dict[str, Scale] = {}
    units = table("text/units")
    for line in (units["units"] + units["quantities"]).strip().splitlines():
        dimension, written, *names = line.split()
        factor, offset = _TEMPERATURES.get(dimension, (Fraction(written), Fraction(0)))
        dimension = "temperature" if dimension in _TEMPERATURES else dimension
        for name in (each.replace("_", " ") for each in names):
            before = found[name].factors if name in found else {}
            found[name] = Scale(names[0].replace("_", " "), {**before, dimension: factor}, offset)
    return found


def scale_named(name: str) -> Scale | None:
    """Return the unit with the given name or symbol, or None if unknown."""
    known = _scales()
    return known.get(name) or (known.get(name.casefold()) if len(name) > 2 else None)


def converted(value: Fraction, scale: Scale, target: Scale) -> Fraction | None:
    """Convert a figure exactly to another unit, or return None if the dimensions differ."""
    for dimension in scale.factors.keys() & target.factors.keys():
        base = (value + scale.offset) * scale.factors[dimension]
        return base / target.factors[dimension] - target.offset
    return None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as written, in its own unit.

    ``exact`` is False if π, e or a root in ``value`` was rounded to a float. ``unit`` is the unit's
    symbol (``km``, ``%``, ``$``), if any. ``noun`` is the noun being counted (``apples``), if any.

    ``place`` is the power of ten of a decimal figure's last digit: -2 for 3.14, 5 for 3.5 million.
    It is 0 for a whole figure and None for an expression or fraction.
    """

    value: Fraction
    unit: str = ""
    noun: str = ""
    exact: bool = True
    place: int | None = None

    @property
    def scale(self) -> Scale | None:
        """The unit's dimension and factor, or None if there is no unit."""
        return scale_named(self.unit) if self.unit else None


# --- Arithmetic: ``3/4``, ``2π``, ``sqrt(3)/2``, ``17 * 23``, ``5!``

MOST_BITS = 12_000
"""Maximum size of a number in bits (about 3,600 digits). Larger numbers are not computed."""

_DEEPEST = 30
_MOST_POWER_OF_TEN = 400
_MOST_OF_FACTORIAL = 1000
_MOST_OF_ROOT = 10**6
_MIXED = re.compile(r"(\d{1,9})[ \u00a0](\d{1,6})\s?/\s?(\d{1,6})(?![\d.,]*\d)")
_PREFIX = re.compile(
    r"[\s\u00a0]{0,4}(?P<prefix>[-+(]|sqrt(?=\s?[(\d])|(?:π|pi|e)(?![^\W\d_])|(?=\.?\d))"
)
_CLOSING = re.compile(r"[\s\u00a0]{0,4}\)")
_FACTORIAL = re.compile(r"!(?!=)")
_BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}
_OF_SIGN = 3
_COMPUTE = {"+": add, "-": sub, "*": mul, "/": truediv}
_CONSTANTS = {"π": math.pi, "pi": math.pi, "e": math.e}


def evaluate(text: str) -> Quantity | None:
    """Evaluate an arithmetic expression; return None if the text is anything else.

    Expressions and values of excessive size are rejected.
    """
    found = _read_expression(text.strip(), 0)
    return found[0] if found is not None and found[1] == len(text.strip()) else None


def _read_expression(text: str, start: int) -> tuple[Quantity, int] | None:
    """Parse the longest expression at ``start``; return its value and end index, or None."""
    expression = _Expression(text, start)
    try:
        value = expression.read()
    except (ArithmeticError, ValueError):
        return None
    return None if value is None else (value, expression.at)


class _Expression:
    """A precedence-climbing parser; raises `ArithmeticError` or `ValueError`."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at

    def read(self, least: int = 1, depth: int = 0) -> Quantity | None:
        """Parse a value, stopping at operators that bind less tightly than ``least``."""
        left = self._operand(depth)
        while left is not None and (operator := _PATTERNS.operator.match(self.text, self.at)):
            sign, before = operator["sign"] or "*", self.at
            self.at = operator.end()
            binding = _BINDING[sign]
            tighter = binding if sign == "^" else binding + 1
            right = self.read(tighter, depth + 1) if binding >= least else None
            if right is None:
                self.at = before
                break
            left = _combined(sign, left, right)
        return left

    def _operand(self, depth: int) -> Quantity | None:
        match = _PREFIX.match(self.text, self.at)
        if match is None:
            return None
        if depth > _DEEPEST:
            raise OverflowError
        prefix, self.at = match["prefix"], match.end()
        if prefix in ("-", "+"):
            value = self.read(_OF_SIGN, depth + 1)
            return replace(value, value=-value.value) if value and prefix == "-" else value
        value = self._atom(prefix, depth + 1)
        while value and _FACTORIAL.match(self.text, self.at):
            self.at += 1
            if value.value.denominator != 1 or not 0 <= value.value <= _MOST_OF_FACTORIAL:
                raise OverflowError
            value = _bounded(Fraction(math.factorial(int(value.value))), exact=value.exact)
        return value

    def _atom(self, prefix: str, depth: int) -> Quantity | None:
        if prefix == "(":
            value = self.read(depth=depth)
            closing = _CLOSING.match(self.text, self.at)
            self.at = closing.end() if closing else self.at
            return replace(value, place=None) if value and closing else None
        if prefix == "sqrt":
            number = self._operand(depth)
            return _power(number.value, Fraction(1, 2), exact=number.exact) if number else None
        if prefix:
            return Quantity(Fraction(_CONSTANTS[prefix]), exact=False)
        return self._number()

    def _number(self) -> Quantity | None:
        if mixed := _MIXED.match(self.text, self.at):
            whole, upper, lower = map(int, mixed.groups())
            if 0 < upper < lower:
                self.at = mixed.end()
                return Quantity(whole + Fraction(upper, lower))
        match = _PATTERNS.number.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        plain, place = plain_figure(match["figure"])
        power = int(match["exponent"] or 0) + int(match["tens"] or 0)
        if abs(power) > _MOST_POWER_OF_TEN:
            raise OverflowError
        value = Fraction(plain) * Fraction(10) ** power
        return Quantity(value, place=place + power if place else 0)


def _combined(sign: str, left: Quantity, right: Quantity) -> Quantity:
    exact = left.exact and right.exact
    if sign == "^":
        return _power(left.value, right.value, exact=exact)
    return _bounded(_COMPUTE[sign](left.value, right.value), exact=exact)


def _bounded(value: Fraction, *, exact: bool) -> Quantity:
    if value.numerator.bit_length() + value.denominator.bit_length() > MOST_BITS:
        raise OverflowError
    return Quantity(value, exact=exact)


def _power(value: Fraction, exponent: Fraction, *, exact: bool = True) -> Quantity:
    if value < 0 and exponent.denominator > 1:
        raise ValueError
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    if abs(value) not in (0, 1) and abs(exponent) * bits > MOST_BITS:
        raise OverflowError
    if exponent.denominator == 1:
        return _bounded(value ** int(exponent), exact=exact)
    result = Fraction(float(value) ** float(exponent))
    root = result.limit_denominator(_MOST_OF_ROOT)
    if exponent.numerator == 1 and root**exponent.denominator == value:
        return Quantity(root, exact=exact)
    return Quantity(result, exact=False)


# --- A number with its unit

_LONGEST = 1200
_MARKUP = " \t\r\n*_`\u00a0"
_BEGIN = re.compile(r"[-+]?\s?(?:\d|\.\d|\(|sqrt|π|pi(?![^\W\d_])|e(?=\^))")
_MULTIPLE = re.compile(r"[ \u00a0-]?([A-Za-z]{1,10})\.?(?![\w/])")
_SUFFIXES = {"K": 3, "M": 6, "B": 9}
_JOINABLE = frozenset(("duration", "length", "mass"))
_CLOSES = re.compile(r"\s*(?:[.,;:)]|$)")
_JOINED = re.compile(r"\s{0,2}(?:,|and|,\s?and)?\s{0,2}(?=\d)")


def parse_quantity(text: str) -> Quantity | None:
    r"""Parse text that consists of a single number; return None for anything else.

    The number may be a figure with separators, ``1.2e-3``, ``1.2 x 10^-3``, ``3/4``, ``1 3/4``,
    ``½``, ``2π``, ``√2``, ``5!``, LaTeX, ``\boxed{42}``, a number word, a currency amount, a
    percentage or a measure (even ``2 h 30 min``).

    A single separator followed by three digits is a thousands separator if it is a comma (``1,234``
    is 1234) and a decimal point if it is a dot (``1.234`` is less than two). ``1.234.567`` and
    ``1.234,5`` are unambiguous. Ranges, dates, times, bounds (``over 5``) and numbers of more than
    `MOST_BITS` bits are rejected.
    """
    if len(text) > _LONGEST:
        return None
    plain = plain_notation(text).strip(_MARKUP).rstrip(".,;:").strip(_MARKUP)
    plain = _PATTERNS.lead.sub("", plain)
    if not plain or "±" in plain or _PATTERNS.dated.search(plain) or _PATTERNS.range.search(plain):
        return None
    if not re.search(r"[\dπ]|\bpi\b|\be\^", plain):
        return _read_words(plain)
    found = _read_quantity(plain, 0)
    if found is None:
        return None
    quantity, end = found
    rest = plain[end:].rstrip(" \u00a0")
    if rest and any(date.when.month or date.when.year is None for date in dates(plain)):
        return None
    return _with_noun(quantity, rest)


def _with_noun(quantity: Quantity, rest: str) -> Quantity | None:
    if not rest:
        return quantity
    noun = _PATTERNS.noun.fullmatch(rest)
    if noun is None or quantity.unit or not _WORDS.no_nouns.isdisjoint(rest.split()):
        return None
    return replace(quantity, noun=noun[1])


def _read_quantity(text: str, start: int) -> tuple[Quantity, int] | None:
    """Parse the quantity at ``start`` in plain notation; return it and its end index, or None."""
    money = _PATTERNS.money.match(text, start)
    at = money.end() if money else start
    found = _read_expression(text, at) if _BEGIN.match(text, at) else None
    if found is None:
        return None
    quantity, end = _multiplied(text, *found, money=money is not None)
    if money is None:
        return _joined(text, *_with_unit(text, quantity, end))
    scale = scale_named(money[2])
    value = -quantity.value if money[1] else quantity.value
    return replace(quantity, value=value, unit=scale.sign if scale else money[2]), end


def _multiplied(text: str, quantity: Quantity, end: int, *, money: bool) -> tuple[Quantity, int]:
    match = _MULTIPLE.match(text, end)
    if match is None:
        return quantity, end
    word = match[1]
    known = keys_by_word(_FILE, "multiples")
    factor = int(known.get(word.casefold() if len(word) > 1 else word, 0))
    if not factor and (money or (word != "K" and match.start(1) == end)):
        factor = 10 ** _SUFFIXES.get(word.upper() if money else word, 0)
    if factor <= 1:
        return quantity, end
    place = quantity.place and quantity.place + len(str(factor)) - 1
    return replace(quantity, value=quantity.value * factor, place=place), match.end()


def _with_unit(text: str, quantity: Quantity, end: int) -> tuple[Quantity, int]:
    match = _PATTERNS.name.match(text, end)
    words = re.split(r"[ \u00a0]", match[1]) if match else []
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        scale = scale_named(name)
        end_of_name = match.start(1) + len(name) if match else end
        if scale and (name != "in" or _CLOSES.match(text, end_of_name)):  # "5 in 1995"
            return replace(quantity, unit=scale.sign), end_of_name
    return quantity, end


def _joined(text: str, quantity: Quantity, end: int) -> tuple[Quantity, int]:
    """Add the smaller units that follow, as in ``2 h 30 min``; return the sum and its end index."""
    scale = quantity.scale
    while scale and not _JOINABLE.isdisjoint(scale.factors):
        link = _JOINED.match(text, end)
        found = _read_expression(text, link.end()) if link else None
        part, stop = _with_unit(text, *found) if found else (quantity, end)
        smaller, whole = part.scale, quantity.scale
        ratio = converted(Fraction(1), smaller, scale) if smaller else None
        if not smaller or not whole or ratio is None or ratio >= 1:
            break
        value = quantity.value + (converted(part.value, smaller, whole) or 0)
        quantity, end, scale = replace(quantity, value=value, place=None), stop, smaller
    return quantity, end


def _read_words(text: str) -> Quantity | None:
    folded = " ".join(text.casefold().split())
    positive = re.sub("^(?:minus|negative) ", "", folded)
    sign = 1 if positive == folded else -1
    if positive == "one":
        return Quantity(Fraction(sign), place=0)
    told = re.sub("^(?:an? (?=half|third|quarter)|(?=half$))", "one ", positive)
    found = next((number for number in numbers(told) if number.written), None)
    if found is None or found.kind not in ("number", "fraction"):
        return None
    if told[: found.start].strip() not in ("", "a"):
        return None
    value = sign * Fraction(found.amount).limit_denominator(1000)
    unit = sign_of(found.unit) if found.unit else ""
    quantity, end = Quantity(value, unit, place=0 if value.denominator == 1 else None), found.end
    if not unit:
        quantity, end = _with_unit(told, quantity, end)
    return _with_noun(quantity, told[end:])


# --- Equality by value, whatever the notation and unit

_FLOAT_NOISE = Fraction(1, 10**9)
_FEWEST_DIGITS = 2


def same_value(a: str, b: str) -> bool | None:
    """Return whether two strings state the same number, or None if either is not a number.

    Units of the same dimension are converted, except currencies. A percentage equals the
    corresponding fraction: 50 % is 0.5 and 1/2.

    A bare number agrees with the same figure in any unit, because answers often omit the question's
    unit. Compared with a percentage, a bare number over 1 may be the percentage or the fraction.

    Whole figures, fractions, and decimals with one significant digit (or with ``.0``) are exact.
    Other decimals agree if they differ by at most half a unit in the last place of the less precise
    one: 3.14 agrees with 3.14159, but 3.15 does not. Unless both values are exact, relative
    differences of up to 1e-9 are ignored.
    """
    one, other = parse_quantity(a), parse_quantity(b)
    return None if one is None or other is None else same_quantity(one, other)


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities are equal by the rules of `same_value`."""
    first, second = one.scale, other.scale
    if first is not None and second is not None:
        if first == second:
            return _agree(_side(one), _side(other))
        return any(
            _agree(
                _side(one, first.factors[dimension], first.offset),
                _side(other, second.factors[dimension], second.offset),
            )
            for dimension in first.factors.keys() & second.factors.keys()
        )
    scale = first or second
    if scale is not None and (one.noun or other.noun):  # 12 kilometres are not 12 apples
        return False
    if scale is not None and scale.dimension == "percent":
        percent, bare = (one, other) if first else (other, one)
        if _agree(_side(percent, scale.factors["percent"] / 100), _side(bare)):
            return True
        if abs(bare.value) <= 1:
            return False
    return _agree(_side(one), _side(other))


_Side = tuple[Fraction, Fraction, bool]
"""A value in the unit of comparison, half a unit of its last digit, and whether it is exact."""


def _side(
    quantity: Quantity, factor: Fraction = Fraction(1), offset: Fraction = Fraction(0)
) -> _Side:
    value, place, slack = quantity.value, quantity.place, Fraction(0)
    exact = quantity.exact and (place is None or place >= 0)
    if place and not (place == -1 and value.denominator == 1):
        step = Fraction(10) ** place
        if len(str(abs(value) // step)) >= _FEWEST_DIGITS:
            slack = step / 2
    return (value + offset) * factor, slack * factor, exact and not slack


def _agree(one: _Side, other: _Side) -> bool:
    apart = abs(one[0] - other[0])
    if one[2] and other[2]:
        return apart == 0
    noise = max(abs(one[0]), abs(other[0])) * _FLOAT_NOISE
    return apart <= max(one[1], other[1], noise)


# --- The final number in an answer

_HEAD = 600
_SPOKEN = 300
_HASHES = re.compile(r"####[ \t]*([^\n]{1,300})")
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*")
_EQUALS = re.compile(r"=\s{0,3}([^=\n]{1,120})$")
_CITATION = re.compile(r"\[\s?[A-Z]?\d{1,3}(?:,\s?[A-Z]?\d{1,3}){0,5}\s?\]")
_EXCLAIMED = re.compile(r"(?<=\d)!(?=[\s\"')*]|$)(?!\s?[=/*+-])")
_LISTED = re.compile(r"^[ \t>#]{0,8}\(?\d{1,3}[.)][ \t]+(?=\S)", re.MULTILINE)
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_CHAINED = re.compile(r"\s{0,3}(?:=|\u2248)\s{0,3}")
_DELIMITERS = re.compile(r"^\\[\[(]\s*|\s*\\[\])]$")
_RANGED = re.compile(r"\s?(?:[-\u2013\u2014]|to)\s?(?=\d)|(?::(?=\d))")


def final_number(text: str) -> str:
    r"""Return the number that the text gives as its answer, with its unit, or "" if there is none.

    The number is taken from the first of these that is present:

    1. ``#### 42``
    2. the last ``\boxed{}``
    3. the last "the answer is …"
    4. the first line, if it begins with bold text or is only a number
    5. ``= 42`` at the end
    6. the last bold number
    7. the last standalone number

    List markers, citations, labels ("step 3") and dates are ignored. In long text, only the first
    line and the last `MOST` characters are searched.
    """
    tail = text[-MOST:]
    found = next(filter(None, map(_number_of, _told(text, tail))), "")
    return found or _last(_readable(tail)) or _last_worded(tail)


def _told(text: str, tail: str) -> Iterator[str]:
    """Yield the parts of the text marked as the answer, most reliable first."""
    yield from _HASHES.findall(tail)[-1:]
    yield from _PATTERNS.boxed.findall(tail)[-1:]
    yield from _PATTERNS.cue.findall(tail)[-1:]
    first = text[:_HEAD].lstrip().split("\n", 1)[0].strip()
    if bold := _BOLD.match(first):
        yield bold[1]
    if len(first) <= 120 and parse_quantity(first.rstrip("!")) is not None:
        yield first
    if equals := _EQUALS.search(plain_notation(tail).rstrip(" \t\r\n.*$!")):
        yield equals[1]
    yield from reversed(_BOLD.findall(tail))


def _number_of(told: str) -> str:
    told = told.strip(" \t\r\n*_`.$" if told.count("$") > 1 else " \t\r\n*_`.").rstrip("!")
    if parse_quantity(told) is not None:
        return _PATTERNS.lead.sub("", _DELIMITERS.sub("", told))
    return _first(_readable(told))


def _readable(text: str) -> str:
    return _EXCLAIMED.sub("", _CITATION.sub(" ", plain_notation(text)))


def _first(plain: str) -> str:
    """Return the first number or, if it begins an equation, the result."""
    start, end = next(_alone(plain), (0, 0))
    while end and (chained := _CHAINED.match(plain, end)):
        following = _read_quantity(plain, chained.end())
        if following is None or parse_quantity(plain[chained.end() : following[1]]) is None:
            break
        start, end = chained.end(), following[1]
    return plain[start:end].strip()


def _last(plain: str) -> str:
    """Return the last number outside list markers, or a year if there is no other number."""
    items = [match.span() for match in _LISTED.finditer(plain)]
    found = year = ""
    for start, end in _alone(plain):
        number = plain[start:end].strip()
        if any(start < stop and begin < end for begin, stop in items):
            continue
        dated = _PATTERNS.before_year.search(plain, max(0, start - 8), start)
        if dated and _YEAR.fullmatch(number):
            year = number
        else:
            found = number
    return found or year


def _alone(plain: str) -> Iterator[tuple[int, int]]:
    """Yield the span of each number outside dates, labels, ranges and words."""
    dated = [
        (date.start, date.end)
        for date in dates(plain)
        if date.when.month or date.when.year is None or date.when.span > 1
    ]
    at = 0
    while match := _PATTERNS.start.search(plain, at):
        start = match.start()
        found = _read_quantity(plain, start)
        end = found[1] if found else match.end()
        at = max(end, match.end())
        if found is None or any(start < stop and begin < end for begin, stop in dated):
            continue
        if ranged := _RANGED.match(plain, end):  # neither end of a range is the answer
            following = _read_quantity(plain, ranged.end())
            at = following[1] if following else ranged.end()
            continue
        part_of_more = _PATTERNS.continued.match(plain, end - 1)  # but not $18,000/year
        labelled = _PATTERNS.label.search(plain, max(0, start - 10), start)
        if not part_of_more and not labelled and parse_quantity(plain[start:end]) is not None:
            yield start, end


def _last_worded(text: str) -> str:
    words = [each for each in numbers(text[-_SPOKEN:]) if each.written and each.kind != "ordinal"]
    return next((each.text for each in reversed(words) if parse_quantity(each.text)), "")
