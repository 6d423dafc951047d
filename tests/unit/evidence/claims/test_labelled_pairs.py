import pytest

from desktop_agent.core.research import Claim
from tests.unit.evidence.claims.labelled import Pair, pairs

Checked = list[tuple[Pair, Claim]]


@pytest.fixture(scope="module")
def checked() -> Checked:
    return [(pair, pair.checked()) for pair in pairs()]


def test_supported_is_said_rightly_and_of_most_that_is_true(checked: Checked):
    marked = [pair for pair, claim in checked if claim.mark == "supported"]
    true = [pair for pair, _ in checked if pair.true]
    right = sum(pair.true for pair in marked)
    assert right >= 0.97 * len(marked), [pair.claim for pair in marked if not pair.true]
    assert right >= 0.80 * len(true), [pair.claim for pair in true if pair not in marked]


def test_a_quote_stands_where_it_says_and_what_is_not_supported_has_a_reason(checked: Checked):
    for pair, claim in checked:
        assert claim.quote == (pair.source.text[claim.start : claim.end] if claim.quote else "")
        assert claim.quote or claim.mark == "unconfirmed"
        assert claim.reason or claim.mark == "supported"
