"""A fake Brave Search API; error bodies as in its documentation and public issue threads."""

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.servers.search_replies import Engine, Result, Slow, Status, Zero, refused

Reply = Sequence[Result] | Zero | Status | Slow


def _error(status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> Status:
    error = {"id": "1", "status": status, "code": code, "detail": detail, "meta": {}}
    body = {"type": "ErrorResponse", "error": error, "time": 1}
    return Status(status, json=body, headers=headers or {})


def bad_key() -> Status:
    """A wrong key is 422 at Brave, not 401."""
    detail = "The provided subscription token is invalid."
    return _error(422, "SUBSCRIPTION_TOKEN_INVALID", detail)


def rate_limited(reset: str = "1, 1270434") -> Status:
    """Too many in this second; ``reset`` is seconds for the second's and the month's window."""
    detail = "Request rate limit exceeded for plan."
    return _error(429, "RATE_LIMITED", detail, {"x-ratelimit-reset": reset})


def quota(code: str = "QUOTA_LIMITED") -> Status:
    """The month is used up: asking again is of no use."""
    return _error(429, code, "Request quota limit exceeded for plan.")


def _found(hit: Result) -> dict[str, Any]:
    found = {
        "title": hit.title,
        "url": hit.url,
        "description": hit.snippet,
        "type": "search_result",
    }
    return {**found, "page_age": hit.date} if hit.date else found


class FakeBrave(Engine):
    """Serves ``app``: web search and news search; without the header it answers 422."""

    def __init__(self, replies: Sequence[Reply], *, key: str | None = None) -> None:
        super().__init__(replies, "/res/v1/web/search", "/res/v1/news/search")
        self._key = key

    @staticmethod
    def url(base: str) -> str:
        """The setting ``search.brave_url`` for a server at ``base``."""
        return f"{base}/res/v1/web/search"

    async def _answer(self, request: Request) -> Response:
        reply = await self._script.next(request, None)
        sent = request.headers.get("x-subscription-token")
        if sent is None:
            reply = _error(422, "VALIDATION", "Unable to validate request parameter(s).")
        elif self._key is not None and sent != self._key:
            reply = bad_key()
        if isinstance(reply, Status):
            return refused(reply)
        results = [_found(hit) for hit in (() if isinstance(reply, Zero) else reply)]
        if request.url.path.endswith("/news/search"):
            return JSONResponse({"type": "news", "results": results})
        body: dict[str, Any] = {"type": "search", "query": {"original": request.query_params["q"]}}
        if results:
            body["web"] = {"type": "search", "results": results}
        return JSONResponse(body)
