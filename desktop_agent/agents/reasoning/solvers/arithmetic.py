"""An arithmetic expression and nothing else: ``what is 17 * 23 - 4``."""

import re
from fractions import Fraction

from desktop_agent.agents.reasoning.solvers.base import (
    ASK,
    Rule,
    Solved,
    by_rules,
    exact,
    rounded,
    rule,
)
from desktop_agent.evidence.text.expressions import evaluate

_WORDS = (
    ("multiplied by", "*"), ("times", "*"), ("divided by", "/"), ("plus", "+"), ("minus", "-"), ("to the power of", "^"),
    ("raised to the power of", "^"), ("raised to the", "^"), ("squared", "^2"), ("cubed", "^3"),
    ("the square root of", "sqrt"), ("square root of", "sqrt"), ("factorial", "!"),
)  # fmt: skip
_ASKED = re.compile(
    rf"{ASK}(?P<told>(?:how much is )?)(?P<expression>[-\d\s.+*/^()!x]*(?:sqrt ?[\d(]|\d)[-\d\s.+*/^()!xsqrt]*?)(?: ?= ?\??)?"
)
_VERB = re.compile(r"(?:calculate|compute|evaluate|simplify|find|work out|determine) ")
_OPERATOR = re.compile(r"[\d)!] ?[-+*/^] ?[\d(s-]|sqrt|\d!")
_UNSURE = re.compile(r"[-+*/^] ?\+|[-+*/^] - |/ ?[\d.]+ ?\(|/ ?\([^()]*\) ?\(")  # 6/2(1+2)
_DATED = re.compile(r"\d+/\d+/\d+|\d+(?:-\d+){2,}|\d+:\d+")
_TIGHT = re.compile(r"\d+[/-]\d+")
_MOST_DIGITS = 1200


def solve_arithmetic(text: str) -> Solved | None:
    """Computes an expression of figures, operators, roots, powers and factorials, exactly where it can be."""
    rooted = "square root of" in text  # of what is added behind it, too?
    for word, sign in _WORDS:
        text = re.sub(rf"\b{word}\b", sign, text)
    text = re.sub(r"(?<=[\d)]) x (?=[\d(])", " * ", text)
    text = re.sub(r"(?<=\d) (?=[!^])", "", text)
    match = _ASKED.fullmatch(text)
    if match is None or (rooted and not re.search(r"sqrt \d+(?:\.\d+)?$", text)):
        return None
    expression = match.group("expression").strip()
    if (
        "x" in expression
        or not _OPERATOR.search(expression)
        or _DATED.search(expression)
        or _UNSURE.search(expression)
    ):
        return None
    if _TIGHT.fullmatch(expression) and not _VERB.match(text):
        return None  # 9/11, 24/7 and 7-11 are names as often as sums
    sole = re.fullmatch(r"\d+!", expression)
    if re.search(r"\d \d", expression) or (expression.endswith("!") and not sole):
        return None
    amount = evaluate(expression)
    if amount is None:
        return None
    shown = exact(amount.value) if amount.exact else rounded(amount.value, 12)
    if len(shown) > _MOST_DIGITS:
        return None
    line = f"{expression} = {shown}"
    if "/" in shown:
        line += f" = {rounded(amount.value)}"
    return Solved(shown, "arithmetic", line)


# --- Percentages: shares, changes, discounts, and simple and compound interest.

_N = r"(-?\d+(?:\.\d+)?)"
_MONEY = r"(?:[$€£])?(\d+(?:\.\d+)?)(?: ?(?:dollars|euros|pounds|usd|eur))?"
_P = r"(\d+(?:\.\d+)?) ?(?:%|percent|per cent)"
_EVERY = {
    "annually": 1, "yearly": 1, "per year": 1, "once a year": 1, "semiannually": 2, "semi-annually": 2, "half-yearly": 2,
    "twice a year": 2, "quarterly": 4, "monthly": 12, "weekly": 52, "daily": 365,
}  # fmt: skip
_COMPOUNDED = "|".join(_EVERY)
_SIGN = re.compile(r"[$€£]")
_MOST_PERIODS = 40_000


def solve_percent(text: str) -> Solved | None:
    """Solves shares, percentage changes and interest."""
    found = by_rules(text, _RULES)
    if found is None:
        return None
    signs = set(_SIGN.findall(text))
    if len(signs) != 1 or found.value.endswith("%"):
        return found if len(signs) <= 1 else None
    return Solved(f"{signs.pop()}{found.value}", found.archetype, found.explanation)


def _solved(value: Fraction, line: str, *, unit: str = "") -> Solved:
    shown = exact(value) if "/" not in exact(value) else rounded(value)
    return Solved(f"{shown}{unit}", "percent", f"{line} = {shown}{unit}")


def _share(match: re.Match[str]) -> Solved:
    percent, whole = (Fraction(part) for part in match.groups()[:2])
    return _solved(percent * whole / 100, f"{exact(percent)}/100 x {exact(whole)}")


