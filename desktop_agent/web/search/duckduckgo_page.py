"""Reads a page of DuckDuckGo lite.

The markup is what pages captured in 2026 hold: a table with four rows per result, of which the first
has ``a.result-link``, the second ``td.result-snippet`` and the third, now and then,
``span.timestamp``; advertisements are rows ``tr.result-sponsored`` or links to ``/y.js``.
"""

import re
from urllib.parse import unquote, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from desktop_agent.core.research import Outcome, SearchHit
from desktop_agent.web.search.engine import EngineReply
from desktop_agent.web.search.hits import is_web_url, iso_date

_CHALLENGE = (
    "form#challenge-form, form[action*='anomaly.js'], script[src*='anomaly.js'], "
    "[class*='anomaly-modal']"
)
_REFRESH = "meta[http-equiv='refresh' i]"
_NOTICE = re.compile(r"\bno\s+(?:more\s+)?results\b", re.IGNORECASE)
_MOST_TAGS = 10_000
"""A page of results has about 1,000. The parser's time grows with the square of the depth: 10,000
nested blocks take a third of a second, 100,000 take most of a minute."""


def link_target(href: str, page_url: str) -> str:
    """Gives the address that a link of the page leads to, or "" when it is not a web address.

    Relative links are resolved, protocol-relative ones are https, and a redirect
    (``/l/?uddg=<percent-encoded>&rut=…``) is decoded once, so that ``%2520`` stays ``%20``.
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
    """True for DuckDuckGo's own addresses, wherever the page came from."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return host == (urlsplit(page_url).hostname or "") or f".{host}".endswith(".duckduckgo.com")


def _is_advertisement(url: str, page_url: str) -> bool:
    return _is_own(url, page_url) and urlsplit(url).path == "/y.js"


def _text(node: LexborNode | None) -> str:
    return "" if node is None else " ".join(node.text().split())


class _Rows:
    """Puts results together out of table rows."""

    def __init__(self, page_url: str, engine: str) -> None:
        self._page_url = page_url
        self._engine = engine
        self._open = False
        self._title, self._url, self._snippet, self._date = "", "", "", ""
        self.hits: list[SearchHit] = []
        self.advertisements = 0

    def add(self, row: LexborNode) -> None:
        """Takes the next row of the page."""
        link = row.css_first("a.result-link")
        if link is not None:
            self.close()
            self._begin(row, link)
        elif self._open:
            self._snippet = self._snippet or _text(row.css_first("td.result-snippet"))
            self._date = self._date or iso_date(_text(row.css_first("span.timestamp")))

    def _begin(self, row: LexborNode, link: LexborNode) -> None:
        url = link_target(link.attributes.get("href") or "", self._page_url)
        sponsored = "result-sponsored" in (row.attributes.get("class") or "").split()
        if sponsored or _is_advertisement(url, self._page_url):
            self.advertisements += 1
        elif url:
            self._open, self._url, self._title = True, url, _text(link) or url
            self._snippet = self._date = ""

    def close(self) -> None:
        """Ends the result that is being put together."""
        if self._open:
            rank = len(self.hits) + 1
            hit = SearchHit(self._title, self._url, self._snippet, self._engine, rank, self._date)
            self.hits.append(hit)
        self._open = False


def _leads_elsewhere(tree: LexborHTMLParser, page_url: str) -> bool:
    """True when the page links to others than DuckDuckGo: results that no selector knows."""
    targets = (link_target(a.attributes.get("href") or "", page_url) for a in tree.css("a[href]"))
    return any(target and not _is_own(target, page_url) for target in targets)


def is_challenge(body: bytes) -> bool:
    """True for the page that asks to pick the ducks, whatever its status."""
    tree = _parsed(body)
    return tree is not None and tree.css_first(_CHALLENGE) is not None


def _parsed(body: bytes) -> LexborHTMLParser | None:
    if body.count(b"<") > _MOST_TAGS:
        return None
    return LexborHTMLParser(body.decode("utf-8", "replace"))


def read_page(body: bytes, page_url: str, engine: str = "duckduckgo") -> EngineReply:
    """Tells results, a genuine zero, a challenge and an unknown layout apart; never raises."""
    tree = _parsed(body)
    if tree is None:
        return EngineReply(Outcome.LAYOUT_CHANGED, detail="the page is far too large for results")
    if tree.css_first(_CHALLENGE) is not None:
        return EngineReply(Outcome.BLOCKED, detail="it asks for proof that a person is searching")
    rows = _Rows(page_url, engine)
    for row in tree.css("tr"):
        rows.add(row)
    rows.close()
    if rows.hits:
        return EngineReply(Outcome.OK, tuple(rows.hits))
    for node in tree.css("script, style, noscript, form"):
        node.decompose()
    notice = _NOTICE.search(_text(tree.body)) is not None
    if rows.advertisements or (notice and not _leads_elsewhere(tree, page_url)):
        return EngineReply(Outcome.NO_RESULTS)
    if tree.css_first(_REFRESH) is not None:
        return EngineReply(Outcome.BLOCKED, detail="it sends this program elsewhere (meta refresh)")
    return EngineReply(
        Outcome.LAYOUT_CHANGED, detail="the page holds neither results nor the no-results notice"
    )
