"""Parse and compare numbers with units, as written by people, models and programs."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from desktop_agent.agents.answers.expressions import Amount, read_amount
from desktop_agent.evidence.text.dates import dates
from desktop_agent.evidence.text.numbers import numbers, sign_of, unit_named
from desktop_agent.evidence.text.wordings import Words, table

_WORDS = Words("text/quantities")

# --- Mathematical notation to plain text: LaTeX, superscripts, vulgar fractions, other digits

MOST = 4000
"""Maximum number of characters that are parsed. Longer numbers are not plausible answers."""

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_RAISED = re.compile(r"(?<=[0-9)π])[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6}")
_VULGAR = re.compile("[¼-¾⅐-⅞]")
_SIGNS = str.maketrans({
    "\u2212": "-", "\u2010": "-", "\u2011": "-", "\ufe63": "-", "\uff0d": "-", "\u00d7": "*", "·": "*", "⋅": "*",
    "∙": "*", "÷": "/", "\u2044": "/", "\u2215": "/", "√": "sqrt", "\u202f": "\u00a0", "\u2009": "\u00a0",
    "\u2007": "\u00a0", "\u200b": "", "\u200e": "", "\u200f": "", "\u2060": "", "𝜋": "π", "ϖ": "π",
})  # fmt: skip
_COMMANDS = {
    "cdot": "*", "times": "*", "pi": "π", "div": "/", "approx": "≈", "circ": "°", "degree": "°", "sqrt": "sqrt",
    "left": "", "right": "", "displaystyle": "", "quad": " ", "qquad": " ", "pm": "±", "ldots": "…", "dots": "…",
    "pounds": "£", "euro": "€", "infty": "∞", "exp": "e^",
}  # fmt: skip
_MIXED = re.compile(r"(?<=\d)\s?\\[dt]?frac\s?\{(\d{1,9})\}\s?\{(\d{1,9})\}")
_SHORT_FRACTION = re.compile(r"\\[dt]?frac\s?(\d)\s?(\d)")
_FRACTION = re.compile(r"\\[dt]?frac\s?\{([^{}]{1,300})\}\s?\{([^{}]{1,300})\}")
_ROOT = re.compile(r"\\sqrt\s?\{([^{}]{1,300})\}")
_RAISED_GROUP = re.compile(r"\^\s?\{([^{}]{1,300})\}")
_WRAPPED = re.compile(
    r"\\(?:boxed|fbox|text|textbf|textit|mathrm|mathbf|mathit|mathbb|mathcal|operatorname|mbox|rm)\s?\{([^{}]{0,300})\}"
)
_COMMAND = re.compile(r"\\([A-Za-z]{1,16})")
_ESCAPED = re.compile(r"\\([$%#&_{}])")
_SPACING = re.compile(r"\\[,;:! ]|(?<=\d)~(?=\d)")
_MATHS = re.compile(
    r"\$\$([^$]{1,600})\$\$|\$([^$\n]{0,600}\\[^$\n]{0,600})\$"
    r"|\$([^$\s]{1,100})\$(?!\d)|\$([^$\n]{0,200}=[^$\n]{0,200})\$(?!\d)|\$((?:[^$\n0-9]|(?<!\$)\d)[^$\n]{0,600})\$(?=\s*(?:[.,;:!?)*]|$))"
)
_NESTED = 12
_DOLLAR = "\ue000"


def plain_notation(text: str) -> str:
    r"""Convert formulas to plain text: ``\frac{3}{4}`` to ``((3)/(4))``, ``10⁻³`` to ``10^(-3)``.

    Only the last `MOST` characters are kept. Text other than formulas is unchanged.
    """
    text = text[-MOST:]
    if not text.isascii():
        text = _plain_signs(text)
    if "\\" in text or "$" in text or "{" in text:
        text = _without_latex(text)
    power = text.count("**") == 1 and re.search(r"[\d)]\s?\*\*\s?[(\d-]", text)
    return text.replace("**", "^") if power else text


def _plain_signs(text: str) -> str:
    text = _RAISED.sub(lambda match: f"^({match.group().translate(_SUPERSCRIPTS)})", text)
    text = _VULGAR.sub(_vulgar, text).translate(_SIGNS)
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(sign)) if not sign.isascii() and sign.isdecimal() else sign
        for sign in text
    )


def _vulgar(match: re.Match[str]) -> str:
    apart = unicodedata.normalize("NFKC", match.group())
    before = match.string[match.start() - 1 : match.start()]
    return f" {apart}" if before.isdigit() else apart


def _without_latex(text: str) -> str:
    text = text.replace(r"\$", _DOLLAR)
    text = _MATHS.sub(lambda match: next(part for part in match.groups() if part), text)
    text = text.replace(_DOLLAR, "$")
    text = re.sub(r"\\[()\[\]]", " ", text.replace("{,}", ","))
    if "\\" not in text and "{" not in text:
        return text
    text = _SPACING.sub("\u00a0", text)
    text = _SHORT_FRACTION.sub(r"\\frac{\1}{\2}", text)
    for _ in range(_NESTED):
        before = text
        text = _MIXED.sub(r" \1/\2", text)
        text = _FRACTION.sub(r"((\1)/(\2))", text)
        text = _ROOT.sub(r"sqrt(\1)", text)
        text = _WRAPPED.sub(r" \1 ", text)
        text = _RAISED_GROUP.sub(r"^(\1)", text)
        if text == before:
            break
    text = _COMMAND.sub(lambda match: _COMMANDS.get(match.group(1), match.group()), text)
    text = _ESCAPED.sub(r"\1", text)
    return re.sub(r"\^\(?\s?°\)?", "°", text)


# --- Units: exact factors for conversion to base units, and names used only in answers

_FLOAT_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Scale:
    """A unit of measurement.

    A figure is converted to base units by ``(figure + offset) * factor``.
    """

    sign: str
    dimension: str
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)


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
    found: dict[str, Scale] = {}
    for line in table("text/units")["quantities"].strip().splitlines():
        dimension, factor, *names = line.split()
        scale = Scale(names[0], dimension, Fraction(factor))
        found |= {name.replace("_", " "): scale for name in names}
    return found


@cache
def scale_named(name: str) -> Scale | None:
    """Return the unit with the given name or symbol, or None if it is unknown.

    A pound can be money or mass, and a cent can be a part of any dollar or of the euro.
    `in_one_unit` resolves such ambiguities using the unit on the other side of the comparison.
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
    """Return the exact fraction behind a factor in the unit table, such as 5/18 for 1 / 3.6."""
    short = len(repr(factor)) < _FLOAT_DIGITS
    return Fraction(repr(factor)) if short else Fraction(factor).limit_denominator(1000)


