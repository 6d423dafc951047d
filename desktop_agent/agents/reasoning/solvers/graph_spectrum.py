"""Cayley graphs of finite abelian groups: their eigenvalues and spanning trees.

The characters of the group are the eigenvectors, so the eigenvalue of character a is the sum of
cos(2 pi sum(a_i s_i / n_i)) over the connection set (Babai, Spectra of Cayley graphs, 1979). The
number of spanning trees is a cofactor of the Laplacian (Kirchhoff).
"""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from desktop_agent.agents.reasoning.solvers.base import ASK, Solved, rounded

MOST_VERTICES = 4096
_MOST_FOR_TREES = 90
_NEAR = 1e-8

Element = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cayley:
    """The graph of a group Z_n1 x Z_n2 x … and its connection set, closed under negation, without 0."""

    orders: tuple[int, ...]
    connections: frozenset[Element]
    name: str

    @property
    def vertices(self) -> int:
        """The order of the group."""
        return math.prod(self.orders)

    @property
    def degree(self) -> int:
        """How many neighbours each vertex has."""
        return len(self.connections)


def cayley(
    orders: tuple[int, ...], elements: Iterable[Element], name: str, *, close: bool
) -> Cayley | None:
    """Makes a graph; None where it would have loops, be directed (without ``close``) or be too large."""
    if not orders or min(orders) < 1 or math.prod(orders) > MOST_VERTICES:
        return None
    connections = set()
    for element in elements:
        if len(element) != len(orders):
            return None
        connections.add(tuple(part % order for part, order in zip(element, orders, strict=True)))
    negated = {
        tuple(-part % order for part, order in zip(one, orders, strict=True)) for one in connections
    }
    if negated != connections:
        if not close:
            return None
        connections |= negated
    if not connections or (0,) * len(orders) in connections:
        return None
    return Cayley(orders, frozenset(connections), name)


def eigenvalues(graph: Cayley) -> list[tuple[float, int]]:
    """Gives the adjacency matrix's distinct eigenvalues with their multiplicities, largest first."""
    import numpy as np

    characters = np.array(list(product(*(range(order) for order in graph.orders))), dtype=float)
    elements = np.array(sorted(graph.connections), dtype=float)
    angles = (characters / np.array(graph.orders, dtype=float)) @ elements.T
    values = sorted(np.cos(2 * np.pi * angles).sum(axis=1).tolist(), reverse=True)
    grouped: list[tuple[float, int]] = []
    for value in values:
        if grouped and abs(grouped[-1][0] - value) < _NEAR:
            grouped[-1] = (grouped[-1][0], grouped[-1][1] + 1)
        else:
            grouped.append((value, 1))
    return [(_cleaned(value), count) for value, count in grouped]


def _cleaned(value: float) -> float:
    near = round(value)
    return float(near) if abs(value - near) < _NEAR else value


def shown_eigenvalue(value: float) -> str:
    """Gives an eigenvalue as a whole number, as (p ± sqrt(q))/2 where it is one, else as a decimal."""
    if value == round(value):
        return str(round(value))
    reach = math.ceil(abs(value)) + 3
    for p in sorted(range(-2 * reach, 2 * reach + 1), key=abs):
        q = (2 * value - p) ** 2
        near = round(q)
        if (
            near > 0
            and abs(q - near) < _NEAR
            and near <= 16 * reach * reach
            and (p * p - near) % 4 == 0
        ):
            return _surd(p, near, positive=2 * value > p)
    return rounded(value, 8)


def _surd(p: int, q: int, *, positive: bool) -> str:
    sign = "+" if positive else "-"
    if p:
        return f"({p} {sign} sqrt({q}))/2"
    prefix = "" if positive else "-"
    return f"{prefix}sqrt({q // 4})" if q % 4 == 0 else f"{prefix}sqrt({q})/2"


def spanning_trees(graph: Cayley) -> int | None:
    """Gives the exact number of spanning trees; None where the graph is too large to compute it."""
    n = graph.vertices
    if graph.degree == n - 1:
        return n ** max(n - 2, 0) if n <= 600 else None
    if n > _MOST_FOR_TREES:
        return None
    return _determinant(_laplacian_minor(graph))


