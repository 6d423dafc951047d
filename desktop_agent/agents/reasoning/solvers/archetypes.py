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
    rounded,
    wordings,
)
from desktop_agent.agents.reasoning.solvers.computations import prime_factors

# --- Round k toggles every k-th light, locker or door. Item j is toggled once for each of its
# --- divisors that is not greater than the number of rounds.

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_ON = frozenset(("open", "opened", "on", "lit"))
_MOST_THINGS = 10**15
_MOST_SIMULATED = 200_000
_MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class _Setting:
    """The number of items, the number of rounds, and whether all items start on or open."""

    things: int
    rounds: int
    on: bool


def solve_toggling(text: str) -> Solved | None:
    """Find how many or which items end up open or on after round k toggles every k-th item."""
    text = _evened(text)
    words = re.findall(r"[a-z]+", pattern("toggling", "noun").sub("", text))
    if not set(wordings()["toggling"]["words"].split()).issuperset(words):
        return None
    count = pattern("toggling", "count").search(text)
    asked = count or pattern("toggling", "which").search(text)
    setting = _setting(text)
    if asked is None or setting is None or not _rules_hold(text, setting):
        return None
    changes = (next(filter(None, asked.groups())) in _ON) != setting.on
    if count and setting.rounds >= setting.things:
        squares = math.isqrt(setting.things)
        value = str(squares if changes else setting.things - squares)
    elif setting.things <= _MOST_SIMULATED:
        found = [at for at, odd in enumerate(_toggled(setting)) if at and odd == changes]
        if not count and len(found) > _MOST_LISTED:
            return None
        value = str(len(found)) if count else ", ".join(map(str, found)) or "none"
    else:
        return None
    why = "an odd number of divisors have the perfect squares alone"
    if setting.rounds < setting.things:
        why = "each round was gone through"
    return Solved(
        value,
        "toggling",
        f"{setting.things} things, all {'on/open' if setting.on else 'off/closed'} at first; "
        f"{setting.rounds} rounds, round k toggles every k-th.\n"
        f"Number j is toggled once for each divisor of j up to {setting.rounds}; {why}.\n"
        f"Asked for: {value}.",
    )


def _toggled(setting: _Setting) -> bytearray:
    state = bytearray(setting.things + 1)
    for step in range(1, min(setting.rounds, setting.things) + 1):
        for at in range(step, setting.things + 1, step):
            state[at] ^= 1
    return state


def _evened(text: str) -> str:
    """Normalize ordinals to the forms ``2nd`` and ``kth``, and "every other" to "every 2nd"."""
    for number, word in enumerate(_ORDINALS.split(), 1):
        ordinal = f"{number}{('st', 'nd', 'rd', 'th')[min(number, 4) - 1]}"
        text = re.sub(rf"\b{word}\b", ordinal, text)
    text = text.replace("every other", "every 2nd").replace("every 1 ", "every ")
    text = re.sub(r"\b([ijkn])(?: |-|\^)?\(?th\)?\b", r"\1th", text)
    return re.sub(r"\b(\d+)[- ](st|nd|rd|th)\b", r"\1\2", text)


def _setting(text: str) -> _Setting | None:
    plain = pattern("toggling", "numbered_doer").sub(r"\1", text)
    things = set(pattern("toggling", "things").findall(plain))
    things |= set(pattern("toggling", "labels").findall(text))
    doers = {next(filter(None, each)) for each in pattern("toggling", "rounds").findall(text)}
    on = _initially_on(text)
    if len(things) != 1 or len(doers) != 1 or on is None:
        return None
    setting = _Setting(int(things.pop()), int(doers.pop()), on)
    return setting if 1 <= setting.things <= _MOST_THINGS and setting.rounds >= 1 else None


def _initially_on(text: str) -> bool | None:
    questions = list(pattern("toggling", "question").finditer(text))
    if len(questions) != 1:
        return None
    before = pattern("toggling", "condition").sub(" ", text[: questions[0].start()])
    states = {state in _ON for state in pattern("toggling", "initial").findall(before)}
    first = pattern("toggling", "first_step").search(text)
    if first and first[1]:
        states.add(first[1] == "clos" or first[1].endswith("off"))
    return states.pop() if len(states) == 1 else None


def _rules_hold(text: str, setting: _Setting) -> bool:
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
        _is_used(text, number, setting, [step for at, step in steps if at < number.start()])
        for number in re.finditer(r"\b\d+\b", text)
        if number.start() not in named
    )


