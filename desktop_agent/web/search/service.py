"""The search service, which tries engines in order and explains every failure.

A failure is never reported as an empty list of results.
"""

import asyncio
import logging
import time
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from math import ceil, inf
from weakref import WeakValueDictionary

import httpx

from desktop_agent.core.research import EngineAttempt, Outcome, SearchHit, SearchReport, ShownHit
from desktop_agent.core.settings import SearchSettings
from desktop_agent.core.text import short_line
from desktop_agent.web.ledger import SWITCHED_OFF, WEB_OFF, is_offline, is_web_off, note_refusal
from desktop_agent.web.search.brave import Brave
from desktop_agent.web.search.cooldown import Cooldowns
from desktop_agent.web.search.duckduckgo import DuckDuckGo
from desktop_agent.web.search.engine import Engine, EngineReply, KeySource
from desktop_agent.web.search.hits import rank_hits
from desktop_agent.web.search.query import is_news, keywords
from desktop_agent.web.search.searxng import Searxng
from desktop_agent.web.search.tavily import Tavily

_ANSWERED = (Outcome.OK, Outcome.NO_RESULTS)
_REMEMBERED = 256  # replies


def normalised_query(query: str) -> str:
    """Normalize the case, spaces and Unicode form of a query, for use as a cache key."""
    return " ".join(unicodedata.normalize("NFKC", query).casefold().split())


_log = logging.getLogger("desktop_agent.web.search")

_PLAIN_MAY_HELP = (*_ANSWERED, Outcome.HTTP_ERROR)
"""Outcomes of the news endpoint after which the web endpoint is worth trying."""

_MOST_SHOWN, _SHOWN_TITLE, _SHOWN_SNIPPET = 5, 120, 160

Report = Callable[[EngineAttempt], object]


def build_engines(
    settings: SearchSettings, key: KeySource, transport: Callable[[str], httpx.AsyncBaseTransport]
) -> tuple[Engine, ...]:
    """Return the engines in the order of the settings.

    SearXNG is included if its URL is set; if the settings do not list it, it comes last.
    ``transport`` opens an HTTP transport for a given purpose, which is recorded in the ledger.
    """
    open_transport = partial(transport, "search")
    makers: dict[str, Callable[[], Engine]] = {
        "duckduckgo": lambda: DuckDuckGo(settings, open_transport),
        "tavily": lambda: Tavily(settings, key, open_transport),
        "brave": lambda: Brave(settings, key, open_transport),
        "searxng": lambda: Searxng(settings, open_transport),
    }
    listed = dict.fromkeys((*settings.engines, "searxng"))
    return tuple(makers[name]() for name in listed if name != "searxng" or settings.searxng_url)


def _log_attempt(attempt: EngineAttempt) -> None:
    _log.info(
        "%s %s: %d results in %d ms for %r%s",
        attempt.engine,
        attempt.outcome,
        attempt.results,
        attempt.ms,
        attempt.query,
        f" ({attempt.detail})" if attempt.detail else "",
        extra={**asdict(attempt), "outcome": attempt.outcome.value},
    )


