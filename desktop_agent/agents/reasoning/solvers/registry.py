"""The registry of solvers, by kind of problem, and a function that applies them."""

from collections.abc import Callable, Mapping
from functools import partial

from desktop_agent.agents.reasoning.solvers.base import Solved, worded
from desktop_agent.agents.reasoning.solvers.computations import (
    in_english,
    solve_arithmetic,
    solve_by_form,
)
from desktop_agent.agents.reasoning.solvers.graph_spectrum import solve_spectrum
from desktop_agent.agents.reasoning.solvers.matrix_rank import solve_matrix_rank
from desktop_agent.agents.reasoning.solvers.toggling import solve_toggling

SOLVERS: Mapping[str, Callable[[str], Solved | None]] = {
    "toggling": solve_toggling,
    "spectrum": solve_spectrum,
    "matrix_rank": solve_matrix_rank,
    "arithmetic": solve_arithmetic,
} | {
    archetype: partial(solve_by_form, archetype=archetype)
    for archetype in ("measures", "percent", "dates", "number_theory")
}
"""The solvers by archetype; each takes a problem normalized by `worded`."""


def solve(problem: str, archetype: str = "") -> Solved | None:
    """Solve a problem using only the numbers in it, without a model.

    Return None if no solver recognizes all significant words, if ``archetype`` is not in `SOLVERS`,
    or if two solvers give different values.
    """
    text = worded(problem)
    text = in_english(text) if any(map(str.isdigit, text)) else ""
    if not text:
        return None
    if archetype:
        solver = SOLVERS.get(archetype)
        return solver(text) if solver is not None else None
    found = [solved for solver in SOLVERS.values() if (solved := solver(text)) is not None]
    return found[0] if len({solved.value for solved in found}) == 1 else None
