"""An adapter from httpx2, which `anthropic` requires, to the ledger's httpx transport."""

from collections.abc import AsyncIterator

import httpx
import httpx2


class Httpx2Bridge(httpx2.AsyncBaseTransport):
    """An httpx2 transport that passes each request to an httpx transport."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        sent = httpx.Request(
            request.method,
            str(request.url),
            headers=request.headers.raw,
            content=await request.aread(),
            extensions=request.extensions,
        )
        try:
            response = await self._inner.handle_async_request(sent)
        except httpx.HTTPError as error:
            raise _renamed(error) from error
        assert isinstance(response.stream, httpx.AsyncByteStream)
        return httpx2.Response(
            response.status_code,
            headers=response.headers.raw,
            stream=_Body(response.stream),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Body(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._inner:
                yield chunk
        except httpx.HTTPError as error:
            raise _renamed(error) from error

    async def aclose(self) -> None:
        await self._inner.aclose()


def _renamed(error: httpx.HTTPError) -> httpx2.HTTPError:
    kind = getattr(httpx2, type(error).__name__, httpx2.TransportError)
    renamed = kind(str(error))
    assert isinstance(renamed, httpx2.HTTPError)
    return renamed
