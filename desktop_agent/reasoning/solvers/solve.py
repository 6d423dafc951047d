"""Tries the solvers on a problem."""

from collections.abc import Callable, Mapping

from desktop_agent.reasoning.solvers.arithmetic import solve_arithmetic
from desktop_agent.reasoning.solvers.calendar_days import solve_dates
from desktop_agent.reasoning.solvers.counting import solve_counting
from desktop_agent.reasoning.solvers.divisibility import solve_divisibility
from desktop_agent.reasoning.solvers.equations import solve_equations
from desktop_agent.reasoning.solvers.matrix_rank import solve_matrix_rank
from desktop_agent.reasoning.solvers.measures import solve_measures
from desktop_agent.reasoning.solvers.percent import solve_percent
from desktop_agent.reasoning.solvers.probability import solve_probability
from desktop_agent.reasoning.solvers.series import solve_series
from desktop_agent.reasoning.solvers.solved import Solved
from desktop_agent.reasoning.solvers.spectrum import solve_spectrum
from desktop_agent.reasoning.solvers.toggling import solve_toggling
from desktop_agent.reasoning.solvers.wording import worded

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
