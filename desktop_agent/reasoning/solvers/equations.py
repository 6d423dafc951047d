"""Linear equations and systems, and quadratic equations in one unknown."""

import math
import re
from fractions import Fraction

from desktop_agent.reasoning.solvers.polynomial import NoPolynomial, Polynomial, plus, polynomial
from desktop_agent.reasoning.solvers.solved import Solved, exact

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
