"""How an engine speaks HTTP: whole bodies of bounded size, a deadline, reasons instead of errors."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx

from desktop_agent.core.broken_connection import why_broken
from desktop_agent.core.research import Outcome
from desktop_agent.core.short_line import short_line
from desktop_agent.web.search.engine import EngineReply

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


class Wire:
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
            return EngineReply(Outcome.NETWORK_ERROR, detail=why_broken(error))

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
