"""The server of `mcp_stdio` over streamable HTTP on loopback, behind a door that can be shut."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from mcp.server import MCPServer
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.servers.mcp_stdio import build


class Door:
    """Lets requests with ``token`` through, sends all elsewhere with ``redirect``, counts them."""

    def __init__(self, inner: ASGIApp, token: str = "", redirect: str = "") -> None:
        self._inner = inner
        self.token = token
        self.redirect = redirect
        self.methods: list[str] = []
        self.url = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self.methods.append(scope["method"])
            given = dict(scope["headers"]).get(b"authorization", b"").decode()
            if self.redirect:
                await RedirectResponse(self.redirect, 307)(scope, receive, send)
                return
            if self.token and given != f"Bearer {self.token}":
                await Response("no", 401)(scope, receive, send)
                return
        await self._inner(scope, receive, send)


@contextmanager
def serve_mcp(
    token: str = "", redirect: str = "", server: MCPServer[Any] | None = None
) -> Iterator[Door]:
    """Runs it, or another ``server``, in a thread of its own; ``url`` of what is yielded is its address."""
    door = Door((server or build()).streamable_http_app(), token, redirect)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        door.url = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
        config = uvicorn.Config(door, log_level="critical", timeout_graceful_shutdown=1)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 60
        while not server.started:
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.005)
        try:
            yield door
        finally:
            server.should_exit = True
            thread.join(10)
            assert not thread.is_alive(), "the server did not stop"
