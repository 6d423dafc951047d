"""DuckDuckGo lite: its form, its headers, its page, and the five ways in which it answers."""

import asyncio
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.research import Outcome
from desktop_agent.web.search.duckduckgo import form_query, link_target, read_page
from desktop_agent.web.search.engine import EngineReply
from tests.servers.duckduckgo import (
    CHALLENGE,
    CHALLENGED,
    DRIFTED,
    NOTICE,
    REFRESH,
    FakeDuckDuckGo,
    Result,
    Results,
    Slow,
    Status,
    page,
    results_page,
)
from tests.servers.loopback import serve
from tests.unit.web.search.searching import ask, engine, settings

LITE = "https://lite.duckduckgo.com/lite/"
HITS = (
    Result(
        "Tom & Jerry <3", "https://example.org/a?x=1&y=2", "A cat, a mouse.", "2026-01-20T09:43:00"
    ),
    Result("Second", "https://example.com/b%20c", "No date."),
)
SEC_FETCH = ("sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user")


# --- what is sent


async def test_the_form_and_the_headers_are_those_of_one_browser():
    fake = FakeDuckDuckGo([HITS])
    first, second = (await ask(fake, "rust & go 100%")).hits
    await ask(fake, "news about Mars this week")
    seen, news = fake.requests
    assert (seen.method, seen.path) == ("POST", "/lite/")
    assert seen.body == {"q": "rust & go 100%", "kl": "wt-wt", "df": ""}
    assert news.body["df"] == "w"
    assert seen.headers["user-agent"].startswith("Mozilla/5.0 (")
    assert seen.headers["referer"] == f"{seen.headers['origin']}/lite/"
    assert seen.headers["origin"] == f"http://{seen.headers['host']}"
    assert seen.headers["content-type"] == "application/x-www-form-urlencoded"
    sent = {name.removeprefix("sec-fetch-"): seen.headers[name] for name in SEC_FETCH}
    assert sent == {"dest": "document", "mode": "navigate", "site": "same-origin", "user": "?1"}
    assert seen.headers["accept-language"]
    assert "cookie" not in seen.headers
    assert (first.title, first.url) == ("Tom & Jerry <3", "https://example.org/a?x=1&y=2")
    assert (first.snippet, first.date) == ("A cat, a mouse.", "2026-01-20T09:43:00")
    assert (first.engine, first.rank) == ("duckduckgo", 1)
    assert (second.url, second.date, second.rank) == ("https://example.com/b%20c", "", 2)


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("  cats \n and\tdogs ", "cats and dogs"),
        ("!g cats", '"!g" cats'),
        (" !" + "x" * 600, '"!' + "x" * 497),
        ("x" * 500, "x" * 499),
        ("word " * 200, ("word " * 99).strip()),
    ],
)
def test_a_query_is_short_and_is_not_a_bang(query, sent):
    assert form_query(query) == sent


# --- how it answers


@pytest.mark.parametrize(
    ("reply", "outcome", "detail"),
    [
        (CHALLENGED, Outcome.BLOCKED, "HTTP 202"),
        (Status(200, CHALLENGE), Outcome.BLOCKED, "prove you're human"),
        (Status(400, CHALLENGE), Outcome.BLOCKED, "HTTP 400"),
        (Status(200, REFRESH), Outcome.BLOCKED, "meta refresh"),
        (Status(301, headers={"location": "/elsewhere"}), Outcome.HTTP_ERROR, "elsewhere"),
        (DRIFTED, Outcome.LAYOUT_CHANGED, "neither results nor"),
        (Slow(5), Outcome.TIMEOUT, "no answer within 0.4 s"),
    ],
)
async def test_each_answer_has_its_own_outcome(reply, outcome, detail, caplog):
    got = await ask(FakeDuckDuckGo([reply]), timeout_s=0.4 if isinstance(reply, Slow) else 5)
    assert got.outcome is outcome
    assert detail in got.detail
    warned = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert ("layout changed" in str(warned)) is (outcome is Outcome.LAYOUT_CHANGED)


@pytest.mark.parametrize("url", ["lite.duckduckgo.com", "ftp://x.test/", "http://"])
async def test_an_address_that_is_none_is_told_and_not_raised(url):
    reply = await engine("duckduckgo", settings(duckduckgo_url=url)).search("cats", 8)
    assert reply.outcome is Outcome.NETWORK_ERROR
    assert "settings" in reply.detail


async def test_a_search_that_waited_while_another_was_challenged_sends_nothing():
    fake = FakeDuckDuckGo([CHALLENGED])
    with serve(fake.app) as base:
        chosen = settings(duckduckgo_url=fake.url(base), duckduckgo_interval_s=0.3)
        duckduckgo = engine("duckduckgo", chosen)
        replies = await asyncio.gather(*(duckduckgo.search(f"q{n}", 8) for n in range(3)))
        await duckduckgo.aclose()
    assert [reply.outcome.value for reply in replies] == ["blocked", "skipped", "skipped"]
    assert len(fake.requests) == 1