def in_one_unit(one: Scale, other: Scale) -> tuple[Scale, Scale] | None:
    """Return both units in their common dimension, or None if they have no dimension in common.

    An ambiguous unit, such as the pound (mass or money), takes the dimension of the other unit.
    """
    if one.dimension != other.dimension:
        for scale, fixed in ((one, other), (other, one)):
            factor = _EITHER.get(scale.dimension, {}).get(fixed.dimension)
            if factor is not None:
                plain = Scale(scale.sign, fixed.dimension, factor)
                return (plain, other) if scale is one else (one, plain)
        return None
    return one, other


def based(value: Fraction, scale: Scale) -> Fraction:
    """Convert a figure in the given unit to the base unit of its dimension."""
    return (value + scale.offset) * scale.factor


def converted(value: Fraction, scale: Scale, target: Scale) -> Fraction | None:
    """Convert a figure exactly to another unit, or return None if the dimensions differ."""
    both = in_one_unit(scale, target)
    if both is None:
        return None
    return based(value, both[0]) / both[1].factor - both[1].offset


_LONGEST = 1200
_MARKUP = " \t\r\n*_`\u00a0"
_LEAD = re.compile(
    r"(?:about|approximately|approx\.?|roughly|around|circa|ca\.|exactly|[~≈≃=])\s{0,3}"
    r"|[A-Za-z]\w{0,2}\s{0,2}[=≈]\s{0,2}",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"(US\$|A\$|C\$|[$€£¥₹]|(?:USD|EUR|GBP|JPY|CHF|INR|AUD|CAD)(?=[\s\d]))\s?")
