"""DuckDuckGo lite, an HTML page for small browsers that requires no key or account.

There is no API; the form fields and headers are those that a browser sends. POST is used because
its results contain direct links and it is challenged less often than GET.
"""

import logging
import re
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

import httpx

from desktop_agent.core.research import Outcome, SearchHit
from desktop_agent.core.settings import SearchSettings
from desktop_agent.web.search.engine import Engine, EngineReply, OpenTransport, http_error, turn
from desktop_agent.web.search.hits import is_web_url, iso_time
from desktop_agent.web.search.query import news_window

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

# --- Parsing a page of DuckDuckGo lite
#
# The markup is that of pages captured in 2026: a table with four rows per result, of which the
# first has ``a.result-link``, the second ``td.result-snippet`` and the third, sometimes,
# ``span.timestamp``; advertisements are rows ``tr.result-sponsored`` or links to ``/y.js``.

_CHALLENGE = (
    "form#challenge-form, form[action*='anomaly.js'], script[src*='anomaly.js'], "
    "[class*='anomaly-modal']"
)
_CHALLENGE_SIGN = re.compile(rb"anomaly|challenge-form")
"""Words of which every challenge page has one; searching with a selector takes as long as parsing."""
_PARTS = {"a": "result-link", "td": "result-snippet", "span": "timestamp"}
_REFRESH = "meta[http-equiv='refresh' i]"
_NAME = "duckduckgo"
_NOTICE = re.compile(r"\bno\s+(?:more\s+)?results\b", re.IGNORECASE)
_MOST_TAGS = 10_000
"""Maximum number of tags to parse; a results page has about 1,000.

Parsing time grows with the square of the nesting depth: 10,000 nested blocks take a third of a
second, and 100,000 take most of a minute.
"""


def link_target(href: str, page_url: str) -> str:
    """Return the target URL of a link on the page, or "" if it is not an HTTP(S) URL.

    Relative links are resolved, and protocol-relative links become https. Redirect links
    (``/l/?uddg=<percent-encoded>&rut=…``) are decoded only once, so that ``%2520`` becomes ``%20``.
    """
    href = href.strip()
    try:
        url = urljoin(page_url, f"https:{href}" if href.startswith("//") else href)
        parts = urlsplit(url)
    except ValueError:
        return ""
    if _is_own(url, page_url) and parts.path.rstrip("/") == "/l":
        fields = dict(field.partition("=")[::2] for field in parts.query.split("&"))
        url = unquote(fields.get("uddg", ""))
        url = f"https:{url}" if url.startswith("//") else url
    return url if is_web_url(url) else ""


