"""One number with its unit, read from the way people, models and programs write it."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from desktop_agent.evidence.claims.dates import dates
from desktop_agent.evidence.claims.numbers import numbers
from desktop_agent.evidence.quantities.expression import Amount, read_amount
from desktop_agent.evidence.quantities.notation import plain_notation
from desktop_agent.evidence.quantities.scales import Scale, scale_named

_LONGEST = 1200
_MARKUP = " \t\r\n*_`\u00a0"
_LEAD = re.compile(
    r"(?:about|approximately|approx\.?|roughly|around|circa|ca\.|exactly|[~≈≃=])\s{0,3}"
    r"|[A-Za-z]\w{0,2}\s{0,2}[=≈]\s{0,2}",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"(US\$|A\$|C\$|[$€£¥₹]|(?:USD|EUR|GBP|JPY|CHF|INR|AUD|CAD)(?=[\s\d]))\s?")
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
_NO_NOUN_WORDS = """
    to or and than minus plus out half halves third thirds quarter quarters fifth fifths tenth tenths
    hundredth hundredths thousandth thousandths factorial times modulo mod divided multiplied am pm noon
    bc bce ad ce more less fewer most least over under st nd rd th by from of if when choose per is are was
    not point with without
"""
_NO_NOUNS = frozenset(_NO_NOUN_WORDS.split())
_WORDED = {
    "zero": Fraction(0), "one": Fraction(1), "half": Fraction(1, 2), "a half": Fraction(1, 2), "one half": Fraction(1, 2),
    "a third": Fraction(1, 3), "one third": Fraction(1, 3), "a quarter": Fraction(1, 4), "one quarter": Fraction(1, 4),
    "a dozen": Fraction(12), "a hundred": Fraction(100), "a thousand": Fraction(1000), "a million": Fraction(10**6),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is written, in its own unit.

    ``value`` is exact, but where ``exact`` is False: then π, e or a root was rounded to a float.
    ``unit`` is the unit's one sign (``km``, ``%``, ``$``), or empty; ``noun`` is what is counted
    where that is no unit (``apples``). ``place`` is the power of ten of the last written digit of
    a decimal figure (-2 of 3.14, 5 of 3.5 million), 0 of a whole figure, and None of an expression
    or a fraction.
    """

    value: Fraction
    unit: str = ""
    noun: str = ""
    exact: bool = True
    place: int | None = None

    @property
    def scale(self) -> Scale | None:
        """The unit by its dimension and factor, or None without one."""
        return scale_named(self.unit) if self.unit else None


def parse_quantity(text: str) -> Quantity | None:
    r"""Gives the number that the whole text is, or None.

    Reads figures with separators, ``1.2e-3``, ``1.2 x 10^-3``, ``3/4``, ``1 3/4``, ``½``, ``2π``,
    ``√2``, ``5!``, LaTeX, ``\boxed{42}``, number words, currencies, percentages and units (also
    ``2 h 30 min``). One separator before three digits: a comma parts thousands (``1,234`` is 1234), a
    dot is a decimal point (``1.234`` is under two); ``1.234.567`` and ``1.234,5`` are read as they
    must be. Ranges, dates, times and bounds (``over 5``) are no numbers, nor is what would take
    over `expression.MOST_BITS` bits.
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
    noun = _NOUN.fullmatch(rest)
    if noun is None or quantity.unit or _is_dated(plain) or not _NO_NOUNS.isdisjoint(rest.split()):
        return None
    return replace(quantity, noun=noun.group(1))


def without_lead(text: str) -> str:
    """Gives a number's text without what may stand before it: ``x =``, ``about``."""
    for _ in range(2):
        text = text[lead.end() :] if (lead := _LEAD.match(text)) else text
    return text


def read_quantity(text: str, start: int) -> tuple[Quantity, int] | None:
    """Reads the number and unit that begin at ``start`` of a text in plain notation, and their end."""
    sign, start = _sign(text, start)
    currency = _CURRENCY.match(text, start)
    at = currency.end() if currency else start
    if not _BEGIN.match(text, at):
        return None
    found = read_amount(text.replace("\u2013", "-", 1) if text[at] == "\u2013" else text, at)
    if found is None:
        return None
    amount, end = found
    amount, end = _multiplied(amount, text, end, money=currency is not None)
    quantity = Quantity(sign * amount.value, "", "", amount.exact, amount.place)
    if currency:
        scale = scale_named(currency.group(1))
        return replace(quantity, unit=scale.sign if scale else currency.group(1)), end
    return _joined(text, *_with_unit(text, quantity, end))


def _sign(text: str, start: int) -> tuple[int, int]:
    """Gives a sign that stands before a currency, and where it ends."""
    sign = re.compile(r"[-\u2013]\s?(?=[$€£¥₹]|US\$)").match(text, start)
    return (-1, sign.end()) if sign else (1, start)


def _multiplied(amount: Amount, text: str, end: int, *, money: bool) -> tuple[Amount, int]:
    if dozen := _DOZEN.match(text, end):
        return Amount(amount.value * 12, amount.exact), dozen.end()
    match = _MULTIPLE.match(text, end)
    if match is None:
        return amount, end
    word = match.group(1)
    power = _MULTIPLES.get(word.casefold() if len(word) > 1 else word, 0)
    if not power and word in "KMB" and (money or (word in "MB" and match.start(1) == end)):
        power = {"K": 3, "M": 6, "B": 9}[word]
    if not power and money and word == "m":
        power = 6
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
    """Adds the smaller parts of one measure: ``2 h 30 min``."""
    scale = quantity.scale
    whole = scale
    while scale and whole and scale.dimension in ("duration", "length", "mass", "pound"):
        link = _JOINED.match(text, end)
        found = read_amount(text, link.end()) if link else None
        if found is None or found[0].value < 0:
            break
        part, stop = _with_unit(text, Quantity(found[0].value), found[1])
        smaller = part.scale
        if (
            smaller is None
            or smaller.dimension != scale.dimension
            or smaller.factor >= scale.factor
        ):
            break
        value = quantity.value + part.value * smaller.factor / whole.factor
        quantity, end, scale = replace(quantity, value=value, place=None), stop, smaller
    return quantity, end


def _is_dated(text: str) -> bool:
    return any(date.when.month or date.when.year is None for date in dates(text))


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
    quantity, end = _with_unit(
        folded, quantity, _words_end(folded, found.end, unit=found.unit is not None)
    )
    rest = folded[end:]
    if not rest:
        return quantity
    noun = _NOUN.fullmatch(rest)
    if noun is None or quantity.unit or not _NO_NOUNS.isdisjoint(rest.split()):
        return None
    return replace(quantity, noun=noun.group(1))


def _words_end(text: str, end: int, *, unit: bool) -> int:
    """Gives where the words of a number end: before its unit, if it has one."""
    if not unit:
        return end
    for count in (1, 2, 3):
        start = end
        for _ in range(count):
            start = text.rfind(" ", 0, start)
        if start > 0 and scale_named(text[start + 1 : end]):
            return start
    return end
