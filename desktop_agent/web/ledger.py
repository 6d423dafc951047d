"""Which host was contacted, by which step, and how many bytes went each way.

Every HTTP client of this program is built on `LedgerTransport`. The run that a request belongs to
is found by a context variable, because the request starts inside other people's SDKs.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import httpx

from desktop_agent.core.loopback import is_loopback

_PORT = re.compile(r":[0-9]+\Z")


@dataclass(frozen=True, slots=True)
class NetworkUse:
    """One request; bytes count heads and bodies as the program sees them (before decompression)."""

    host: str
    purpose: str
    bytes_sent: int
    bytes_received: int


@dataclass(frozen=True, slots=True)
class _Scope:
    record: Callable[[NetworkUse], None]
    offline: bool


_scope: ContextVar[_Scope | None] = ContextVar("network_scope", default=None)


@contextmanager
def network_scope(record: Callable[[NetworkUse], None], *, offline: bool) -> Iterator[None]:
    """Reports every request made within to ``record``; ``offline`` refuses all but loopback."""
    token = _scope.set(_Scope(record, offline))
    try:
        yield
    finally:
        _scope.reset(token)


def is_offline() -> bool:
    """True inside a scope that forbids the network."""
    scope = _scope.get()
    return scope is not None and scope.offline


def _head_bytes(headers: httpx.Headers) -> int:
    return sum(len(name) + len(value) + 4 for name, value in headers.raw)


def _body_bytes(headers: httpx.Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isascii() and length.isdigit() else 0


def _named_host(request: httpx.Request) -> str:
    """Gives the host that is spoken to; the page reader's URLs hold its checked address instead."""
    named = request.headers.get("host", "")
    host = named.rpartition(":")[0] if _PORT.search(named) else named
    return host.strip("[]") or request.url.host


class _CountedBody(httpx.AsyncByteStream):
    """Counts a response body while it is read, and reports once when it is closed."""

    def __init__(self, body: httpx.AsyncByteStream, head: int, done: Callable[[int], None]) -> None:
        self._body = body
        self._received = head
        self._done: Callable[[int], None] | None = done

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._body:
            self._received += len(chunk)
            yield chunk

    async def aclose(self) -> None:
        await self._body.aclose()
        if self._done is not None:
            self._done(self._received)
            self._done = None


class LedgerTransport(httpx.AsyncBaseTransport):
    """An HTTP transport that reports to the scope of the run, and obeys its network switch."""

    def __init__(self, purpose: str, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._purpose = purpose
        self._inner = inner or httpx.AsyncHTTPTransport(http2=True)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends the request; raises `httpx.ConnectError` when the network is switched off."""
        scope = _scope.get()
        host = request.url.host
        if scope is not None and scope.offline and not is_loopback(host):
            raise httpx.ConnectError("the network is switched off", request=request)
        named = _named_host(request)
        sent = len(request.url.raw_path) + _head_bytes(request.headers)
        sent += _body_bytes(request.headers)

        def report(received: int) -> None:
            if scope is not None:
                scope.record(NetworkUse(named, self._purpose, sent, received))

        try:
            response = await self._inner.handle_async_request(request)
        except BaseException:
            report(0)
            raise
        assert isinstance(response.stream, httpx.AsyncByteStream)
        response.stream = _CountedBody(response.stream, _head_bytes(response.headers), report)
        return response

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._inner.aclose()
