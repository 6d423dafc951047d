"""Bodies of bounded size."""

import asyncio
import gzip
from collections.abc import AsyncIterator

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from desktop_agent.core.research import Outcome
from desktop_agent.web.search.engine import MOST_BYTES, EngineReply, HttpEngine
from tests.servers.loopback import serve
from tests.servers.search_replies import Status
from tests.servers.searxng import FakeSearxng
from tests.unit.web.search.searching import transport


def _size(response: httpx.Response) -> EngineReply:
    return EngineReply(Outcome.OK, detail=str(len(response.content)))


async def _exchange(status: Status) -> EngineReply:
    return await _ask(FakeSearxng([status]).app)


async def _ask(app: Starlette) -> EngineReply:
    with serve(app) as base:
        engine = HttpEngine(base, lambda: transport("search"), timeout_s=10)
        try:
            return await engine.exchange("GET", f"{base}/search?q=x", _size)
        finally:
            await engine.aclose()
            await asyncio.sleep(0.05)  # the loop closes the readers of the rest, a layer a turn


async def test_a_body_that_was_compressed_twice_is_refused() -> None:
    reply = await _exchange(Status(200, "x", headers={"content-encoding": "gzip, gzip"}))
    assert reply.outcome is Outcome.HTTP_ERROR
    assert reply.detail == "the answer cannot be decompressed"


async def test_a_compressed_body_is_cut_at_its_decoded_size() -> None:
    packed = gzip.compress(b"x" * 10 * MOST_BYTES)
    status = Status(200, packed, headers={"content-encoding": "gzip"})
    assert (await _exchange(status)).detail == str(MOST_BYTES)


async def test_a_body_without_end_is_cut_off_and_its_connection_closed() -> None:
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
