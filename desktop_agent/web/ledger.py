"""The request ledger, which records the host and byte counts of every outbound request.

Every HTTP client in the program uses `LedgerTransport`. Since requests start inside third-party
SDKs, a context variable identifies the run to which they belong. The program-wide ledger subscribes
with `watch_requests` and receives all requests, including those refused by the network switch.
`note_refusal` records operations refused in advance, and `note_use` records connections made by
other means, such as a database client with its own network stack.
"""

import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import httpx

from desktop_agent.core.network import OutboundRequest, RequestOutcome, is_loopback
from desktop_agent.web.connections import Connections

_PORT = re.compile(r":[0-9]+\Z")
SWITCHED_OFF = "the network is switched off"
WEB_OFF = "the web is switched off"
_NO_NAME = "the name could not be looked up"


Watcher = Callable[[OutboundRequest], None]


@dataclass(slots=True)
class _Scope:
    record: Watcher
    switched_off: Callable[[], bool]
    run_id: str
    web: bool = True
    met_offline: bool = False

    def offline(self) -> bool:
        """Return whether the network is switched off, and record the result for `was_offline`."""
        off = self.switched_off()
        self.met_offline = self.met_offline or off
        return off


_EVERYWHERE = _Scope(lambda _request: None, lambda: False, run_id="")
_scope: ContextVar[_Scope] = ContextVar("network_scope", default=_EVERYWHERE)
_polling: ContextVar[bool] = ContextVar("network_polling", default=False)
_watchers: list[Watcher] = []


def watch_requests(watcher: Watcher) -> Callable[[], None]:
    """Call ``watcher`` with every request when it ends; return a function to unsubscribe.

    The watcher is called in the thread of the request, so it must neither block nor raise.
    """
    _watchers.append(watcher)

    def stop() -> None:
        if watcher in _watchers:
            _watchers.remove(watcher)

    return stop


@contextmanager
def network_scope(
    record: Watcher,
    *,
    offline: bool | Callable[[], bool],
    web: bool = True,
    run_id: str = "",
) -> Iterator[None]:
    """Report requests made in this context to ``record``, and enforce the network switch.

    If ``offline`` is true, only loopback connections are allowed. If ``web`` is False, search
    engines and web pages are off limits, but models and MCP servers on other machines may still be
    used.

    If ``offline`` is a function, it is called in the thread of the request, before each request and
    for each chunk of a response, so that switching the network off also aborts requests in
    progress.
    """
    asked = offline if callable(offline) else lambda: offline
    token = _scope.set(_Scope(record, asked, run_id, web))
    try:
        yield
    finally:
        _scope.reset(token)


@contextmanager
def polling() -> Iterator[None]:
    """Exclude requests to this machine from all records in this context.

    Otherwise, checking every few seconds whether Ollama is running would fill the ledger. Requests
    to other machines are recorded as usual.
    """
    token = _polling.set(True)
    try:
        yield
    finally:
        _polling.reset(token)


def in_network_scope() -> bool:
    """Return whether the caller is running in a `network_scope`, which may forbid network access."""
    return _scope.get() is not _EVERYWHERE


def is_offline() -> bool:
    """Return whether the current scope forbids network access."""
    return _scope.get().offline()


def is_web_off(host: str = "") -> bool:
    """Return whether the current scope forbids searching the web and reading pages.

    If only the network is off, a search engine whose ``host`` is this machine is still allowed.
    """
    scope = _scope.get()
    off = scope.offline() and not (host and is_loopback(host))
    scope.met_offline = scope.met_offline or not scope.web
    return off or not scope.web


def was_offline() -> bool:
    """Return whether a check in the current scope has found the network or the web off."""
    return _scope.get().met_offline


def note_refusal(purpose: str, host: str) -> None:
    """Record a request to ``host`` that the network switch prevented."""
    _tell(OutboundRequest(time.time(), host, purpose, 0, 0, "refused", _scope.get().run_id))


def note_use(purpose: str, host: str) -> None:
    """Record contact with ``host`` by a client whose traffic cannot be counted."""
    scope = _scope.get()
    _record(OutboundRequest(time.time(), host, purpose, 0, 0, "ok", scope.run_id), scope)


def _record(request: OutboundRequest, scope: _Scope) -> None:
    scope.record(request)
    _tell(request)


def _tell(request: OutboundRequest) -> None:
    for watcher in tuple(_watchers):
        watcher(request)


def _head_bytes(headers: httpx.Headers) -> int:
    return sum(len(name) + len(value) + 4 for name, value in headers.raw)


def _named_host(request: httpx.Request) -> str:
    """Return the host name of a request; the page reader's URLs contain an IP address instead."""
    named = request.headers.get("host", "")
    host = named.rpartition(":")[0] if _PORT.search(named) else named
    return host.strip("[]") or request.url.host


class _CountedBody(httpx.AsyncByteStream):
    """A response body that counts the bytes read and reports the total when it is closed.

    Reading is aborted if the network is switched off.
    """

    def __init__(
        self,
        body: httpx.AsyncByteStream,
        head: int,
        refused: Callable[[], bool],
        done: Callable[[int, RequestOutcome], None],
    ) -> None:
        self._body = body
        self._received = head
        self._refused = refused
        self._outcome: RequestOutcome = "ok"
        self._done: Callable[[int, RequestOutcome], None] | None = done

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._body:
                self._received += len(chunk)
                self._stop_if_refused()
                yield chunk
        except Exception:
            self._outcome = "failed"
            raise

    def _stop_if_refused(self) -> None:
        if self._refused():
            raise httpx.ReadError(SWITCHED_OFF)

    async def aclose(self) -> None:
        try:
            await self._body.aclose()
        finally:
            done, self._done = self._done, None
            if done is not None:
                done(self._received, self._outcome)


class LedgerTransport(httpx.AsyncBaseTransport):
    """An HTTP transport that records requests in the ledger and obeys the network switch."""

    def __init__(self, purpose: str, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._purpose = purpose
        self._inner = inner or Connections()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request.

        Raises:
            httpx.ConnectError: the network is switched off, or the host name is invalid.
            httpx.HTTPError: any other transport error.
        """
        scope = _scope.get()
        at = time.time()
        named = _named_host(request)
        length = request.headers.get("content-length", "")
        body = int(length) if length.isascii() and length.isdigit() else 0
        sent = len(request.url.raw_path) + _head_bytes(request.headers) + body

        is_here = is_loopback(request.url.host)

        def refused() -> bool:  # called for each piece of a reply
            return not is_here and scope.offline()

        unrecorded = _polling.get() and is_here

        def report(received: int, outcome: RequestOutcome) -> None:
            if not unrecorded:
                told = (sent, received, outcome, scope.run_id)
                _record(OutboundRequest(at, named, self._purpose, *told), scope)

        if refused():
            note_refusal(self._purpose, named)
            raise httpx.ConnectError(SWITCHED_OFF, request=request)
        try:
            response = await self._inner.handle_async_request(request)
        except BaseException as error:
            report(0, "failed")
            if isinstance(error, ValueError):
                # raised by the system's resolver for a name with an empty or overlong label, and
                # not converted by httpx
                raise httpx.ConnectError(_NO_NAME, request=request) from error
            raise
        assert isinstance(response.stream, httpx.AsyncByteStream)
        head = _head_bytes(response.headers)
        response.stream = _CountedBody(response.stream, head, refused, report)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()