_MINUS = re.compile(r"[-\u2013]\s?(?=[$€£¥₹]|US\$)")
_BEGIN = re.compile(r"[-+\u2013]?\s?(?:\d|\.\d|\(|sqrt|π|pi(?![^\W\d_])|e(?=\^))")
_MULTIPLES = {
    "hundred": 2, "thousand": 3, "k": 3, "million": 6, "millions": 6, "mio": 6, "mn": 6, "mln": 6, "millionen": 6,
    "millones": 6, "billion": 9, "billions": 9, "bn": 9, "mrd": 9, "milliarden": 9, "milliards": 9,
    "trillion": 12, "trillions": 12, "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
}  # fmt: skip
_MULTIPLE = re.compile(r"[ \u00a0-]?([A-Za-z]{1,10})\.?(?![\w/])")
_DOZEN = re.compile(r"[ \u00a0]dozens?(?![\w])")
_NAME = re.compile(
    r"[\s\u00a0-]{0,2}((?:[^\W\d_]|[°%‰$€£¥₹¢²³/])(?:[^\W\d_]|[²³/°])*[23]?(?![\w])"
    r"(?:[ \u00a0][^\W\d_]{1,12}){0,2})"
)
_CLOSES = re.compile(r"\s*(?:[.,;:)]|$)")
_JOINED = re.compile(r"\s{0,2}(?:,|and|,\s?and)?\s{0,2}(?=\d)")
_RANGE = re.compile(
    r"\d\s?(?:%|(?!e)[^\W\d_]{1,3})?\s?(?:[-\u2013\u2014]|\bto\b|\.\.)\s?[$€£]?\d(?![\d.]*\s?[/*^])"
)
_DATED = re.compile(
    r"\d{1,4}/\d{1,2}/\d{1,4}|\d{1,4}-\d{1,2}-\d{1,4}|\d:\d\d|\d{1,2}\.\d{1,2}\.\d{4}"
)
_NOUN = re.compile(
    r"[\s\u00a0]{1,2}((?!\w*(?:squared|cubed)\b)[a-z][^\W\d_]{1,19}(?:[ -][a-z][^\W\d_]{1,19})?)"
)
_WORDED = {
    "zero": Fraction(0), "one": Fraction(1), "half": Fraction(1, 2), "a half": Fraction(1, 2), "one half": Fraction(1, 2),
    "a third": Fraction(1, 3), "one third": Fraction(1, 3), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4),
    "a dozen": Fraction(12), "a hundred": Fraction(100), "a thousand": Fraction(1000), "a million": Fraction(10**6),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as written, in its own unit.

    ``exact`` is False if π, e or a root in ``value`` was rounded to a float. ``unit`` is the unit's
    symbol (``km``, ``%``, ``$``), if any. ``noun`` is the counted noun (``apples``), if any.

    ``place`` is the power of ten of the last digit of a decimal figure: -2 for 3.14, 5 for 3.5
    million. It is 0 for a whole figure and None for an expression or a fraction.
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


def parse_quantity(text: str) -> Quantity | None:
    r"""Return the number if the entire text is one, otherwise None.

    Parses figures with separators, ``1.2e-3``, ``1.2 x 10^-3``, ``3/4``, ``1 3/4``, ``½``, ``2π``,
    ``√2``, ``5!``, LaTeX, ``\boxed{42}``, number words, currencies, percentages and units
    (including ``2 h 30 min``).

    If a number has a single separator, followed by three digits, a comma separates thousands
    (``1,234`` is 1234) and a dot is a decimal point (``1.234`` is less than two). ``1.234.567`` and
    ``1.234,5`` are unambiguous. Ranges, dates, times, bounds (``over 5``) and numbers of more than
    `expressions.MOST_BITS` bits are rejected.
    """
    if len(text) > _LONGEST:
        return None
    plain = without_lead(plain_notation(text).strip(_MARKUP).rstrip(".,;:").strip(_MARKUP))
    if not plain or "±" in plain or _DATED.search(plain) or _RANGE.search(plain):
        return None
    if not re.search(r"[\dπ]|\bpi\b|\be\^", plain):
        return _in_words(plain)
    found = read_quantity(plain, 0)
    if found is None:
        return None
    quantity, end = found
    rest = plain[end:].rstrip(" \u00a0")
    if not rest:
        return quantity
    dated = any(date.when.month or date.when.year is None for date in dates(plain))
    return None if dated else _with_noun(quantity, rest)


def _with_noun(quantity: Quantity, rest: str) -> Quantity | None:
    noun = _NOUN.fullmatch(rest)
    if noun is None or quantity.unit or not _WORDS.no_nouns.isdisjoint(rest.split()):
        return None
    return replace(quantity, noun=noun.group(1))


