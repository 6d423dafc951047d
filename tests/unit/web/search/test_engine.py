"""What all engines share: distance between requests to one endpoint, and bodies of bounded size."""

import asyncio
import gzip
import time
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from desktop_agent.core.research import Outcome
from desktop_agent.web.search.engine import MOST_BYTES, Engine, EngineReply, turn
from tests.servers.duckduckgo import FakeDuckDuckGo
from tests.servers.loopback import serve
from tests.servers.search_replies import Result, Status
from tests.servers.searxng import FakeSearxng
from tests.turns import Turns
from tests.unit.web.search.searching import service, settings, transport

HITS = (Result("One", "https://example.org/1"),)
INTERVAL_S = 0.2


async def test_concurrent_searches_of_two_services_arrive_apart():
    fake = FakeDuckDuckGo([HITS])
    with serve(fake.app) as base:
        chosen = settings(duckduckgo_url=fake.url(base), duckduckgo_interval_s=0.1)
        async with service(chosen) as first, service(chosen) as second:
            searches = [
                searching.search(f"question {number}")
                for number, searching in enumerate([first, second] * 3)
            ]
            began = time.monotonic()
            reports = await asyncio.gather(*searches)
    assert all(report.hits for report in reports)
    assert len(fake.requests) == 6
    # not from one to the next: a request that was sent in time may arrive late
    last = max(seen.at for seen in fake.requests)
    assert last - began >= 5 * 0.1


async def test_who_comes_first_is_served_first_and_who_leaves_gives_up_its_place():
    starts: dict[int, tuple[float, float]] = {}
    turns = Turns()

    async def ask(number: int) -> None:
        async with turn("http://leave.test/", INTERVAL_S):
            starts[number] = (time.monotonic(), turns.seconds)

    tasks = [asyncio.create_task(ask(number)) for number in range(9)]
    await asyncio.sleep(0.02)
    for task in tasks[1:7]:
        task.cancel()
    await asyncio.wait(tasks)
    assert list(starts) == [0, 7, 8]
    assert starts[7][0] - starts[0][0] >= INTERVAL_S
    assert starts[7][1] - starts[0][1] < 3 * INTERVAL_S


async def test_a_slow_answer_holds_nobody_back_and_other_endpoints_do_not_wait():
    began = Turns()
    starts: list[float] = []

    async def slow() -> None:
        async with turn("http://slow.test/", 0.05):
            starts.append(time.monotonic())
            await asyncio.sleep(0.5)

    await asyncio.gather(slow(), slow())
    assert len(starts) == 2
    assert began.seconds < 0.95
    async with turn("http://one.test/", 60):
        pass
    async with turn("http://two.test/", 60), turn("http://one.test:8080/", 60):
        pass
    assert began.seconds < 6


def test_a_loop_that_was_stopped_with_someone_waiting_holds_nobody_back():
    async def ask() -> None:
        async with turn("http://stopped.test/", 0.2):
            pass

    loop = asyncio.new_event_loop()
    loop.run_until_complete(ask())
    abandoned = loop.create_task(ask())
    loop.run_until_complete(asyncio.sleep(0.01))
    loop.stop()
    loop.close()
    asyncio.run(asyncio.wait_for(ask(), 5))
    abandoned.get_coro().close()  # only now does it notice
    abandoned._log_destroy_pending = False  # it is meant to be left behind


# --- bodies


def _size(response: httpx.Response) -> EngineReply:
    return EngineReply(Outcome.OK, detail=str(len(response.content)))


async def _ask(app: Starlette) -> EngineReply:
    with serve(app) as base:
        engine = Engine(base, lambda: transport("search"), timeout_s=10)
        try:
            return await engine.exchange("GET", f"{base}/search?q=x", _size)
        finally:
            await engine.aclose()
            await asyncio.sleep(0.05)  # the loop closes the readers of the rest, a layer a turn


@pytest.mark.parametrize(
    ("body", "encoding", "detail"),
    [
        (b"x", "gzip, gzip", "the response cannot be decompressed"),
        (gzip.compress(b"x" * 10 * MOST_BYTES), "gzip", str(MOST_BYTES)),
    ],
    ids=["twice", "once"],
)
async def test_a_compressed_body_is_cut_when_decoded_or_refused_if_twice(body, encoding, detail):
    fake = FakeSearxng([Status(200, body, headers={"content-encoding": encoding})])
    assert (await _ask(fake.app)).detail == detail


async def test_a_body_without_end_is_cut_off_and_its_connection_closed():
    sent = []

    async def body() -> AsyncIterator[bytes]:
        while True:
            sent.append(65536)
            yield b"x" * 65536
            await asyncio.sleep(0)

    async def endless(_request: Request) -> StreamingResponse:
        return StreamingResponse(body())

    reply = await _ask(Starlette(routes=[Route("/search", endless)]))
    assert reply.detail == str(MOST_BYTES)
    assert sum(sent) < 20 * MOST_BYTES
