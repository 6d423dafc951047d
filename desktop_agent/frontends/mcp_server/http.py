"""The MCP server over Streamable HTTP, bound to localhost only."""

import asyncio
import os
import re
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.mcp_server.server import AgentServer

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Access control: only local programs that know the token

_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,512}")
_NAMES = ("127.0.0.1", "localhost")


def validated_token(given: str) -> str:
    """Return the given token, or a newly generated one if it is empty.

    Raises:
        AgentError: the token does not consist of 16 to 512 letters, digits or ``._~+/=-``.
    """
    if not given:
        return secrets.token_urlsafe(32)
    if not _TOKEN.fullmatch(given):
        raise AgentError(
            "DESKTOP_AGENT_MCP_TOKEN isn't a valid token: it needs 16 to 512 letters, digits or ._~+/=-.",
            "Correct it, or remove it to have a new one created.",
        )
    return given


class HttpGuard:
    """Middleware that rejects requests that lack the token or come from another site.

    In a DNS rebinding attack, a web page makes its own host name resolve to 127.0.0.1 so that it
    can read responses. Such requests are recognised by their ``Host`` and ``Origin`` headers.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = frozenset(f"{name}:{port}" for name in _NAMES)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        self._calls = 0
        self.answered = asyncio.Event()
        self.answered.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refusal = self._other_site(headers) or self._no_token(headers) or _other_path(scope)
        if refusal is not None or scope["method"] != "POST":  # a GET is an endless stream
            await (refusal or self._app)(scope, receive, send)
            return
        self._calls += 1
        self.answered.clear()
        try:
            await self._app(scope, receive, send)
        finally:
            self._calls -= 1
            if not self._calls:
                self.answered.set()

    def _other_site(self, headers: Headers) -> PlainTextResponse | None:
        if headers.get("host", "").lower() not in self._hosts:
            return _told(403, "The Host of the request is not this server's own address.")
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return _told(403, "Requests from web pages of other sites are refused (Origin).")
        return None

    def _no_token(self, headers: Headers) -> PlainTextResponse | None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        given = token.strip().encode()
        if scheme.lower() == "bearer" and secrets.compare_digest(given, self._token):
            return None
        what = "The token is wrong." if scheme else "A token is needed."
        refusal = _told(401, f"{what} Send the header: Authorization: Bearer TOKEN")
        refusal.headers["WWW-Authenticate"] = 'Bearer realm="desktop-agent"'
        return refusal


def _other_path(scope: Scope) -> PlainTextResponse | None:
    return None if scope["path"] == "/mcp" else _told(404, "The server is at /mcp.")


def _told(status: int, text: str) -> PlainTextResponse:
    return PlainTextResponse(f"{text}\n", status)


_HOST = "127.0.0.1"
_WAITING = 64
_MOST_SESSIONS = 100
_LAST_WORDS_S = 3
"""Maximum number of seconds to wait for stopped calls to be answered."""
_OPEN_STREAMS_S = 1
"""Maximum number of seconds to wait thereafter for clients to close their streams."""


async def serve_http(
    session: "Session", port: int, token: str, stop: asyncio.Event, ready: Callable[[str], None]
) -> None:
    """Serve on 127.0.0.1 until ``stop`` is set; call ``ready`` with the URL once listening.

    Port 0 selects any free port.

    Raises:
        AgentError: the port cannot be used.
    """
    server = AgentServer(session)
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        manager = StreamableHTTPSessionManager(server.protocol, max_sessions=_MOST_SESSIONS)
        guard = HttpGuard(manager.handle_request, token, port)
        web = _Web(_config(guard))
        async with manager.run():
            serving = asyncio.ensure_future(web.serve(sockets=[listener]))
            stopping = asyncio.ensure_future(stop.wait())
            try:
                ready(f"http://{_HOST}:{port}/mcp")
                await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
            finally:
                stopping.cancel()
                await server.aclose()
                with suppress(TimeoutError):
                    await asyncio.wait_for(guard.answered.wait(), _LAST_WORDS_S)
                web.should_exit = True
                await serving


class _Web(uvicorn.Server):
    """A uvicorn server that installs no signal handlers."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: HttpGuard) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_OPEN_STREAMS_S,
    )


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if os.name == "posix":  # on Windows, two programs could then share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((_HOST, port))
        except OSError as error:
            raise AgentError(
                f"Can't listen on port {port}: {error.strerror}.",
                "Choose another port: desktop-agent mcp --http PORT",
            ) from None
        listener.listen(_WAITING)
        yield listener
