"""Brave Search: its key, its limits, its results."""

import json
from itertools import pairwise

import pytest

from desktop_agent.core.research import Outcome
from tests.servers.brave import FakeBrave, Result, Status, Zero, bad_key, quota, rate_limited
from tests.servers.loopback import serve
from tests.unit.web.search.searching import ask, engine, settings

HITS = (
    Result(
        "Laravel",
        "https://laravel.com/",
        "<strong>Laravel</strong> is a framework &amp; more, for 1 &lt; 2",
        "2023-05-01T20:10:05",
    ),
    Result("Two", "https://example.org/2"),
)


async def test_the_key_is_sent_and_results_come_back_without_markup():
    fake = FakeBrave([HITS], key="good")
    reply = await ask(fake, key="good")
    assert reply.outcome is Outcome.OK
    first, second = reply.hits
    assert (first.title, first.url) == ("Laravel", "https://laravel.com/")
    assert first.snippet == "Laravel is a framework & more, for 1 < 2"
    assert (first.date, first.engine, first.rank) == ("2023-05-01T20:10:05", "brave", 1)
    assert (second.snippet, second.date, second.rank) == ("", "", 2)
    (seen,) = fake.requests
    assert seen.headers["x-subscription-token"] == "good"
    assert (seen.method, seen.query["q"], seen.query["count"]) == ("GET", "cats", "5")


async def test_without_a_key_nothing_is_sent():
    fake = FakeBrave([HITS])
    reply = await ask(fake, key="")
    assert (reply.outcome, reply.detail) == (Outcome.SKIPPED, "no API key")
    assert fake.requests == []


@pytest.mark.parametrize(
    ("answer", "outcome", "detail"),
    [
        (Zero(), Outcome.NO_RESULTS, ""),
        (bad_key(), Outcome.AUTH_ERROR, "the key was refused"),
        (Status(422, json={"error": {"code": "VALIDATION"}}), Outcome.HTTP_ERROR, "VALIDATION"),
        (quota(), Outcome.RATE_LIMITED, "plan limit"),
        (Status(200, "<html>"), Outcome.HTTP_ERROR, "not the expected JSON"),
    ],
)
async def test_each_answer_has_its_own_outcome(answer, outcome, detail):
    reply = await ask(FakeBrave([answer]), key="good")
    assert reply.outcome is outcome
    assert detail in reply.detail


async def test_a_limit_per_second_is_waited_for_once():
    fake = FakeBrave([Status(429, "slow down"), HITS])  # a second, where nothing else is said
    assert (await ask(fake, key="good")).outcome is Outcome.OK
    first, second = fake.requests
    assert 1.0 <= second.at - first.at < 3
    fake = FakeBrave([rate_limited(reset="0, 5")])
    assert (await ask(fake, key="good")).outcome is Outcome.RATE_LIMITED
    assert len(fake.requests) == 2


@pytest.mark.parametrize(
    ("limit", "detail", "again_s"),
    [
        (rate_limited(reset="30, 1270434"), "HTTP 429", 30),
        (quota("QUOTA_LIMITED"), "plan limit", None),
    ],
    ids=["long", "plan"],
)
async def test_a_limit_that_takes_long_or_is_of_the_plan_is_not_waited_for(limit, detail, again_s):
    fake = FakeBrave([limit, HITS])
    reply = await ask(fake, key="good")
    assert (reply.outcome, reply.retry_after_s) == (Outcome.RATE_LIMITED, again_s)
    assert detail in reply.detail
    assert len(fake.requests) == 1


async def test_a_query_is_cut_to_what_brave_takes():
    fake = FakeBrave([HITS])
    await ask(fake, "word " * 200, count=30, key="good")
    assert len(fake.queries[0].split()) == 50
    assert fake.requests[0].query["count"] == "20"


async def test_a_captured_answer_is_read(shared_fixtures):
    (file,) = (shared_fixtures / "search").glob("brave_web_search_200*")
    reply = await ask(FakeBrave([Status(200, json=json.loads(file.read_text()))]), key="good")
    assert len(reply.hits) == 17
    first = reply.hits[0]
    assert first.title == "Laravel - The PHP Framework For Web Artisans"
    assert first.snippet.startswith("Laravel is a PHP web application framework")
    assert first.date == "2023-05-01T20:10:05"
    assert "<" not in "".join(hit.snippet for hit in reply.hits)


async def test_requests_keep_their_distance_the_second_try_too():
    fake = FakeBrave([rate_limited(reset="0, 5"), HITS])
    with serve(fake.app) as base:
        chosen = settings(brave_url=fake.url(base), brave_interval_s=0.2)
        brave = engine("brave", chosen, brave="good")
        for number in range(2):
            await brave.search(f"cats {number}", 5)
        await brave.aclose()
    times = [seen.at for seen in fake.requests]
    assert len(times) == 3
    assert min(later - earlier for earlier, later in pairwise(times)) >= 0.2
