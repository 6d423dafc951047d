"""A fake SearXNG; the shape of ``/search?format=json`` as in its search API documentation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.servers.search_replies import Engine, Result, Slow, Status, Zero, refused


@dataclass(frozen=True)
class Unresponsive:
    """No results because none of its engines answered: (engine, reason) pairs."""

    engines: Sequence[tuple[str, str]]


Reply = Sequence[Result] | Zero | Status | Slow | Unresponsive


def _found(hit: Result) -> dict[str, Any]:
    return {
        "title": hit.title,
        "url": hit.url,
        "content": hit.snippet,
        "publishedDate": hit.date or None,
        "engine": "mojeek",
    }


class FakeSearxng(Engine):
    """Serves ``app``."""

    def __init__(self, replies: Sequence[Reply]) -> None:
        super().__init__(replies, "/search")

    async def _answer(self, request: Request) -> Response:
        reply = await self._script.next(request, None)
        if isinstance(reply, Status):
            return refused(reply)
        missing = [list(pair) for pair in reply.engines] if isinstance(reply, Unresponsive) else []
        body = {"query": request.query_params["q"], "number_of_results": 0}
        results = [_found(hit) for hit in reply] if isinstance(reply, Sequence) else []
        return JSONResponse({**body, "results": results, "unresponsive_engines": missing})
