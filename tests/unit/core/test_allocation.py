"""How much of a run's time each part gets."""

import pytest

from desktop_agent.agents import stage


@pytest.mark.parametrize(
    ("share", "remaining_s", "given_s"),
    [
        (stage.FIRST_ANSWER.of, 300, 270),
        (stage.PLAN.of, 600, 150),
        (stage.EVIDENCE.of, 300, 60),
        (stage.for_parts, 200, 140),
        (stage.for_parts, 600, 510),
        (stage.SYNTHESIS.of, 100, 50),
        (stage.SYNTHESIS.of, 300, 60),
        (stage.VERIFICATION.of, 40, 20),
        (stage.CRITIQUE.of, 300, 30),
        (stage.PLAN.of, 0, 0),
    ],
)
def test_the_figures_are_those_of_the_table(share, remaining_s: float, given_s: float):
    assert share(remaining_s) == pytest.approx(given_s)
