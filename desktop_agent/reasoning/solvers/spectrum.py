"""The spectrum of cycles, complete graphs, hypercubes, circulants and Cayley graphs of abelian groups."""

import re
from collections.abc import Callable

from desktop_agent.reasoning.solvers.cayley import (
    Cayley,
    eigenvalues,
    shown_eigenvalue,
    spanning_trees,
)
from desktop_agent.reasoning.solvers.graph_wording import graph_named
from desktop_agent.reasoning.solvers.solved import Solved, rounded
from desktop_agent.reasoning.solvers.wording import ASK

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
