"""The number that a text gives as its answer, as GSM8K counts it."""

import re
import unicodedata
from decimal import Decimal, DivisionByZero, InvalidOperation

_MARKED = re.compile(r"####\s*([^\n]+)")
_BOXED = re.compile(r"\\boxed\{([^{}]*(?:\{,\}[^{}]*)*)\}")
_OTHER_THOUSANDS = re.compile(r"(?<=\d)(?:\{,\}|\\,|[ \u00a0\u2009\u202f'\u2019])(?=\d{3}(?!\d))")
_DOTTED_THOUSANDS = re.compile(r"(?<![\d.])\d{1,3}(?:\.\d{3}){2,}(?!\d|\.\d)")
_DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
_NUMBER = re.compile(
    r"(?P<minus>(?<![\w.)\]%])-)?(?:[$€£¥]\s?)?(?P<minus2>(?<=[$€£¥])-)?"
    rf"(?P<value>{_DIGITS}|\.\d+)(?P<exponent>[eE][+-]?\d{{1,3}}(?!\w))?"
    rf"(?:\s?[/\u2044]\s?(?P<below>{_DIGITS}))?"
    r"(?:\s?(?P<scale>thousand|million|billion|k)\b)?",
    re.IGNORECASE,
)
_SCALES = {"k": 3, "thousand": 3, "million": 6, "billion": 9}


def final_number(text: str) -> Decimal | None:
    r"""Gives the number after ``####``, else the one in ``\boxed{}``, else the last; None without.

    Thousands separators, currency signs, percent signs and units around it do not count; ``3/4``,
    ``2e3`` and ``5 thousand`` are read as what they come to.
    """
    text = _OTHER_THOUSANDS.sub(",", text.replace("\\$", "$").replace("\u2212", "-"))
    text = unicodedata.normalize("NFKC", text)
    text = _DOTTED_THOUSANDS.sub(lambda found: found[0].replace(".", ","), text)
    for marked in (_MARKED, _BOXED):
        told = marked.findall(text)
        if told:
            text = told[-1]
            break
    last = None
    for match in _NUMBER.finditer(text):
        last = match
    return None if last is None else _value(last)


def _value(match: re.Match[str]) -> Decimal | None:
    try:
        value = Decimal(match["value"].replace(",", "") + (match["exponent"] or ""))
        if match["below"]:
            value /= Decimal(match["below"].replace(",", ""))
        if match["scale"]:
            value = value.scaleb(_SCALES[match["scale"].casefold()])
    except (InvalidOperation, DivisionByZero):
        return None
    return -value if match["minus"] or match["minus2"] else value
