from collections import Counter

import pytest

from desktop_agent.core.research import Claim
from tests.unit.evidence.claims.labelled import Pair, pairs

Checked = list[tuple[Pair, Claim]]


@pytest.fixture(scope="module")
def checked() -> Checked:
    return [(pair, pair.checked()) for pair in pairs()]


def figures(checked: Checked) -> tuple[float, float]:
    """Return the precision and recall of "supported"."""
    marked = [pair for pair, claim in checked if claim.mark == "supported"]
    true = [pair for pair, _ in checked if pair.true]
    right = sum(pair.true for pair in marked)
    return right / len(marked), right / len(true)


def show(name: str, checked: Checked) -> None:
    precision, recall = figures(checked)
    print(f"\n{name}: {len(checked)} pairs, precision {precision:.3f}, recall {recall:.3f}")
    for label in sorted({pair.label for pair, _ in checked}):
        marks = Counter(claim.mark for pair, claim in checked if pair.label == label)
        told = ", ".join(f"{mark} {number}" for mark, number in marks.most_common())
        print(f"  {label:15} {told}")
    for pair, claim in checked:
        if (claim.mark == "supported") != pair.true:
            print(f"  wrong: {pair.label} marked {claim.mark}: {pair.claim} ({claim.reason})")


def test_the_set_is_wide_enough(checked: Checked) -> None:
    assert len(checked) >= 220
    assert len({pair.topic for pair, _ in checked}) >= 30
    assert sum(pair.hard for pair, _ in checked) >= 25
    assert sum(pair.held_out for pair, _ in checked) >= 80


def test_supported_is_said_rightly_and_of_most_that_is_true(checked: Checked) -> None:
    show("seen while building", [item for item in checked if not item[0].held_out])
    show("held out", [item for item in checked if item[0].held_out])
    precision, recall = figures(checked)
    assert precision >= 0.97
    assert recall >= 0.80


def test_a_quote_stands_where_it_says_and_what_is_not_supported_has_a_reason(
    checked: Checked,
) -> None:
    for pair, claim in checked:
        assert claim.quote == (pair.source.text[claim.start : claim.end] if claim.quote else "")
        assert claim.quote or claim.mark == "unconfirmed"
        assert claim.reason or claim.mark == "supported"
