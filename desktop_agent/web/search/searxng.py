"""SearXNG, a self-hosted metasearch engine.

Source: its search API documentation. Requests with ``format=json`` return 403 unless
``search.formats`` in the instance's settings.yml includes json.
"""

import httpx

from desktop_agent.core.research import Outcome
from desktop_agent.core.settings import SearchSettings
from desktop_agent.web.search.engine import (
    Engine,
    EngineReply,
    OpenTransport,
    found,
    http_error,
    json_object,
    one_line,
)
from desktop_agent.web.search.hits import hits_from
from desktop_agent.web.search.query import news_window

_MOST_RESULTS = 30
# SearXNG does not support weeks
_TIME_RANGES = {"day": "day", "week": "month", "month": "month", "year": "year"}


class Searxng(Engine):
    """The SearXNG instance configured in the settings."""

    name = "searxng"
    has_news = True

    def __init__(self, settings: SearchSettings, open_transport: OpenTransport) -> None:
        base = settings.searxng_url.rstrip("/")
        url = base if base.endswith("/search") else f"{base}/search"
        super().__init__(url, open_transport, settings.timeout_s)

    async def search(self, query: str, count: int, *, news: bool = False) -> EngineReply:  # noqa: ARG002 - a whole page
        params = {"q": query, "format": "json", **({"categories": "news"} if news else {})}
        window = news_window(query) if news else None
        if window:
            params["time_range"] = _TIME_RANGES[window]
        return await self.exchange("GET", self._url, self._read, params=params)

    def _read(self, response: httpx.Response) -> EngineReply:
        status = response.status_code
        if status == 403:
            detail = "HTTP 403: the instance must list json under search.formats in settings.yml"
            return EngineReply(Outcome.HTTP_ERROR, detail=detail)
        if status == 429:
            return EngineReply(Outcome.RATE_LIMITED, detail="HTTP 429: too many requests")
        body = json_object(response) if status == 200 else {}
        if not isinstance(body.get("results"), list):
            return http_error(response, "" if status != 200 else "no results in the answer")
        hits = hits_from(
            body["results"], self.name, snippet="content", date="publishedDate", most=_MOST_RESULTS
        )
        silent = _silent_engines(body.get("unresponsive_engines"))
        if silent and not hits:
            return EngineReply(Outcome.HTTP_ERROR, detail=f"its engines did not respond: {silent}")
        return found(hits)


def _silent_engines(pairs: object) -> str:
    """Return "name (reason), …" for the instance's engines that did not respond."""
    listed = pairs if isinstance(pairs, list) else []
    named = [pair for pair in listed if isinstance(pair, list) and len(pair) >= 2]
    return one_line(", ".join(f"{pair[0]} ({pair[1]})" for pair in named))
