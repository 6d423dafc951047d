"""Who may speak to the server over HTTP: a program of this machine that knows the token."""

import asyncio
import re
import secrets

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from desktop_agent.core.errors import AgentError

_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,512}")
_NAMES = ("127.0.0.1", "localhost")


def checked_token(given: str) -> str:
    """Gives the token, or a new one where none is given.

    Raises:
        AgentError: it is too short to be a secret, or no header can carry it.
    """
    if not given:
        return secrets.token_urlsafe(32)
    if not _TOKEN.fullmatch(given):
        raise AgentError(
            "DESKTOP_AGENT_MCP_TOKEN is no token: it needs 16 to 512 letters, digits or ._~+/=-.",
            "Correct it, or remove it to have one made.",
        )
    return given


class HttpGuard:
    """Lets a request through to ``app`` if its token is right and no web page of another site sent it.

    A page can have a name of its own resolve to 127.0.0.1 and then read answers (DNS rebinding);
    its requests still carry that name as Host, and its own address as Origin.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = frozenset(f"{name}:{port}" for name in _NAMES)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)
        self._calls = 0
        self._answered = asyncio.Event()
        self._answered.set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        refusal = self._stranger(headers) or self._unknown(headers) or _elsewhere(scope)
        if refusal is not None or scope["method"] != "POST":  # a GET is a stream without an end
            await (refusal or self._app)(scope, receive, send)
            return
        self._calls += 1
        self._answered.clear()
        try:
            await self._app(scope, receive, send)
        finally:
            self._calls -= 1
            if not self._calls:
                self._answered.set()

    async def wait_answered(self) -> None:
        """Waits until every call that was let through has been answered."""
        await self._answered.wait()

    def _stranger(self, headers: Headers) -> PlainTextResponse | None:
        if headers.get("host", "").lower() not in self._hosts:
            return _told(403, "The Host of the request is not this server's own address.")
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return _told(403, "Requests from web pages of other sites are refused (Origin).")
        return None

    def _unknown(self, headers: Headers) -> PlainTextResponse | None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        given = token.strip().encode()
        if scheme.lower() == "bearer" and secrets.compare_digest(given, self._token):
            return None
        what = "The token is wrong." if scheme else "A token is needed."
        refusal = _told(401, f"{what} Send the header: Authorization: Bearer TOKEN")
        refusal.headers["WWW-Authenticate"] = 'Bearer realm="desktop-agent"'
        return refusal


def _elsewhere(scope: Scope) -> PlainTextResponse | None:
    return None if scope["path"] == "/mcp" else _told(404, "The server is at /mcp.")


def _told(status: int, text: str) -> PlainTextResponse:
    return PlainTextResponse(f"{text}\n", status)
