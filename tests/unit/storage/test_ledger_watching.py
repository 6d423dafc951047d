"""What the web tells a watcher goes into the file: inside of runs, outside, and what was refused."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from desktop_agent.storage.network_ledger import LedgerEntry, NetworkLedger
from desktop_agent.web.ledger import LedgerTransport, network_scope, watch_requests
from tests.servers.loopback import free_port, serve


async def echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse("x" * 1000)


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with serve(Starlette(routes=[Route("/", echo)])) as url:
        yield url


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[NetworkLedger]:
    ledger = NetworkLedger(tmp_path / "ledger.jsonl")
    stop = watch_requests(lambda request: ledger.append(LedgerEntry(**asdict(request))))
    yield ledger
    stop()
    ledger.flush()


async def get(url: str) -> None:
    async with httpx.AsyncClient(transport=LedgerTransport("test")) as http:
        await http.get(url)


async def test_a_request_outside_of_any_run_is_known(site, ledger):
    await get(site)
    (kept,) = ledger.read()
    assert (kept.host, kept.purpose, kept.outcome, kept.run_id) == ("127.0.0.1", "test", "ok", "")
    assert kept.bytes_received > 1000
    assert kept.at > 1_700_000_000


async def test_a_request_of_a_run_names_its_run_and_the_scope_hears_of_it_too(site, ledger):
    uses = []
    with network_scope(uses.append, offline=False, run_id="r7"):
        await get(site)
    assert [each.run_id for each in ledger.read()] == ["r7"]
    assert len(uses) == 1


async def test_what_the_network_switch_refuses_is_kept_as_refused_with_no_bytes(ledger):
    uses = []
    with (
        network_scope(uses.append, offline=True, run_id="r8"),
        pytest.raises(httpx.ConnectError, match="switched off"),
    ):
        await get("http://pages.example/")
    (kept,) = ledger.read()
    assert (kept.host, kept.outcome) == ("pages.example", "refused")
    assert (kept.bytes_sent, kept.bytes_received) == (0, 0)
    assert uses == []


async def test_a_connection_that_fails_is_kept_as_failed(ledger):
    with pytest.raises(httpx.ConnectError):
        await get(f"http://127.0.0.1:{free_port()}/")
    assert [each.outcome for each in ledger.read()] == ["failed"]


async def test_who_has_stopped_watching_hears_no_more(site):
    heard = []
    stop = watch_requests(heard.append)
    stop()
    stop()
    await get(site)
    assert heard == []
