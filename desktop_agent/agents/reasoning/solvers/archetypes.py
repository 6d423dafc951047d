"""Solvers of known archetypes: toggled lights, spectra of Cayley graphs, matrices by their rank.

The wordings are in ``resources/reasoning/computations.toml``.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, product

from desktop_agent.agents.answers.quantities import evaluate
from desktop_agent.agents.reasoning.solvers.base import (
    Parts,
    Solved,
    matched_form,
    pattern,
    rewritten,
    rounded,
    wordings,
)
from desktop_agent.agents.reasoning.solvers.computations import prime_factors

# --- Round k toggles every k-th light, locker or door. Item j is toggled once for each of its
# --- divisors that is not greater than the number of rounds.

_ON = frozenset(("open", "opened", "on", "lit"))
_MOST_THINGS = 200_000
_MOST_LISTED = 200
_FLIP = bytes.maketrans(b"\0\1", b"\1\0")


def solve_toggling(text: str) -> Solved | None:
    """Find how many or which items end up open or on after round k toggles every k-th item."""
    text = rewritten(text, "toggling", "evened")
    words = re.findall(r"[a-z]+", pattern("toggling", "noun").sub("", text))
    count, which = (pattern("toggling", name).search(text) for name in ("count", "which"))
    asked, size, on = count or which, _size(text), _initially_on(text)
    known = set(wordings()["toggling"]["words"].split()).issuperset(words)
    if not known or asked is None or size is None or on is None or not _rules_hold(text, size):
        return None
    things, rounds = size
    toggled = bytearray(things + 1)
    for step in range(1, min(rounds, things) + 1):
        toggled[step::step] = toggled[step::step].translate(_FLIP)
    changes = (next(filter(None, asked.groups())) in _ON) != on
    found = [at for at in range(1, things + 1) if toggled[at] == changes]
    if not count and len(found) > _MOST_LISTED:
        return None
    value = str(len(found)) if count else ", ".join(map(str, found)) or "none"
    why = "an odd number of divisors have the perfect squares alone"
    if rounds < things:
        why = "each round was gone through"
    return Solved(
        value,
        "toggling",
        f"{things} things, all {'on/open' if on else 'off/closed'} at first; "
        f"{rounds} rounds, round k toggles every k-th.\n"
        f"Number j is toggled once for each divisor of j up to {rounds}; {why}.\n"
        f"Asked for: {value}.",
    )


def _size(text: str) -> tuple[int, int] | None:
    """Return the number of items and of rounds, or None if it is unclear or too large."""
    plain = pattern("toggling", "numbered_doer").sub(r"\1", text)
    things = set(pattern("toggling", "things").findall(plain))
    things |= set(pattern("toggling", "labels").findall(text))
    doers = {next(filter(None, each)) for each in pattern("toggling", "rounds").findall(text)}
    if len(things) != 1 or len(doers) != 1:
        return None
    size = int(things.pop()), int(doers.pop())
    return size if 1 <= size[0] <= _MOST_THINGS and size[1] >= 1 else None


def _initially_on(text: str) -> bool | None:
    """Return whether all items start on or open, or None if it is unclear."""
    questions = list(pattern("toggling", "question").finditer(text))
    if len(questions) != 1:
        return None
    before = pattern("toggling", "condition").sub(" ", text[: questions[0].start()])
    states = {state in _ON for state in pattern("toggling", "initial").findall(before)}
    first = pattern("toggling", "first_step").search(text)
    if first and first[1]:
        states.add(first[1] == "clos" or first[1].endswith("off"))
    return states.pop() if len(states) == 1 else None


def _rules_hold(text: str, size: tuple[int, int]) -> bool:
    """Return whether every step described is "round k toggles every k-th item".

    The rule must be stated in general, or for the second and the third round and so on, and explain
    all numbers in the text.
    """
    toggles = pattern("toggling", "toggles").search(text)
    if not toggles or pattern("toggling", "twist").search(text) or text.count(" if ") == 1:
        return False  # "toggle it if it is closed" means to open, unless the other case is given
    actor = pattern("toggling", "actor")
    rules = [(match, match[1] or match[2]) for match in pattern("toggling", "rule").finditer(text)]
    for match, label in rules:
        actors = [found[1] or found[2] for found in actor.finditer(text, 0, match.start())]
        part_of_them = match[1] and not pattern("toggling", "whole").match(text, match.end())
        if part_of_them or actors[-1:] != [label]:
            return False
    steps = [(match.start(), int(label)) for match, label in rules if label.isdigit()]
    told = [step for _, step in steps]
    on_and_on = {2, 3} <= set(told) and pattern("toggling", "on_and_on").search(text)
    if len(told) == len(rules) and not on_and_on:
        return False
    labels = {label for _, label in rules}
    named = {found.start(2) for found in actor.finditer(text) if found[2] in labels}
    return all(a <= b for a, b in pairwise(told)) and all(
        _is_used(text, number, size, [step for at, step in steps if at < number.start()])
        for number in re.finditer(r"\b\d+\b", text)
        if number.start() not in named
    )


def _is_used(text: str, number: re.Match[str], size: tuple[int, int], steps: list[int]) -> bool:
    """Return whether a number is part of the setting or is an item that the last step toggles."""
    value, step = int(number[0]), steps[-1] if steps else 0
    if pattern("toggling", "starting").search(text[: number.start()]):
        return value == (step or 1)
    return value in (1, *size) or bool(step and value % step == 0)


# --- Spectra of cycles, complete graphs, hypercubes, circulants and abelian Cayley graphs. The
# --- eigenvalue of character a is the sum of cos(2 pi sum(a_i s_i / n_i)) over the connection set
# --- (Babai, Spectra of Cayley graphs, 1979).

_MOST_VERTICES = 4096
_MOST_EIGENVALUES = 60
_NEAR = 1e-8

_Element = tuple[int, ...]
Spectrum = list[tuple[float, int]]
"""Distinct eigenvalues with their multiplicities, largest first."""


@dataclass(frozen=True, slots=True)
class Cayley:
    """A Cayley graph of Z_n1 x Z_n2 x …, with a connection set closed under negation."""

    orders: tuple[int, ...]
    connections: frozenset[_Element]


def cayley(
    orders: tuple[int, ...], elements: Iterable[_Element], *, close: bool = True
) -> Cayley | None:
    """Build a Cayley graph, or return None if it is too large or has loops or directed edges.

    If ``close``, the inverses of the elements are added to the connection set.
    """
    if not orders or min(orders) < 1 or math.prod(orders) > _MOST_VERTICES:
        return None
    given, negated = (
        {tuple(sign * part % n for part, n in zip(each, orders, strict=True)) for each in elements}
        for sign in (1, -1)
    )
    connections = frozenset(given | negated)
    if not connections or (0,) * len(orders) in connections:
        return None
    return Cayley(orders, connections) if close or connections == given else None


def eigenvalues(graph: Cayley) -> Spectrum:
    """Return the eigenvalues of the adjacency matrix with their multiplicities, largest first."""
    import numpy as np

    characters = np.array(list(product(*(range(order) for order in graph.orders))), dtype=float)
    angles = (characters / np.array(graph.orders)) @ np.array(sorted(graph.connections)).T
    grouped: Spectrum = []
    for value in sorted(np.cos(2 * np.pi * angles).sum(axis=1).tolist(), reverse=True):
        if grouped and abs(grouped[-1][0] - value) < _NEAR:
            grouped[-1] = (grouped[-1][0], grouped[-1][1] + 1)
        else:
            whole = round(value)
            grouped.append((float(whole) if abs(value - whole) < _NEAR else value, 1))
    return grouped


def shown_eigenvalue(value: float) -> str:
    """Format an eigenvalue as an integer, as (p ± sqrt(q))/2, or else as a decimal."""
    if value == round(value):
        return str(round(value))
    reach = math.ceil(abs(value)) + 3
    for p in sorted(range(-2 * reach, 2 * reach + 1), key=abs):
        exact = (2 * value - p) ** 2
        q = round(exact)
        if 0 < q <= 16 * reach * reach and abs(exact - q) < _NEAR and (p * p - q) % 4 == 0:
            sign = "+" if 2 * value > p else "-"
            if p:
                return f"({p} {sign} sqrt({q}))/2"
            return f"{sign.strip('+')}sqrt({q // 4})"
    return rounded(value, 8)


def _graph_named(wording: str) -> Cayley | None:
    form = matched_form(re.sub(r"^(?:the|an?) |\bsimple |\bundirected ", "", wording), "graphs")
    if form is None:
        return None
    kind, parts = form
    n = int(parts.get("on") or parts.get("n") or 3)
    if n > _MOST_VERTICES // 4 or (kind == "cycle" and n < 3):
        return None
    match kind:
        case "cycle":
            return cayley((n,), [(1,)])
        case "complete":
            return cayley((n,), [(step,) for step in range(1, n)])
        case "hypercube":
            return cayley(
                (2,) * n, [(0,) * axis + (1,) + (0,) * (n - axis - 1) for axis in range(n)]
            )
    orders = tuple(map(int, re.findall(r"\d+", parts.get("group", str(n)))))
    listed = re.sub(r"\+/?-", "±", re.sub(r",? and |,(?: ?and )?", ",", parts["set"]))
    element = r"-?\d+" if len(orders) == 1 else rf"\(-?\d+(?:, ?-?\d+){{{len(orders) - 1}}}\)"
    if not re.fullmatch(rf"\s*±? ?{element}(?:\s*,\s*±? ?{element})*\s*", listed):
        return None
    elements = [tuple(map(int, re.findall(r"-?\d+", part))) for part in re.findall(element, listed)]
    return cayley(
        orders, elements, close=kind == "circulant" or "generat" in wording or "±" in listed
    )


def solve_spectrum(text: str) -> Solved | None:
    """Answer a question about the eigenvalues of a graph that the text itself defines."""
    form = matched_form(text, "spectrum")
    graph = _graph_named(form[1]["graph"]) if form else None
    if form is None or graph is None:
        return None
    asked, parts = form
    spectrum, degree = eigenvalues(graph), len(graph.connections)
    if parts.get("matrix") == "laplacian":
        spectrum = [(degree - value, count) for value, count in reversed(spectrum)]
    listed = ", ".join(f"{shown_eigenvalue(v)} (multiplicity {count})" for v, count in spectrum)
    if len(spectrum) > _MOST_EIGENVALUES:
        listed = ""
    value = listed if asked == "all" else _value(spectrum, asked, int(parts.get("value", 0)))
    text = (
        f"{parts['graph']} has {math.prod(graph.orders)} vertices of degree {degree}. The characters of the group give "
        f"the eigenvalues, each a sum of cosines over the connection set:\n{listed or f'{len(spectrum)} distinct eigenvalues'}"
    )
    return Solved(value, "spectrum", text) if value else None


def _value(spectrum: Spectrum, asked: str, wanted: int) -> str:
    match asked:
        case "largest":
            return shown_eigenvalue(spectrum[0][0])
        case "smallest":
            return shown_eigenvalue(spectrum[-1][0])
        case "second":  # with multiplicity it may be the largest again
            clear = len(spectrum) > 1 and spectrum[0][1] == 1
            return shown_eigenvalue(spectrum[1][0]) if clear else ""
        case "distinct":
            return str(len(spectrum))
        case "multiplicity":
            return str(sum(count for value, count in spectrum if abs(value - wanted) < _NEAR))
    total = sum(abs(value) * count for value, count in spectrum)
    return str(round(total)) if abs(total - round(total)) < 1e-7 else rounded(total, 8)


# --- Matrices of a given rank over a finite field. The number of m x n matrices of rank r over
# --- GF(q) is the product over i < r of (q^m - q^i)(q^n - q^i) / (q^r - q^i) (Lidl and
# --- Niederreiter, Finite Fields, exercise 6.33; Landsberg 1893).

_MOST_SIDE = 40
_MOST_FIELD = 10**6


def solve_matrix_rank(text: str) -> Solved | None:
    """Count matrices over GF(q) by rank or singularity; return None for any other text."""
    form = matched_form(text, "matrix_rank")
    parts = form[1] if form else {}
    size = evaluate(parts.get("q") or parts.get("ring") or parts.get("order", ""))
    if size is None or size.value > _MOST_FIELD:
        return None
    field, rows, columns = int(size.value), int(parts["m"]), int(parts["n"])
    factors, ranks = prime_factors(field), _ranks(parts, rows, columns)
    if ranks is None or ("ring" in parts and factors != {field: 1}):
        return None  # Z_4 and Z_6 are rings, where rank means something else
    if len(factors) != 1:
        told = f"A finite field has a prime power of elements, and {field} is none."
        return Solved(f"there is no field with {field} elements", "matrix_rank", told)
    counts = {rank: matrices_of_rank(rows, columns, rank, field) for rank in ranks}
    total = str(sum(counts.values()))
    told = (
        f"{rows} x {columns} matrices over GF({field}): the product over i < r of (q^m - q^i)(q^n - q^i)/(q^r - q^i) "
        f"with q = {field}, m = {rows}, n = {columns}."
    )
    lines = [f"rank {rank}: {count}" for rank, count in list(counts.items())[:12]]
    return Solved(total, "matrix_rank", "\n".join((told, *lines, f"Total: {total}")))


def matrices_of_rank(rows: int, columns: int, rank: int, field: int) -> int:
    """Return the number of matrices of the given shape and rank over GF(``field``)."""
    if not 0 <= rank <= min(rows, columns):
        return 0
    upper = lower = 1
    for step in range(rank):
        upper *= (field**rows - field**step) * (field**columns - field**step)
        lower *= field**rank - field**step
    return upper // lower


def _ranks(parts: Parts, rows: int, columns: int) -> range | None:
    """Return the ranks that are counted, or None if the matrices are too large or of no kind."""
    least, most, kind = min(rows, columns), max(rows, columns), parts.get("kind")
    if least < 1 or most > _MOST_SIDE or (kind and rows != columns):
        return None
    if kind:
        return range(rows) if kind == "singular" else range(rows, rows + 1)
    rank, bound = int(parts["r"]), parts.get("bound", "").strip()
    first = 0 if bound in ("at most", "less than") else rank
    last = {"at most": min(rank, least), "less than": min(rank - 1, least), "at least": least}
    return range(first, last.get(bound, rank) + 1)
