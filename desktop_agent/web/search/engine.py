"""What a search engine is to those who search, and how it answers."""

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
"""Gives the key stored under a name (``tavily``, ``brave``) or None; asked at each search, because
a person may add one while the program runs."""


@dataclass(frozen=True, slots=True)
class EngineReply:
    """How one request to an engine ended.

    ``hits`` may be more than were asked for, in the engine's order. ``detail`` is a plain reason for
    a person. ``retry_after_s`` is what the engine asked to wait, in seconds, where it said so.
    """

    outcome: Outcome
    hits: tuple[SearchHit, ...] = ()
    detail: str = ""
    retry_after_s: float | None = None


class Engine(Protocol):
    """A search engine. What goes wrong is an `EngineReply`; only cancellation is raised."""

    @property
    def name(self) -> str: ...

    @property
    def host(self) -> str:
        """The host that is spoken to; one on this machine is asked with the network off too."""
        ...

    async def search(self, query: str, count: int) -> EngineReply: ...

    async def aclose(self) -> None:
        """Closes its connections."""
        ...


@runtime_checkable
class NewsEngine(Engine, Protocol):
    """An engine with a form of its own for news."""

    async def search_news(self, query: str, count: int) -> EngineReply: ...


def found(hits: list[SearchHit], detail: str = "") -> EngineReply:
    """Gives the reply of an engine that did look: results, or a genuine zero."""
    return EngineReply(Outcome.OK if hits else Outcome.NO_RESULTS, tuple(hits), detail)


def usable_key(key: KeySource, engine: str) -> tuple[str, EngineReply | None]:
    """Return the key, "" where there is none or the keyring does not open, and a refusal or None.

    Refused are a key that must not go to this server, and one that cannot be an HTTP header: it
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


# --- Keeps requests to one endpoint apart, across the whole process.
#
# Whoever wants to send stands in a line that belongs to the endpoint, not to an object or an event
# loop: two services, or two loops in two threads, share it.

_NEVER = float("-inf")
_STEP_ASIDE_S = 0.005
"""How long one who is due, but not first, lets the first wake up."""


class _Line:
    """Those who wait for one endpoint, first come, first served."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, object]] = deque()
        self._last = _NEVER

    async def wait(self, interval_s: float) -> None:
        """Returns when it is this caller's turn, and takes it."""
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
        """Counts the interval from now."""
        with self._lock:
            self._last = time.monotonic()


_lines: dict[str, _Line] = {}


@asynccontextmanager
async def turn(url: str, interval_s: float) -> AsyncIterator[None]:
    """Waits until ``interval_s`` seconds have passed since the last turn at this host and port.

    The interval counts from the start of a turn, so that a slow answer holds nobody back, and again
    from its end when that comes before the next start: a request that took long to be sent (the
    first one opens the connection) must not make the gap that the server sees shorter.
    """
    endpoint = url.partition("//")[2].partition("/")[0].lower()
    line = _lines.setdefault(endpoint, _Line())
    await line.wait(interval_s)
    try:
        yield
    finally:
        line.touch()


# --- How an engine speaks HTTP: whole bodies of bounded size, a deadline, reasons instead of errors.

OpenTransport = Callable[[], httpx.AsyncBaseTransport]

MOST_BYTES = 2 * 1024 * 1024
"""Most decoded bytes of an answer; a page of results has about 30,000."""


def host_of(url: str) -> str:
    """Gives the host of an address, or "" when it is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


class _WholeBodies(httpx.AsyncBaseTransport):
    """Reads each body to the end or to `MOST_BYTES`, whichever comes first; the rest is cut off.

    It borrows the transport: closing it leaves the connections open for the next client.
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
    """One engine's connections; they are opened at the first request.

    ``timeout_s`` is how long one request may take in all, in seconds.
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
        """Gives a client for one exchange, over the connections that are kept."""
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
        """Sends one request and gives what ``read`` makes of the response.

        ``options`` are those of `httpx.AsyncClient.request`.
        """

        async def once() -> EngineReply:
            async with self.client() as client:
                response = await client.request(method, url, **options)
            # eight searches may answer at once, and reading a page of results takes milliseconds
            return await asyncio.to_thread(read, response)

        return await self.settle(once())

    async def settle(self, exchange: Awaitable[EngineReply]) -> EngineReply:
        """Awaits an exchange within the time limit and tells transport errors as outcomes."""
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
        """Closes the connections."""
        if self._transport is not None:
            await self._transport.aclose()
            self._transport = None


def one_line(text: object, most: int = 200) -> str:
    """Gives what a server said as one line of at most ``most`` characters; "" for what is no text."""
    return short_line(text, most) if isinstance(text, str) else ""


def json_object(response: httpx.Response) -> dict[str, Any]:
    """Gives the body as a JSON object, or an empty one when it is anything else."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def http_error(response: httpx.Response, said: str = "") -> EngineReply:
    """Gives the reply for a status that has no meaning of its own."""
    detail = f"HTTP {response.status_code}{': ' if said else ''}{said}"
    return EngineReply(Outcome.HTTP_ERROR, detail=detail)


def unreadable(response: httpx.Response) -> EngineReply:
    """Gives the reply for a body that is not what the engine's interface promises."""
    kind = response.headers.get("content-type", "nothing known").partition(";")[0]
    return EngineReply(Outcome.HTTP_ERROR, detail=f"the answer is not the promised JSON but {kind}")