def without_lead(text: str) -> str:
    """Strip text that can precede a number, such as ``x =`` or ``about``."""
    for _ in range(2):
        text = text[lead.end() :] if (lead := _LEAD.match(text)) else text
    return text


def read_quantity(text: str, start: int) -> tuple[Quantity, int] | None:
    """Parse the quantity at ``start`` in plain notation; return it and its end index, or None."""
    minus = _MINUS.match(text, start)
    start = minus.end() if minus else start
    currency = _CURRENCY.match(text, start)
    at = currency.end() if currency else start
    if not _BEGIN.match(text, at):
        return None
    found = read_amount(text.replace("\u2013", "-", 1) if text[at] == "\u2013" else text, at)
    if found is None:
        return None
    amount, end = found
    amount, end = _multiplied(amount, text, end, money=currency is not None)
    value = -amount.value if minus else amount.value
    quantity = Quantity(value, "", "", amount.exact, amount.place)
    if currency:
        scale = scale_named(currency.group(1))
        return replace(quantity, unit=scale.sign if scale else currency.group(1)), end
    return _joined(text, *_with_unit(text, quantity, end))


def _multiplied(amount: Amount, text: str, end: int, *, money: bool) -> tuple[Amount, int]:
    if dozen := _DOZEN.match(text, end):
        return Amount(amount.value * 12, amount.exact), dozen.end()
    match = _MULTIPLE.match(text, end)
    if match is None:
        return amount, end
    word = match.group(1)
    power = _MULTIPLES.get(word.casefold() if len(word) > 1 else word, 0)
    if not power and (money or (word != "K" and match.start(1) == end)):
        power = {"K": 3, "M": 6, "B": 9, "m": 6 if money else 0}.get(word, 0)
    if not power:
        return amount, end
    place = amount.place + power if amount.place else amount.place
    return Amount(amount.value * 10**power, amount.exact, place), match.end()


def _with_unit(text: str, quantity: Quantity, end: int) -> tuple[Quantity, int]:
    match = _NAME.match(text, end)
    if match is None:
        return quantity, end
    words = re.split(r"[ \u00a0]", match.group(1))
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        scale = scale_named(name)
        end_of_name = match.start(1) + len(name)
        if name == "in" and not _CLOSES.match(text, end_of_name):
            continue  # "5 in 1995"
        if scale is not None:
            return replace(quantity, unit=scale.sign), end_of_name
    return quantity, end


def _joined(text: str, quantity: Quantity, end: int) -> tuple[Quantity, int]:
    """Add any smaller units that follow, as in ``2 h 30 min``; return the sum and its end index."""
    scale = quantity.scale
    whole = scale
    while scale and whole and scale.dimension in ("duration", "length", "mass", "pound"):
        link = _JOINED.match(text, end)
        found = read_amount(text, link.end()) if link else None
        if found is None or found[0].value < 0:
            break
        part, stop = _with_unit(text, Quantity(found[0].value), found[1])
        smaller = part.scale
        if smaller is None or smaller.dimension != scale.dimension:
            break
        if smaller.factor >= scale.factor:
            break
        value = quantity.value + part.value * smaller.factor / whole.factor
        quantity, end, scale = replace(quantity, value=value, place=None), stop, smaller
    return quantity, end


def _in_words(text: str) -> Quantity | None:
    folded = " ".join(text.casefold().split())
    negative = re.match(r"(?:minus|negative) ", folded)
    if negative:
        folded = folded[negative.end() :]
    sign = -1 if negative else 1
    if folded in _WORDED:
        return Quantity(sign * _WORDED[folded], place=0)
    found = next((number for number in numbers(folded) if number.written), None)
    if found is None or found.start > 2 or found.kind not in ("number", "fraction"):
        return None
    if folded[: found.start].strip() not in ("", "a"):
        return None
    value = sign * Fraction(found.amount).limit_denominator(1000)
    quantity = Quantity(value, place=0 if value.denominator == 1 else None)
    end = found.end if found.unit is None else _words_end(folded, found.end)
    quantity, end = _with_unit(folded, quantity, end)
    rest = folded[end:]
    return _with_noun(quantity, rest) if rest else quantity


def _words_end(text: str, end: int) -> int:
    """Return the end index of a number written in words, excluding any unit after it."""
    for count in (1, 2, 3):
        start = end
        for _ in range(count):
            start = text.rfind(" ", 0, start)
        if start > 0 and scale_named(text[start + 1 : end]):
            return start
    return end