def _is_own(url: str, page_url: str) -> bool:
    """Return whether the URL belongs to DuckDuckGo or to the host of the page."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return host == (urlsplit(page_url).hostname or "") or f".{host}".endswith(".duckduckgo.com")


def _text(node: "Tag | None") -> str:
    return "" if node is None else " ".join(node.get_text().split())


def _results(tree: "BeautifulSoup", page_url: str) -> tuple[tuple[SearchHit, ...], int]:
    """Return the results on the page and the number of ads."""
    hits: list[SearchHit] = []
    advertisements, row, is_open = 0, None, False
    for node in tree.find_all(list(_PARTS), class_=list(_PARTS.values())):
        if _PARTS[node.name] not in node.get_attribute_list("class"):
            continue
        if node.name == "a":
            before, row = row, node.find_parent("tr")
            if row is None or row is before:  # the second link of an advertisement
                continue
            url = link_target(str(node.get("href") or ""), page_url)
            is_ad_link = _is_own(url, page_url) and urlsplit(url).path == "/y.js"
            sponsored = is_ad_link or "result-sponsored" in row.get_attribute_list("class")
            advertisements += sponsored
            is_open = bool(url) and not sponsored
            if is_open:
                hits.append(SearchHit(_text(node) or url, url, "", _NAME, len(hits) + 1))
        elif is_open and node.name == "td":
            hits[-1] = replace(hits[-1], snippet=hits[-1].snippet or _text(node))
        elif is_open:
            hits[-1] = replace(hits[-1], date=hits[-1].date or iso_time(_text(node)))
    return tuple(hits), advertisements


def _leads_elsewhere(tree: "BeautifulSoup", page_url: str) -> bool:
    """Return whether the page links to other sites, as a results page in a new layout would."""
    targets = (link_target(str(a["href"]), page_url) for a in tree.select("a[href]"))
    return any(target and not _is_own(target, page_url) for target in targets)


def is_challenge(body: bytes) -> bool:
    """Return whether the page is a CAPTCHA ("select all ducks"), whatever its HTTP status."""
    tree = _parsed(body)
    return tree is not None and _asks_for_proof(tree, body)


def _asks_for_proof(tree: "BeautifulSoup", body: bytes) -> bool:
    return bool(_CHALLENGE_SIGN.search(body)) and tree.select_one(_CHALLENGE) is not None


def _parsed(body: bytes) -> "BeautifulSoup | None":
    from bs4 import BeautifulSoup

    if body.count(b"<") > _MOST_TAGS:
        return None
    with warnings.catch_warnings(
        category=UserWarning, action="ignore"
    ):  # about XML and bare file names
        return BeautifulSoup(body.decode("utf-8", "replace"), "lxml")


def read_page(body: bytes, page_url: str) -> EngineReply:
    """Parse a results page. Never raises.

    The outcome is results, a genuine lack of results, a challenge, or an unknown layout.
    """
    tree = _parsed(body)
    if tree is None:
        return EngineReply(
            Outcome.LAYOUT_CHANGED, detail="the page is far too large for a results page"
        )
    if _asks_for_proof(tree, body):
        return EngineReply(Outcome.BLOCKED, detail="it asks you to prove you're human")
    hits, advertisements = _results(tree, page_url)
    if hits:
        return EngineReply(Outcome.OK, hits)
    for node in tree.select("script, style, noscript, form"):
        node.decompose()
    notice = _NOTICE.search(_text(tree.body)) is not None
    if advertisements or (notice and not _leads_elsewhere(tree, page_url)):
        return EngineReply(Outcome.NO_RESULTS)
    if tree.select_one(_REFRESH) is not None:
        return EngineReply(Outcome.BLOCKED, detail="it redirects elsewhere (meta refresh)")
    return EngineReply(
        Outcome.LAYOUT_CHANGED, detail="the page has neither results nor a no-results notice"
    )


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
"""The headers that a browser sends with a form; other combinations are challenged more often."""


def form_query(query: str) -> str:
    """Return the query in a form that the page accepts.

    The query is shortened, and a leading ``!bang``, which would redirect to another site, is
    quoted.
    """
    query = " ".join(query.split())
    if query.startswith("!"):
        bang, _, rest = query.partition(" ")
        query = f'"{bang}" {rest}'.rstrip()
    if len(query) <= _MOST_CHARACTERS:
        return query
    cut = query[:_MOST_CHARACTERS]
    return cut.rpartition(" ")[0] or cut


class DuckDuckGo(Engine):
    """The DuckDuckGo lite engine, with one request interval for the whole process."""

    name = _NAME

    def __init__(self, settings: SearchSettings, open_transport: OpenTransport) -> None:
        super().__init__(settings.duckduckgo_url, open_transport, settings.timeout_s)
        self._region = settings.duckduckgo_region
        self._interval_s = settings.duckduckgo_interval_s
        self._challenges = 0

    async def search(self, query: str, count: int, *, news: bool = False) -> EngineReply:  # noqa: ARG002 - a whole page, of the web
        """Return all results on the first page.

        No request is sent if another search is challenged while this one waits for its turn.
        """
        challenges = self._challenges
        async with turn(self._url, self._interval_s):
            if self._challenges != challenges:
                detail = "on cooldown: a search just before this one got a CAPTCHA"
                return EngineReply(Outcome.SKIPPED, detail=detail)
            window = news_window(query)
            since = _WINDOWS[window] if window else ""
            form = {"q": form_query(query), "kl": self._region, "df": since}
            reply = await self.exchange(
                "POST", self._url, self._read, data=form, headers=self._headers()
            )
            if reply.outcome is Outcome.BLOCKED:
                self._challenges += 1
        if reply.outcome is Outcome.LAYOUT_CHANGED:
            _log.warning("layout changed: %s answered, but %s", self._url, reply.detail)
        return reply

    def _headers(self) -> dict[str, str]:
        scheme, _, rest = self._url.partition("://")
        origin = f"{scheme}://{rest.partition('/')[0]}"
        return {**_BROWSER, "Origin": origin, "Referer": self._url}

    def _read(self, response: httpx.Response) -> EngineReply:
        status = response.status_code
        if status == 200:
            return read_page(response.content, self._url)
        if status in (202, 403, 418) or is_challenge(response.content):
            detail = f"HTTP {status}: it asks you to prove you're human"
            return EngineReply(Outcome.BLOCKED, detail=detail)
        if status == 429:
            return EngineReply(Outcome.RATE_LIMITED, detail="HTTP 429: too many requests")
        if response.has_redirect_location:
            return http_error(response, f"sent on to {response.headers['location'][:100]}")
        return http_error(response)
