"""Which answers agree, and by how much."""

from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.roles.swarm import Vote, same, tally
from desktop_agent.core.research import QuestionType

NUMERIC, BOOLEAN, LIST, FACTUAL, EXPLANATORY = (
    QuestionType.NUMERIC,
    QuestionType.BOOLEAN,
    QuestionType.LIST,
    QuestionType.FACTUAL,
    QuestionType.EXPLANATORY,
)


def votes(*values):
    return [Vote(f"m{at}", value and f"It is {value}.", value) for at, value in enumerate(values)]


def test_a_quorum_needs_a_lead():
    assert tally(votes("a", "a", "b"), FACTUAL).agrees(2)
    assert not tally(votes("a", "a", "b", "b"), FACTUAL).agrees(2)
    assert not tally(votes("a", "b"), FACTUAL).agrees(2)


@given(st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=9))
def test_every_answer_is_in_one_group_and_the_margin_is_a_share(values):
    counted = tally(votes(*values), FACTUAL)
    assert counted.answered == sum(map(bool, values))
    assert 0 <= counted.margin <= 1
    assert list(map(len, counted.groups)) == sorted(map(len, counted.groups), reverse=True)


def test_two_versions_are_not_one_number():
    assert same("3.1", "3.1", FACTUAL)
    assert not same("3.1", "3.10", FACTUAL)
