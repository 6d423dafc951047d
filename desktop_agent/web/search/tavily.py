"""Tavily Search, through Tavily's official client, with or without a stored key.

Sources: the API reference of ``POST /search``, and the source code of tavily-python 0.8.
"""

import asyncio
import re
from importlib import import_module
from types import ModuleType

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
    unreadable,
    usable_key,
)
from desktop_agent.web.search.hits import hits_from
from desktop_agent.web.search.query import news_window

_MOST_CHARACTERS = 400
_MOST_RESULTS = 20
_SITE = re.compile(r"(?<!\S)(-?)site:(\S+)", re.IGNORECASE)
_KEYLESS = {"X-Tavily-Access-Mode": "keyless", "X-Client-Source": "tavily-python-keyless"}
"""Headers that Tavily's client sends only if it creates its own HTTP client."""


class _Refused(Exception):
    """Carries a parsed refusal out of Tavily's client before the client raises its own error."""

    def __init__(self, reply: EngineReply) -> None:
        super().__init__(reply.detail)
        self.reply = reply


_OR = re.compile(r"(?<!\S)(?:OR|\|)(?!\S)")


def split_sites(query: str) -> tuple[str, list[str], list[str]]:
    """Remove ``site:`` and ``-site:`` from a query, because Tavily does not support them.

    Return the rest, cut to 400 characters at a word boundary, and the included and excluded
    domains.
    """
    included: list[str] = []
    excluded: list[str] = []
    for sign, site in _SITE.findall(query):
        domain = site.strip("\"'()").partition("/")[0].lower().removeprefix("*.").strip(".")
        if domain:
            (excluded if sign else included).append(domain)
    # an operator between two of them must not be left dangling
    bare = _OR.sub(" ", _SITE.sub(" ", query)) if included else _SITE.sub(" ", query)
    rest = " ".join(bare.split()) or " ".join(included)
    if len(rest) > _MOST_CHARACTERS:
        cut = rest[:_MOST_CHARACTERS]
        rest = cut if rest[_MOST_CHARACTERS] == " " else cut.rpartition(" ")[0] or cut
    return rest, included, excluded


def _refusal(response: httpx.Response, *, keyless: bool) -> EngineReply | None:
    """Return the failure that a response indicates, or None if Tavily's client can handle it."""
    status = response.status_code
    body = json_object(response)
    if status == 200:
        return None if body else unreadable(response)
    envelope = body.get("error")
    if keyless and isinstance(envelope, dict) and 400 < status < 500:
        return _keyless_limit(envelope)
    said = body.get("detail")
    sentence = one_line(said.get("error")) if isinstance(said, dict) else one_line(said)
    if status in (401, 403):
        detail = f"HTTP {status}: the key was refused; check it in the settings. {sentence}"
        return EngineReply(Outcome.AUTH_ERROR, detail=detail.rstrip())
    if status in (432, 433):
        return EngineReply(Outcome.RATE_LIMITED, detail=f"plan limit (HTTP {status}): {sentence}")
    if status == 429:
        return EngineReply(Outcome.RATE_LIMITED, detail=f"HTTP 429: {sentence}")
    return http_error(response, sentence)


def _keyless_limit(envelope: dict[str, object]) -> EngineReply:
    wait = envelope.get("retry_after_seconds")
    wait_s = float(wait) if isinstance(wait, int | float) and 0 <= wait < 1e9 else None
    again = f"; it can be asked again in {wait_s:g} s" if wait_s else ""
    detail = f"plan limit for searches without a key{again}; add your own key to lift it"
    return EngineReply(Outcome.RATE_LIMITED, detail=detail, retry_after_s=wait_s)


class Tavily(Engine):
    """The Tavily Search API; news searches use the ``news`` topic."""

    name = "tavily"
    has_news = True

    def __init__(
        self, settings: SearchSettings, key: KeySource, open_transport: OpenTransport
    ) -> None:
        super().__init__(settings.tavily_url.rstrip("/"), open_transport, settings.timeout_s)
        self._keyless_allowed = settings.tavily_keyless
        self._key = key

    async def search(self, query: str, count: int, *, news: bool = False) -> EngineReply:
        key, refused = usable_key(self._key, self.name)
        if refused is not None:
            return refused
        if not key and not self._keyless_allowed:
            return EngineReply(Outcome.SKIPPED, detail="no API key")
        # in a thread, because the import takes over half a second
        tavily = await asyncio.to_thread(import_module, "tavily")
        return await self.settle(
            self._search(tavily, key, query, count, "news" if news else "general")
        )

    async def _search(
        self, tavily: ModuleType, key: str, query: str, count: int, topic: str
    ) -> EngineReply:
        async def refuse(response: httpx.Response) -> None:
            await response.aread()
            reply = _refusal(response, keyless=not key)
            if reply is not None:
                raise _Refused(reply)

        rest, included, excluded = split_sites(query)
        headers = None if key else _KEYLESS
        async with self.client(base_url=self._url, headers=headers, on_response=refuse) as http:
            # Unlike None, an empty key keeps the client from reading the environment.
            client = tavily.AsyncTavilyClient(api_key=key, api_base_url=self._url, client=http)
            try:
                body = await client.search(
                    rest,
                    max_results=min(count, _MOST_RESULTS),
                    topic=topic,
                    time_range=news_window(query),
                    include_domains=included or None,
                    exclude_domains=excluded or None,
                )
            except _Refused as refused:
                return refused.reply
        results, fields = body.get("results"), {"snippet": "content", "date": "published_date"}
        hits = hits_from(results, self.name, **fields, most=_MOST_RESULTS)
        return found(hits, "" if key else "without a key")