def _laplacian_minor(graph: Cayley) -> list[list[int]]:
    vertices = list(product(*(range(order) for order in graph.orders)))
    place = {vertex: at for at, vertex in enumerate(vertices)}
    rows = [[0] * len(vertices) for _ in vertices]
    for vertex, row in zip(vertices, rows, strict=True):
        row[place[vertex]] = graph.degree
        for step in graph.connections:
            row[
                place[
                    tuple(
                        (a + b) % order
                        for a, b, order in zip(vertex, step, graph.orders, strict=True)
                    )
                ]
            ] -= 1
    return [row[1:] for row in rows[1:]]


def _determinant(rows: list[list[int]]) -> int:
    """Bareiss's elimination: every division is exact, so the result is too."""
    size, before, sign = len(rows), 1, 1
    for at in range(size - 1):
        if rows[at][at] == 0:
            swap = next((low for low in range(at + 1, size) if rows[low][at]), None)
            if swap is None:
                return 0
            rows[at], rows[swap], sign = rows[swap], rows[at], -sign
        pivot = rows[at]
        for row in rows[at + 1 :]:
            head = row[at]
            for column in range(at + 1, size):
                row[column] = (row[column] * pivot[at] - head * pivot[column]) // before
        before = pivot[at]
    return sign * rows[-1][-1] if rows else 1


# --- Which Cayley graph a wording names.

_ON = r"(?:on|with|of|having) (\d+) (?:vertices|nodes|points)"
_SET = r"(?:\{([^{}]{1,200})\}|\\\{([^{}]{1,200})\\\})"
_SET_NAME = (
    r"(?:with |and |with respect to |for |generated by )?(?:the |a |its )?(?:(?:symmetric )?(?:connection|generating|connecting|jump) set|jumps|"
    r"generators|generating set|connections|steps|offsets)? ?(?:s ?= ?|of )?"
)
_GROUP = r"(?:the )?(?:(?:cyclic|abelian|additive) )?(?:group )?((?:z_?\(?\d+\)?|z/\d+z?)(?: ?(?:x|\*|\+|⊕) ?(?:z_?\(?\d+\)?|z/\d+z?)){0,3})"
_STEP = r"\s*(?:±|\+/?-)? ?-?\d+\s*"
_NAMED = (
    (re.compile(rf"(?:cycle|cycle graph|circle graph|ring|ring graph) {_ON}|(?:cycle |cycle graph )c_?\(?(\d+)\)?|c_\(?(\d+)\)?|(\d+)-cycle(?: graph)?"), "cycle"),
    (re.compile(rf"complete graph {_ON}|complete graph k_?\(?(\d+)\)?|k_\(?(\d+)\)?"), "complete"),
    (
        re.compile(
            r"(\d+)-?(?: dimensional|-dimensional|d)? (?:hypercube|cube)(?: graph)?|(?:hypercube|cube)(?: graph)? of dimension (\d+)|hypercube (?:graph )?q_?\(?(\d+)\)?|q_\(?(\d+)\)?"
        ),
        "hypercube",
    ),
)  # fmt: skip
_CIRCULANT = (
    re.compile(
        rf"circulant(?: graph)? (?:{_ON}|c_?\(?(\d+)\)?|of order (\d+)) {_SET_NAME}(?:{_SET}|([\d, and]+))"
    ),
    re.compile(r"(?:circulant(?: graph)? )?(?:c|circ)_?\(?(\d+)\)? ?\(\{?(\d+(?:, ?\d+)*)\}?\)"),
)
_CAYLEY = (
    re.compile(rf"cayley graph (?:of|on|over) {_GROUP},? {_SET_NAME}{_SET}"),
    re.compile(rf"cayley graph cay\({_GROUP}, ?{_SET}\)|cay\({_GROUP}, ?{_SET}\)"),
)


def graph_named(wording: str) -> Cayley | None:
    """Gives the graph that the whole wording names, or None where anything of it was not understood."""
    wording = (
        re.sub(r"^the |^a |^an ", "", wording.strip())
        .replace("simple ", "")
        .replace("undirected ", "")
    )
    for pattern, kind in _NAMED:
        if match := pattern.fullmatch(wording):
            return _of_kind(kind, int(next(group for group in match.groups() if group)))
    for pattern in _CIRCULANT:
        if match := pattern.fullmatch(wording):
            return _circulant([group for group in match.groups() if group])
    for pattern in _CAYLEY:
        if match := pattern.fullmatch(wording):
            return _cayley([group for group in match.groups() if group], wording)
    return None


