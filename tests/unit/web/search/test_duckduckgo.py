"""DuckDuckGo lite: its form, its headers, its page, and the five ways in which it answers."""

import asyncio
import logging
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.research import Outcome
from desktop_agent.web.search.duckduckgo import form_query, link_target, read_page
from desktop_agent.web.search.engine import EngineReply
from tests.servers.duckduckgo import (
    CHALLENGE,
    DRIFT,
    NOTICE,
    REFRESH,
    Challenge200,
    Challenge202,
    Drift,
    FakeDuckDuckGo,
    Refresh,
    Reply,
    Result,
    Results,
    Slow,
    Status,
    Zero,
    page,
    results_page,
)
from tests.servers.loopback import serve
from tests.unit.web.search.searching import engine, settings

LITE = "https://lite.duckduckgo.com/lite/"
HITS = (
    Result(
        "Tom & Jerry <3", "https://example.org/a?x=1&y=2", "A cat, a mouse.", "2026-01-20T09:43:00"
    ),
    Result("Second", "https://example.com/b%20c", "No date."),
)


async def ask(reply: Reply, query: str = "cats", **changes: object) -> EngineReply:
    fake = FakeDuckDuckGo([reply])
    with serve(fake.app) as base:
        chosen = settings(duckduckgo_url=fake.url(base), **changes)
        duckduckgo = engine("duckduckgo", chosen)
        try:
            return await duckduckgo.search(query, 8)
        finally:
            await duckduckgo.aclose()


# --- what is sent


async def test_the_form_and_the_headers_are_those_of_one_browser() -> None:
    fake = FakeDuckDuckGo([HITS])
    with serve(fake.app) as base:
        duckduckgo = engine("duckduckgo", settings(duckduckgo_url=fake.url(base)))
        await duckduckgo.search("rust & go 100%", 8)
        await duckduckgo.aclose()
    (seen,) = fake.requests
    assert (seen.method, seen.path) == ("POST", "/lite/")
    assert seen.body == {"q": "rust & go 100%", "kl": "wt-wt", "df": ""}
    assert seen.headers["user-agent"].startswith("Mozilla/5.0 (")
    assert seen.headers["referer"] == f"{base}/lite/"
    assert seen.headers["origin"] == base
    assert seen.headers["content-type"] == "application/x-www-form-urlencoded"
    assert {
        name: seen.headers[f"sec-fetch-{name}"] for name in ("dest", "mode", "site", "user")
    } == {
        "dest": "document",
        "mode": "navigate",
        "site": "same-origin",
        "user": "?1",
    }
    assert seen.headers["accept-language"]
    assert "cookie" not in seen.headers


async def test_a_news_question_that_says_when_asks_for_that_time() -> None:
    fake = FakeDuckDuckGo([HITS])
    with serve(fake.app) as base:
        duckduckgo = engine("duckduckgo", settings(duckduckgo_url=fake.url(base)))
        await duckduckgo.search("news about Mars this week", 8)
        await duckduckgo.aclose()
    assert fake.requests[0].body["df"] == "w"


@pytest.mark.parametrize(
    ("query", "sent"),
    [
        ("cats", "cats"),
        ("  cats \n and\tdogs ", "cats and dogs"),
        ("!g cats", '"!g" cats'),
        ("!g", '"!g"'),
        ("what does !important mean", "what does !important mean"),
        ("x" * 499, "x" * 499),
        ("x" * 500, "x" * 499),
        ("word " * 200, ("word " * 99).strip()),
    ],
)
def test_a_query_is_short_and_is_not_a_bang(query: str, sent: str) -> None:
    assert form_query(query) == sent


@given(st.text(max_size=700))
def test_no_query_is_too_long_or_begins_with_a_bang(query: str) -> None:
    sent = form_query(query)
    assert len(sent) < 500
    assert not sent.startswith("!")


# --- how it answers


@pytest.mark.parametrize(
    ("reply", "outcome", "detail"),
    [
        (HITS, Outcome.OK, ""),
        (Zero(), Outcome.NO_RESULTS, ""),
        (Challenge202(), Outcome.BLOCKED, "HTTP 202"),
        (Challenge200(), Outcome.BLOCKED, "proof that a person is searching"),
        (Status(403), Outcome.BLOCKED, "HTTP 403"),
        (Status(418), Outcome.BLOCKED, "HTTP 418"),
        (Status(400, CHALLENGE), Outcome.BLOCKED, "HTTP 400"),
        (Refresh(), Outcome.BLOCKED, "meta refresh"),
        (Status(429), Outcome.RATE_LIMITED, "HTTP 429"),
        (Status(404), Outcome.HTTP_ERROR, "HTTP 404"),
        (Status(503), Outcome.HTTP_ERROR, "HTTP 503"),
        (
            Status(301, headers={"location": "https://elsewhere.test/"}),
            Outcome.HTTP_ERROR,
            "elsewhere",
        ),
        (Drift(), Outcome.LAYOUT_CHANGED, "neither results nor"),
        (Status(200), Outcome.LAYOUT_CHANGED, "neither results nor"),
        (Slow(5), Outcome.TIMEOUT, "no answer within 0.4 s"),
    ],
)
async def test_each_answer_has_its_own_outcome(reply: Reply, outcome: Outcome, detail: str) -> None:
    got = await ask(reply, timeout_s=0.4 if isinstance(reply, Slow) else 5)
    assert got.outcome is outcome
    assert detail in got.detail


