"""The outbound ledger: who was contacted, by which step, how many bytes."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from desktop_agent.core.network import OutboundRequest
from desktop_agent.web.ledger import (
    LedgerTransport,
    is_offline,
    network_scope,
    note_refusal,
    note_use,
    watch_requests,
)
from tests.servers.loopback import free_port, serve


async def echo(request: Request) -> Response:
    return PlainTextResponse(await request.body() or "x" * 1000)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve(Starlette(routes=[Route("/", echo, methods=["GET", "POST"])])) as url:
        yield url


def client(handler: Callable[..., Any] | None = None) -> httpx.AsyncClient:
    inner = httpx.MockTransport(handler) if handler else None
    return httpx.AsyncClient(transport=LedgerTransport("test", inner))


@pytest.fixture
def told() -> Iterator[list[OutboundRequest]]:
    """What the program-wide ledger is told."""
    heard: list[OutboundRequest] = []
    stop = watch_requests(heard.append)
    yield heard
    stop()


async def test_a_request_is_reported_once_with_its_bytes_both_ways_however_it_ends(site):
    uses: list[OutboundRequest] = []
    with network_scope(uses.append, offline=False):
        async with client() as http:
            await http.post(site, content=b"y" * 5000)
            await http.get(site)
            async with http.stream("GET", site):  # is not read to the end
                assert len(uses) == 2
            with pytest.raises(httpx.ConnectError):
                await http.get(f"http://127.0.0.1:{free_port()}/")
            for header in ("pages.example:8080", "[2606:4700::1]:443"):
                await http.get(site, headers={"Host": header})
    post, get, _, failed, *named = uses
    assert (post.host, post.purpose) == ("127.0.0.1", "test")
    assert 5000 < post.bytes_sent < 5500
    assert 5000 < post.bytes_received < 5500
    assert get.bytes_sent < 500
    assert 1000 < get.bytes_received < 1500
    assert (failed.host, failed.bytes_received) == ("127.0.0.1", 0)
    assert [use.host for use in named] == ["pages.example", "2606:4700::1"]


async def test_offline_only_this_machine_is_reached_and_its_name_in_a_header_opens_nothing(site):
    uses: list[OutboundRequest] = []
    assert not is_offline()
    with network_scope(uses.append, offline=True):
        assert is_offline()
        async with client() as http:
            assert (await http.get(site)).status_code == 200
            for url in ("http://93.184.216.34/", "http://pages.example/"):
                with pytest.raises(httpx.ConnectError, match="switched off"):
                    await http.get(url, headers={"Host": "localhost"})
    assert [use.host for use in uses] == ["127.0.0.1"]


async def test_switched_off_midway_the_next_request_and_the_rest_of_a_reply_are_refused(told):
    off = False

    async def body():
        nonlocal off
        yield b"first"
        off = True
        yield b"second"

    async def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=body())

    with network_scope(lambda _use: None, offline=lambda: off, run_id="r"):
        async with client(answer) as http:
            with pytest.raises(httpx.ReadError, match="switched off"):
                await http.get("http://pages.example/")
            with pytest.raises(httpx.ConnectError, match="switched off"):
                await http.get("http://pages.example/")
    assert [(each.host, each.outcome, each.run_id) for each in told] == [
        ("pages.example", "failed", "r"),
        ("pages.example", "refused", "r"),
    ]


def test_what_is_refused_before_a_request_and_what_is_no_http_is_told_as_well(told):
    uses: list[OutboundRequest] = []
    with network_scope(uses.append, offline=True, run_id="r"):
        note_refusal("model", "models.example")
        note_use("documents", "tables.example")
    note_refusal("fetch", "pages.example")
    assert [(each.host, each.purpose, each.outcome, each.run_id) for each in told] == [
        ("models.example", "model", "refused", "r"),
        ("tables.example", "documents", "ok", "r"),
        ("pages.example", "fetch", "refused", ""),
    ]
    assert [use.host for use in uses] == ["tables.example"]


async def test_a_name_that_cannot_even_be_looked_up_is_a_connection_that_failed(told):
    error = UnicodeError("label empty or too long")

    async def answer(_request: httpx.Request) -> httpx.Response:
        raise error

    async with client(answer) as http:
        with pytest.raises(httpx.ConnectError, match="could not be looked up") as caught:
            await http.get("http://pages.example/")
    assert caught.value.__cause__ is error
    assert [(each.host, each.outcome) for each in told] == [("pages.example", "failed")]
