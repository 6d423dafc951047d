"""Solve arithmetic expressions, percentages and unit conversions."""

import re
from fractions import Fraction

from desktop_agent.agents.answers.expressions import evaluate
from desktop_agent.agents.answers.quantities import Scale, converted, scale_named
from desktop_agent.agents.reasoning.solvers.base import (
    ASK,
    Rule,
    Solved,
    as_decimal,
    by_rules,
    exact,
    rounded,
)

# --- Problems that consist of a single expression: ``what is 17 * 23 - 4``

_WORDS = (
    ("multiplied by", "*"), ("times", "*"), ("divided by", "/"), ("plus", "+"), ("minus", "-"), ("to the power of", "^"),
    ("raised to the power of", "^"), ("raised to the", "^"), ("squared", "^2"), ("cubed", "^3"),
    ("the square root of", "sqrt"), ("square root of", "sqrt"), ("factorial", "!"),
)  # fmt: skip
_ASKED = re.compile(
    rf"{ASK}(?P<expression>[-\d\s.+*/^()!]*(?:sqrt ?[\d(]|\d)[-\d\s.+*/^()!sqrt]*?)(?: ?= ?\??)?"
)
_VERB = re.compile(r"(?:calculate|compute|evaluate|simplify|find|work out|determine) ")
_OPERATOR = re.compile(r"[\d)!] ?[-+*/^] ?[\d(s-]|sqrt|\d!")
_UNSURE = re.compile(
    r"[-+*/^] ?\+|[-+*/^] - |/ ?[\d.]+ ?\(|/ ?\([^()]*\) ?\(|\d \d"  # 6/2(1+2)
    r"|\d+/\d+/\d+|\d+(?:-\d+){2,}|^(?!\d+!$).*!$"  # dates and telephone numbers; 3 + 4!
)
_TIGHT = re.compile(r"\d+[/-]\d+")
_MOST_DIGITS = 1200


def solve_arithmetic(text: str) -> Solved | None:
    """Evaluate an expression, exactly if possible; return None if the text is not an expression."""
    rooted = "square root of" in text  # ambiguous: the root of the whole sum or of its first term
    for word, sign in _WORDS:
        text = re.sub(rf"\b{word}\b", sign, text)
    text = re.sub(r"(?<=[\d)]) x (?=[\d(])", " * ", text)
    text = re.sub(r"(?<=\d) (?=[!^])", "", text)
    match = _ASKED.fullmatch(text)
    if match is None or (rooted and not re.search(r"sqrt \d+(?:\.\d+)?$", text)):
        return None
    expression = match["expression"].strip()
    if not _OPERATOR.search(expression) or _UNSURE.search(expression):
        return None
    if _TIGHT.fullmatch(expression) and not _VERB.match(text):
        return None  # 9/11, 24/7 and 7-11 are names as often as sums
    amount = evaluate(expression)
    if amount is None:
        return None
    shown = exact(amount.value) if amount.exact else rounded(amount.value, 12)
    line = f"{expression} = {shown}"
    if "/" in shown:
        line += f" = {rounded(amount.value)}"
    return Solved(shown, "arithmetic", line) if len(shown) <= _MOST_DIGITS else None


# --- Percentages: shares and changes

_SIGN = re.compile(r"[$€£]")
_MONEY = r"[$€£]?(?P<{}>\d+(?:\.\d+)?)(?: ?(?:dollars|euros|pounds|usd|eur))?"
_NUMBER = r"(?P<{}>-?\d+(?:\.\d+)?)"
_PERCENT = r"(?:%|percent|percentage|per cent)"
_SHARE = rf"(?P<percent>\d+(?:\.\d+)?) ?{_PERCENT}"


def solve_percent(text: str) -> Solved | None:
    """Answer a question about percentages or percentage changes; return None for any other text."""
    found = by_rules(text, _PERCENT_RULES)
    signs = set(_SIGN.findall(text))
    if found is None or len(signs) > 1:
        return None
    if not signs or found.value.endswith("%"):
        return found
    return Solved(f"{signs.pop()}{found.value}", found.archetype, found.explanation)


def _percent(value: Fraction, line: str, unit: str = "") -> Solved:
    shown = f"{as_decimal(value)}{unit}"
    return Solved(shown, "percent", f"{line} = {shown}")


def _share(match: re.Match[str]) -> Solved:
    percent, whole = Fraction(match["percent"]), Fraction(match["whole"])
    return _percent(percent * whole / 100, f"{exact(percent)}/100 x {exact(whole)}")


def _which_share(match: re.Match[str]) -> Solved | None:
    part, whole = Fraction(match["part"]), Fraction(match["whole"])
    if whole <= 0:
        return None
    return _percent(part / whole * 100, f"{exact(part)} / {exact(whole)} x 100", "%")


