import pytest

from desktop_agent.core.budget import Budget, BudgetLimits
from desktop_agent.core.errors import BudgetExceeded


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_time_runs_out_and_never_below_zero(clock: Clock):
    budget = Budget(BudgetLimits(10), clock=clock)
    clock.now += 4
    assert (budget.elapsed_s, budget.remaining_s) == (4, 6)
    budget.check()
    clock.now += 7
    assert budget.remaining_s == 0
    with pytest.raises(BudgetExceeded, match="10 s") as caught:
        budget.check()
    assert "--budget" in caught.value.remedy


def test_a_child_never_has_more_time_than_its_parent(clock: Clock):
    parent = Budget(BudgetLimits(10), clock=clock)
    clock.now += 6
    child = parent.share(30)
    assert child.limits.seconds == 4
    clock.now += 3
    assert child.remaining_s == parent.remaining_s == 1
    assert parent.share(0.5).remaining_s == 0.5


def test_a_child_that_is_spent_leaves_its_parent_the_rest(clock: Clock):
    parent = Budget(BudgetLimits(10), clock=clock)
    child = parent.share(2)
    clock.now += 3
    with pytest.raises(BudgetExceeded):
        child.check()
    parent.check()
    assert parent.remaining_s == 7


def test_the_calls_of_a_child_count_for_its_parent(clock: Clock):
    parent = Budget(BudgetLimits(10, model_calls=3), clock=clock)
    child = parent.share(5, model_calls=2)
    child.spend_model_call()
    child.spend_model_call()
    with pytest.raises(BudgetExceeded, match="2 model calls"):
        child.spend_model_call()
    assert (child.model_calls, parent.model_calls) == (2, 2)


def test_a_parent_with_no_calls_left_refuses_its_children(clock: Clock):
    parent = Budget(BudgetLimits(10, model_calls=1), clock=clock)
    first, second = parent.share(5), parent.share(5)
    first.spend_model_call()
    with pytest.raises(BudgetExceeded):
        second.spend_model_call()
    assert (parent.model_calls, second.model_calls) == (1, 0)


def test_no_call_is_made_when_the_time_is_up(clock: Clock):
    budget = Budget(BudgetLimits(1), clock=clock)
    clock.now += 1
    with pytest.raises(BudgetExceeded, match="time"):
        budget.spend_model_call()
    assert budget.model_calls == 0


def test_without_a_limit_calls_are_counted_only(clock: Clock):
    budget = Budget(BudgetLimits(10), clock=clock)
    for _ in range(50):
        budget.spend_model_call()
    assert budget.model_calls == 50
