import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.confidence import settle, weigh
from desktop_agent.evidence.records import EXTRACTED_AT, Document, Intent, Mention, Reading
from tests.unit.evidence.extraction.seeing import TODAY

READING = Reading(
    "Who is the CEO of Nvidia?", Intent.TITLE_HOLDER, "CEO of Nvidia", "CEO", current=True
)
TRUSTED = tuple(f"https://{site}/x" for site in ("en.wikipedia.org", "www.reuters.com"))


def weighed(*told: tuple[str, str, float], date: str = "2026-10-01", intent=Intent.PERFORMER):
    """Return the candidates of one (value, URL, strength) mention per document."""
    documents = [Document(n, url, "", date=date) for n, (_, url, _) in enumerate(told, 1)]
    seen = [
        Mention(value, n, "snippet", "p", strength, f"sentence {n}", date)
        for n, (value, _, strength) in enumerate(told, 1)
    ]
    return weigh(Reading("q", intent, "Some Song"), seen, documents, TODAY)


@pytest.mark.parametrize(
    ("url", "strength", "least", "most"),
    [
        ("https://x.blogspot.com", 0.5, 0, EXTRACTED_AT / 2),
        ("https://some-site.com", 0.95, 0, EXTRACTED_AT - 0.001),
        (TRUSTED[0], 0.85, EXTRACTED_AT, 1),
        (TRUSTED[0], 0.5, 0, EXTRACTED_AT - 0.001),
    ],
)
def test_one_site_is_enough_where_it_is_trusted_and_says_it_plainly(url, strength, least, most):
    assert least <= weighed(("Adele", url, strength))[0].confidence <= most


def test_two_unknown_sites_with_strong_patterns_reach_it_but_many_weak_or_untrusted_do_not():
    found = weighed(("Adele", "https://a-site.com", 0.85), ("ADELE", "https://b-site.net", 0.85))
    assert found[0].confidence >= EXTRACTED_AT
    assert found[0].domains == ("a-site.com", "b-site.net")
    weak = weighed(*(("Adele", f"https://s{n}.com", 0.4) for n in range(20)))
    farms = weighed(*(("Adele", f"https://s{n}.blogspot.com", 0.9) for n in range(20)))
    assert weak[0].confidence < EXTRACTED_AT
    assert farms[0].confidence <= EXTRACTED_AT


def test_a_date_in_the_future_makes_nothing_fresher():
    told = [
        ("Steve Ballmer", TRUSTED[1], "2031-01-01"),
        ("Satya Nadella", TRUSTED[0], "2026-10-01"),
    ]
    documents = [Document(n, url, "", date=date) for n, (_, url, date) in enumerate(told, 1)]
    seen = [
        Mention(value, n, "snippet", "p", 0.9, f"s {n}", date)
        for n, (value, _, date) in enumerate(told, 1)
    ]
    assert settle(READING, weigh(READING, seen, documents, TODAY))[0] != "Steve Ballmer"


_TOLD = st.tuples(
    st.sampled_from(["Adele", "Shakira", "Dolly Parton", "The Beatles"]),
    st.sampled_from([*TRUSTED, "https://a.com", "https://b.net", "https://c.blogspot.com"]),
    st.floats(min_value=0, max_value=1),
)


@given(st.lists(_TOLD, max_size=8))
def test_confidence_is_a_share_and_the_surest_comes_first(told):
    found = weighed(*told)
    values = [candidate.confidence for candidate in found]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 for value in values)
    assert {candidate.value for candidate in found} <= {value for value, _, _ in told}
