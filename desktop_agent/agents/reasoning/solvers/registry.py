"""Tries the solvers on a problem."""

from collections.abc import Callable, Mapping

from desktop_agent.agents.reasoning.solvers.algebra import solve_equations, solve_series
from desktop_agent.agents.reasoning.solvers.arithmetic import solve_arithmetic, solve_percent
from desktop_agent.agents.reasoning.solvers.base import Solved, worded
from desktop_agent.agents.reasoning.solvers.combinatorics import solve_counting, solve_probability
from desktop_agent.agents.reasoning.solvers.dates import solve_dates
from desktop_agent.agents.reasoning.solvers.graph_spectrum import solve_spectrum
from desktop_agent.agents.reasoning.solvers.matrix_rank import solve_matrix_rank
from desktop_agent.agents.reasoning.solvers.number_theory import solve_divisibility
from desktop_agent.agents.reasoning.solvers.toggling import solve_toggling
from desktop_agent.agents.reasoning.solvers.units import solve_measures

SOLVERS: Mapping[str, Callable[[str], Solved | None]] = {
    "toggling": solve_toggling,
    "spectrum": solve_spectrum,
    "matrix_rank": solve_matrix_rank,
    "probability": solve_probability,
    "measures": solve_measures,
    "percent": solve_percent,
    "dates": solve_dates,
    "divisibility": solve_divisibility,
    "counting": solve_counting,
    "equations": solve_equations,
    "series": solve_series,
    "arithmetic": solve_arithmetic,
}
"""The archetypes by their names; each solver takes the problem as `worded` gives it."""


def solve(problem: str, archetype: str = "") -> Solved | None:
    """Computes a problem of a known archetype from its own numbers, without a model.

    None where no solver is sure that it understood every word that matters, where ``archetype`` is
    none of `SOLVERS`, and where two solvers read the problem in two ways.
    """
    text = worded(problem)
    if not text:
        return None
    if archetype:
        solver = SOLVERS.get(archetype)
        return solver(text) if solver is not None else None
    found = [solved for solver in SOLVERS.values() if (solved := solver(text)) is not None]
    return found[0] if len({solved.value for solved in found}) == 1 else None
