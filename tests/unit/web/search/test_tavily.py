"""Tavily through its own client: with a key, without one, and what its errors mean."""

import json

import pytest

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.core.network import OutboundRequest
from desktop_agent.core.research import Outcome
from desktop_agent.web.ledger import network_scope
from desktop_agent.web.search.service import build_engines
from desktop_agent.web.search.tavily import split_sites
from tests.servers.tavily import FakeTavily, Result, Status, Zero, keyless_limit, refusal
from tests.unit.web.search.searching import ask, engine, settings, transport

HITS = (
    Result("One", "https://example.org/1", "First.", "Tue, 20 Jan 2026 09:43:00 GMT"),
    Result("Two", "https://example.org/2"),
)


async def test_the_stored_key_is_sent_results_come_back_and_the_ledger_sees_it():
    fake = FakeTavily([HITS], key="tvly-good")
    uses: list[OutboundRequest] = []
    with network_scope(uses.append, offline=False):
        reply = await ask(fake, "site:github.com cats -site:example.net", key="tvly-good")
    assert reply.outcome is Outcome.OK
    assert [(hit.title, hit.url, hit.snippet, hit.rank) for hit in reply.hits] == [
        ("One", "https://example.org/1", "First.", 1),
        ("Two", "https://example.org/2", "", 2),
    ]
    assert reply.hits[0].date == "2026-01-20T09:43:00Z"
    (seen,) = fake.requests
    assert seen.headers["authorization"] == "Bearer tvly-good"
    assert "x-tavily-access-mode" not in seen.headers
    body = seen.body
    assert (body["query"], body["max_results"], body["topic"]) == ("cats", 5, "general")
    assert (body["include_domains"], body["exclude_domains"]) == (["github.com"], ["example.net"])
    assert [(use.host, use.purpose) for use in uses] == [("127.0.0.1", "search")]
    assert uses[0].bytes_received > 100


async def test_without_a_key_it_is_asked_keyless_whatever_the_environment_holds(monkeypatch):
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-of-another-program")
    fake = FakeTavily([HITS])
    reply = await ask(fake)
    assert (reply.outcome, reply.detail) == (Outcome.OK, "without a key")
    (seen,) = fake.requests
    assert seen.headers["x-tavily-access-mode"] == "keyless"
    assert seen.headers["x-client-source"] == "tavily-python-keyless"
    assert "authorization" not in seen.headers


async def test_without_a_key_and_with_keyless_off_nothing_is_sent():
    def locked(_name: str) -> str:
        raise KeyStoreError("The keyring is locked.")  # as good as no key

    chosen = settings(tavily_keyless=False)
    for tavily in (build_engines(chosen, locked, transport)[1], engine("tavily", chosen)):
        reply = await tavily.search("cats", 5)
        assert (reply.outcome, reply.detail) == (Outcome.SKIPPED, "no API key")


@pytest.mark.parametrize("key", ["tvly-\u00e9", "tvly\nx: y"])
async def test_a_key_that_cannot_be_a_header_is_refused_and_not_shown(key):
    reply = await engine("tavily", settings(), tavily=key).search("cats", 5)
    assert reply.outcome is Outcome.AUTH_ERROR
    assert "tvly" not in reply.detail


@pytest.mark.parametrize(
    ("answer", "outcome", "detail"),
    [
        (Zero(), Outcome.NO_RESULTS, ""),
        (refusal(401), Outcome.AUTH_ERROR, "the key was refused"),
        (refusal(429), Outcome.RATE_LIMITED, "HTTP 429: Your request has been blocked"),
        (refusal(432), Outcome.RATE_LIMITED, "plan limit (HTTP 432)"),
        (Status(503, "<html>busy</html>"), Outcome.HTTP_ERROR, "HTTP 503"),
        (Status(200, "<html>"), Outcome.HTTP_ERROR, "not the expected JSON"),
        (Status(200, json={"results": [1, {"url": "javascript:1"}]}), Outcome.NO_RESULTS, ""),
    ],
)
async def test_each_answer_has_its_own_outcome(answer, outcome, detail):
    reply = await ask(FakeTavily([answer]), key="good")
    assert reply.outcome is outcome
    assert detail in reply.detail


@pytest.mark.parametrize("status", [402, 432])
async def test_the_limit_of_keyless_searches_is_told_as_such(status):
    reply = await ask(FakeTavily([keyless_limit(status, retry_after_s=90)]))
    assert (reply.outcome, reply.retry_after_s) == (Outcome.RATE_LIMITED, 90)
    assert reply.detail.startswith(
        "plan limit for searches without a key; it can be asked again in 90 s"
    )


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("site:github.com uv release", ("uv release", ["github.com"], [])),
        ("uv site:github.com/astral-sh -site:example.net", ("uv", ["github.com"], ["example.net"])),
        ("uv site:a.org OR site:b.org", ("uv", ["a.org", "b.org"], [])),
        ("my website:about", ("my website:about", [], [])),
        ("word " * 100, (("word " * 80).strip(), [], [])),
    ],
)
def test_site_operators_become_lists_of_domains(query, expected):
    assert split_sites(query) == expected


async def test_captured_answers_are_read(shared_fixtures):
    (file,) = (shared_fixtures / "search").glob("tavily_200_test_basic*")
    body = json.loads(file.read_text())["body"]
    reply = await ask(FakeTavily([Status(200, json=body)]))
    assert len(reply.hits) == 5
    assert reply.hits[1].url == "https://ai.pydantic.dev/"
    assert reply.hits[1].title == "Pydantic AI - Pydantic AI"
