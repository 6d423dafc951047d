"""The search engine protocol, request pacing, and the HTTP exchange shared by the engines."""

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable
from urllib.parse import urlsplit

import httpx

from desktop_agent.core.errors import KeyStoreError, KeyWithheld
from desktop_agent.core.network import connection_failure
from desktop_agent.core.research import Outcome, SearchHit
from desktop_agent.core.text import short_line

KeySource = Callable[[str], str | None]
"""Looks up the key stored under a name (``tavily``, ``brave``), or None; called at each search,
because the user may add one while the program runs.
"""


@dataclass(frozen=True, slots=True)
class EngineReply:
    """The outcome of one request to an engine.

    ``hits`` may be more than requested, in the engine's order. ``detail`` is a reason in plain
    words for the user. ``retry_after_s`` is the wait in seconds that the engine requested, if any.
    """

    outcome: Outcome
    hits: tuple[SearchHit, ...] = ()
    detail: str = ""
    retry_after_s: float | None = None


class Engine(Protocol):
    """A search engine. Failures are returned as `EngineReply`; only cancellation is raised."""

    @property
    def name(self) -> str: ...

    @property
    def host(self) -> str:
        """The host contacted; one on this machine is asked even with the network off."""
        ...

    async def search(self, query: str, count: int) -> EngineReply: ...

    async def aclose(self) -> None: ...


@runtime_checkable
class NewsEngine(Engine, Protocol):
    """An engine with a separate news endpoint."""

    async def search_news(self, query: str, count: int) -> EngineReply: ...


def found(hits: list[SearchHit], detail: str = "") -> EngineReply:
    """Return the reply of an engine that did search: results, or a genuine zero."""
    return EngineReply(Outcome.OK if hits else Outcome.NO_RESULTS, tuple(hits), detail)


def usable_key(key: KeySource, engine: str) -> tuple[str, EngineReply | None]:
    """Return the key ("" if there is none or the keyring does not open) and a refusal or None.

    A key that must not go to this server is refused, and one that cannot be an HTTP header: it
    would show up in an error's text.
    """
    try:
        found = (key(engine) or "").strip()
    except KeyWithheld as error:
        return "", EngineReply(Outcome.AUTH_ERROR, detail=error.message)
    except KeyStoreError:
        return "", None
    if found.isascii() and found.isprintable():
        return found, None
    detail = (
        f"the stored key holds characters that no key has; "
        f"store it again with `desktop-agent keys set {engine}`"
    )
    return "", EngineReply(Outcome.AUTH_ERROR, detail=detail)


# --- Request pacing per endpoint, across the whole process
#
# The queue belongs to the endpoint, not to an object or an event loop: two services, or two loops
# in two threads, share it.

_NEVER = float("-inf")
_STEP_ASIDE_S = 0.005
"""How long a caller who is due but not first waits for the first to wake up."""


class _Line:
    """The queue of callers of one endpoint, first come, first served."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, object]] = deque()
        self._last = _NEVER

    async def wait(self, interval_s: float) -> None:
        """Wait for this caller's turn and take it."""
        ticket = (asyncio.get_running_loop(), object())
        with self._lock:
            self._waiting.append(ticket)
        try:
            while True:
                pause_s = self._pause(ticket, interval_s)
                if pause_s <= 0:
                    return
                await asyncio.sleep(pause_s)
        finally:
            with self._lock:
                if ticket in self._waiting:  # cancelled: those behind move up
                    self._waiting.remove(ticket)

    def _pause(self, ticket: tuple[asyncio.AbstractEventLoop, object], interval_s: float) -> float:
        with self._lock:
            while self._waiting[0][0].is_closed():  # its loop was stopped without a goodbye
                self._waiting.popleft()
            now = time.monotonic()
            early_s = self._last + interval_s - now
            if early_s > 0:
                return early_s
            if self._waiting[0] is not ticket:
                return _STEP_ASIDE_S
            self._waiting.popleft()
            self._last = now
            return 0

    def touch(self) -> None:
        with self._lock:
            self._last = time.monotonic()


_lines: dict[str, _Line] = {}


@asynccontextmanager
async def turn(url: str, interval_s: float) -> AsyncIterator[None]:
    """Wait until ``interval_s`` seconds have passed since the last turn at this host and port.

    The interval counts from the start of a turn, so that a slow answer delays nobody, and again
    from its end if that comes before the next start: a request that took long to be sent (the
    first one opens the connection) must not shorten the gap that the server sees.
    """
    endpoint = url.partition("//")[2].partition("/")[0].lower()
    line = _lines.setdefault(endpoint, _Line())
    await line.wait(interval_s)
    try:
        yield
    finally:
        line.touch()


