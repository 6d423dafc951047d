"""DuckDuckGo lite: no key, no account, an HTML page meant for small browsers.

POST brings results with direct links and is challenged less often than GET. There is no interface
to program against: the form and the headers are those that its own page makes a browser send.
"""

import logging

import httpx

from desktop_agent.core.research import Outcome
from desktop_agent.core.settings import SearchSettings
from desktop_agent.web.search.duckduckgo_page import is_challenge, read_page
from desktop_agent.web.search.engine import EngineReply
from desktop_agent.web.search.news import news_window
from desktop_agent.web.search.pace import turn
from desktop_agent.web.search.wire import OpenTransport, Wire, host_of, http_error

_log = logging.getLogger("desktop_agent.web.search")

_MOST_CHARACTERS = 499
_WINDOWS = {"day": "d", "week": "w", "month": "m", "year": "y"}
_BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.5",
    "Upgrade-Insecure-Requests": "1",
    "Sec-Fetch-Dest": "document",
    "Sec-Fetch-Mode": "navigate",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-User": "?1",
}
"""What one browser sends with a form; a set that fits no browser is refused sooner."""


def form_query(query: str) -> str:
    """Gives the query as the form takes it: short enough, and a leading ``!bang`` quoted.

    A bang would send us to another site instead of searching.
    """
    query = " ".join(query.split())
    if query.startswith("!"):
        bang, _, rest = query.partition(" ")
        query = f'"{bang}" {rest}'.rstrip()
    if len(query) <= _MOST_CHARACTERS:
        return query
    cut = query[:_MOST_CHARACTERS]
    return cut.rpartition(" ")[0] or cut


class DuckDuckGo:
    """The lite endpoint; searches of the whole process keep its interval."""

    name = "duckduckgo"

    def __init__(self, settings: SearchSettings, open_transport: OpenTransport) -> None:
        self._url = settings.duckduckgo_url
        self._region = settings.duckduckgo_region
        self._interval_s = settings.duckduckgo_interval_s
        self._wire = Wire(open_transport, settings.timeout_s)
        self._challenges = 0

    @property
    def host(self) -> str:
        return host_of(self._url)

    async def search(self, query: str, count: int) -> EngineReply:  # noqa: ARG002 - a page is a page
        """Gives all results of the first page.

        A search that waited for its turn while another one was challenged sends nothing.
        """
        challenges = self._challenges
        async with turn(self._url, self._interval_s):
            if self._challenges != challenges:
                detail = "resting: a search just before this one met a challenge"
                return EngineReply(Outcome.SKIPPED, detail=detail)
            reply = await self._wire.exchange(
                "POST", self._url, self._read, data=self._form(query), headers=self._headers()
            )
            if reply.outcome is Outcome.BLOCKED:
                self._challenges += 1
        if reply.outcome is Outcome.LAYOUT_CHANGED:
            _log.warning("layout changed: %s answered, but %s", self._url, reply.detail)
        return reply

    def _form(self, query: str) -> dict[str, str]:
        window = news_window(query)
        since = _WINDOWS[window] if window else ""
        return {"q": form_query(query), "kl": self._region, "df": since}

    def _headers(self) -> dict[str, str]:
        scheme, _, rest = self._url.partition("://")
        origin = f"{scheme}://{rest.partition('/')[0]}"
        return {**_BROWSER, "Origin": origin, "Referer": self._url}

    def _read(self, response: httpx.Response) -> EngineReply:
        status = response.status_code
        if status == 200:
            return read_page(response.content, self._url)
        if status in (202, 403, 418) or is_challenge(response.content):
            detail = f"HTTP {status}: it asks for proof that a person is searching"
            return EngineReply(Outcome.BLOCKED, detail=detail)
        if status == 429:
            return EngineReply(Outcome.RATE_LIMITED, detail="HTTP 429: too many requests")
        if response.has_redirect_location:
            return http_error(response, f"sent on to {response.headers['location'][:100]}")
        return http_error(response)

    async def aclose(self) -> None:
        await self._wire.aclose()
