"""The registry of solvers."""

from collections.abc import Callable, Mapping

from desktop_agent.agents.reasoning.solvers.arithmetic import (
    solve_arithmetic,
    solve_measures,
    solve_percent,
)
from desktop_agent.agents.reasoning.solvers.base import Solved, worded
from desktop_agent.agents.reasoning.solvers.dates import solve_dates
from desktop_agent.agents.reasoning.solvers.graph_spectrum import solve_spectrum
from desktop_agent.agents.reasoning.solvers.matrix_rank import solve_matrix_rank
from desktop_agent.agents.reasoning.solvers.toggling import solve_toggling

SOLVERS: Mapping[str, Callable[[str], Solved | None]] = {
    "toggling": solve_toggling,
    "spectrum": solve_spectrum,
    "matrix_rank": solve_matrix_rank,
    "measures": solve_measures,
    "percent": solve_percent,
    "dates": solve_dates,
    "arithmetic": solve_arithmetic,
}
"""The solvers by archetype; each takes the problem as `worded` returns it."""


def solve(problem: str, archetype: str = "") -> Solved | None:
    """Solve a problem of a known archetype using only the numbers in it, without a model.

    Return None if no solver understands all significant words, ``archetype`` is not in `SOLVERS`,
    or two solvers give different values.
    """
    text = worded(problem)
    if not text:
        return None
    if archetype:
        solver = SOLVERS.get(archetype)
        return solver(text) if solver is not None else None
    found = [solved for solver in SOLVERS.values() if (solved := solver(text)) is not None]
    return found[0] if len({solved.value for solved in found}) == 1 else None