def _change(match: re.Match[str]) -> Solved | None:
    before, after, kind = Fraction(match["before"]), Fraction(match["after"]), match["kind"]
    falls = kind in ("decrease", "drop")
    if before <= 0 or (kind == "increase" and after < before) or (falls and after > before):
        return None
    change = (before - after if falls else after - before) / before * 100
    return _percent(change, f"({exact(after)} - {exact(before)}) / {exact(before)} x 100", "%")


def _changed(match: re.Match[str]) -> Solved | None:
    value, percent = Fraction(match["value"]), Fraction(match["percent"])
    sign = 1 if match["verb"].startswith(("increase", "raise")) else -1
    if sign < 0 and percent > 100:
        return None
    line = f"{exact(value)} x (1 {'+' if sign > 0 else '-'} {exact(percent)}/100)"
    return _percent(value * (1 + sign * percent / 100), line)


_PART, _WHOLE = _NUMBER.format("part"), _NUMBER.format("whole")
_VALUE, _BEFORE, _AFTER = (_MONEY.format(name) for name in ("value", "before", "after"))
_KIND = r"(?P<kind>change|increase|decrease|drop)"
_PERCENT_RULES: tuple[Rule, ...] = (
    (rf"{ASK}{_SHARE} of {_MONEY.format('whole')}", _share),
    (rf"{_PART} is what {_PERCENT} of {_WHOLE}", _which_share),
    (rf"what {_PERCENT} of {_WHOLE} is {_PART}", _which_share),
    (
        rf"{ASK}(?:the )?{_PERCENT} {_KIND} (?:from|in going from) {_BEFORE} to {_AFTER}",
        _change,
    ),
    (rf"{ASK}(?P<verb>increase|decrease|reduce|raise) {_VALUE} by {_SHARE}", _changed),
    (rf"{ASK}{_VALUE} (?P<verb>increased|decreased|reduced|raised) by {_SHARE}", _changed),
)

# --- Unit conversions

_FIGURE = r"(?P<figure>-?\d+(?:\.\d+)?(?:/\d+)?|an?)"
_FURTHER = r"(?:per|feet|foot|inch|inches|metres?|meters?|miles?|yards?|kilomet(?:re|er)s?|hour|second|celsius|fahrenheit|mile|centimet(?:re|er)s?)"
_UNIT = rf"(?P<{{}}>[a-zµ°²³/][a-zµ°²³/]*(?: {_FURTHER}){{{{0,2}}}})"
_TEMPERATURES = (("celsius", "°C"), ("fahrenheit", "°F"), ("°c", "°C"), ("°f", "°F"))
_DIMENSIONS = ("length", "area", "volume", "mass", "speed", "duration", "temperature", "data", "power", "energy")  # fmt: skip
_UNCLEAR = frozenset(("month", "year", "ton", "gal", "pint", "cal"))


def _scale(name: str) -> Scale | None:
    for word, sign in _TEMPERATURES:
        name = name.removeprefix("degrees ").replace(word, sign)
    scale = scale_named(name) or scale_named(name.removesuffix("s"))
    if scale is None or scale.dimension not in _DIMENSIONS or scale.sign in _UNCLEAR:
        return None
    return scale


def _number(text: str) -> Fraction | None:
    if text in ("a", "an"):
        return Fraction(1)
    return None if re.search(r"/0+$", text) else Fraction(text)


def _convert(match: re.Match[str]) -> Solved | None:
    value, scale, wanted = _number(match["figure"]), _scale(match["unit"]), _scale(match["wanted"])
    if value is None or scale is None or wanted is None or scale == wanted:
        return None
    result = converted(value, scale, wanted) if scale.dimension == wanted.dimension else None
    if result is None:
        return None
    shown = f"{as_decimal(result)} {wanted.sign}"
    line = f"{exact(value)} {scale.sign} = {shown}"
    if not (scale.offset or wanted.offset):
        line = f"1 {scale.sign} = {rounded(scale.factor / wanted.factor)} {wanted.sign}, so {line}"
    return Solved(shown, "measures", line)


_FROM, _TARGET = f"{_FIGURE} ?{_UNIT.format('unit')}", _UNIT.format("wanted")
MEASURE_RULES: tuple[Rule, ...] = (
    (rf"(?:(?:convert|change|express|what is|how much is|what's) )?{_FROM} (?:in|to|into) {_TARGET}", _convert),
    (rf"how many {_TARGET} (?:are |is |are there |is there )?(?:in|equal|make(?: up)?|equals?) {_FROM}", _convert),
    (rf"how many {_TARGET} (?:does|do|is|are) {_FROM}(?: equal| have)?", _convert),
)  # fmt: skip
