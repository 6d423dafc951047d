"""How much of a run's time each part gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core import budget

SHARES = [
    budget.for_first_answer,
    budget.for_evidence,
    budget.for_plan,
    budget.reserved_for_end,
    budget.for_parts,
    budget.for_template,
    budget.for_node,
    budget.for_critique,
    budget.for_synthesis,
    budget.for_verification,
]


@given(st.sampled_from(SHARES), st.floats(0, 10_000))
def test_no_part_gets_more_than_there_is(share, remaining_s: float) -> None:
    assert 0 <= share(remaining_s) <= remaining_s


@given(st.floats(0, 10_000), st.integers(-1, 20))
def test_no_subtask_gets_more_than_there_is(remaining_s: float, waiting: int) -> None:
    assert 0 <= budget.for_subtask(remaining_s, waiting) <= min(remaining_s, 120)


@pytest.mark.parametrize(
    ("share", "remaining_s", "given_s"),
    [
        (budget.for_plan, 600, 150),
        (budget.for_evidence, 300, 60),
        (budget.for_parts, 200, 140),
        (budget.for_template, 600, 240),
        (budget.for_node, 200, 90),
        (budget.for_synthesis, 100, 50),
        (budget.for_synthesis, 300, 60),
        (budget.for_verification, 40, 20),
        (budget.for_critique, 300, 30),
    ],
)
def test_the_figures_are_those_of_the_table(share, remaining_s: float, given_s: float) -> None:
    assert share(remaining_s) == pytest.approx(given_s)


@given(st.integers(1, 6), st.floats(1, 1_000))
def test_parts_one_after_the_other_that_use_up_their_time_leave_what_is_kept(
    count: int, seconds: float
) -> None:
    kept = budget.reserved_for_end(seconds)
    left = budget.for_parts(seconds)
    for waiting in range(count, 0, -1):
        left -= budget.for_subtask(left, waiting)
        assert left >= -1e-6
    assert kept == pytest.approx(seconds - budget.for_parts(seconds))