def _which_share(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    part, whole = Fraction(parts["part"]), Fraction(parts["whole"])
    return (
        _solved(part / whole * 100, f"{exact(part)} / {exact(whole)} x 100", unit="%")
        if whole > 0
        else None
    )


def _change(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    before, after, kind = Fraction(parts["before"]), Fraction(parts["after"]), parts["kind"]
    if (
        before <= 0
        or (kind == "increase" and after < before)
        or (kind in ("decrease", "drop") and after > before)
    ):
        return None
    change = (after - before) / before * 100
    if kind in ("decrease", "drop"):
        change = -change
    return _solved(change, f"({exact(after)} - {exact(before)}) / {exact(before)} x 100", unit="%")


def _changed(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    value, percent = Fraction(parts["value"]), Fraction(parts["percent"])
    sign = 1 if parts["verb"].startswith(("increas", "rais", "markup")) else -1
    if sign < 0 and percent > 100:
        return None
    verb = "+" if sign > 0 else "-"
    return _solved(
        value * (1 + sign * percent / 100), f"{exact(value)} x (1 {verb} {exact(percent)}/100)"
    )


def _interest(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    principal, rate, years = (Fraction(parts[key]) for key in ("principal", "rate", "years"))
    simple = "simple" in (parts.get("simple"), parts.get("simple2"), parts["asked"].split(" ")[0])
    every = 1 if simple else _EVERY.get(parts.get("every") or "", 0)
    periods = years * every
    if not every or not 0 < periods <= _MOST_PERIODS or (periods.denominator != 1 and not simple):
        return None
    asked = parts["asked"]
    only_interest = "interest" in asked
    if simple:
        grown = principal * (1 + rate * years / 100)
        line = f"{exact(principal)} x (1 + {exact(rate)}/100 x {exact(years)})"
    else:
        factor = 1 + rate / 100 / every
        grown = (
            Fraction(float(principal) * float(factor) ** int(periods))
            if periods > 400
            else principal * factor ** int(periods)
        )
        line = f"{exact(principal)} x (1 + {exact(rate)}/100/{every})^{periods}"
    value = grown - principal if only_interest else grown
    if only_interest:
        line = f"{line} - {exact(principal)}"
    shown = (
        exact(value)
        if len(exact(value)) < 10 and "/" not in exact(value)
        else rounded(Fraction(round(value * 100), 100))
    )
    return Solved(shown, "percent", f"{line} = {rounded(value)}, to the cent {shown}")


def _with(name: str, pattern: str) -> str:
    return pattern.replace("(-?\\d", f"(?P<{name}>-?\\d", 1).replace("(\\d", f"(?P<{name}>\\d", 1)


_PRINCIPAL, _RATE = _with("principal", _MONEY), _with("rate", _P)
_YEARS = r"(?P<years>\d+(?:\.\d+)?) years?"
_ASKED_AMOUNT = r"(?:what (?:is|will be) |find |calculate |compute )?(?:the )?(?P<asked>(?:final |total |future )?(?:amount|value|balance)|(?:total )?(?:compound |simple )?interest(?: earned)?)"
_TERMS = rf"(?:at|with|earning|earns) (?:an? )?(?:annual )?(?:(?P<simple>simple|compound) )?(?:interest )?(?:rate )?(?:of )?{_RATE}(?: (?P<simple2>simple|compound) interest)?(?: (?:per year|annual interest|interest|per annum|a year|annually))?,? "
_HOW = rf"(?:compounded (?P<every>{_COMPOUNDED})[, ]*)?"
_RULES: tuple[Rule, ...] = (
    rule(rf"{ASK}{_P} of {_MONEY}", _share),
    rule(rf"{_with('part', _N)} is what (?:percent|percentage|per cent|%) of {_with('whole', _N)}", _which_share),
    rule(rf"what (?:percent|percentage|per cent|%) of {_with('whole', _N)} is {_with('part', _N)}", _which_share),
    rule(
        rf"{ASK}(?:the )?(?:percent(?:age)?|per cent|%) (?P<kind>change|increase|decrease|drop) (?:from|in going from) {_with('before', _MONEY)} to {_with('after', _MONEY)}",
        _change,
    ),
    rule(rf"{ASK}(?P<verb>increase|decrease|reduce|raise) {_with('value', _MONEY)} by {_with('percent', _P)}", _changed),
    rule(rf"{ASK}{_with('value', _MONEY)} (?P<verb>increased|decreased|reduced|raised) by {_with('percent', _P)}", _changed),
    rule(
        rf"{_ASKED_AMOUNT} (?:on|of|for|after|from)?(?: (?:a |an )?(?:principal|investment|deposit|loan|sum))?(?: of| investing)? ?{_PRINCIPAL} (?:is )?(?:invested )?{_TERMS}{_HOW}(?:for|after|over) {_YEARS}",
        _interest,
    ),
    rule(
        rf"(?:if )?(?:you invest |i invest |you deposit |a sum of )?{_PRINCIPAL} (?:is invested |is deposited )?{_TERMS}{_HOW}for {_YEARS}[.,] {_ASKED_AMOUNT}",
        _interest,
    ),
)  # fmt: skip
