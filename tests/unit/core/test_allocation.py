"""How much of a run's time each part gets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents import stage


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
