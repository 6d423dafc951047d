"""Solve known problems: toggled lights, spectra of Cayley graphs, matrices by rank, and computations.

The wordings are in ``resources/reasoning/computations.toml``.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, product

from desktop_agent.agents.answers.quantities import evaluate
from desktop_agent.agents.reasoning.solvers.computations import (
    Parts,
    Solved,
    matched_form,
    pattern,
    rewritten,
    rounded,
    solve_arithmetic,
    solve_by_form,
    worded,
    wordings,
)

# --- Round k toggles every k-th light, locker or door. Item j is toggled once for each of its
# --- divisors that is not greater than the number of rounds.

_ON = frozenset(("open", "on"))
_MOST_THINGS = 200_000
_MOST_LISTED = 200
_FLIP = bytes.maketrans(b"\0\1", b"\1\0")


def solve_toggling(text: str) -> Solved | None:
    """Find how many or which items end up open or on after round k toggles every k-th item.

    A text with any word that such problems do not need is left alone, as it may hold a twist.
    """
    text = rewritten(text, "toggling", "evened")
    if not _is_of_one_kind(text):
        return None
    text = rewritten(rewritten(text, "toggling", "roles"), "toggling", "owned")
    if not set(re.findall("[a-z]+", text)) <= set(wordings()["toggling"]["words"].split()):
        return None
    if not _search("toggles")(text) and _conditions(text) != 2:  # "if it is open, he closes it"
        return None
    asked, size, on = _search("asked")(text), _size(text), _initially_on(text)
    if asked is None or size is None or on is None:
        return None
    if len(pattern("toggling", "question").findall(text)) != 1 or not _rules_hold(text, size):
        return None
    things, rounds = size
    toggled = bytearray(things + 1)
    for step in range(1, min(rounds, things) + 1):
        toggled[step::step] = toggled[step::step].translate(_FLIP)
    changes = (asked[2] in _ON) != on
    found = [at for at in range(1, things + 1) if toggled[at] == changes]
    if not asked[1] and len(found) > _MOST_LISTED:
        return None
    value = str(len(found)) if asked[1] else ", ".join(map(str, found)) or "none"
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


def _search(name: str) -> Callable[[str], re.Match[str] | None]:
    return pattern("toggling", name).search


def _conditions(text: str) -> int:
    return len(pattern("toggling", "condition_of_step").findall(text))


def _is_of_one_kind(text: str) -> bool:
    """Return whether a text names one kind of thing; a part of each ("its light") is none."""
    named = pattern("toggling", "thing_noun").findall(text)
    return len({noun for noun in named if noun not in wordings()["toggling"]["parts"]}) < 2


def _size(text: str) -> tuple[int, int] | None:
    """Return the number of items and of rounds, or None if it is unclear or too large."""
    things, doers = (
        {next(filter(None, each)) for each in pattern("toggling", name).findall(text)}
        for name in ("things", "rounds")
    )
    if _search("as_many")(text):
        doers |= things
    if len(things) != 1 or len(doers) != 1:
        return None
    size = int(things.pop()), int(doers.pop())
    return size if 1 <= size[0] <= _MOST_THINGS and size[1] >= 1 else None


def _initially_on(text: str) -> bool | None:
    """Return whether all items start on or open, or None if it is unclear."""
    told = pattern("toggling", "asked").sub(" ", text)
    told = pattern("toggling", "condition").sub(" ", told)
    states = {state in _ON for state in pattern("toggling", "initial").findall(told)}
    first = _search("first_step")(text)
    if first and first[1]:
        states.add(first[1] == "clos" or first[1].endswith("off"))
    return states.pop() if len(states) == 1 else None


def _rules_hold(text: str, size: tuple[int, int]) -> bool:
    """Return whether every step described is "round k toggles every k-th item".

    The rule must be stated in general, or for the second and the third round and so on, and explain
    all numbers in the text.
    """
    if _search("twist")(text) or _conditions(text) == 1:
        return False  # "toggle it if it is closed" means to open, unless the other case is given
    actor = pattern("toggling", "actor")
    rules = list(pattern("toggling", "rule").finditer(text))
    used = []
    for match in rules:
        before = list(actor.finditer(text, 0, match.start()))[-1:]
        end = re.compile(r"[.;?!]|$").search(text, match.end())
        after = list(actor.finditer(text, match.end(), end.start() if end else len(text)))[:1]
        own = [each for each in (*before, *after) if (each[1] or each[2]) == match[1]]
        if not own or not pattern("toggling", "whole").match(text, match.end()):
            return False
        used.append(own[0].span())
    for match in pattern("toggling", "to_all").finditer(text):
        if [each[1] or each[2] for each in actor.finditer(text, 0, match.start())][-1:] != ["1"]:
            return False
    told = [int(match[1]) for match in rules if match[1].isdigit()]
    on_and_on = {2, 3} <= set(told) and _search("on_and_on")(text)
    general = len(rules) - len(told)
    if general > 1 or not (general or on_and_on):
        return False
    spans = [*used, *(match.span() for match in rules)]
    return all(a <= b for a, b in pairwise(told)) and all(
        int(number[0]) in (1, *size) or any(a <= number.start() < b for a, b in spans)
        for number in re.finditer(r"\d+", text)
    )


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


def _prime_factors(number: int) -> dict[int, int]:
    """Return the prime factors of a number with their exponents."""
    found: dict[int, int] = {}
    step = 2
    while step * step <= number:
        while number % step == 0:
            found[step] = found.get(step, 0) + 1
            number //= step
        step += 1 if step == 2 else 2
    return found | ({number: 1} if number > 1 else {})


def solve_matrix_rank(text: str) -> Solved | None:
    """Count matrices over GF(q) by rank or singularity; return None for any other text."""
    form = matched_form(text, "matrix_rank")
    parts = form[1] if form else {}
    size = evaluate(parts.get("q") or parts.get("ring") or parts.get("order", ""))
    if size is None or size.value > _MOST_FIELD:
        return None
    field, rows, columns = int(size.value), int(parts["m"]), int(parts["n"])
    factors, ranks = _prime_factors(field), _ranks(parts, rows, columns)
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


# --- All solvers

SOLVERS: Mapping[str, Callable[[str], Solved | None]] = {
    "toggling": solve_toggling,
    "spectrum": solve_spectrum,
    "matrix_rank": solve_matrix_rank,
    "arithmetic": solve_arithmetic,
} | {
    archetype: partial(solve_by_form, archetype=archetype)
    for archetype in ("measures", "percent", "dates", "sums")
}
"""The solvers by archetype; each takes a problem normalized by `worded`."""


def solve(problem: str, archetype: str = "") -> Solved | None:
    """Solve a problem using only the numbers in it, without a model.

    Return None if no solver recognizes all significant words, if ``archetype`` is not in `SOLVERS`,
    or if two solvers give different values.
    """
    text = worded(problem)
    if not text or (archetype and archetype not in SOLVERS):
        return None
    solvers = [SOLVERS[archetype]] if archetype else SOLVERS.values()
    found = [solved for solver in solvers if (solved := solver(text)) is not None]
    return found[0] if len({solved.value for solved in found}) == 1 else None
