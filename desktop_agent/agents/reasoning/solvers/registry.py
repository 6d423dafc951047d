"""The registry of solvers, by kind of problem, and a function that applies them."""

from collections.abc import Callable, Mapping
from functools import partial

from desktop_agent.agents.reasoning.solvers.archetypes import (
    solve_matrix_rank,
    solve_spectrum,
    solve_toggling,
)
from desktop_agent.agents.reasoning.solvers.base import Solved, worded
from desktop_agent.agents.reasoning.solvers.computations import solve_arithmetic, solve_by_form

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
    if not text or (archetype and archetype not in SOLVERS):
        return None
    solvers = [SOLVERS[archetype]] if archetype else SOLVERS.values()
    found = [solved for solver in solvers if (solved := solver(text)) is not None]
    return found[0] if len({solved.value for solved in found}) == 1 else None
