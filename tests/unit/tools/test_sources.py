"""What a run has seen, and what a model may read of it."""

import pytest

from desktop_agent.core.messages import Message
from desktop_agent.core.research import EngineAttempt, Outcome, Page, SearchHit, SearchReport
from desktop_agent.tools.sources import MOST_FOLLOWED, RunSources, exact_url


def report(*urls: str) -> SearchReport:
    hits = tuple(
        SearchHit(f"Title {url}", url, "", "duckduckgo", rank) for rank, url in enumerate(urls, 1)
    )
    return SearchReport("q", hits, (EngineAttempt("duckduckgo", "q", Outcome.OK, len(hits)),))


def page(url: str, *links: str, final: str = "") -> Page:
    return Page(url, final or url, "T", "text", "text/html", "", 4, snapshot="abc", links=links)


FAILED = SearchReport("q", (), (EngineAttempt("duckduckgo", "q", Outcome.BLOCKED),))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("HTTP://Example.org/", "http://example.org", True),
        ("https://example.org:443/a/", "https://example.org/a", True),
        ("https://example.org./a#part", "https://example.org/a", True),
        ("http://example.org/a", "http://example.org/A", False),
        ("http://example.org:8080/", "http://example.org/", False),
        ("http://example.org/", "https://example.org/", False),
    ],
)
def test_only_spellings_of_one_address_are_one(one: str, other: str, same: bool):
    assert (exact_url(one) == exact_url(other)) is same


def test_a_page_that_was_read_keeps_the_number_of_its_search_result():
    sources = RunSources()
    sources.saw_report(report("https://b.org/2", "https://a.org/1"))
    second = sources.saw_report(report("https://a.org/1/", "https://c.org/3"))
    assert [source.number for source in second] == [2, 3]
    read = sources.read_page(page("https://a.org/1", final="https://a.org/moved"))
    assert (read.number, read.read, read.snapshot) == (2, True, "abc")
    assert sources.read_page(page("https://a.org/moved")).number == 2
    assert len(sources.all()) == 3


def test_a_model_may_read_what_the_user_wrote():
    sources = RunSources()
    sources.allow_user("Compare https://a.org/x, (see http://b.org/y).")
    sources.allow_history((Message("user", "https://c.org"), Message("assistant", "https://d.org")))
    assert sources.may_read("https://a.org/x")
    assert sources.may_read("http://b.org/y")
    assert sources.may_read("https://c.org/")
    assert not sources.may_read("https://d.org")


def test_a_page_cannot_send_the_model_to_an_address_that_an_attacker_has_made():
    sources = RunSources()
    sources.read_page(page("https://a.org/1", "https://evil.example/?q=secret"))
    assert not sources.may_read("https://evil.example/?q=secret")
    assert not sources.may_read("https://a.org/2")
    assert not sources.may_read("https://a.org.evil.example/1")
    sources.saw_report(report("https://evil.example/page"))
    assert sources.may_read("https://evil.example/page#part")
    assert not sources.may_read("https://evil.example/page?utm_source=secret")
    assert not sources.may_read("https://secret.evil.example/page")
    assert RunSources(strict=False).may_read("https://secret.evil.example/page")


def test_only_what_a_page_linked_when_first_read_may_be_read_and_it_leads_no_further():
    sources = RunSources()
    sources.saw_report(report("https://a.org/1"))
    sources.read_page(page("https://a.org/1", "https://a.org/2"))
    sources.read_page(page("https://a.org/1", "https://a.org/of-the-second-time"))
    assert not sources.may_read("https://a.org/of-the-second-time")
    sources.follow("https://a.org/2")
    sources.read_page(page("https://a.org/2", "https://a.org/3", "https://a.org/1"))
    assert sources.may_read("https://a.org/2")
    assert sources.may_read("https://a.org/1")
    assert not sources.may_read("https://a.org/3")
    sources.saw_report(report("https://a.org/3"))
    assert sources.may_read("https://a.org/3"), "a search has found it"


def test_only_a_few_links_of_one_site_are_followed():
    sources = RunSources()
    sources.saw_report(report("https://a.org/1", "https://b.org/1"))
    links = [f"https://a.org/letter/{each}" for each in "abcdefghij"]
    sources.read_page(page("https://a.org/1", *links))
    sources.read_page(page("https://b.org/1", "https://b.org/2"))
    for link in links[:MOST_FOLLOWED]:
        assert sources.may_read(link)
        sources.follow(link)
    assert sources.may_read(links[0]), "what was read may be read again"
    assert not sources.may_read(links[MOST_FOLLOWED])
    assert sources.may_read("https://b.org/2"), "another site is another matter"
    assert sources.may_read("https://a.org/1")


def test_searching_failed_only_when_no_search_was_answered():
    sources = RunSources()
    assert sources.failed_attempts == ()
    sources.saw_report(FAILED)
    assert sources.failed_attempts == FAILED.attempts
    sources.saw_report(report("https://a.org"))
    assert sources.failed_attempts == ()
    sources.saw_report(FAILED)
    assert sources.failed_attempts == ()


def hit(url: str, snippet: str, rank: int = 1, date: str = "") -> SearchHit:
    return SearchHit("A title", url, snippet, "duckduckgo", rank, date)


def test_what_two_queries_show_of_one_page_is_kept_together():
    sources = RunSources()
    attempts = report("https://a.org").attempts
    sources.saw_report(SearchReport("q", (hit("https://a.org", "One part.", 4),), attempts))
    sources.saw_report(
        SearchReport("r", (hit("https://a.org", "Another.", 2, "2026-01-02"),), attempts)
    )
    sources.saw_report(SearchReport("r", (hit("https://a.org", "Another.", 9),), attempts))
    (document,) = sources.documents()
    assert document.snippet == "One part. … Another."
    assert (document.rank, document.date) == (2, "2026-01-02")


def test_a_source_is_known_by_any_of_its_spellings():
    sources = RunSources()
    sources.allow_user("See https://user.org/x")
    sources.saw_report(report("https://a.org/1"))
    assert sources.knows("http://www.a.org/1/")
    assert sources.knows("https://user.org/x")
    assert not sources.knows("https://b.org/1")
    sources.read_page(page("https://a.org/1", "https://a.org/linked"))
    assert not sources.knows("https://a.org/linked"), "it is no source before it was read"
    assert sources.last_read == "https://a.org/1"
