"""A fake web of pages: redirects, slow ones, bombs, any type and charset."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

ARTICLE = """<!doctype html><html><head><title>Tides of the Severn</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<div class="cookie-banner">We use cookies to improve your experience. <button>Accept</button></div>
<main><h1>Tides</h1><p>The Severn estuary has a tidal range of about 15 metres, which is among the
largest in the world, and its bore travels upstream at up to 20 kilometres an hour.</p>
<p>More is in the <a href="tables.html">tables</a>.</p></main>
<footer>Imprint and privacy</footer></body></html>"""


@dataclass
class Document:
    """What a path answers."""

    body: bytes
    content_type: str = "text/html"
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200


class PagesServer:
    """An ASGI app; ``seen`` holds the requests' paths and headers in their order."""

    def __init__(self, documents: dict[str, Document] | None = None) -> None:
        self.documents = documents or {}
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.app = Starlette(
            routes=[
                Route("/article", self._article),
                Route("/to", self._redirect),
                Route("/hops/{left:int}", self._hops),
                Route("/status/{code:int}", self._status),
                Route("/headers", self._headers),
                Route("/cookie", self._cookie),
                Route("/bomb", self._bomb),
                Route("/endless", self._endless),
                Route("/drip", self._drip),
                Route("/{path:path}", self._document),
            ]
        )

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http":
            headers = {name.decode(): value.decode("latin-1") for name, value in scope["headers"]}
            self.seen.append((scope["path"], headers))
        await self.app(scope, receive, send)

    async def _article(self, request: Request) -> Response:
        return Response(ARTICLE, media_type="text/html")

    async def _redirect(self, request: Request) -> Response:
        code = int(request.query_params.get("code", "302"))
        response = Response(status_code=code)
        # as bytes, because servers send what Starlette would not
        response.raw_headers.append((b"location", request.query_params["url"].encode()))
        return response

    async def _hops(self, request: Request) -> Response:
        left = request.path_params["left"]
        target = f"/hops/{left - 1}" if left > 1 else "/article"
        return Response(status_code=302, headers={"Location": target})

    async def _status(self, request: Request) -> Response:
        headers = dict(request.query_params)
        return Response("no", status_code=request.path_params["code"], headers=headers)

    async def _headers(self, request: Request) -> Response:
        return JSONResponse(dict(request.headers))

    async def _cookie(self, request: Request) -> Response:
        headers = {"Location": "/headers", "Set-Cookie": "id=7; Path=/"}
        return Response(status_code=302, headers=headers)

    async def _bomb(self, request: Request) -> Response:
        body = gzip.compress(b"<p>boom</p>" + b" " * 50_000_000, 9)  # 1,000 times smaller
        return Response(body, media_type="text/html", headers={"Content-Encoding": "gzip"})

    async def _endless(self, request: Request) -> Response:
        async def chunks() -> AsyncIterator[bytes]:
            yield b"<p>It never ends.</p>"
            while not await request.is_disconnected():
                yield b"<p>more</p>" * 1000
                await asyncio.sleep(0)

        return StreamingResponse(chunks(), media_type="text/html")

    async def _drip(self, request: Request) -> Response:
        async def chunks() -> AsyncIterator[bytes]:
            while not await request.is_disconnected():
                yield b"x"
                await asyncio.sleep(0.02)

        return StreamingResponse(chunks(), media_type="text/html")

    async def _document(self, request: Request) -> Response:
        found = self.documents.get(request.url.path)
        if found is None:
            return Response("nothing here", status_code=404)
        headers = {"Content-Type": found.content_type, **found.headers}
        if not found.content_type:
            del headers["Content-Type"]
        return Response(found.body, status_code=found.status, headers=headers)
