import pytest

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import BudgetExceeded


class Clock:
    """Seconds that pass when the test says so."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_time_runs_out_and_never_below_zero_and_no_call_is_made_after_it(clock: Clock):
    budget = Budget(10, clock=clock)
    clock.now += 4
    assert (budget.elapsed_s, budget.remaining_s) == (4, 6)
    budget.check()
    clock.now += 7
    assert budget.remaining_s == 0
    with pytest.raises(BudgetExceeded, match="10 s") as caught:
        budget.check()
    assert "--budget" in caught.value.remedy
    with pytest.raises(BudgetExceeded, match="time"):
        budget.spend_model_call()
    assert budget.model_calls == 0


def test_a_child_never_has_more_time_than_its_parent(clock: Clock):
    parent = Budget(10, clock=clock)
    clock.now += 6
    child = parent.share(30)
    assert child.seconds == 4
    clock.now += 3
    assert child.remaining_s == parent.remaining_s == 1
    assert parent.share(0.5).remaining_s == 0.5


def test_the_calls_of_a_child_count_for_its_parent(clock: Clock):
    parent = Budget(10, clock=clock)
    first, second = parent.share(5), parent.share(5)
    first.spend_model_call()
    first.spend_model_call()
    second.spend_model_call()
    assert (parent.model_calls, first.model_calls, second.model_calls) == (3, 2, 1)


def test_while_a_run_is_held_the_time_of_all_its_parts_stands_still(clock: Clock):
    run = Budget(60, clock=clock)
    part, other = run.share(20), run.share(30)
    clock.now += 5
    part.hold()
    clock.now += 3000
    assert (run.elapsed_s, part.remaining_s, other.remaining_s) == (5, 15, 25)
    late = run.share(10)
    run.hold()
    part.release()
    clock.now += 3000
    assert late.remaining_s == 10
    run.release()
    clock.now += 4
    assert (run.elapsed_s, part.remaining_s, other.remaining_s, late.remaining_s) == (9, 11, 21, 6)


def test_what_was_spent_before_counts_for_the_run_and_not_for_its_shares(clock: Clock):
    run = Budget(60, clock=clock)
    part = run.share(20)
    run.spend(25)
    assert (run.elapsed_s, run.remaining_s, part.remaining_s) == (25, 35, 20)
    run.spend(-5)
    assert run.elapsed_s == 25
    run.spend(30)
    assert part.remaining_s == 5


def test_a_wait_that_is_broken_off_does_not_count_either(clock: Clock):
    run = Budget(10, clock=clock)

    def look() -> None:
        with run.paused():
            clock.now += 50
            raise RuntimeError

    with pytest.raises(RuntimeError):
        look()
    assert run.elapsed_s == 0