# --- HTTP exchange: bodies of bounded size, a deadline, reasons instead of errors

OpenTransport = Callable[[], httpx.AsyncBaseTransport]

MOST_BYTES = 2 * 1024 * 1024
"""Maximum decoded bytes of an answer; a page of results has about 30,000."""


def host_of(url: str) -> str:
    """Return the host of an address, or "" if it is invalid."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


class _WholeBodies(httpx.AsyncBaseTransport):
    """Reads each body up to `MOST_BYTES`; the rest is cut off.

    The transport is borrowed: closing this one leaves its connections open for the next client.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        body = bytearray()
        try:
            if "," in response.headers.get("content-encoding", ""):  # a bomb inside a bomb
                raise httpx.DecodingError("the body is compressed twice", request=request)
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) >= MOST_BYTES:
                    break
        finally:
            await response.aclose()
        headers = response.headers
        for name in ("content-encoding", "content-length", "transfer-encoding"):
            headers.pop(name, None)
        return httpx.Response(
            response.status_code, headers=headers, content=bytes(body[:MOST_BYTES])
        )


class EngineConnection:
    """The connections of one engine, opened at the first request.

    ``timeout_s`` limits one whole request, in seconds.
    """

    def __init__(self, open_transport: OpenTransport, timeout_s: float) -> None:
        self._open_transport = open_transport
        self._transport: httpx.AsyncBaseTransport | None = None
        self.timeout_s = timeout_s

    def client(
        self,
        *,
        base_url: str = "",
        headers: Mapping[str, str] | None = None,
        on_response: Callable[[httpx.Response], Awaitable[None]] | None = None,
    ) -> httpx.AsyncClient:
        """Return a client for one exchange, over the shared connections."""
        if self._transport is None:
            self._transport = self._open_transport()
        return httpx.AsyncClient(
            transport=_WholeBodies(self._transport),
            base_url=base_url,
            headers=headers,
            timeout=None,  # noqa: S113 - `settle` holds the deadline of the whole exchange
            event_hooks={"response": [on_response] if on_response else []},
        )

    async def exchange(
        self, method: str, url: str, read: Callable[[httpx.Response], EngineReply], **options: Any
    ) -> EngineReply:
        """Send one request and return what ``read`` makes of the response.

        ``options`` are those of `httpx.AsyncClient.request`.
        """

        async def once() -> EngineReply:
            async with self.client() as client:
                response = await client.request(method, url, **options)
            # up to eight searches may finish at once, and parsing a page of results takes
            # milliseconds
            return await asyncio.to_thread(read, response)

        return await self.settle(once())

    async def settle(self, exchange: Awaitable[EngineReply]) -> EngineReply:
        """Await an exchange within the time limit and turn transport errors into outcomes."""
        try:
            async with asyncio.timeout(self.timeout_s):
                return await exchange
        except (TimeoutError, httpx.TimeoutException):
            return EngineReply(Outcome.TIMEOUT, detail=f"no answer within {self.timeout_s:g} s")
        except httpx.DecodingError:
            return EngineReply(Outcome.HTTP_ERROR, detail="the answer cannot be decompressed")
        except (httpx.InvalidURL, httpx.UnsupportedProtocol):
            return EngineReply(
                Outcome.NETWORK_ERROR, detail="its address in the settings is not a web address"
            )
        except (httpx.HTTPError, OSError) as error:
            return EngineReply(Outcome.NETWORK_ERROR, detail=connection_failure(error))

    async def aclose(self) -> None:
        if self._transport is not None:
            await self._transport.aclose()
            self._transport = None


def one_line(text: object, most: int = 200) -> str:
    """Return a server's message on one line of at most ``most`` characters; "" if not text."""
    return short_line(text, most) if isinstance(text, str) else ""


def json_object(response: httpx.Response) -> dict[str, Any]:
    """Return the body as a JSON object, or an empty one if it is anything else."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def http_error(response: httpx.Response, said: str = "") -> EngineReply:
    """Return the reply for a status without a specific meaning."""
    detail = f"HTTP {response.status_code}{': ' if said else ''}{said}"
    return EngineReply(Outcome.HTTP_ERROR, detail=detail)


def unreadable(response: httpx.Response) -> EngineReply:
    """Return the reply for a body that does not match the engine's API."""
    kind = response.headers.get("content-type", "nothing known").partition(";")[0]
    return EngineReply(Outcome.HTTP_ERROR, detail=f"the answer is not the promised JSON but {kind}")
