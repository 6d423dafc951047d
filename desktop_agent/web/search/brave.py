"""The Brave Search REST API, with its web and news endpoints.

Sources: Brave's API documentation, and error bodies quoted in public issue threads.
"""

import asyncio
from functools import partial

import httpx

from desktop_agent.core.research import Outcome
from desktop_agent.core.settings import SearchSettings
from desktop_agent.web.search.engine import (
    Engine,
    EngineReply,
    KeySource,
    OpenTransport,
    found,
    http_error,
    json_object,
    one_line,
    turn,
    unreadable,
    usable_key,
)
from desktop_agent.web.search.hits import hits_from
from desktop_agent.web.search.query import news_window

_MOST_CHARACTERS = 400
_MOST_WORDS = 50
_MOST_RESULTS = 20
_MOST_WAIT_S = 2.0
_WEB, _NEWS = "/web/search", "/news/search"
_FRESHNESS = {"day": "pd", "week": "pw", "month": "pm", "year": "py"}


def _error(response: httpx.Response) -> tuple[str, str]:
    """Return the error code and message from the body, which has one of two structures."""
    body = json_object(response)
    errors = body.get("errors")
    error = errors[0] if isinstance(errors, list) and errors else body.get("error")
    if not isinstance(error, dict):
        return "", ""
    return one_line(error.get("code")), one_line(error.get("detail"))


def _reset_s(response: httpx.Response) -> float:
    """Return the seconds until the rate limit resets, or 1 if the header is missing or invalid."""
    first = response.headers.get("x-ratelimit-reset", "1").partition(",")[0].strip()
    return float(first) if first.isascii() and first.isdigit() else 1.0


def _refusal(response: httpx.Response) -> EngineReply:
    code, sentence = _error(response)
    status = response.status_code
    said = ": ".join(part for part in (code, sentence) if part)
    if status in (401, 403) or code == "SUBSCRIPTION_TOKEN_INVALID":
        detail = f"HTTP {status}: the key was refused; check it in the settings. {said}".rstrip()
        return EngineReply(Outcome.AUTH_ERROR, detail=detail)
    if status != 429:
        return http_error(response, said)
    if code in ("", "RATE_LIMITED"):
        detail = f"HTTP 429: {sentence or 'too many requests'}"
        return EngineReply(Outcome.RATE_LIMITED, detail=detail, retry_after_s=_reset_s(response))
    return EngineReply(Outcome.RATE_LIMITED, detail=f"plan limit (HTTP 429): {said}")


class Brave(Engine):
    """The Brave Search API, which requires a key."""

    name = "brave"
    has_news = True

    def __init__(
        self, settings: SearchSettings, key: KeySource, open_transport: OpenTransport
    ) -> None:
        super().__init__(settings.brave_url, open_transport, settings.timeout_s)
        self._interval_s = settings.brave_interval_s
        self._key = key

    async def search(self, query: str, count: int, *, news: bool = False) -> EngineReply:
        url = self._url.replace(_WEB, _NEWS) if news else self._url
        key, refused = usable_key(self._key, self.name)
        if refused is not None:
            return refused
        if not key:
            return EngineReply(Outcome.SKIPPED, detail="no API key")
        reply = await self._once(url, query, count, key)
        wait_s = reply.retry_after_s
        if wait_s is None or wait_s > _MOST_WAIT_S:
            return reply
        await asyncio.sleep(wait_s)
        return await self._once(url, query, count, key)

    async def _once(self, url: str, query: str, count: int, key: str) -> EngineReply:
        words = query[:_MOST_CHARACTERS].split()[:_MOST_WORDS]
        params: dict[str, str | int] = {
            "q": " ".join(words),
            "count": min(count, _MOST_RESULTS),
            "text_decorations": "false",
        }
        window = news_window(query)
        if window:
            params["freshness"] = _FRESHNESS[window]
        headers = {"X-Subscription-Token": key, "Accept": "application/json"}
        read = partial(self._read, news=url.endswith(_NEWS))
        async with turn(self._url, self._interval_s):
            return await self.exchange("GET", url, read, params=params, headers=headers)

    def _read(self, response: httpx.Response, *, news: bool) -> EngineReply:
        if response.status_code != 200:
            return _refusal(response)
        body = json_object(response)
        if not body:
            return unreadable(response)
        part = body if news else body.get("web")
        results = part.get("results") if isinstance(part, dict) else None
        hits = hits_from(
            results, self.name, snippet="description", date="page_age", most=_MOST_RESULTS
        )
        return found(hits)