def _of_kind(kind: str, n: int) -> Cayley | None:
    if kind == "cycle":
        return cayley((n,), [(1,)], f"the cycle C_{n}", close=True) if 3 <= n <= 4096 else None
    if kind == "complete":
        every = [(step,) for step in range(1, n)] if n <= 1024 else []
        return cayley((n,), every, f"the complete graph K_{n}", close=True) if every else None
    if not 1 <= n <= 12:
        return None
    units = [tuple(int(at == axis) for at in range(n)) for axis in range(n)]
    return cayley((2,) * n, units, f"the hypercube Q_{n}", close=True)


def _circulant(parts: list[str]) -> Cayley | None:
    n, jumps = int(parts[0]), parts[-1]
    if len(parts) != 2 or not re.fullmatch(rf"{_STEP}(?:(?:, ?(?:and )?| and ){_STEP})*", jumps):
        return None
    elements = [
        (int(step),) for step in re.findall(r"-?\d+", jumps.replace("+/-", "±").replace("+-", "±"))
    ]
    name = f"the circulant graph on {n} vertices with jumps {', '.join(str(step) for (step,) in elements)}"
    return cayley((n,), elements, name, close=True)


def _cayley(parts: list[str], wording: str) -> Cayley | None:
    if len(parts) != 2:
        return None
    orders = tuple(int(order) for order in re.findall(r"\d+", parts[0]))
    listed = parts[1].replace("+/-", "±").replace("+-", "±")
    elements = _elements(listed, len(orders))
    if elements is None:
        return None
    close = "±" in listed or "generat" in wording
    group = " x ".join(f"Z_{order}" for order in orders)
    return cayley(orders, elements, f"the Cayley graph of {group} for {{{parts[1]}}}", close=close)


def _elements(listed: str, rank: int) -> list[Element] | None:
    """Gives the elements of a set in braces; ± stands for both signs."""
    pattern = r"±? ?-?\d+" if rank == 1 else r"±? ?\(-?\d+(?:, ?-?\d+)*\)"
    if not re.fullmatch(rf"\s*{pattern}(?:\s*,\s*{pattern})*\s*", listed):
        return None
    found: list[Element] = []
    for part in re.findall(pattern, listed):
        element = tuple(int(number) for number in re.findall(r"-?\d+", part))
        found.append(element)
        if "±" in part:
            found.append(tuple(-number for number in element))
    return found


# --- The spectrum of cycles, complete graphs, hypercubes, circulants and Cayley graphs of abelian groups.

_Spectrum = list[tuple[float, int]]
_MOST_LISTED = 60
_OF = (
    r" (?:of|for|in|does) (?:the )?(?:adjacency matrix (?:of|for) )?(?P<graph>.{2,300}?)(?: have)?"
)
_MATRIX = r"(?:(?P<matrix>adjacency|laplacian) )?(?:matrix )?"
_PROPERTIES: tuple[tuple[str, str], ...] = (
    (rf"(?:the )?{_MATRIX}(?:spectrum|eigenvalues)(?: with (?:their )?multiplicit(?:y|ies))?", "all"),
    (rf"(?:the )?(?:largest|greatest|maximum|biggest) {_MATRIX}eigenvalue", "largest"),
    (rf"(?:the )?(?:spectral radius|index){_MATRIX}", "largest"),
    (rf"(?:the )?(?:second[- ]largest|2nd largest|2nd-largest) (?:distinct )?{_MATRIX}eigenvalue", "second"),
    (rf"(?:the )?(?:smallest|least|minimum|most negative) {_MATRIX}eigenvalue", "smallest"),
    (rf"(?:how many|(?:the )?number of) (?:distinct|different) {_MATRIX}eigenvalues", "distinct"),
    (r"(?:the )?(?:graph )?energy", "energy"),
    (r"(?:the )?spectral gap", "gap"),
    (r"(?:the )?algebraic connectivity", "connectivity"),
    (r"(?:how many|(?:the )?number of) (?:different |distinct |labell?ed )?spanning trees", "trees"),
    (rf"(?:the )?multiplicity of (?:the )?{_MATRIX}(?:eigenvalue )?(?P<value>-?\d+)(?: as an eigenvalue)?", "multiplicity"),
)  # fmt: skip
_GRAPHS = re.compile(
    r"graph|cycle|complete|cube|vertices|spanning|eigenvalue|adjacency|laplacian|cay\("
)
_ALSO = re.compile(r",? and (?:their|the) multiplicities")


