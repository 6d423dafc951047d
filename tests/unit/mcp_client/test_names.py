"""What models call tools."""

import re

from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.tools.mcp.pool import LONGEST, shown_names

PARTS = st.text(st.sampled_from("ab._ -/é\n"), max_size=4) | st.text(max_size=90)
KEYS = st.lists(st.tuples(PARTS, PARTS), max_size=12, unique=True)


def test_nobody_gets_the_name_that_another_would_be_given():
    first = shown_names([("a", "b_c"), ("a_b", "c")])[("a", "b_c")]
    thief = ("a", first.removeprefix("a_"))
    named = shown_names([("a", "b_c"), ("a_b", "c"), thief])
    assert len(set(named.values())) == 3


@given(KEYS, st.sets(st.sampled_from(["a_b", "tool_tool", "b_a"])))
def test_names_are_always_valid_different_and_the_same_again(keys, taken):
    named = shown_names(keys, taken)
    assert set(named) == set(keys)
    assert len(set(named.values())) == len(keys)
    assert not set(named.values()) & taken
    assert all(re.fullmatch(rf"[A-Za-z0-9_-]{{1,{LONGEST}}}", name) for name in named.values())
    assert named == shown_names(reversed(keys), taken)
