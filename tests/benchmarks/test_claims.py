"""The time that checking claims takes, against indexing the pages that they cite."""

import time
from datetime import date

import pytest

from desktop_agent.evidence.assembly import warm_up
from desktop_agent.evidence.claims.check import SourceText, attach_citations, check_claims
from desktop_agent.evidence.claims.index import index_of
from tests.benchmarks.figures import record
from tests.unit.evidence.claims.labelled import pairs

pytestmark = pytest.mark.benchmark
PAGE = 20_000


def test_a_claim_against_pages_of_20_kb() -> None:
    labelled = list(pairs())
    texts = list(dict.fromkeys(pair.source.text for pair in labelled))
    sources = {
        number: SourceText(
            number,
            f"https://example.org/{number}",
            "",
            ("\n\n".join(texts[number:] + texts) * 2)[:PAGE],
        )
        for number in range(1, 9)
    }
    cited = [f"{p.claim[:-1]} [{at % 8 + 1}]{p.claim[-1]}" for at, p in enumerate(labelled[:120])]
    answer = " ".join(cited)
    warm_up(date(2026, 11, 22))  # as the program does before the first question
    index_of.cache_clear()
    begun = time.process_time()
    for source in sources.values():
        index_of(source.title, source.text)
    indexing = time.process_time() - begun
    begun = time.process_time()
    claims = check_claims(answer, sources)
    checking = time.process_time() - begun
    begun = time.process_time()
    attach_citations(" ".join(p.claim for p in labelled[:20]), sources)
    attaching = time.process_time() - begun
    per_claim = (indexing + checking) / len(claims)
    print(
        f"\nindex of 20 kB: {indexing / 8 * 1e3:.1f} ms; a claim: {checking / len(claims) * 1e3:.2f} ms, "
        f"{per_claim * 1e3:.2f} ms with its share of 8 indexes over {len(claims)} claims; "
        f"a sentence against 8 pages: {attaching / 20 * 1e3:.1f} ms"
    )
    record("Check one citation", checking / len(claims) * 1e3, "ms CPU", limit=5)
    assert checking / len(claims) < 0.005
