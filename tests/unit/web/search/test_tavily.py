"""Tavily through its own client: with a key, without one, and what its errors mean."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.core.research import Outcome
from desktop_agent.web.ledger import NetworkUse, network_scope
from desktop_agent.web.search.engine import EngineReply
from desktop_agent.web.search.service import build_engines
from desktop_agent.web.search.tavily import split_sites
from tests.servers.loopback import serve
from tests.servers.tavily import FakeTavily, Reply, Result, Status, Zero, keyless_limit, refusal
from tests.unit.web.search.searching import engine, settings, transport

HITS = (Result("One", "https://example.org/1", "First."), Result("Two", "https://example.org/2"))


async def ask(
    fake: FakeTavily, query: str = "cats", count: int = 5, key: str = "", **changes: object
) -> EngineReply:
    with serve(fake.app) as base:
        stored = {"tavily": key} if key else {}
        tavily = engine("tavily", settings(tavily_url=fake.url(base), **changes), **stored)
        try:
            return await tavily.search(query, count)
        finally:
            await tavily.aclose()


async def test_the_stored_key_is_sent_and_results_come_back() -> None:
    fake = FakeTavily([HITS], key="tvly-good")
    reply = await ask(fake, key="tvly-good")
    assert reply.outcome is Outcome.OK
    assert [(hit.title, hit.url, hit.snippet, hit.rank) for hit in reply.hits] == [
        ("One", "https://example.org/1", "First.", 1),
        ("Two", "https://example.org/2", "", 2),
    ]
    (seen,) = fake.requests
    assert seen.headers["authorization"] == "Bearer tvly-good"
    assert "x-tavily-access-mode" not in seen.headers
    assert (seen.body["query"], seen.body["max_results"]) == ("cats", 5)
    assert seen.body["topic"] == "general"


async def test_without_a_key_it_is_asked_keyless_whatever_the_environment_holds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-of-another-program")
    fake = FakeTavily([HITS])
    reply = await ask(fake)
    assert (reply.outcome, reply.detail) == (Outcome.OK, "without a key")
    (seen,) = fake.requests
    assert seen.headers["x-tavily-access-mode"] == "keyless"
    assert seen.headers["x-client-source"] == "tavily-python-keyless"
    assert "authorization" not in seen.headers


async def test_without_a_key_and_with_keyless_off_nothing_is_sent() -> None:
    fake = FakeTavily([HITS])
    reply = await ask(fake, tavily_keyless=False)
    assert (reply.outcome, reply.detail) == (Outcome.SKIPPED, "no API key")
    assert fake.requests == []


async def test_a_keyring_that_does_not_open_is_as_good_as_no_key() -> None:
    def locked(_name: str) -> str:
        raise KeyStoreError("The keyring is locked.")

    chosen = settings(tavily_keyless=False)
    tavily = build_engines(chosen, locked, transport)[1]
    assert (await tavily.search("cats", 5)).outcome is Outcome.SKIPPED


@pytest.mark.parametrize("key", ["tvly-\u00e9", "tvly\nx: y", "tvly-\x00"])
async def test_a_key_that_cannot_be_a_header_is_refused_and_not_shown(key: str) -> None:
    reply = await engine("tavily", settings(), tavily=key).search("cats", 5)
    assert reply.outcome is Outcome.AUTH_ERROR
    assert "tvly" not in reply.detail


@pytest.mark.parametrize(
    ("answer", "outcome", "detail"),
    [
        (Zero(), Outcome.NO_RESULTS, ""),
        (refusal(400), Outcome.HTTP_ERROR, "HTTP 400: Invalid topic"),
        (refusal(401), Outcome.AUTH_ERROR, "the key was refused"),
        (refusal(403), Outcome.AUTH_ERROR, "the key was refused"),
        (refusal(429), Outcome.RATE_LIMITED, "HTTP 429: Your request has been blocked"),
        (refusal(432), Outcome.RATE_LIMITED, "plan limit (HTTP 432)"),
        (refusal(433), Outcome.RATE_LIMITED, "plan limit (HTTP 433)"),
        (refusal(500), Outcome.HTTP_ERROR, "HTTP 500: Internal Server Error"),
        (Status(503, "<html>busy</html>"), Outcome.HTTP_ERROR, "HTTP 503"),
        (Status(202, json={}), Outcome.HTTP_ERROR, "HTTP 202"),
        (Status(302, headers={"location": "/"}), Outcome.HTTP_ERROR, "HTTP 302"),
        (Status(422, json={"detail": [{"msg": "no"}]}), Outcome.HTTP_ERROR, "HTTP 422"),
        (Status(200, "<html>"), Outcome.HTTP_ERROR, "not the promised JSON"),
        (Status(200, json=[1]), Outcome.HTTP_ERROR, "not the promised JSON"),
        (Status(200, json={"results": None}), Outcome.NO_RESULTS, ""),
        (
            Status(200, json={"results": [1, {"url": 2}, {"url": "javascript:1"}]}),
            Outcome.NO_RESULTS,
            "",
        ),
    ],
)
async def test_each_answer_has_its_own_outcome(
    answer: Reply, outcome: Outcome, detail: str
) -> None:
    reply = await ask(FakeTavily([answer]), key="good")
    assert reply.outcome is outcome
    assert detail in reply.detail


@pytest.mark.parametrize("status", [402, 403, 429, 432])
async def test_the_limit_of_keyless_searches_is_told_as_such(status: int) -> None:
    reply = await ask(FakeTavily([keyless_limit(status, retry_after_s=90)]))
    assert reply.outcome is Outcome.RATE_LIMITED
    assert "plan limit" in reply.detail
    assert "90 s" in reply.detail
    assert reply.retry_after_s == 90


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("cats", ("cats", [], [])),
        ("site:github.com uv release", ("uv release", ["github.com"], [])),
        ("uv site:github.com/astral-sh -site:example.net", ("uv", ["github.com"], ["example.net"])),
        ("SITE:GitHub.com uv", ("uv", ["github.com"], [])),
        ("site:github.com", ("github.com", ["github.com"], [])),
        ("uv site:a.org OR site:b.org", ("uv", ["a.org", "b.org"], [])),
        ("this OR that", ("this OR that", [], [])),
        ("my website:about", ("my website:about", [], [])),
        ("x" * 500, ("x" * 400, [], [])),
        ("word " * 100, (("word " * 80).strip(), [], [])),
    ],
)
def test_site_operators_become_lists_of_domains(
    query: str, expected: tuple[str, list[str], list[str]]
) -> None:
    assert split_sites(query) == expected


@given(st.text(max_size=600))
def test_no_query_is_longer_than_tavily_takes(query: str) -> None:
    rest, included, excluded = split_sites(query)
    assert len(rest) <= 400
    assert all([*included, *excluded, True])


async def test_the_domains_are_sent() -> None:
    fake = FakeTavily([HITS])
    await ask(fake, "site:github.com uv -site:example.net")
    body = fake.requests[0].body
    assert (body["query"], body["include_domains"], body["exclude_domains"]) == (
        "uv",
        ["github.com"],
        ["example.net"],
    )


async def test_the_ledger_sees_the_request() -> None:
    uses: list[NetworkUse] = []
    with network_scope(uses.append, offline=False):
        await ask(FakeTavily([HITS]))
    assert [(use.host, use.purpose) for use in uses] == [("127.0.0.1", "search")]
    assert uses[0].bytes_received > 100


async def test_news_dates_are_read() -> None:
    fake = FakeTavily(
        [[Result("One", "https://example.org/1", date="Tue, 20 Jan 2026 09:43:00 GMT")]]
    )
    reply = await ask(fake)
    assert reply.hits[0].date == "2026-01-20T09:43:00Z"


async def test_captured_answers_are_read(shared_fixtures: Path) -> None:
    (file,) = (shared_fixtures / "search").glob("tavily_200_test_basic*")
    body = json.loads(file.read_text())["body"]
    reply = await ask(FakeTavily([Status(200, json=body)]))
    assert len(reply.hits) == 5
    assert reply.hits[1].url == "https://ai.pydantic.dev/"
    assert reply.hits[1].title == "Pydantic AI - Pydantic AI"


@pytest.mark.parametrize("status", [400, 401, 422, 429, 432, 433, 500])
async def test_documented_error_bodies_are_understood(status: int, shared_fixtures: Path) -> None:
    bodies = json.loads((shared_fixtures / "search" / "tavily_errors.json").read_text())
    outcomes = {
        401: Outcome.AUTH_ERROR,
        429: Outcome.RATE_LIMITED,
        432: Outcome.RATE_LIMITED,
        433: Outcome.RATE_LIMITED,
    }
    reply = await ask(FakeTavily([Status(status, json=bodies[str(status)])]), key="good")
    assert reply.outcome is outcomes.get(status, Outcome.HTTP_ERROR)
    assert str(status) in reply.detail
