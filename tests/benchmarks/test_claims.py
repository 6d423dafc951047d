"""The time that checking a claim takes against the pages that it cites."""

import time
from datetime import date

import pytest

from desktop_agent.evidence.claims.citation_check import check_claims
from desktop_agent.evidence.claims.matching import index_of
from desktop_agent.evidence.pack_assembly import warm_up
from tests.benchmarks.figures import record
from tests.unit.evidence.claims.labelled import pairs, stored

pytestmark = pytest.mark.benchmark
PAGE = 20_000


def test_a_claim_against_pages_of_20_kb():
    labelled = list(pairs())
    texts = list(dict.fromkeys(pair.source.text for pair in labelled))
    sources = {
        number: stored(number, "", ("\n\n".join(texts[number:] + texts) * 2)[:PAGE])
        for number in range(1, 9)
    }
    cited = [f"{p.claim[:-1]} [{at % 8 + 1}]{p.claim[-1]}" for at, p in enumerate(labelled[:120])]
    answer = " ".join(cited)
    warm_up(date(2026, 11, 22))  # as the program does before the first question
    index_of.cache_clear()
    for source in sources.values():
        index_of(source.title, source.text)
    begun = time.process_time()
    claims = check_claims(answer, sources)
    checking = time.process_time() - begun
    record("Check one citation", checking / len(claims) * 1e3, "ms CPU", limit=5)
    assert checking / len(claims) < 0.005
