"""Sums of arithmetic and geometric series, of first squares, cubes, odd and even numbers."""

import math
import re
from fractions import Fraction
from itertools import pairwise

from desktop_agent.agents.reasoning.solvers.base import Rule, Solved, by_rules, exact, rule

# --- Polynomials as they are written in an equation, with exact coefficients.

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]

_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[a-z]|[-+*/^()])")
_MOST_TOKENS = 120
_DEEPEST = 12
_HIGHEST = 6


class NoPolynomial(Exception):
    """The text is no polynomial of the kind that is read here."""


def polynomial(text: str) -> Polynomial:
    """Reads ``3(x + 2)^2 - y/4``; raises NoPolynomial for anything else."""
    tokens: list[str] = []
    at = 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if match is None or len(tokens) > _MOST_TOKENS:
            raise NoPolynomial
        tokens.append(match.group(1))
        at = match.end()
    reading = _Reading(tokens)
    result = reading.total()
    if reading.at != len(tokens):
        raise NoPolynomial
    return result


class _Reading:
    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self.at = 0
        self._depth = 0

    def total(self) -> Polynomial:
        result = self._product()
        while self._next() in ("+", "-"):
            sign = -1 if self._take() == "-" else 1
            result = plus(result, self._product(), sign)
        return result

    def _product(self) -> Polynomial:
        sign = 1
        while self._next() in ("+", "-"):
            sign = -sign if self._take() == "-" else sign
        result = {key: sign * value for key, value in self._power().items()}
        while (following := self._next()) not in ("", "+", "-", ")"):
            if following == "/":
                self._take()
                result = _divided(result, self._power())
                continue
            if following == "*":
                self._take()
            result = _multiplied(result, self._power())
        return result

    def _power(self) -> Polynomial:
        base = self._atom()
        if self._next() != "^":
            return base
        self._take()
        exponent = self._take()
        if not exponent.isdigit() or not 0 <= int(exponent) <= _HIGHEST:
            raise NoPolynomial
        result: Polynomial = {(): Fraction(1)}
        for _ in range(int(exponent)):
            result = _multiplied(result, base)
        return result

    def _atom(self) -> Polynomial:
        token = self._take()
        if token.startswith("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise NoPolynomial
            inner = self.total()
            if self._take() != ")":
                raise NoPolynomial
            self._depth -= 1
            return inner
        if token.isalpha():
            return {((token, 1),): Fraction(1)}
        if token[:1].isdigit():
            return {(): Fraction(token)}
        raise NoPolynomial

    def _next(self) -> str:
        return self._tokens[self.at] if self.at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self.at += 1
        return token


def plus(one: Polynomial, other: Polynomial, sign: int = 1) -> Polynomial:
    """Gives the sum, or with ``sign`` -1 the difference."""
    result = dict(one)
    for key, value in other.items():
        result[key] = result.get(key, Fraction(0)) + sign * value
    return {key: value for key, value in result.items() if value}


def _multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for first, a in one.items():
        for second, b in other.items():
            powers = dict(first)
            for name, power in second:
                powers[name] = powers.get(name, 0) + power
            if sum(powers.values()) > _HIGHEST:
                raise NoPolynomial
            key = tuple(sorted(powers.items()))
            result[key] = result.get(key, Fraction(0)) + a * b
    return {key: value for key, value in result.items() if value}


def _divided(one: Polynomial, other: Polynomial) -> Polynomial:
    if set(other) != {()}:
        raise NoPolynomial
    return {key: value / other[()] for key, value in one.items()}


# --- Linear equations and systems, and quadratic equations in one unknown.

_NAMES = r"[a-z](?:(?:,| and|, and) [a-z]){0,3}"
_ASKED = re.compile(
    r"(?:solve|find|what is|determine|compute|calculate)"
    r"(?: the (?:real )?(?:solutions?|roots?) (?:of|to))?(?: (?:the )?(?:following )?(?:linear |quadratic |simultaneous )?(?:equations?|system(?: of (?:linear )?equations)?))?"
    rf"(?: (?:for )?(?:the )?(?:values? of )?(?P<of>{_NAMES})(?: (?:if|in|when|from|given that|given|such that|where)|:|,)"
    r"(?: the (?:equation|system)| (?:following )?equations?)?)?:? (?P<body>.+)"
)
_REVERSED = re.compile(
    r"(?:if |given |suppose (?:that )?|let )?(?P<body>[^?]+?)[,.] (?:then )?(?:what is|find|solve for|determine|what are|what does|compute)(?: the values? of)? (?P<of>[a-z](?:(?:,| and) [a-z]){0,3})(?: equal)?"
)
_EQUATION = re.compile(r"[-+\d\s.*/^()a-z]{1,150}=[-+\d\s.*/^()a-z]{1,150}")
_MOST_UNKNOWNS = 4


def solve_equations(text: str) -> Solved | None:
    """Solves equations that are written out, where they have exactly one set of solutions."""
    for pattern in (_ASKED, _REVERSED):
        match = pattern.fullmatch(text)
        if match is None:
            continue
        wanted = re.findall(r"\b[a-z]\b", match.group("of") or "")
        solved = _solved(match.group("body"), wanted)
        if solved is not None:
            return solved
    return None


def _solved(body: str, wanted: list[str]) -> Solved | None:
    parts = [
        part
        for part in re.split(r"\s*(?:,| and |;)\s*(?:and )?", re.sub(r" for [a-z]$", "", body))
        if part
    ]
    if not 1 <= len(parts) <= _MOST_UNKNOWNS or not all(
        _EQUATION.fullmatch(part) for part in parts
    ):
        return None
    if any(re.search(r"[a-z]{2,}|[\da-z)]\s+\d", part) for part in parts):
        return None
    try:
        sides = [part.split("=") for part in parts]
        zeros = [plus(polynomial(left), polynomial(right), -1) for left, right in sides]
    except (NoPolynomial, ZeroDivisionError):
        return None
    unknowns = sorted({name for zero in zeros for key in zero for name, _ in key})
    if not unknowns or not set(wanted) <= set(unknowns) or "e" in unknowns or "i" in unknowns:
        return None
    if all(sum(power for _, power in key) <= 1 for zero in zeros for key in zero):
        return _linear(zeros, unknowns, wanted or unknowns, parts)
    if len(zeros) == 1 and len(unknowns) == 1:
        return _quadratic(zeros[0], unknowns[0], parts[0])
    return None


def _linear(
    zeros: list[Polynomial], unknowns: list[str], wanted: list[str], parts: list[str]
) -> Solved | None:
    if len(zeros) != len(unknowns):
        return None
    rows = [
        [*(zero.get(((name, 1),), Fraction(0)) for name in unknowns), -zero.get((), Fraction(0))]
        for zero in zeros
    ]
    solution = _eliminated(rows)
    if solution is None:
        return None
    values = dict(zip(unknowns, solution, strict=True))
    told = ", ".join(f"{name} = {exact(values[name])}" for name in unknowns)
    value = (
        exact(values[wanted[0]])
        if len(wanted) == 1
        else ", ".join(f"{name} = {exact(values[name])}" for name in wanted)
    )
    return Solved(value, "equations", f"{'; '.join(parts)}\nBy elimination: {told}")


def _eliminated(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Gauss's elimination; None where there is not exactly one solution."""
    size = len(rows)
    for at in range(size):
        pivot = next((row for row in range(at, size) if rows[row][at]), None)
        if pivot is None:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def _quadratic(zero: Polynomial, name: str, told: str) -> Solved | None:
    if not set(zero) <= {(), ((name, 1),), ((name, 2),)}:
        return None
    a, b, c = (zero.get(key, Fraction(0)) for key in (((name, 2),), ((name, 1),), ()))
    root = b * b - 4 * a * c
    line = f"{told}\ndiscriminant = {exact(root)}"
    if root < 0:
        return Solved(
            "no real solution", "equations", f"{line}: below 0, so there is no real solution."
        )
    upper, lower = math.isqrt(root.numerator), math.isqrt(root.denominator)
    if upper * upper == root.numerator and lower * lower == root.denominator:
        step = Fraction(upper, lower)
        roots = sorted({(-b - step) / (2 * a), (-b + step) / (2 * a)})
        value = " or ".join(f"{name} = {exact(found)}" for found in roots)
        if len(roots) == 1:
            value = exact(roots[0])
        return Solved(value, "equations", f"{line}, its root {exact(step)}: {value}")
    front = f"{exact(-b)} " if b else ""
    value = " or ".join(
        f"{name} = ({front}{sign}{' ' if b else ''}sqrt({exact(root)}))/{exact(2 * a)}"
        for sign in "-+"
    )
    value = value.replace("(+sqrt", "(sqrt")
    around = " or ".join(
        f"{(float(-b) + sign * math.sqrt(root)) / float(2 * a):.6g}" for sign in (-1, 1)
    )
    return Solved(value, "equations", f"{line}: {name} is about {around}")


_MOST_TERMS = 10**15
_MOST_GEOMETRIC = 400
_ASK = r"(?:(?:what is|what's|find|calculate|compute|determine) )?(?:the )?"
_N = r"(?P<n>\d+)"
_VALUE = r"(-?\d+(?:\.\d+)?(?:/\d+)?)"


def solve_series(text: str) -> Solved | None:
    """Solves sums over numbers in a row, and over arithmetic and geometric series."""
    return by_rules(text, _RULES)


def _series_solved(value: Fraction, line: str) -> Solved:
    return Solved(exact(value), "series", f"{line} = {exact(value)}")


def _first(match: re.Match[str]) -> Solved | None:
    n = int(match.group("n"))
    named = re.search(r"odd|even|square|cube", match.group())
    kind = named.group() if named else ""
    if not 1 <= n <= _MOST_TERMS:
        return None
    if kind == "odd":
        return _series_solved(Fraction(n * n), f"{n}^2")
    if kind == "even":
        return _series_solved(Fraction(n * (n + 1)), f"{n} x {n + 1}")
    if kind == "square":
        return _series_solved(
            Fraction(n * (n + 1) * (2 * n + 1), 6), f"{n} x {n + 1} x {2 * n + 1} / 6"
        )
    if kind == "cube":
        return _series_solved(Fraction((n * (n + 1) // 2) ** 2), f"({n} x {n + 1} / 2)^2")
    return _series_solved(Fraction(n * (n + 1), 2), f"{n} x {n + 1} / 2")


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
    return _series_solved(
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
    return _series_solved(
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
    return _series_solved(total, f"{count} terms with ratio {exact(ratio)}") if count > 3 else None


def _arithmetic(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    n, first, step = int(parts["n"]), Fraction(parts["first"]), Fraction(parts["step"])
    if not 1 <= n <= _MOST_TERMS:
        return None
    last = first + (n - 1) * step
    if parts.get("term"):
        return _series_solved(last, f"{exact(first)} + ({n} - 1) x {exact(step)}")
    return _series_solved(
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
        return _series_solved(first / (1 - ratio), f"{exact(first)} / (1 - {exact(ratio)})")
    n = int(parts["n"])
    if not 1 <= n <= _MOST_GEOMETRIC:
        return None
    if parts.get("term"):
        return _series_solved(
            first * ratio ** (n - 1), f"{exact(first)} x ({exact(ratio)})^({n} - 1)"
        )
    total = first * n if ratio == 1 else first * (ratio**n - 1) / (ratio - 1)
    return _series_solved(
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