async def test_a_port_where_nobody_listens_is_a_network_error() -> None:
    duckduckgo = engine("duckduckgo", settings())
    reply = await duckduckgo.search("cats", 8)
    await duckduckgo.aclose()
    assert reply.outcome is Outcome.NETWORK_ERROR
    assert reply.detail


@pytest.mark.parametrize("url", ["lite.duckduckgo.com", "ftp://x.test/", "http://"])
async def test_an_address_that_is_none_is_told_and_not_raised(url: str) -> None:
    reply = await engine("duckduckgo", settings(duckduckgo_url=url)).search("cats", 8)
    assert reply.outcome is Outcome.NETWORK_ERROR
    assert "settings" in reply.detail


async def test_a_changed_layout_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    await ask(Drift())
    (record,) = (r for r in caplog.records if r.name == "desktop_agent.web.search")
    assert record.levelno == logging.WARNING
    assert "layout changed" in record.getMessage()


async def test_a_search_that_waited_while_another_was_challenged_sends_nothing() -> None:
    fake = FakeDuckDuckGo([Challenge202()])
    with serve(fake.app) as base:
        chosen = settings(duckduckgo_url=fake.url(base), duckduckgo_interval_s=0.3)
        duckduckgo = engine("duckduckgo", chosen)
        replies = await asyncio.gather(*(duckduckgo.search(f"q{n}", 8) for n in range(3)))
        await duckduckgo.aclose()
    assert [reply.outcome.value for reply in replies] == ["blocked", "skipped", "skipped"]
    assert len(fake.requests) == 1


async def test_a_page_that_does_not_end_is_cut_off() -> None:
    html = results_page("cats", Results(HITS)) + "<p>" + "x" * 8_000_000
    reply = await ask(Status(200, html))
    assert len(reply.hits) == 2
    await asyncio.sleep(0.05)  # the loop closes the readers of the rest, a layer a turn


# --- what the page holds


async def test_results_have_title_address_snippet_date_and_rank() -> None:
    first, second = (await ask(HITS)).hits
    assert (first.title, first.url) == ("Tom & Jerry <3", "https://example.org/a?x=1&y=2")
    assert (first.snippet, first.date) == ("A cat, a mouse.", "2026-01-20T09:43:00")
    assert (first.engine, first.rank) == ("duckduckgo", 1)
    assert (second.url, second.date, second.rank) == ("https://example.com/b%20c", "", 2)


@pytest.mark.parametrize("wrap", [False, True])
def test_direct_and_wrapped_links_lead_to_the_same_place(wrap: bool) -> None:
    reply = read_page(results_page("cats", Results(HITS), wrap=wrap).encode(), LITE)
    assert [hit.url for hit in reply.hits] == [hit.url for hit in HITS]


def test_advertisements_are_dropped_and_take_no_rank() -> None:
    ads = (Result("Buy cats", "cats.example", "Ad copy."),)
    reply = read_page(results_page("cats", Results(HITS, ads)).encode(), LITE)
    assert [(hit.title, hit.rank) for hit in reply.hits] == [("Tom & Jerry <3", 1), ("Second", 2)]
    assert "Ad copy" not in str(reply.hits)


def test_an_advertisement_without_the_class_is_known_by_its_link() -> None:
    ads = (Result("Buy cats", "cats.example", "Ad copy."),)
    html = results_page("cats", Results(HITS, ads)).replace(' class="result-sponsored"', "")
    reply = read_page(html.encode(), LITE)
    assert [hit.title for hit in reply.hits] == ["Tom & Jerry <3", "Second"]
    assert "Ad copy" not in str(reply.hits)


def test_advertisements_alone_are_no_results() -> None:
    html = results_page("cats", Results((), (Result("Buy", "a.example"),)))
    assert read_page(html.encode(), LITE).outcome is Outcome.NO_RESULTS


@pytest.mark.parametrize(
    "notice", ["No results.", "No  results.", "No more results.", "No results found for cats"]
)
def test_the_notice_is_a_genuine_zero(notice: str) -> None:
    html = page("cats", f"<tr><td>{notice}</td></tr>")
    assert read_page(html.encode(), LITE).outcome is Outcome.NO_RESULTS


