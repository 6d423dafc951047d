"""Bodies of bounded size."""

import asyncio
import gzip
from collections.abc import AsyncIterator

import httpx
import pytest
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


async def _ask(app: Starlette) -> EngineReply:
    with serve(app) as base:
        engine = HttpEngine(base, lambda: transport("search"), timeout_s=10)
        try:
            return await engine.exchange("GET", f"{base}/search?q=x", _size)
        finally:
            await engine.aclose()
            await asyncio.sleep(0.05)  # the loop closes the readers of the rest, a layer a turn


@pytest.mark.parametrize(
    ("body", "encoding", "detail"),
    [
        (b"x", "gzip, gzip", "the answer cannot be decompressed"),
        (gzip.compress(b"x" * 10 * MOST_BYTES), "gzip", str(MOST_BYTES)),
    ],
    ids=["twice", "once"],
)
async def test_a_compressed_body_is_cut_at_its_decoded_size_and_one_packed_twice_is_refused(
    body: bytes, encoding: str, detail: str
) -> None:
    fake = FakeSearxng([Status(200, body, headers={"content-encoding": encoding})])
    assert (await _ask(fake.app)).detail == detail


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
