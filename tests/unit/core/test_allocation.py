"""How much of a run's time each part gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents import stage

SHARES = [
    stage.for_first_answer,
    stage.for_evidence,
    stage.for_plan,
    stage.reserved_for_end,
    stage.for_parts,
    stage.for_template,
    stage.for_node,
    stage.for_critique,
    stage.for_synthesis,
    stage.for_verification,
]


@given(st.sampled_from(SHARES), st.floats(0, 10_000))
def test_no_part_gets_more_than_there_is(share, remaining_s: float) -> None:
    assert 0 <= share(remaining_s) <= remaining_s


@given(st.floats(0, 10_000), st.integers(-1, 20))
def test_no_subtask_gets_more_than_there_is(remaining_s: float, waiting: int) -> None:
    assert 0 <= stage.for_subtask(remaining_s, waiting) <= min(remaining_s, 120)


@given(st.integers(1, 6), st.floats(1, 1_000))
def test_parts_one_after_the_other_that_use_up_their_time_leave_what_is_kept(
    count: int, seconds: float
) -> None:
    kept = stage.reserved_for_end(seconds)
    left = stage.for_parts(seconds)
    for waiting in range(count, 0, -1):
        left -= stage.for_subtask(left, waiting)
        assert left >= -1e-6
    assert kept == pytest.approx(seconds - stage.for_parts(seconds))
