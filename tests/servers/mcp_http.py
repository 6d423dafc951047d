"""The server of `mcp_stdio` over streamable HTTP on loopback, behind a door that can be shut."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mcp.server import MCPServer
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.servers.loopback import serve
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
    with serve(door, lifespan="on") as url:
        door.url = f"{url}/mcp"
        yield door
