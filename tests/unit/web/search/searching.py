"""Engines and services against loopback servers, built as the app builds them."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

import httpx
from hypothesis import strategies as st

from desktop_agent.core.research import EngineAttempt, SearchReport
from desktop_agent.core.settings import SearchSettings
from desktop_agent.web.ledger import LedgerTransport
from desktop_agent.web.search.cooldown import Cooldowns
from desktop_agent.web.search.engine import Engine, EngineReply
from desktop_agent.web.search.service import SearchService, build_engines
from tests.servers.brave import FakeBrave
from tests.servers.duckduckgo import FakeDuckDuckGo
from tests.servers.loopback import serve
from tests.servers.searxng import FakeSearxng
from tests.servers.tavily import FakeTavily

NAMES = st.sampled_from(["url", "title", "s", "until", "length_s", "duckduckgo"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(NAMES | st.text(), inner),
    max_leaves=10,
)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def settings(**changes: Any) -> SearchSettings:
    """Settings without waits, which reach nothing outside."""
    nowhere = "http://127.0.0.1:9"
    return SearchSettings(
        **{
            "duckduckgo_url": f"{nowhere}/lite/",
            "tavily_url": nowhere,
            "brave_url": f"{nowhere}/res/v1/web/search",
            "duckduckgo_interval_s": 0,
            "brave_interval_s": 0,
            "timeout_s": 5,
            **changes,
        }
    )


def transport(purpose: str) -> httpx.AsyncBaseTransport:
    return LedgerTransport(purpose, httpx.AsyncHTTPTransport(verify=False))


def engine(name: str, chosen: SearchSettings, **stored: str) -> Engine:
    (only,) = (e for e in build_engines(chosen, stored.get, transport) if e.name == name)
    return only


@asynccontextmanager
async def service(
    chosen: SearchSettings,
    *,
    stored: Mapping[str, str] = MappingProxyType({}),
    cooldowns: Cooldowns | None = None,
    **options: Any,
) -> AsyncIterator[SearchService]:
    engines = build_engines(chosen, stored.get, transport)
    searching = SearchService(engines, chosen, cooldowns=cooldowns or Cooldowns(chosen), **options)
    try:
        yield searching
    finally:
        await searching.aclose()


def told(report: SearchReport) -> list[tuple[str, str, str]]:
    return [(a.engine, a.query, a.outcome.value) for a in report.attempts]


def details(attempts: tuple[EngineAttempt, ...]) -> list[str]:
    return [attempt.detail for attempt in attempts]


FAKES = {
    FakeDuckDuckGo: "duckduckgo",
    FakeTavily: "tavily",
    FakeBrave: "brave",
    FakeSearxng: "searxng",
}
Fake = FakeDuckDuckGo | FakeTavily | FakeBrave | FakeSearxng


async def ask(
    fake: Fake, query: str = "cats", count: int = 5, key: str = "", **changes: Any
) -> EngineReply:
    name = FAKES[type(fake)]
    with serve(fake.app) as base:
        chosen = settings(**{f"{name}_url": fake.url(base), **changes})
        asked = engine(name, chosen, **({name: key} if key else {}))
        try:
            return await asked.search(query, count)
        finally:
            await asked.aclose()


@asynccontextmanager
async def serving(
    fake: Fake, stored: Mapping[str, str] = MappingProxyType({}), **changes: Any
) -> AsyncIterator[SearchService]:
    """A service that has only the engine of the fake."""
    name = FAKES[type(fake)]
    with serve(fake.app) as base:
        chosen = settings(**{f"{name}_url": fake.url(base), "engines": (name,), **changes})
        async with service(chosen, stored=stored) as searching:
            yield searching