# --- Equality by value, whatever the notation and unit

_FLOAT_NOISE = Fraction(1, 10**9)
_FEWEST_DIGITS = 2


@dataclass(frozen=True, slots=True)
class _Side:
    """A value in the unit used for comparison, and the tolerance implied by its last digit."""

    value: Fraction
    slack: Fraction
    exact: bool


def same_value(a: str, b: str) -> bool | None:
    """Return whether two texts state the same number, or None if either is not a number.

    Units of the same dimension are converted, but currencies are not. A percentage equals the
    corresponding fraction: 50 % is 0.5 and 1/2.

    A bare number agrees with the same figure in any unit, because answers often omit the question's
    unit. If the other number is a percentage, a bare number over 1 may be either the percentage or
    the fraction.

    Whole figures, fractions, and decimals with one significant digit (or with ``.0``) are exact.
    Other decimals agree if they differ by at most half a unit in the last place of the less precise
    one: 3.14 agrees with 3.14159, but 3.15 does not. Unless both values are exact, relative
    differences of up to 1e-9 are ignored as rounding errors.
    """
    one, other = parse_quantity(a), parse_quantity(b)
    return None if one is None or other is None else same_quantity(one, other)


def same_quantity(one: Quantity, other: Quantity) -> bool:
    """Return whether two quantities are equal by the rules of `same_value`."""
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
    """Return whether two quantities are the same number; at most one of them may have a unit."""
    if scale is not None and (one.noun or other.noun):  # twelve kilometres are not twelve apples
        return False
    if scale is None or scale.dimension != "percent":
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
    """Return half a unit of the last digit as written, or 0 for an exact value."""
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


# --- The final number in an answer

_HEAD = 600
_SPOKEN = 300
_HASHES = re.compile(r"####[ \t]*([^\n]{1,300})")
_CUE = re.compile(
    r"\b(?:(?:final |correct |numerical )?answer|antwort|endergebnis|r\u00e9ponse|respuesta)\b"
    r"[ *_]{0,4}(?::|=|\bis\b|\bwould be\b|\bcomes to\b|\bist\b|\blautet\b|\best\b|\bes\b)[ :*_]{0,6}([^\n]{1,300})",
    re.IGNORECASE,
)
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*")
_EQUALS = re.compile(r"=\s{0,3}([^=\n]{1,120})$")
_CITATION = re.compile(r"\[\s?[A-Z]?\d{1,3}(?:,\s?[A-Z]?\d{1,3}){0,5}\s?\]")
_EXCLAIMED = re.compile(r"(?<=\d)!(?=[\s\"')*]|$)(?!\s?[=/*+-])")
_LISTED = re.compile(r"^[ \t>#]{0,8}\(?\d{1,3}[.)][ \t]+(?=\S)", re.MULTILINE)
_START = re.compile(
    r"(?<![\w.,:/^\u2013])(?:-(?=[$\u20ac\u00a3\u00a5\d(.]))?(?:(?:US\$|[$\u20ac\u00a3\u00a5\u20b9])\s?)?"
    r"(?:\d|\.\d|sqrt|\u03c0|\()|(?<=\d )-(?=\d)"
)
_LABEL = re.compile(
    r"(?:step|case|part|figure|table|section|chapter|equation|no\.|version|line|page)\s$",
    re.IGNORECASE,
)
_YEAR_LEAD = re.compile(r"\b(?:in|since|by|of|from|until|year|during)\s$", re.IGNORECASE)
_CHAINED = re.compile(r"\s{0,3}(?:=|\u2248)\s{0,3}")
_DELIMITERS = re.compile(r"^\\[\[(]\s*|\s*\\[\])]$")
_RANGED = re.compile(r"\s?(?:[-\u2013\u2014]|to)\s?\d|(?::\d)")


def final_number(text: str) -> str:
    r"""Return the number that a text gives as its answer, with its unit, or "" if there is none.

    The number is taken from the first of these that is present:

    1. ``#### 42``
    2. the last ``\boxed{}``
    3. the last "the answer is …"
    4. the first line, if it begins with bold text or is only a number
    5. ``= 42`` at the end
    6. the last bold number
    7. the last standalone number

    List markers, citations, labels ("step 3") and dates do not count. Only the first line and the
    last `MOST` characters of a long text are searched.
    """
    tail = text[-MOST:]
    for told in _told(text, tail):
        if found := _number_of(told):
            return found
    plain = _readable(tail)
    for bold in reversed(_BOLD.findall(plain)):
        if found := _first(bold):
            return found
    return _last(plain) or _last_worded(tail)


