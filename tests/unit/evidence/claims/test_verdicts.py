"""What an outside judge may say of a claim, and what the rules let stand."""

from dataclasses import replace

import pytest

from desktop_agent.core.research import CitationCheck, Claim, Passage
from desktop_agent.evidence.claims.citation_check import check_claims
from desktop_agent.evidence.claims.verdicts import (
    CitedEvidence,
    Outcome,
    OutsideVerdict,
    cited_evidence,
    with_verdicts,
)
from tests.unit.evidence.claims.labelled import stored

TEXT = """# The harbour

The harbour lies behind a long wall. Ships of every size find shelter there when storms come.

The tower is 47 metres tall and has 212 steps. The keeper is Ada Lovelace.
Visitors may climb it free of charge between May and September.

## History

The first stones were laid by monks. Fishermen paid for the rest out of their own pockets.
"""
PAGE = stored(3, "The harbour", TEXT)
FREE = "Visitors may climb it free of charge between May and September."


def evidence(answer: str) -> CitedEvidence:
    (found,) = cited_evidence(check_claims(answer, {3: PAGE}), {3: PAGE})
    return found


def judged(found: CitedEvidence, outcome: Outcome, quote: str) -> Claim:
    (claim,) = with_verdicts([found.claim], [OutsideVerdict(found, outcome, quote)])
    return claim


def test_the_best_passages_are_whole_sentences_of_the_cited_page_with_their_offsets():
    found = evidence("Nobody has to pay for climbing the tower in summer [3].")
    assert found.claim.mark != "supported"
    assert FREE in " ".join(found.passages[0].text.split())
    for passage in found.passages:
        assert TEXT[passage.start : passage.end] == passage.text
        assert passage.source == 3
        assert len(passage.text) <= 400


def test_claims_share_a_passage_and_those_without_a_page_have_none():
    claims = check_claims(
        "The tower has many steps [3]. The tower is tall [3]. It is red [9].", {3: PAGE}
    )
    first, second = cited_evidence(claims, {3: PAGE})
    assert first.passages[0] == second.passages[0]
    assert (first.number, second.number) == (1, 2)


def test_a_quote_may_differ_in_marks_and_case_and_leave_words_out():
    quote = "“visitors may climb it … between may and SEPTEMBER”"
    claim = judged(evidence("Nobody has to pay in summer [3]."), "supported", quote)
    assert (claim.mark, claim.checks[0].snapshot) == ("supported", PAGE.snapshot)
    assert " ".join(claim.quote.split()) == FREE.removesuffix(".")


@pytest.mark.parametrize(
    ("answer", "outcome", "quote"),
    [
        ("Nobody has to pay in summer [3].", "supported", "Visitors never pay anything"),
        ("Nobody has to pay in summer [3].", "supported", ""),
        ("Nobody has to pay in summer [3].", "not stated", FREE[:41]),
        ("The tower is 12 metres tall [3].", "supported", "The tower is 47 metres tall"),
        ("The tower is 47 metres tall [3].", "contradicted", "The tower is 47 metres tall"),
        ("The tower has 212 steps [3].", "contradicted", "has 212 steps. The keeper"),
    ],
)
def test_no_verdict_counts_without_its_quote_or_against_a_rule(
    answer: str, outcome: Outcome, quote: str
):
    before = evidence(answer)
    assert judged(before, outcome, quote) == before.claim


def test_the_values_of_a_claim_may_stand_in_another_passage_of_the_same_source():
    free = Passage(3, "Visitors may climb the tower for nothing.", "", 40, 81)
    steps = Passage(3, "The tower has 212 steps.", "", 0, 24)
    other = replace(steps, source=4)
    claim = Claim("Climbing the 212 steps is free", (3, 4))
    checked = replace(claim, checks=(CitationCheck(3, "unconfirmed"),))
    quote = "climb the tower for nothing"
    assert judged(CitedEvidence(1, checked, (free, steps)), "supported", quote).mark == "supported"
    assert judged(CitedEvidence(1, checked, (free, other)), "supported", quote) == checked


def test_the_first_verdict_on_a_claim_that_counts_is_used():
    claims = check_claims("Nobody has to pay in summer [3]. The tower is tall [3].", {3: PAGE})
    found, _ = cited_evidence(claims, {3: PAGE})
    verdicts = [
        OutsideVerdict(found, "contradicted", "Visitors never pay anything"),
        OutsideVerdict(found, "supported", FREE[:41]),
        OutsideVerdict(found, "contradicted", FREE[:41]),
    ]
    marks = [claim.mark for claim in with_verdicts(claims, verdicts)]
    assert marks == ["supported", claims[1].mark]


def test_each_source_of_a_claim_gives_a_passage_and_the_best_verdict_counts():
    other = stored(4, "The wall", "The wall of the harbour was built by convicts in two years.")
    pages = {3: PAGE, 4: other}
    claims = check_claims("Monks began the building of the harbour wall [4][3].", pages)
    (found,) = cited_evidence(claims, pages)
    assert {passage.source for passage in found.passages} == {3, 4}
    claim = judged(found, "supported", "first stones were laid by monks")
    assert claim.mark == "supported"
    assert [check.source for check in claim.checks] == [4, 3]