def _is_used(text: str, number: re.Match[str], setting: _Setting, steps: list[int]) -> bool:
    """Return whether a number is part of the setting or is an item that the last step toggles."""
    value, step = int(number[0]), steps[-1] if steps else 0
    if pattern("toggling", "starting").search(text[: number.start()]):
        return value == (step or 1)
    return value in (1, setting.things, setting.rounds) or bool(step and value % step == 0)


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
    name: str


def cayley(
    orders: tuple[int, ...], elements: Iterable[_Element], name: str, *, close: bool = True
) -> Cayley | None:
    """Build a Cayley graph, or return None if it is too large or has loops or directed edges.

    If ``close``, the inverses of the elements are added to the connection set.
    """
    if not orders or min(orders) < 1 or math.prod(orders) > _MOST_VERTICES:
        return None
    signed = [
        {tuple(sign * part % n for part, n in zip(each, orders, strict=True)) for each in elements}
        for sign in (1, -1)
    ]
    connections = frozenset(signed[0] | signed[1])
    if not connections or (0,) * len(orders) in connections:
        return None
    return Cayley(orders, connections, name) if close or connections == signed[0] else None


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
    wording = re.sub(r"^(?:the|an?) |\bsimple |\bundirected ", "", wording.strip())
    form = matched_form(wording, "graphs")
    if form is None:
        return None
    kind, parts = form
    if kind == "cayley":
        return _cayley(parts["group"], parts["set"], close="generat" in wording)
    n = int(parts.get("on") or parts["n"])
    match kind:
        case "cycle":
            return cayley((n,), [(1,)], f"the cycle C_{n}") if n >= 3 else None
        case "complete":
            every = [(step,) for step in range(1, min(n, _MOST_VERTICES))]
            return cayley((n,), every, f"the complete graph K_{n}") if n <= 1024 else None
        case "hypercube":
            units = [tuple(int(at == axis) for at in range(n)) for axis in range(min(n, 13))]
            return cayley((2,) * min(n, 13), units, f"the hypercube Q_{n}")
    return _cayley(f"z_{n}", re.sub(r",? and |,(?: ?and )?", ",", parts["set"]), close=True)


def _cayley(group: str, listed: str, *, close: bool) -> Cayley | None:
    """Parse a group and the list of its connection set, in which ± stands for both signs."""
    orders = tuple(int(order) for order in re.findall(r"\d+", group))
    listed = listed.replace("+/-", "±").replace("+-", "±")
    element = r"-?\d+" if len(orders) == 1 else rf"\(-?\d+(?:, ?-?\d+){{{len(orders) - 1}}}\)"
    element = rf"±? ?{element}"
    if not re.fullmatch(rf"\s*{element}(?:\s*,\s*{element})*\s*", listed):
        return None
    elements = [
        tuple(int(number) for number in re.findall(r"-?\d+", part))
        for part in re.findall(element, listed)
    ]
    name = f"the Cayley graph of {' x '.join(f'Z_{n}' for n in orders)} for {{{listed}}}"
    return cayley(orders, elements, name, close=close or "±" in listed)


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
        f"{graph.name} has {math.prod(graph.orders)} vertices of degree {degree}. The characters of the group give "
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
    if form is None:
        return None
    parts = form[1]
    rows, columns = int(parts["m"]), int(parts["n"])
    size = evaluate(parts.get("q") or parts.get("ring") or parts["order"])
    if (
        size is None
        or size.value > _MOST_FIELD
        or not 1 <= min(rows, columns) <= max(rows, columns) <= _MOST_SIDE
    ):
        return None
    field = int(size.value)
    factors = prime_factors(field)
    if len(factors) != 1 and "ring" not in parts:
        text = f"A finite field has a prime power of elements, and {field} is none."
        return Solved(f"there is no field with {field} elements", "matrix_rank", text)
    ranks = _ranks(parts, rows, columns)
    if ranks is None or ("ring" in parts and factors != {field: 1}):
        return None  # Z_4 and Z_6 are rings, where rank means something else
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
    full = min(rows, columns)
    if kind := parts.get("kind"):
        if rows != columns:
            return None
        return range(rows) if kind == "singular" else range(rows, rows + 1)
    rank = int(parts["r"])
    match parts.get("bound", "").strip():
        case "at most":
            return range(min(rank, full) + 1)
        case "less than":
            return range(min(rank, full + 1))
        case "at least":
            return range(rank, full + 1)
    return range(rank, rank + 1)