def _told(text: str, tail: str) -> Iterator[str]:
    """Yield the parts of the text that are marked as the answer, with the most reliable first."""
    if hashes := _HASHES.findall(tail):
        yield hashes[-1]
    yield _boxed(tail)
    if cues := _CUE.findall(tail):
        yield cues[-1]
    first = text[:_HEAD].lstrip().split("\n", 1)[0].strip()
    if bold := _BOLD.match(first):
        yield bold.group(1)
    if len(first) <= 120 and parse_quantity(first.rstrip("!")) is not None:
        yield first
    if equals := _EQUALS.search(plain_notation(tail).rstrip(" \t\r\n.*$!")):
        yield equals.group(1)


def _boxed(text: str) -> str:
    start = max(text.rfind("\\boxed{"), text.rfind("\\fbox{"))
    if start < 0:
        return ""
    begin = text.index("{", start) + 1
    depth = 1
    for at in range(begin, min(len(text), begin + _SPOKEN)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[begin:at]
    return ""


def _number_of(told: str) -> str:
    told = told.strip(" \t\r\n*_`.$") if told.count("$") > 1 else told.strip(" \t\r\n*_`.")
    told = told.rstrip("!")
    if told and parse_quantity(told) is not None:
        return without_lead(_DELIMITERS.sub("", told))
    return _first(_readable(told)) if told else ""


def _readable(text: str) -> str:
    text = _CITATION.sub(" ", plain_notation(text))
    return _EXCLAIMED.sub("", text)


def _first(plain: str) -> str:
    """Return the first number or, if it begins an equation, the result; "" if there is none."""
    found, end = next(_alone(plain), ("", 0))
    while found and (chained := _CHAINED.match(plain, end)):
        following = read_quantity(plain, chained.end())
        if following is None or parse_quantity(plain[chained.end() : following[1]]) is None:
            break
        found, end = plain[chained.end() : following[1]], following[1]
    return found.strip()


def _last(plain: str) -> str:
    marks = [match.span() for match in _LISTED.finditer(plain)]
    found = ""
    year = ""
    for number, end in _alone(plain):
        start = end - len(number)
        if any(start < stop and begin < end for begin, stop in marks):
            continue
        if re.fullmatch(r"1[5-9]\d\d|20\d\d", number) and _YEAR_LEAD.search(
            plain, max(0, start - 8), start
        ):
            year = number
        else:
            found = number
    return (found or year).strip()


def _alone(plain: str) -> Iterator[tuple[str, int]]:
    """Yield each number and its end index, skipping numbers in dates, labels, ranges and words."""
    dated = [
        (date.start, date.end)
        for date in dates(plain)
        if date.when.month or date.when.year is None or date.when.span > 1
    ]
    at = 0
    while match := _START.search(plain, at):
        at = match.start()
        found = read_quantity(plain, at)
        if found is None:
            at = match.end()
            continue
        start, end = at, found[1]
        at = max(end, match.end())
        if any(start < stop and begin < end for begin, stop in dated):
            continue
        if ranged := _RANGED.match(plain, end):  # neither end of a range is the answer
            following = read_quantity(plain, ranged.end() - 1)
            at = following[1] if following else ranged.end()
            continue
        if _stands_alone(plain, start, end) and parse_quantity(plain[start:end]) is not None:
            yield plain[start:end].rstrip(" \u00a0"), len(plain[:end].rstrip(" \u00a0"))


def _stands_alone(plain: str, start: int, end: int) -> bool:
    if _LABEL.search(plain, max(0, start - 10), start):
        return False
    following = plain[end : end + 1]
    glued = following.isalnum() and plain[end - 1].isalnum()
    per = following == "/" and plain[end + 1 : end + 2].isalpha()  # $18,000/year
    return not glued and (per or following not in ("/", "^"))


def _last_worded(text: str) -> str:
    found = [number for number in numbers(text[-_SPOKEN:]) if number.written]
    words = [number.text for number in found if number.kind in ("number", "fraction")]
    return next((said for said in reversed(words) if parse_quantity(said) is not None), "")
