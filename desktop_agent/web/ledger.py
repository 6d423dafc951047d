"""Which host was contacted, by which step, and how many bytes went each way.

Every HTTP client of this program is built on `LedgerTransport`. The run that a request belongs to
is found by a context variable, because the request starts inside other people's SDKs. Whoever keeps
the ledger of the whole program watches with `watch_requests`, as a log handler does: it hears of
what happens inside and outside of runs, and of what the network switch has refused.
"""

import re
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Literal

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
class OutboundRequest:
    """One request as the ledger of the program knows it.

    ``at`` is the moment it began, in seconds since 1970. ``refused`` ones were never sent: the
    network switch was off. ``run_id`` is empty outside of a run.
    """

    at: float
    host: str
    purpose: str
    bytes_sent: int
    bytes_received: int
    outcome: Literal["ok", "failed", "refused"] = "ok"
    run_id: str = ""


@dataclass(frozen=True, slots=True)
class _Scope:
    record: Callable[[NetworkUse], None]
    offline: bool
    run_id: str


_scope: ContextVar[_Scope | None] = ContextVar("network_scope", default=None)
_watchers: list[Callable[[OutboundRequest], None]] = []


def watch_requests(watcher: Callable[[OutboundRequest], None]) -> Callable[[], None]:
    """Tells ``watcher`` of every request of this process as it ends; gives what ends the watching.

    The watcher is called in the thread of the request: it must neither block nor raise.
    """
    _watchers.append(watcher)

    def stop() -> None:
        if watcher in _watchers:
            _watchers.remove(watcher)

    return stop


@contextmanager
def network_scope(
    record: Callable[[NetworkUse], None], *, offline: bool, run_id: str = ""
) -> Iterator[None]:
    """Reports every request made within to ``record``; ``offline`` refuses all but loopback."""
    token = _scope.set(_Scope(record, offline, run_id))
    try:
        yield
    finally:
        _scope.reset(token)


def in_network_scope() -> bool:
    """True where a network switch is set, be it that of a run or of the program."""
    return _scope.get() is not None


def is_offline() -> bool:
    """True inside a scope that forbids the network."""
    scope = _scope.get()
    return scope is not None and scope.offline


@cache
def tls() -> ssl.SSLContext:
    """Gives the one context of all connections: each of its own would take 30 ms and 2 MiB."""
    return httpx.create_ssl_context()


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
        self._inner = inner or httpx.AsyncHTTPTransport(verify=tls(), http2=True)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends the request; raises `httpx.ConnectError` when the network is switched off."""
        scope = _scope.get()
        at = time.time()
        named = _named_host(request)
        sent = len(request.url.raw_path) + _head_bytes(request.headers)
        sent += _body_bytes(request.headers)

        def report(received: int, outcome: Literal["ok", "failed"] = "ok") -> None:
            if scope is not None:
                scope.record(NetworkUse(named, self._purpose, sent, received))
            self._tell(scope, at, named, sent, received, outcome)

        if scope is not None and scope.offline and not is_loopback(request.url.host):
            self._tell(scope, at, named, 0, 0, "refused")
            raise httpx.ConnectError("the network is switched off", request=request)
        try:
            response = await self._inner.handle_async_request(request)
        except BaseException:
            report(0, "failed")
            raise
        assert isinstance(response.stream, httpx.AsyncByteStream)
        response.stream = _CountedBody(response.stream, _head_bytes(response.headers), report)
        return response

    def _tell(
        self,
        scope: _Scope | None,
        at: float,
        host: str,
        sent: int,
        received: int,
        outcome: Literal["ok", "failed", "refused"],
    ) -> None:
        run_id = scope.run_id if scope is not None else ""
        request = OutboundRequest(at, host, self._purpose, sent, received, outcome, run_id)
        for watcher in tuple(_watchers):
            watcher(request)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._inner.aclose()
