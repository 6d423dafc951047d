"""Connections of HTTP clients; encrypted ones share what they trust, read when it is first needed."""

import asyncio
import ssl
import threading
from functools import cache

import httpx

_reading = threading.Lock()


def tls() -> ssl.SSLContext:
    """Gives the one context of all encrypted connections, with the authorities that are trusted.

    Reading them takes 75 ms and 4 MiB: call it in a thread. Who comes while it is read waits for it.
    """
    with _reading:
        return _context()


@cache
def _context() -> ssl.SSLContext:
    return httpx.create_ssl_context()


class Connections(httpx.AsyncBaseTransport):
    """A transport for which nothing of TLS is read until the first ``https`` address is asked."""

    def __init__(self) -> None:
        # a context that trusts nobody: no encrypted connection can come about by mistake
        self._plain = httpx.AsyncHTTPTransport(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
        self._encrypted: httpx.AsyncHTTPTransport | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Sends the request; raises `httpx.HTTPError`."""
        if request.url.scheme != "https":
            return await self._plain.handle_async_request(request)
        if self._encrypted is None:
            trusted = await asyncio.to_thread(tls)
            if self._encrypted is None:  # else another request was quicker
                self._encrypted = httpx.AsyncHTTPTransport(verify=trusted, http2=True)
        return await self._encrypted.handle_async_request(request)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._plain.aclose()
        if self._encrypted is not None:
            await self._encrypted.aclose()