# --- what the page holds


def test_advertisements_are_dropped_and_take_no_rank():
    ads = (Result("Buy cats", "cats.example", "Ad copy."),)
    html = results_page("cats", Results(HITS, ads))
    for each in (html, html.replace(' class="result-sponsored"', "")):
        reply = read_page(each.encode(), LITE)
        assert [(hit.title, hit.rank) for hit in reply.hits] == [
            ("Tom & Jerry <3", 1),
            ("Second", 2),
        ]
        assert "Ad copy" not in str(reply.hits)
    alone = results_page("cats", Results((), ads))
    assert read_page(alone.encode(), LITE).outcome is Outcome.NO_RESULTS


@pytest.mark.parametrize(
    ("html", "outcome"),
    [
        (page("cats", "<tr><td>No  results.</td></tr>"), Outcome.NO_RESULTS),
        (page("cats", "<tr><td>No results found for cats</td></tr>"), Outcome.NO_RESULTS),
        (page("no results", ""), Outcome.LAYOUT_CHANGED),
        # an end marker under results in unknown markup
        (page("cats", f"<tr><td><a href='//x.test'>Cats</a></td></tr>{NOTICE}"), Outcome.LAYOUT_CHANGED),
        # a result that speaks of challenges
        (results_page("x", Results([Result("anomaly.js", "http://x.test", "#challenge-form")])), Outcome.OK),
        # blocks nested without end are not parsed
        ("<div>" * 400_000, Outcome.LAYOUT_CHANGED),
    ],
    ids=lambda value: "" if isinstance(value, str) else value,
)  # fmt: skip
def test_a_page_is_judged_by_its_results_and_its_notice(html, outcome):
    assert read_page(html.encode(), LITE).outcome is outcome


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("https://example.org/", "https://example.org/"),
        ("/lite/help", "https://lite.duckduckgo.com/lite/help"),
        (
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fa%2520b&rut=00",
            "https://example.org/a%20b",
        ),
        ("//duckduckgo.com/l/?uddg=javascript%3Aalert(1)", ""),
        ("javascript:alert(1)", ""),
    ],
)
def test_links_are_resolved_and_redirects_decoded(href, target):
    assert link_target(href, LITE) == target


fragments = st.sampled_from(
    [
        "<tr>", "</tr>", "<td class='result-snippet'>", "<a class='result-link' href='//x.test/'>", "</a>",
        "<a class='result-link' href='http://[/'>", "<tr class='result-sponsored'>", "<table>", "</table>",
        "<span class='timestamp'>", "2026-13-99T99:99:99", "No results.", "<form id='challenge-form'>",
        "<a class='result-link'>", "&#0;", "\x00", "<", "<!--", "<meta http-equiv='refresh'>",
    ]
)  # fmt: skip


@given(
    st.binary(max_size=400) | st.lists(fragments | st.text(max_size=9)).map("".join).map(str.encode)
)
def test_no_page_raises(body):
    reply = read_page(body, LITE)
    assert (reply.outcome is Outcome.OK) == bool(reply.hits)
    assert all(hit.url.startswith(("http://", "https://")) and hit.title for hit in reply.hits)


# --- pages that were captured


def test_captured_pages_are_read_without_advertisements_and_challenges_are_known(shared_fixtures):
    def captured(pattern: str) -> EngineReply:
        (file,) = (shared_fixtures / "duckduckgo").glob(pattern)
        body = file.read_bytes()
        return read_page(body.split(b"\n\n", 1)[-1] if body.startswith(b"HTTP/") else body, LITE)

    reply = captured("lite_get_uddg*")
    assert reply.outcome is Outcome.OK
    assert len(reply.hits) == 10
    assert reply.hits[0].title == "Rust Programming Language"
    assert reply.hits[0].url == "https://rust-lang.org/"
    assert reply.hits[1].url == "https://en.wikipedia.org/wiki/Rust_(programming_language)"
    assert reply.hits[0].snippet.startswith("Rust is a fast, reliable, and productive programming")
    assert all(hit.snippet and "duckduckgo" not in hit.url for hit in reply.hits)
    assert [hit.url for hit in captured("lite_sponsored*").hits] == [
        "https://www.wired.com/gallery/best-laptop-stands/",
        "https://www.amazon.com/adjustable-laptop-stand",
    ]
    assert captured("html_get*").outcome is Outcome.LAYOUT_CHANGED
    assert captured("anomaly_challenge*").outcome is Outcome.BLOCKED