def test_an_end_marker_under_results_in_unknown_markup_is_no_zero() -> None:
    html = page(
        "cats", '<tr><td><a href="https://example.org/" class="r">Cats</a></td></tr>' + NOTICE
    )
    assert read_page(html.encode(), LITE).outcome is Outcome.LAYOUT_CHANGED


def test_a_query_that_says_no_results_is_not_taken_for_the_notice() -> None:
    assert read_page(page("no results", "").encode(), LITE).outcome is Outcome.LAYOUT_CHANGED


def test_a_result_that_speaks_of_challenges_is_a_result() -> None:
    hit = Result(
        "anomaly.js explained", "https://example.org/", "form#challenge-form anomaly-modal"
    )
    assert read_page(results_page("x", Results([hit])).encode(), LITE).outcome is Outcome.OK


def test_blocks_nested_without_end_are_not_parsed() -> None:
    assert read_page(b"<div>" * 400_000, LITE).outcome is Outcome.LAYOUT_CHANGED


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("https://example.org/", "https://example.org/"),
        ("//example.org/a", "https://example.org/a"),
        ("/lite/help", "https://lite.duckduckgo.com/lite/help"),
        (
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Fa%2520b&rut=00",
            "https://example.org/a%20b",
        ),
        ("/l/?kh=-1&uddg=https%3A%2F%2Fexample.org%2F%3Fq%3Da%2Bb", "https://example.org/?q=a+b"),
        ("//duckduckgo.com/l/?uddg=%2F%2Fexample.org%2F", "https://example.org/"),
        ("//duckduckgo.com/l/?rut=00", ""),
        ("//duckduckgo.com/l/?uddg=javascript%3Aalert(1)", ""),
        ("javascript:alert(1)", ""),
        ("http://[::1/", ""),
        ("mailto:a@example.org", ""),
        ("", "https://lite.duckduckgo.com/lite/"),
    ],
)
def test_links_are_resolved_and_redirects_decoded(href: str, target: str) -> None:
    assert link_target(href, LITE) == target


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_a_redirect_gives_back_the_address_that_was_put_in(path: str) -> None:
    url = "https://example.org/" + quote(path, safe="/?=&+")
    assert link_target(f"//duckduckgo.com/l/?uddg={quote(url, safe='')}&rut=0", LITE) == url


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
def test_no_page_raises(body: bytes) -> None:
    reply = read_page(body, LITE)
    assert (reply.outcome is Outcome.OK) == bool(reply.hits)
    assert all(hit.url.startswith(("http://", "https://")) and hit.title for hit in reply.hits)


# --- pages that were captured


def captured(folder: Path, pattern: str) -> bytes:
    (file,) = (folder / "duckduckgo").glob(pattern)
    body = file.read_bytes()
    return body.split(b"\n\n", 1)[-1] if body.startswith(b"HTTP/") else body


def test_a_captured_lite_page_is_read_whole(shared_fixtures: Path) -> None:
    reply = read_page(captured(shared_fixtures, "lite_get_uddg*"), LITE)
    assert reply.outcome is Outcome.OK
    assert len(reply.hits) == 10
    assert reply.hits[0].title == "Rust Programming Language"
    assert reply.hits[0].url == "https://rust-lang.org/"
    assert reply.hits[1].url == "https://en.wikipedia.org/wiki/Rust_(programming_language)"
    assert reply.hits[0].snippet.startswith("Rust is a fast, reliable, and productive programming")
    assert all(hit.snippet and "duckduckgo" not in hit.url for hit in reply.hits)


def test_a_captured_sponsored_row_is_dropped(shared_fixtures: Path) -> None:
    reply = read_page(captured(shared_fixtures, "lite_sponsored*"), LITE)
    assert [hit.url for hit in reply.hits] == [
        "https://www.wired.com/gallery/best-laptop-stands/",
        "https://www.amazon.com/adjustable-laptop-stand",
    ]


def test_a_captured_challenge_is_known(shared_fixtures: Path) -> None:
    reply = read_page(captured(shared_fixtures, "anomaly_challenge*"), LITE)
    assert reply.outcome is Outcome.BLOCKED


@pytest.mark.parametrize("pattern", ["html_get*", "html_results_with_ad*"])
def test_a_captured_page_of_the_other_endpoint_is_a_changed_layout(
    pattern: str, shared_fixtures: Path
) -> None:
    reply = read_page(captured(shared_fixtures, pattern), LITE)
    assert reply.outcome is Outcome.LAYOUT_CHANGED


@pytest.mark.parametrize("html", [CHALLENGE, REFRESH, DRIFT])
def test_the_fakes_pages_are_what_they_say(html: str) -> None:
    assert read_page(html.encode(), LITE).outcome in {Outcome.BLOCKED, Outcome.LAYOUT_CHANGED}
