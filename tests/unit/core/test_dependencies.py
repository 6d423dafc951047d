"""What has to come before what."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.plan import Plan, Subtask, order


@st.composite
def graphs(draw: st.DrawFn) -> Mapping[str, tuple[str, ...]]:
    """Names in any order, each of which needs some of a hidden order's earlier ones."""
    hidden = draw(st.permutations([f"n{number}" for number in range(draw(st.integers(0, 8)))]))
    needs = {
        name: tuple(draw(st.lists(st.sampled_from(hidden[:place]), unique=True)) if place else ())
        for place, name in enumerate(hidden)
    }
    return {name: needs[name] for name in sorted(needs)}


@given(graphs())
def test_each_name_stands_behind_what_it_needs(needs):
    ordered = order(needs)
    assert sorted(ordered) == sorted(needs)
    for name, before in needs.items():
        assert all(ordered.index(each) < ordered.index(name) for each in before)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (Plan(()), "no part"),
        (Plan((Subtask("a", "  "),)), "part a asks nothing"),
        (Plan((Subtask("a", "What?", needs=("a",)),)), "circle: a -> a"),
    ],
)
def test_what_is_no_plan_says_why_and_a_circle_is_named_as_it_is_needed(bad, says):
    with pytest.raises(ValueError, match=says):
        bad.check()
    needs = {"a": ("c",), "b": ("a",), "c": ("b",), "d": ()}
    with pytest.raises(ValueError, match="circle") as caught:
        order(needs)
    circle = str(caught.value).partition(": ")[2].split(" -> ")
    assert circle[0] == circle[-1]
    assert all(later in needs[earlier] for earlier, later in pairwise(circle))
