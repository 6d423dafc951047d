"""The search service: retry, cache, rest, sharing, order, report."""

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest

from desktop_agent.core.network import OutboundRequest
from desktop_agent.core.research import EngineAttempt, Outcome
from desktop_agent.web.ledger import network_scope
from desktop_agent.web.search.cooldown import Cooldowns
from desktop_agent.web.search.service import build_engines
from tests.servers.brave import FakeBrave
from tests.servers.duckduckgo import CHALLENGED, FakeDuckDuckGo, Result, Slow, Status, Zero
from tests.servers.loopback import serve
from tests.servers.searxng import FakeSearxng
from tests.servers.tavily import FakeTavily
from tests.turns import until
from tests.unit.web.search.searching import (
    Clock,
    details,
    service,
    serving,
    settings,
    told,
    transport,
)

HITS = tuple(Result(f"Result {n}", f"https://example.org/{n}", "Cats.") for n in range(1, 13))


@pytest.fixture(scope="module")
def server() -> Iterator[FakeDuckDuckGo]:
    fake = FakeDuckDuckGo([HITS])
    with serve(fake.app) as base:
        fake.setting = {"duckduckgo_url": fake.url(base)}
        yield fake


@pytest.fixture
def duckduckgo(server) -> FakeDuckDuckGo:
    server.play(HITS)
    return server


# --- what is asked


async def test_an_empty_query_and_one_without_engines_are_failures_that_nobody_is_sent(duckduckgo):
    async with service(settings(**duckduckgo.setting)) as searching:
        report = await searching.search("  \n ")
    assert report.failed
    assert set(details(report.attempts)) == {"the query is empty"}
    assert duckduckgo.requests == []
    async with service(settings(engines=())) as searching:
        report = await searching.search("cats")
    assert (report.failed, report.attempts) == (True, ())


async def test_a_key_that_is_added_while_the_program_runs_is_used():
    stored: dict[str, str] = {}
    fake = FakeBrave([HITS], key="new")
    async with serving(fake, stored) as searching:
        before = await searching.search("cats")
        stored["brave"] = "new"
        after = await searching.search("cats")
    assert (told(before)[0][2], told(after)[0][2]) == ("skipped", "ok")


@pytest.mark.parametrize(
    ("engines", "url", "names"),
    [
        (("brave", "duckduckgo"), "", ["brave", "duckduckgo"]),
        (("searxng", "brave"), "", ["brave"]),
        (("searxng", "brave"), "http://localhost", ["searxng", "brave"]),
        (("brave", "brave"), "", ["brave"]),
    ],
)
def test_engines_come_in_the_order_of_the_settings(engines, url, names):
    built = build_engines(settings(engines=engines, searxng_url=url), {}.get, transport)
    assert [engine.name for engine in built] == names


# --- rest after a challenge


async def test_a_challenge_is_never_retried_not_even_by_the_next_command(duckduckgo):
    duckduckgo.play(CHALLENGED, HITS)
    chosen = settings(**duckduckgo.setting, engines=("duckduckgo",))
    file: dict[str, Any] = {}
    reports = []
    for query in ("where are the cats", "other cats"):
        cooldowns = Cooldowns(chosen, load=lambda: file, save=file.update)
        async with service(chosen, cooldowns=cooldowns) as searching:
            reports.append(await searching.search(query))
            assert 590 < searching.resting()["duckduckgo"] <= 600
    first, second = reports
    assert told(first) == [("duckduckgo", "where are the cats", "blocked")]
    assert told(second) == [("duckduckgo", "other cats", "skipped")]
    assert details(second.attempts)[0].endswith(" s after a CAPTCHA")
    assert first.failed
    assert second.failed
    assert len(duckduckgo.requests) == 1


# --- the network switch


async def test_with_the_network_off_only_this_machine_is_asked():
    fake = FakeSearxng([HITS])
    with serve(fake.app) as base:
        urls = {
            f"{name}_url": f"https://{name}.test/" for name in ("duckduckgo", "tavily", "brave")
        }
        chosen = settings(**urls, searxng_url=base)
        uses: list[OutboundRequest] = []
        async with service(chosen, stored={"brave": "key"}) as searching:
            with network_scope(uses.append, offline=True):
                report = await searching.search("cats")
    assert [outcome for _, _, outcome in told(report)] == ["skipped", "skipped", "skipped", "ok"]
    assert details(report.attempts)[:3] == ["the network is switched off"] * 3
    assert [use.host for use in uses] == ["127.0.0.1"]


# --- cache


async def test_an_answer_is_remembered_for_its_time(duckduckgo):
    clock = Clock()
    async with service(settings(**duckduckgo.setting), clock=clock) as searching:
        first = await searching.search("Where are the CATS")
        clock.now += 899
        second = await searching.search(" where are  the cats ")
        assert len(duckduckgo.requests) == 1
        clock.now += 2
        await searching.search("where are the cats")
    assert len(duckduckgo.requests) == 2
    assert second.hits == first.hits
    (attempt,) = second.attempts
    assert (attempt.outcome, attempt.detail, attempt.ms) == (Outcome.OK, "cached", 0)