class SearchService:
    """Queries one engine after another until one returns results.

    After the first empty result, the same engine is queried again with only the keywords of the
    query. If it still finds nothing, or fails, the next engine is tried. Replies are cached and
    shared by identical concurrent searches, and engines that return a CAPTCHA are not queried
    during a cool-down.

    ``redact`` removes keys from engine messages, because a refusal may quote the key and the report
    is sent to the model. ``clock`` is monotonic, in seconds.
    """

    def __init__(
        self,
        engines: Sequence[Engine],
        settings: SearchSettings,
        *,
        cooldowns: Cooldowns,
        redact: Callable[[str], str] = str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._engines = tuple(engines)
        self._settings = settings
        self._cooldowns = cooldowns
        self._redact = redact
        self._clock = clock
        self._kept: dict[tuple[str, ...], tuple[float, int, EngineReply]] = {}
        self._locks: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()

    async def search(
        self, query: str, count: int | None = None, report: Report = bool, engine: str = ""
    ) -> SearchReport:
        """Return up to ``count`` results and all attempts. Never raises.

        ``count`` defaults to the number in the settings. ``engine`` restricts the search to one
        engine. ``report`` is called after each attempt. If the report's ``failed`` is True, its
        attempts explain why each engine returned no results.
        """
        query = " ".join(query.split())
        count = count or self._settings.count
        attempts: list[EngineAttempt] = []

        def told(attempt: EngineAttempt) -> None:
            bare = replace(attempt, detail=self._redact(attempt.detail), hits=())
            attempts.append(bare)
            _log_attempt(bare)
            report(replace(bare, hits=attempt.hits))

        words = keywords(query)
        shortened = "" if normalised_query(words) == normalised_query(query) else words
        for each in self._engines:
            if engine not in ("", each.name):
                continue
            reply = await self._ask(each, query, count, told)
            if reply.outcome is Outcome.NO_RESULTS and shortened:
                reply = await self._ask(each, shortened, count, told)
                shortened = ""  # one retry in all
            if reply.outcome is Outcome.OK:
                hits = await asyncio.to_thread(rank_hits, query, reply.hits, count)
                return SearchReport(query, hits, tuple(attempts))
        return SearchReport(query, (), tuple(attempts))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the configured engines, in order."""
        return tuple(engine.name for engine in self._engines)

    def resting(self) -> Mapping[str, float]:
        """Return the remaining seconds of each engine's cool-down."""
        resting = self._cooldowns.resting().items()
        return {name: left for name, left in resting if name in self.names}

    async def aclose(self) -> None:
        """Close the engines, aborting searches in progress."""
        for engine in self._engines:
            await engine.aclose()

    async def _ask(self, engine: Engine, query: str, count: int, report: Report) -> EngineReply:
        """Query an engine, using its news endpoint first for news queries.

        If that returns too few results, those of the web endpoint are appended.
        """
        news: tuple[SearchHit, ...] = ()
        if engine.has_news and is_news(query):
            reply = await self._try(engine, "news", query, count, report)
            if reply.outcome not in _PLAIN_MAY_HELP or len(reply.hits) >= count:
                return reply
            news = reply.hits
        reply = await self._try(engine, "web", query, count, report)
        return EngineReply(Outcome.OK, news + reply.hits) if news else reply

    async def _try(
        self, engine: Engine, form: str, query: str, count: int, report: Report
    ) -> EngineReply:
        started = self._clock()
        key = (engine.name, form, normalised_query(query))
        # of equal searches at the same time, one asks the engine and the others wait for its answer
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            reply = self._refusal(engine, query) or self._cached(key, count)
            if reply is None:
                reply = await self._fetch(engine, query, count, key)
        ms = round((self._clock() - started) * 1000)
        results = len(reply.hits)
        detail = reply.detail or ("news search" if form == "news" else "")
        shown = tuple(
            ShownHit(
                short_line(h.label, _SHOWN_TITLE), h.url, short_line(h.snippet, _SHOWN_SNIPPET)
            )
            for h in reply.hits[:_MOST_SHOWN]
        )
        report(EngineAttempt(engine.name, query, reply.outcome, results, ms, detail, shown))
        return reply

    def _refusal(self, engine: Engine, query: str) -> EngineReply | None:
        """Return a reply that explains why not to query this engine now, or None."""
        detail = ""
        if not query:
            detail = "the query is empty"
        elif is_web_off(engine.host):
            detail = SWITCHED_OFF if is_offline() else WEB_OFF
            note_refusal("search", engine.host)
        elif left_s := self._cooldowns.left(engine.name):
            detail = f"on cooldown for {ceil(left_s)} s after a CAPTCHA"
        return EngineReply(Outcome.SKIPPED, detail=detail) if detail else None

    def _cached(self, key: tuple[str, ...], count: int) -> EngineReply | None:
        """Return the cached reply, unless it has expired or may contain too few results."""
        until, asked, reply = self._kept.get(key, (-inf, 0, EngineReply(Outcome.NO_RESULTS)))
        is_enough = count <= asked or len(reply.hits) < asked
        return replace(reply, detail="cached") if is_enough and self._clock() < until else None

    def _remember(self, key: tuple[str, ...], count: int, reply: EngineReply) -> None:
        self._kept.pop(key, None)
        self._kept[key] = (self._clock() + self._settings.cache_ttl_s, count, reply)
        while len(self._kept) > _REMEMBERED:
            del self._kept[next(iter(self._kept))]

    async def _fetch(
        self, engine: Engine, query: str, count: int, key: tuple[str, ...]
    ) -> EngineReply:
        """Send the request, and update the cool-downs and the cache."""
        name, form, _ = key
        reply = await engine.search(query, count, news=form == "news")
        if form == "news":
            reply = replace(reply, hits=tuple(replace(hit, kind="news") for hit in reply.hits))
        if reply.outcome in _ANSWERED:
            self._cooldowns.answered(name)
            self._remember(key, count, reply)
        elif reply.outcome is Outcome.BLOCKED:
            rest_s = self._cooldowns.challenged(name)
            rests = f"{reply.detail}; on cooldown for {rest_s:.0f} s" if rest_s else reply.detail
            return replace(reply, detail=rests)
        return reply
