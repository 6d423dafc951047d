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
from desktop_agent.web.connections import Connections
from tests.servers.loopback import serve


async def hello(request: Request) -> Response:
    return PlainTextResponse(request.url.scheme)


APP = Starlette(routes=[Route("/", hello)])


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[trustme.CA]:
    """An authority that the system trusts, and that was not read yet."""
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


async def test_those_whom_the_system_trusts_are_read_once_for_all_and_in_a_thread(
    authority, tmp_path, monkeypatch
):
    read, reading = [], connections._load_named

    def slowly(context: ssl.SSLContext, variable: str, value: str) -> str:
        read.append((variable, threading.current_thread() is threading.main_thread()))
        time.sleep(0.2)
        return reading(context, variable, value)

    monkeypatch.setattr(connections, "_load_named", slowly)
    clients = [httpx.AsyncClient(transport=Connections()) for _ in range(4)]
    with serve(APP) as url:
        assert (await clients[0].get(url)).text == "http"
    assert read == []  # without encryption
    with serve(APP, certificate=certificate(authority, tmp_path, "127.0.0.1")) as url:
        found = await asyncio.gather(*(each.get(url) for each in clients))
        for each in clients:
            await each.aclose()
    assert read == [("SSL_CERT_FILE", False)]
    assert {each.text for each in found} == {"https"}


async def test_others_are_not_trusted_not_even_after_a_redirect(authority, tmp_path):
    stranger = trustme.CA()
    with serve(APP, certificate=certificate(stranger, tmp_path, "127.0.0.1")) as url:

        async def leave(_request: Request) -> Response:
            return RedirectResponse(url)

        with serve(Starlette(routes=[Route("/", leave)])) as plain:
            async with httpx.AsyncClient(transport=Connections(), follow_redirects=True) as http:
                for asked in (url, plain):
                    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
                        await http.get(asked)
