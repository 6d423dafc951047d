"""Connections with and without TLS: what they trust, and when that is read."""

import asyncio
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import trustme
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from desktop_agent.web import connections
from desktop_agent.web.connections import Connections, tls
from tests.servers.loopback import serve


async def hello(request: Request) -> Response:
    return PlainTextResponse(request.url.scheme)


APP = Starlette(routes=[Route("/", hello)])


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[trustme.CA]:
    """One that the system trusts, and nothing read of it yet."""
    made = trustme.CA()
    made.cert_pem.write_to_path(tmp_path / "authorities.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authorities.pem"))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    connections._context.cache_clear()
    yield made
    connections._context.cache_clear()


def certificate(authority: trustme.CA, folder: Path, name: str) -> tuple[str, str]:
    file = folder / "server.pem"
    authority.issue_cert(name).private_key_and_cert_chain_pem.write_to_path(file)
    return str(file), str(file)


async def test_without_encryption_nothing_is_read(authority):
    with serve(APP) as url:
        async with httpx.AsyncClient(transport=Connections()) as http:
            assert (await http.get(url)).text == "http"
    assert connections._context.cache_info().currsize == 0


async def test_all_share_what_is_read_once(authority, tmp_path, monkeypatch):
    read, reading = [], connections._load_named

    def slowly(context: ssl.SSLContext, variable: str, value: str) -> str:
        read.append(variable)
        time.sleep(0.2)
        return reading(context, variable, value)

    monkeypatch.setattr(connections, "_load_named", slowly)
    with serve(APP, certificate=certificate(authority, tmp_path, "127.0.0.1")) as url:
        clients = [httpx.AsyncClient(transport=Connections()) for _ in range(4)]
        await asyncio.gather(*(each.get(url) for each in clients))
        for each in clients:
            await each.aclose()
    assert read == ["SSL_CERT_FILE"]


async def test_those_whom_the_system_trusts_are_trusted(authority, tmp_path):
    with serve(APP, certificate=certificate(authority, tmp_path, "127.0.0.1")) as url:
        async with httpx.AsyncClient(transport=Connections()) as http:
            found = await asyncio.gather(*(http.get(url) for _ in range(3)))
    assert [each.text for each in found] == ["https"] * 3


async def test_others_are_not(authority, tmp_path):
    stranger = trustme.CA()
    with serve(APP, certificate=certificate(stranger, tmp_path, "127.0.0.1")) as url:
        async with httpx.AsyncClient(transport=Connections()) as http:
            with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                await http.get(url)


async def test_a_redirect_to_an_encrypted_address_is_checked_as_any(authority, tmp_path):
    stranger = trustme.CA()
    with serve(APP, certificate=certificate(stranger, tmp_path, "127.0.0.1")) as url:

        async def leave(_request: Request) -> Response:
            return RedirectResponse(url)

        with serve(Starlette(routes=[Route("/", leave)])) as plain:
            async with httpx.AsyncClient(transport=Connections(), follow_redirects=True) as http:
                with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                    await http.get(plain)


async def test_what_is_for_plain_connections_trusts_nobody(authority, tmp_path):
    with serve(APP, certificate=certificate(authority, tmp_path, "127.0.0.1")) as url:
        made = Connections()
        async with httpx.AsyncClient(transport=made._plain) as http:
            with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                await http.get(url)
        await made.aclose()


async def test_they_are_read_in_a_thread(authority, tmp_path, monkeypatch):
    read_in = []

    def watched() -> ssl.SSLContext:
        read_in.append(threading.current_thread())
        return tls()

    monkeypatch.setattr(connections, "tls", watched)
    with serve(APP, certificate=certificate(authority, tmp_path, "127.0.0.1")) as url:
        async with httpx.AsyncClient(transport=Connections()) as http:
            await http.get(url)
    assert read_in
    assert threading.main_thread() not in read_in
