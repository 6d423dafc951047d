"""What a run has seen: numbered for citation, and the list of addresses it may read."""

import re
from urllib.parse import urlsplit

from desktop_agent.core.messages import Message
from desktop_agent.core.research import EngineAttempt, Page, SearchHit, SearchReport, Source
from desktop_agent.web.search.hits import normalised_url

_URL = re.compile(r"https?://[^\s<>\"'`\\^{|}\])]+", re.IGNORECASE)


def exact_url(url: str) -> str:
    """Gives one spelling for an address without changing what it sends (RFC 3986, section 6.2).

    Scheme and host in lower case; default port, fragment and trailing slash left out. Every
    parameter counts, so that an address that may be read cannot carry something else away.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return url.strip()
    host = (parts.hostname or "").rstrip(".")
    default = {"http": 80, "https": 443}.get(parts.scheme.lower())
    where = host if port in (None, default) else f"{host}:{port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme.lower()}://{where}{parts.path.rstrip('/')}{query}"


def _site(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.lower().rstrip(".").removeprefix("www.")


class RunSources:
    """The sources of one run, numbered from 1 in the order in which they were seen.

    It also answers whether a model may read an address: only what the user wrote, what a search
    found, or what a page that was read links to on its own site. A page can therefore not send the
    model to an address of an attacker's making.
    """

    def __init__(self, *, strict: bool = True) -> None:
        self._strict = strict
        self._sources: dict[str, Source] = {}
        self._readable: set[str] = set()
        self._searched = False
        self._failures: tuple[EngineAttempt, ...] = ()

    @property
    def failed_attempts(self) -> tuple[EngineAttempt, ...]:
        """Why searching failed, when no search of this run was answered; else empty."""
        return () if self._searched else self._failures

    def saw_report(self, report: SearchReport) -> tuple[Source, ...]:
        """Takes in a search: the sources of its hits, in their order."""
        if report.failed:
            self._failures = report.attempts
        else:
            self._searched = True
        return tuple(self._saw_hit(hit) for hit in report.hits)

    def allow_user(self, text: str) -> None:
        """Lets the model read the addresses that stand in what the user wrote."""
        for url in _URL.findall(text):
            self._readable.add(exact_url(url.rstrip(".,;:!?")))

    def allow_history(self, history: tuple[Message, ...]) -> None:
        """Lets the model read what the user wrote in earlier turns."""
        for message in history:
            if message.role == "user":
                self.allow_user(message.content)

    def _saw_hit(self, hit: SearchHit) -> Source:
        self._readable.add(exact_url(hit.url))
        return self._number(hit.url, hit.title)

    def read_page(self, page: Page) -> Source:
        """Numbers a page that was read, and lets the model follow links on the page's own site."""
        home = _site(page.final_url)
        for link in page.links:
            if _site(link) == home:
                self._readable.add(exact_url(link))
        source = self._number(page.url, page.title, snapshot=page.snapshot, read=True)
        self._sources.setdefault(normalised_url(page.final_url), source)
        return source

    def may_read(self, url: str) -> bool:
        """Says whether a model may read this address in this run."""
        return not self._strict or exact_url(url) in self._readable

    def all(self) -> tuple[Source, ...]:
        """All sources by number, each once."""
        unique = {source.number: source for source in self._sources.values()}
        return tuple(unique[number] for number in sorted(unique))

    def _number(self, url: str, title: str, *, snapshot: str = "", read: bool = False) -> Source:
        key = normalised_url(url)
        known = self._sources.get(key)
        number = known.number if known else 1 + len({s.number for s in self._sources.values()})
        if known is not None:
            title, snapshot, read = (
                title or known.title,
                snapshot or known.snapshot,
                read or known.read,
            )
        source = Source(number, title or url, known.url if known else url, snapshot, read)
        for alias, other in list(self._sources.items()):
            if other.number == number:
                self._sources[alias] = source
        self._sources[key] = source
        return source
