"""One HTTP exchange, as raw ASGI: what a scripted server needs and a framework hides.

A framework will not break a connection in the middle, nor say when the client went away while
nothing was being sent; both are what the tests of a streaming client are about.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send


class Drop:
    """In a body: the connection breaks here."""


class Exchange:
    """One request and the means to answer it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        self.body = b""
        self.left_at: float | None = None
        self._receive = receive
        self._send = send

    async def read(self) -> None:
        more = True
        while more:
            event = await self._receive()
            self.body += event.get("body", b"")
            more = event.get("more_body", False)

    @property
    def json(self) -> dict[str, Any]:
        value = json.loads(self.body or b"{}")
        assert isinstance(value, dict)
        return value

    async def answer(
        self,
        status: int,
        body: bytes = b"",
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        await self._start(status, content_type, headers, length=len(body))
        await self._send({"type": "http.response.body", "body": body})

    async def answer_json(
        self, status: int, value: object, headers: Mapping[str, str] | None = None
    ) -> None:
        await self.answer(status, json.dumps(value).encode(), headers=headers)

    async def stream(
        self,
        body: AsyncIterator[bytes | Drop],
        content_type: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Sends the body as it comes; `left_at` is set when the client goes away before the end."""
        await self._start(200, content_type, headers)
        sending = asyncio.create_task(self._send_all(body))
        leaving = asyncio.create_task(self._gone())
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not sending.done():
            self.left_at = time.monotonic()
            sending.cancel()
        leaving.cancel()
        await asyncio.gather(sending, leaving, return_exceptions=True)

    async def _start(
        self,
        status: int,
        content_type: str,
        headers: Mapping[str, str] | None,
        length: int | None = None,
    ) -> None:
        pairs = {"content-type": content_type, **(headers or {})}
        if length is not None:
            pairs["content-length"] = str(length)
        raw = [(k.encode("latin-1"), v.encode("latin-1")) for k, v in pairs.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": raw})

    async def _send_all(self, body: AsyncIterator[bytes | Drop]) -> None:
        async for chunk in body:
            if isinstance(chunk, Drop):
                await self._break_connection()
                return
            await self._send({"type": "http.response.body", "body": chunk, "more_body": True})
        await self._send({"type": "http.response.body", "body": b""})

    async def _break_connection(self) -> None:
        # uvicorn hands its own bound method when no framework wraps it
        self._send.__self__.transport.close()
        await self._gone()

    async def _gone(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass


def application(handle: Callable[[Exchange], Awaitable[None]]) -> ASGIApp:
    """Makes an ASGI app of a function of an exchange whose request has been read."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        exchange = Exchange(scope, receive, send)
        await exchange.read()
        await handle(exchange)

    return app
