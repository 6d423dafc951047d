"""A fake Tavily search API; error bodies as in its reference for ``POST /search``."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.servers.search_replies import Engine, Result, Slow, Status, Zero, refused

Reply = Sequence[Result] | Zero | Status | Slow

_SENTENCES = {
    400: "Invalid topic. Must be 'general' or 'news'.",
    401: "Unauthorized: missing or invalid API key.",
    403: "This key may not do that.",
    429: "Your request has been blocked due to excessive requests.",
    432: "This request exceeds your plan's set usage limit.",
    433: "This request exceeds the pay-as-you-go limit.",
}


def refusal(status: int) -> Status:
    """A keyed error in the shape that Tavily documents."""
    error = _SENTENCES.get(status, "Internal Server Error")
    return Status(status, json={"detail": {"error": error}})


def keyless_limit(status: int = 429, retry_after_s: float = 3600) -> Status:
    """The envelope that ends keyless use for a while (shape from tavily-python's source)."""
    return Status(
        status,
        json={
            "error": {
                "code": "keyless_limit_reached",
                "message": "The keyless limit is reached.",
                "window": "day",
                "retry_after_seconds": retry_after_s,
                "next_actions": [],
            }
        },
    )


def _body(query: str, hits: Sequence[Result]) -> dict[str, Any]:
    results = [
        {
            "title": hit.title,
            "url": hit.url,
            "content": hit.snippet,
            "score": 0.9,
            "raw_content": None,
            **({"published_date": hit.date} if hit.date else {}),
        }
        for hit in hits
    ]
    return {"query": query, "answer": None, "images": [], "results": results, "response_time": 0.1}


class FakeTavily(Engine):
    """Serves ``app``; with ``key`` it refuses every other key with 401, as Tavily does."""

    def __init__(self, replies: Sequence[Reply], *, key: str | None = None) -> None:
        super().__init__(replies, "/search", methods=["POST"])
        self._key = key

    @property
    def queries(self) -> list[str]:
        return [seen.body["query"] for seen in self.requests]

    async def _answer(self, request: Request) -> Response:
        body = await request.json()
        reply = await self._script.next(request, body)
        sent = request.headers.get("authorization")
        keyless = request.headers.get("x-tavily-access-mode") == "keyless"
        if sent is None and not keyless:
            reply = refusal(401)
        if sent is not None and self._key is not None and sent != f"Bearer {self._key}":
            reply = refusal(401)
        if isinstance(reply, Status):
            return refused(reply)
        return JSONResponse(_body(body["query"], () if isinstance(reply, Zero) else reply))