def solve_spectrum(text: str) -> Solved | None:
    """Solves a question for the eigenvalues or the spanning trees of a graph that it defines."""
    if not _GRAPHS.search(text):
        return None  # C_60 is also a molecule
    text = _ALSO.sub("", text)
    text = re.sub(r"^count (?=the number)", "", text)
    for prefix, wanted in _PROPERTIES:
        match = re.fullmatch(rf"{ASK}{prefix}{_OF}", text)
        if match is None:
            continue
        graph = graph_named(re.sub(r"\b(?:are there in|are in) ", "", match.group("graph")))
        if graph is None:
            return None
        groups = match.groupdict()
        return _answered(
            graph, wanted, laplacian=groups.get("matrix") == "laplacian", told=groups.get("value")
        )
    return None


def _answered(graph: Cayley, wanted: str, *, laplacian: bool, told: str | None) -> Solved | None:
    if wanted == "trees":
        return _trees(graph)
    spectrum = eigenvalues(graph)
    if laplacian or wanted == "connectivity":
        spectrum = [(graph.degree - value, count) for value, count in reversed(spectrum)]
    if wanted == "multiplicity":
        count = next((count for value, count in spectrum if abs(value - int(told or 0)) < 1e-8), 0)
        return _solved(graph, spectrum, str(count), f"{told} occurs {count} times.")
    read = _READERS.get(wanted)
    value = read(spectrum) if read is not None else None
    return None if value is None else _solved(graph, spectrum, value, "")


def _trees(graph: Cayley) -> Solved | None:
    count = spanning_trees(graph)
    if count is None:
        return None
    line = f"Any cofactor of the Laplacian of {graph.name} ({graph.vertices} vertices, degree {graph.degree}) is {count}."
    return Solved(str(count), "spectrum", f"Matrix-tree theorem: {line}")


def _solved(graph: Cayley, spectrum: _Spectrum, value: str, line: str) -> Solved:
    listed = _listed(spectrum) or f"{len(spectrum)} distinct eigenvalues"
    text = (
        f"{graph.name} has {graph.vertices} vertices of degree {graph.degree}. The characters of the group give the "
        f"eigenvalues, each a sum of cosines over the connection set:\n{listed}\n{line}"
    )
    return Solved(value, "spectrum", text.rstrip())


def _listed(spectrum: _Spectrum) -> str | None:
    if len(spectrum) > _MOST_LISTED:
        return None
    return ", ".join(
        f"{shown_eigenvalue(value)} (multiplicity {count})" for value, count in spectrum
    )


def _extreme(at: int) -> Callable[[_Spectrum], str | None]:
    def read(spectrum: _Spectrum) -> str | None:
        ordered = sorted((value for value, _ in spectrum), reverse=True)
        return shown_eigenvalue(ordered[at]) if -len(ordered) <= at < len(ordered) else None

    return read


def _second(spectrum: _Spectrum) -> str | None:
    """Gives the second largest, unless counting with multiplicity would make it another."""
    first = max(spectrum)
    return _extreme(1)(spectrum) if first[1] == 1 else None


def _energy(spectrum: _Spectrum) -> str:
    total = sum(abs(value) * count for value, count in spectrum)
    near = round(total)
    return str(near) if abs(total - near) < 1e-7 else rounded(total, 8)


def _gap(spectrum: _Spectrum) -> str | None:
    ordered = sorted(spectrum, reverse=True)
    return (
        shown_eigenvalue(ordered[0][0] - ordered[1][0])
        if ordered[0][1] == 1 and len(ordered) > 1
        else "0"
    )


def _connectivity(spectrum: _Spectrum) -> str | None:
    ordered = sorted(spectrum)
    if ordered[0][1] > 1:
        return "0"
    return shown_eigenvalue(ordered[1][0]) if len(ordered) > 1 else None


_READERS: dict[str, Callable[[_Spectrum], str | None]] = {
    "all": _listed,
    "largest": _extreme(0),
    "second": _second,
    "smallest": _extreme(-1),
    "distinct": lambda spectrum: str(len(spectrum)),
    "energy": _energy,
    "gap": _gap,
    "connectivity": _connectivity,
}
