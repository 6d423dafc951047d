"""Sums of arithmetic and geometric series, of first squares, cubes, odd and even numbers."""

import re
from fractions import Fraction
from itertools import pairwise

from desktop_agent.reasoning.solvers.solved import Solved, exact
from desktop_agent.reasoning.solvers.wording import Rule, by_rules, rule

_MOST_TERMS = 10**15
_MOST_GEOMETRIC = 400
_ASK = r"(?:(?:what is|what's|find|calculate|compute|determine) )?(?:the )?"
_N = r"(?P<n>\d+)"
_VALUE = r"(-?\d+(?:\.\d+)?(?:/\d+)?)"


def solve_series(text: str) -> Solved | None:
    """Solves sums over numbers in a row, and over arithmetic and geometric series."""
    return by_rules(text, _RULES)


def _solved(value: Fraction, line: str) -> Solved:
    return Solved(exact(value), "series", f"{line} = {exact(value)}")


def _first(match: re.Match[str]) -> Solved | None:
    n = int(match.group("n"))
    named = re.search(r"odd|even|square|cube", match.group())
    kind = named.group() if named else ""
    if not 1 <= n <= _MOST_TERMS:
        return None
    if kind == "odd":
        return _solved(Fraction(n * n), f"{n}^2")
    if kind == "even":
        return _solved(Fraction(n * (n + 1)), f"{n} x {n + 1}")
    if kind == "square":
        return _solved(Fraction(n * (n + 1) * (2 * n + 1), 6), f"{n} x {n + 1} x {2 * n + 1} / 6")
    if kind == "cube":
        return _solved(Fraction((n * (n + 1) // 2) ** 2), f"({n} x {n + 1} / 2)^2")
    return _solved(Fraction(n * (n + 1), 2), f"{n} x {n + 1} / 2")


def _row(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    first, last, kind = int(parts["first"]), int(parts["last"]), parts.get("kind") or ""
    if not 0 <= first <= last <= _MOST_TERMS:
        return None
    if parts.get("word") == "between" and not parts.get("inclusive"):
        return None  # it is not said whether the ends count
    step = 1
    if kind.strip():
        parity = 1 if kind.strip() == "odd" else 0
        first += (first % 2) != parity
        last -= (last % 2) != parity
        step = 2
    count = (last - first) // step + 1
    if count < 1:
        return None
    return _solved(
        Fraction(count * (first + last), 2),
        f"{count} numbers from {first} to {last}: {count} x ({first} + {last}) / 2",
    )


def _dotted(match: re.Match[str]) -> Solved | None:
    """Sums ``1 + 3 + 5 + ... + 99``: at least three terms before the dots, in equal steps or ratio."""
    terms = [Fraction(term) for term in re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", match.group("terms"))]
    last = Fraction(match.group("last"))
    steps = {b - a for a, b in pairwise(terms)}
    if len(terms) < 3 or 0 in terms:
        return _dotted_from_zero(terms, last, steps)
    if len(steps) == 1:
        return _arithmetic_to(terms[0], steps.pop(), last)
    ratios = {b / a for a, b in pairwise(terms)}
    return _geometric_to(terms[0], ratios.pop(), last) if len(ratios) == 1 else None


def _dotted_from_zero(terms: list[Fraction], last: Fraction, steps: set[Fraction]) -> Solved | None:
    return (
        _arithmetic_to(terms[0], steps.pop(), last) if len(terms) >= 3 and len(steps) == 1 else None
    )


def _arithmetic_to(first: Fraction, step: Fraction, last: Fraction) -> Solved | None:
    if step == 0:
        return None
    count = (last - first) / step + 1
    if count.denominator != 1 or not 3 < count <= _MOST_TERMS:
        return None
    return _solved(
        count * (first + last) / 2,
        f"{count} terms in steps of {exact(step)}: {count} x ({exact(first)} + {exact(last)}) / 2",
    )


def _geometric_to(first: Fraction, ratio: Fraction, last: Fraction) -> Solved | None:
    term, total, count = first, first, 1
    while term != last:
        term *= ratio
        total += term
        count += 1
        if count > _MOST_GEOMETRIC:
            return None
    return _solved(total, f"{count} terms with ratio {exact(ratio)}") if count > 3 else None


def _arithmetic(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    n, first, step = int(parts["n"]), Fraction(parts["first"]), Fraction(parts["step"])
    if not 1 <= n <= _MOST_TERMS:
        return None
    last = first + (n - 1) * step
    if parts.get("term"):
        return _solved(last, f"{exact(first)} + ({n} - 1) x {exact(step)}")
    return _solved(
        n * (first + last) / 2,
        f"{n} terms from {exact(first)} to {exact(last)}: {n} x ({exact(first)} + {exact(last)}) / 2",
    )


def _geometric(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    first, ratio = Fraction(parts["first"]), Fraction(parts["step"])
    if parts.get("infinite"):
        if abs(ratio) >= 1:
            return (
                Solved("diverges", "series", f"The ratio {exact(ratio)} is not below 1 in size.")
                if first
                else None
            )
        return _solved(first / (1 - ratio), f"{exact(first)} / (1 - {exact(ratio)})")
    n = int(parts["n"])
    if not 1 <= n <= _MOST_GEOMETRIC:
        return None
    if parts.get("term"):
        return _solved(first * ratio ** (n - 1), f"{exact(first)} x ({exact(ratio)})^({n} - 1)")
    total = first * n if ratio == 1 else first * (ratio**n - 1) / (ratio - 1)
    return _solved(
        total,
        f"{exact(first)} x (({exact(ratio)})^{n} - 1) / ({exact(ratio)} - 1)"
        if ratio != 1
        else f"{n} x {exact(first)}",
    )


def _named(name: str) -> str:
    return _VALUE.replace("(", f"(?P<{name}>", 1)


_WHOLE = r"(?:(?:positive |natural )?(?:whole |natural )?(?:integers|numbers|natural numbers))"
_COUNTED = r"(?:positive (?:whole )?(?:integers|numbers)|natural numbers|counting numbers)"
_PROGRESSION = r"(?:sequence|series|progression)"
_ARITHMETIC = rf"(?:an |the )?arithmetic {_PROGRESSION} with (?:a )?(?:first|1st) term (?:of )?{_named('first')} and (?:a )?common difference (?:of )?{_named('step')}"
_GEOMETRIC = rf"(?:a |an |the )?(?P<infinite>infinite )?geometric {_PROGRESSION} with (?:a )?(?:first|1st) term (?:of )?{_named('first')} and (?:a )?(?:common )?ratio (?:of )?{_named('step')}"
_SUM = rf"{_ASK}sum of "
_RULES: tuple[Rule, ...] = (
    rule(rf"{_SUM}(?:the )?first {_N} (?:(?:positive )?(?:odd|even) (?:positive )?(?:integers|numbers|natural numbers)|(?:perfect |positive )?(?:squares|cubes|square numbers|cube numbers))", _first),
    rule(rf"{_SUM}(?:the )?first {_N} {_COUNTED}", _first),
    rule(rf"{_SUM}(?:the )?(?:squares|cubes) of the first {_N} {_COUNTED}", _first),
    rule(rf"{_SUM}(?:all )?(?:the )?(?P<kind>odd |even )?{_WHOLE} (?P<word>from|between) (?P<first>\d+) (?:to|and|through|up to) (?P<last>\d+)(?P<inclusive>,? \(?inclusive\)?)?", _row),
    rule(r"(?:(?:what is|find|calculate|compute|evaluate|add) )?(?:the (?:sum|value) (?:of )?)?(?:the series )?(?P<terms>\d[\d./]*(?: ?\+ ?\d[\d./]*){2,8}) ?\+ ?(?:\.\.\.|…|\. \. \.) ?\+ ?(?P<last>\d+(?:/\d+)?)", _dotted),
    rule(rf"{_SUM}(?:the )?first {_N} terms of {_ARITHMETIC}", _arithmetic),
    rule(rf"{_ASK}(?P<n>\d+)(?P<term>st|nd|rd|th) term of {_ARITHMETIC}", _arithmetic),
    rule(rf"{_SUM}(?:the )?first {_N} terms of {_GEOMETRIC}", lambda match: None if match.group("infinite") else _geometric(match)),
    rule(rf"{_ASK}(?P<n>\d+)(?P<term>st|nd|rd|th) term of {_GEOMETRIC}", lambda match: None if match.group("infinite") else _geometric(match)),
    rule(rf"{_SUM}{_GEOMETRIC}", lambda match: _geometric(match) if match.group("infinite") else None),
)  # fmt: skip
