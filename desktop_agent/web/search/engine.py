"""Base class of the search engines, with replies, request pacing and HTTP exchanges."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import httpx

from desktop_agent.core.errors import KeyStoreError, KeyWithheld
from desktop_agent.core.network import connection_failure, host_of
from desktop_agent.core.research import Outcome, SearchHit
from desktop_agent.core.text import short_line

KeySource = Callable[[str], str | None]
"""Returns the key stored under a name (``tavily``, ``brave``), or None.

It is called for each search, because the user may add a key while the program is running.
"""


@dataclass(frozen=True, slots=True)
class EngineReply:
    """The outcome of one request to an engine.

    ``hits`` are in the engine's order and may exceed the requested number. ``detail`` explains the
    outcome to the user. ``retry_after_s`` is the delay that the engine requested, or None.
    """

    outcome: Outcome
    hits: tuple[SearchHit, ...] = ()
    detail: str = ""
    retry_after_s: float | None = None


def found(hits: list[SearchHit], detail: str = "") -> EngineReply:
    """Return the reply for a completed search, with or without results."""
    return EngineReply(Outcome.OK if hits else Outcome.NO_RESULTS, tuple(hits), detail)


def usable_key(key: KeySource, engine: str) -> tuple[str, EngineReply | None]:
    """Return the key and None, or "" and a reply that explains why it must not be used.

    If no key is stored or the keyring cannot be opened, return "" and None. A key is refused if it
    must not be sent to this server, or if it has characters that are invalid in an HTTP header,
    since error messages would quote it.
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
        f"the stored key contains invalid characters; "
        f"store it again with `desktop-agent keys set {engine}`"
    )
    return "", EngineReply(Outcome.AUTH_ERROR, detail=detail)


# --- Request pacing per endpoint, across the whole process

_last: dict[str, float] = {}
"""The time of the last request to each endpoint, from `time.monotonic`."""
_lines: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, asyncio.Lock]] = WeakKeyDictionary()
"""The locks at which requests to an endpoint wait in line; a lock belongs to one event loop."""


@asynccontextmanager
async def turn(url: str, interval_s: float) -> AsyncIterator[None]:
    """Wait until ``interval_s`` seconds have passed since the last request to this host and port.

    While the last request is in progress, the interval is measured from its start, so that a slow
    response does not hold up the next request. Once it has ended, the interval is measured from its
    end, so that the server sees a long enough gap even if the request was slow to send.
    """
    endpoint = url.partition("//")[2].partition("/")[0].lower()
    locks = _lines.setdefault(asyncio.get_running_loop(), {})
    async with locks.setdefault(endpoint, asyncio.Lock()):
        # a request that ends meanwhile moves the time
        while (left_s := _last.get(endpoint, -inf) + interval_s - time.monotonic()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left_s)
        _last[endpoint] = time.monotonic()
    try:
        yield
    finally:
        _last[endpoint] = time.monotonic()


# --- HTTP exchanges with bounded bodies and a deadline, whose errors become replies

OpenTransport = Callable[[], httpx.AsyncBaseTransport]

MOST_BYTES = 2 * 1024 * 1024
"""Maximum size of a decoded response; a page of results has about 30,000 bytes."""


class _WholeBodies(httpx.AsyncBaseTransport):
    """A transport that reads each response body in full, up to `MOST_BYTES`.

    Closing it leaves the underlying transport open for the next client.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        body = bytearray()
        try:
            if "," in response.headers.get("content-encoding", ""):  # nested compression bombs
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


class Engine:
    """Base class of the engines. Failures are returned as replies; only cancellation is raised.

    The first request opens the connection. ``timeout_s`` is the time limit for a whole exchange.
    """

    name: ClassVar[str] = ""
    has_news: ClassVar[bool] = False
    """Whether there is a separate news endpoint."""

    def __init__(self, url: str, open_transport: OpenTransport, timeout_s: float) -> None:
        self._url = url
        self._open_transport = open_transport
        self._transport: httpx.AsyncBaseTransport | None = None
        self._timeout_s = timeout_s

    @property
    def host(self) -> str:
        """The host to contact. Engines on this machine are used even while offline."""
        return host_of(self._url)

    async def search(self, query: str, count: int, *, news: bool = False) -> EngineReply:
        """Search the web, or the news if the engine has an endpoint for them."""
        raise NotImplementedError

    def client(
        self,
        *,
        base_url: str = "",
        headers: Mapping[str, str] | None = None,
        on_response: Callable[[httpx.Response], Awaitable[None]] | None = None,
    ) -> httpx.AsyncClient:
        """Return an HTTP client for one exchange. Clients share the engine's connections."""
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
        """Send a request and return the reply that ``read`` parses from the response.

        ``options`` are passed to `httpx.AsyncClient.request`.
        """

        async def once() -> EngineReply:
            async with self.client() as client:
                response = await client.request(method, url, **options)
            # parsing takes milliseconds, and up to eight searches may finish at the same time
            return await asyncio.to_thread(read, response)

        return await self.settle(once())

    async def settle(self, exchange: Awaitable[EngineReply]) -> EngineReply:
        """Await an exchange within the time limit, and convert transport errors to replies."""
        try:
            async with asyncio.timeout(self._timeout_s):
                return await exchange
        except (TimeoutError, httpx.TimeoutException):
            return EngineReply(Outcome.TIMEOUT, detail=f"no answer within {self._timeout_s:g} s")
        except httpx.DecodingError:
            return EngineReply(Outcome.HTTP_ERROR, detail="the response cannot be decompressed")
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
    """Return a message as one line of at most ``most`` characters, or "" if it is not text."""
    return short_line(text, most) if isinstance(text, str) else ""


def json_object(response: httpx.Response) -> dict[str, Any]:
    """Return the response's JSON object, or an empty dict if the body is anything else."""
    try:
        body = response.json()
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def http_error(response: httpx.Response, said: str = "") -> EngineReply:
    """Return the reply for an HTTP error without a more specific outcome."""
    detail = f"HTTP {response.status_code}{': ' if said else ''}{said}"
    return EngineReply(Outcome.HTTP_ERROR, detail=detail)


def unreadable(response: httpx.Response) -> EngineReply:
    """Return the reply for a response body that does not match the engine's API."""
    kind = response.headers.get("content-type", "of unknown type").partition(";")[0]
    return EngineReply(Outcome.HTTP_ERROR, detail=f"the response is {kind}, not the expected JSON")
