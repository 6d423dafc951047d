"""What is a plan, and what is none."""

import pytest

from desktop_agent.core.plan import Plan, Subtask


def plan(**needs: str) -> Plan:
    return Plan(
        tuple(Subtask(name, "What?", needs=tuple(by.split())) for name, by in needs.items())
    )


def test_a_plan_with_parts_that_build_on_each_other_is_one() -> None:
    good = plan(a="", b="a", c="a b")
    good.check()
    assert good.needs == {"a": (), "b": ("a",), "c": ("a", "b")}


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (Plan(()), "no part"),
        (Plan((Subtask("a", "  "),)), "part a asks nothing"),
        (plan(a="a"), "circle: a -> a"),
    ],
)
def test_what_is_no_plan_says_why(bad: Plan, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        bad.check()