async def test_a_genuine_zero_is_remembered_and_a_failure_is_not(duckduckgo):
    duckduckgo.play(Zero())
    async with service(settings(**duckduckgo.setting, engines=("duckduckgo",))) as searching:
        await searching.search("the cats")
        again = await searching.search("the cats")
        assert len(duckduckgo.requests) == 2
        duckduckgo.play(Zero())
        # keywords that are the query are not asked for again
        assert told(await searching.search("Cats  Dogs")) == [
            ("duckduckgo", "Cats Dogs", "no_results")
        ]
        duckduckgo.play(Status(503), HITS)
        assert not (await searching.search("dogs")).hits
        assert (await searching.search("dogs")).hits
    assert details(again.attempts) == ["cached", "cached"]


async def test_more_results_than_were_asked_before_are_asked_anew():
    fake = FakeTavily([HITS[:3], HITS[:5]])
    async with serving(fake, count=3) as searching:
        for count, wanted in ((None, 3), (5, 5), (2, 2)):
            found = await searching.search("cats", *([count] if count else []))
            assert len(found.hits) == wanted
    assert [seen.body["max_results"] for seen in fake.requests] == [3, 5]


# --- equal searches at the same time


async def test_equal_searches_share_one_answer_and_one_who_leaves_holds_nobody_back(duckduckgo):
    duckduckgo.play(Slow(20, HITS), HITS)
    async with service(settings(**duckduckgo.setting)) as searching:
        first, *others = [asyncio.create_task(searching.search("cats")) for _ in range(5)]
        await until(lambda: duckduckgo.requests)
        first.cancel()
        assert all(report.hits for report in await asyncio.gather(*others))
        with pytest.raises(asyncio.CancelledError):
            await first
    assert len(duckduckgo.requests) == 2


async def test_a_search_that_nobody_wants_and_one_of_a_closed_service_stop_at_once(duckduckgo):
    for stop in ("cancel", "close"):
        duckduckgo.play(Slow(20, HITS), HITS)
        began = time.monotonic()
        async with service(settings(**duckduckgo.setting)) as searching:
            task = asyncio.create_task(searching.search("cats"))
            await until(lambda: duckduckgo.requests)
            if stop == "cancel":
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert (await searching.search("cats")).hits
        if stop == "close":
            assert (await task).failed
        assert time.monotonic() - began < 10


# --- news


async def test_news_are_asked_in_the_news_form_and_filled_up_in_the_plain_one():
    fake = FakeTavily([HITS[:2], HITS[1:4]])
    async with serving(fake) as searching:
        report = await searching.search("latest news about cats today", 4)
    assert [seen.body["topic"] for seen in fake.requests] == ["news", "general"]
    assert fake.requests[0].body["time_range"] == "day"
    assert [hit.url for hit in report.hits] == [result.url for result in HITS[:4]]
    assert [attempt.detail for attempt in report.attempts] == ["without a key"] * 2
    assert [hit.label[:6] for hit in report.hits] == ["[NEWS]", "[NEWS]", "Result", "Result"]


async def test_enough_news_need_no_plain_search_nor_does_a_news_form_that_refuses_the_key():
    fake = FakeBrave([HITS[:4], Status(403)])
    async with serving(fake, {"brave": "key"}) as searching:
        report = await searching.search("cat news", 4)
        refused = await searching.search("dog news")
    assert [seen.path for seen in fake.requests] == ["/res/v1/news/search"] * 2
    assert len(report.hits) == 4
    assert details(report.attempts) == ["news search"]
    assert told(refused) == [("brave", "dog news", "auth_error")]


# --- what is told


async def test_results_are_different_and_those_of_other_languages_come_last(duckduckgo):
    duckduckgo.play(
        (
            Result("Кошки", "https://example.ru/", "Кошки живут дома."),
            Result("Cats", "https://www.example.org/cats/?utm_source=x", "All about cats."),
            Result("Cats again", "http://example.org/cats#top", "The same page."),
            Result("Kittens", "https://example.org/kittens", "Small cats."),
        )
    )
    async with service(settings(**duckduckgo.setting)) as searching:
        report = await searching.search("cats")
    assert [(hit.rank, hit.title) for hit in report.hits] == [
        (1, "Cats"),
        (2, "Kittens"),
        (3, "Кошки"),
    ]


async def test_each_attempt_is_one_structured_line_of_the_log(duckduckgo, caplog):
    duckduckgo.play(Status(503))
    seen: list[EngineAttempt] = []
    with caplog.at_level(logging.INFO, "desktop_agent.web.search"):
        async with service(settings(**duckduckgo.setting, tavily_keyless=False)) as searching:
            await searching.search("cats", report=seen.append)
    lines = [record for record in caplog.records if record.name == "desktop_agent.web.search"]
    assert [(line.engine, line.query, line.outcome, line.results) for line in lines] == [
        ("duckduckgo", "cats", "http_error", 0),
        ("tavily", "cats", "skipped", 0),
        ("brave", "cats", "skipped", 0),
    ]
    assert [line.detail for line in lines] == ["HTTP 503", "no API key", "no API key"]
    assert [line.ms for line in lines] == [attempt.ms for attempt in seen]
    assert "duckduckgo http_error" in lines[0].getMessage()
    assert type(lines[0].outcome) is str
