"""Cayley graphs of finite abelian groups: their eigenvalues and spanning trees.

The characters of the group are the eigenvectors, so the eigenvalue of character a is the sum of
cos(2 pi sum(a_i s_i / n_i)) over the connection set (Babai, Spectra of Cayley graphs, 1979). The
number of spanning trees is a cofactor of the Laplacian (Kirchhoff).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from desktop_agent.reasoning.solvers.solved import rounded

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
