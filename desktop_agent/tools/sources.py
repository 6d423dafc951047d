"""The sources that a run has seen, numbered for citation, and the URLs that it may read."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from desktop_agent.core.messages import Message
from desktop_agent.core.network import host_of
from desktop_agent.core.research import EngineAttempt, Page, SearchHit, SearchReport, Source
from desktop_agent.evidence.records import Document
from desktop_agent.web.search.hits import is_web_url, normalised_url

if TYPE_CHECKING:
    from desktop_agent.core.knowledge import Excerpt

_MOST_SNIPPET = 1_000
MOST_FOLLOWED = 5
"""Maximum number of links to follow per site and run, since each choice leaks information."""
_URL = re.compile(r"https?://[^\s<>\"'`\\^{|}\])]+", re.IGNORECASE)


def exact_url(url: str) -> str:
    """Normalize a URL for exact comparison (RFC 3986, section 6.2).

    The scheme and host are lower-cased, and credentials, the default port, the fragment and
    trailing slashes are removed. All parameters are kept, so that a permitted URL cannot carry
    additional data.
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
    return host_of(url).rstrip(".").removeprefix("www.")


class RunSources:
    """The sources of one run, numbered from 1 in the order in which they were seen.

    This class also decides which URLs a model may read: those that the user wrote, those that a
    search found, and the same-site links that a page at such a URL contained when it was first
    read. At most `MOST_FOLLOWED` links are followed per site. Links on a page that was itself
    reached through a link are not followed. A page can therefore neither send the model to a URL
    made up by an attacker, nor learn anything from the path that the model takes through several
    pages.
    """

    def __init__(self, *, strict: bool = True) -> None:
        self._strict = strict
        self._documents: dict[int, Document] = {}
        self._numbers: dict[str, int] = {}
        self._by_user: set[str] = set()
        self._found: set[str] = set()
        self._linked: dict[str, str] = {}
        self._followed: dict[str, set[str]] = {}
        self._first_read: set[str] = set()
        self.last_read = ""
        """The URL of the page or document read last, or "" if there is none or it has no URL."""
        self._searched = False
        self._failures: tuple[EngineAttempt, ...] = ()

    @property
    def failed_attempts(self) -> tuple[EngineAttempt, ...]:
        """The failed search attempts, or () if any search of this run succeeded."""
        return () if self._searched else self._failures

    def saw_report(self, report: SearchReport) -> tuple[Source, ...]:
        """Add the hits of a search, and return their sources in the order of the hits."""
        if report.failed:
            self._failures += report.attempts
        else:
            self._searched = True
        return tuple(self._saw_hit(hit) for hit in report.hits)

    def allow_user(self, text: str) -> None:
        for url in _URL.findall(text):
            self._by_user.add(exact_url(url.rstrip(".,;:!?")))

    def allow_history(self, history: tuple[Message, ...]) -> None:
        for message in history:
            if message.role == "user":
                self.allow_user(message.content)

    def read_page(self, page: Page) -> Source:
        """Add a page that has been read, allow its qualifying links, and return its source."""
        self._link(page)
        self.last_read = page.final_url
        known = self._at(page.url, page.title)
        self._numbers.setdefault(normalised_url(page.final_url), known.number)
        read = replace(
            known,
            title=page.title or known.title,
            text=page.stored or page.text or known.text,
            snapshot=page.snapshot or known.snapshot,
            date=page.published or known.date,
            facts=page.facts,
        )
        self._documents[known.number] = read
        return _source(read)

    def read_excerpt(self, excerpt: "Excerpt") -> Source:
        """Add an excerpt from a document and return its source.

        An excerpt from a stored web page counts as the page itself.
        """
        stored = normalised_url(excerpt.url) if is_web_url(excerpt.url) else ""
        known = self._under(stored or excerpt.key, excerpt.url, excerpt.title)
        if known.read:
            return _source(known)
        title = f"{excerpt.title}, {excerpt.part}" if excerpt.part else excerpt.title
        read = replace(
            known, title=title, text=excerpt.text, snapshot=excerpt.snapshot, date=excerpt.date
        )
        self._documents[known.number] = read
        self.last_read = excerpt.url
        return _source(read)

    def may_read(self, url: str) -> bool:
        """Return whether a model may read this URL in this run."""
        return not self._strict or self.was_named(url)

    def was_named(self, url: str) -> bool:
        """Return whether this exact URL came from the user, a search or an allowed link."""
        exact = exact_url(url)
        if exact in self._by_user or exact in self._found:
            return True
        site = self._linked.get(exact)
        if site is None:
            return False
        followed = self._followed.get(site, set())
        return exact in followed or len(followed) < MOST_FOLLOWED

    def follow(self, url: str) -> None:
        """Record that a model is reading this URL.

        The URL counts as followed if it came from a link.
        """
        exact = exact_url(url)
        site = self._linked.get(exact)
        if site is not None and exact not in self._by_user and exact not in self._found:
            self._followed.setdefault(site, set()).add(exact)

    def knows(self, url: str) -> bool:
        """Return whether this URL is a source or was mentioned by the user."""
        return normalised_url(url) in self._numbers or exact_url(url) in self._by_user

    def _link(self, page: Page) -> None:
        """When a page from the user or a search is first read, allow its same-site links."""
        asked, home = exact_url(page.url), _site(page.final_url)
        if asked in self._first_read or not (asked in self._by_user or asked in self._found):
            return
        self._first_read.add(asked)
        for link in page.links:
            if _site(link) == home:
                self._linked.setdefault(exact_url(link), home)

    def all(self) -> tuple[Source, ...]:
        return tuple(_source(document) for document in self._documents.values())

    def documents(self) -> tuple[Document, ...]:
        """Return all search results and pages read, ordered by source number."""
        return tuple(self._documents.values())

    def documents_of(self, numbers: Iterable[int]) -> tuple[Document, ...]:
        """Return the documents with these numbers in the given order, skipping unknown ones."""
        return tuple(self._documents[each] for each in numbers if each in self._documents)

    def _saw_hit(self, hit: SearchHit) -> Source:
        self._found.add(exact_url(hit.url))
        known = self._at(hit.url, hit.title)
        snippet = known.snippet
        if hit.snippet and hit.snippet not in snippet:
            # another query shows another part of the page
            snippet = f"{snippet} … {hit.snippet}"[:_MOST_SNIPPET] if snippet else hit.snippet
        seen = replace(
            known,
            snippet=snippet,
            date=known.date or hit.date,
            rank=min(known.rank, hit.rank) if known.snippet else hit.rank,
        )
        self._documents[known.number] = seen
        return _source(seen)

    def _at(self, url: str, title: str) -> Document:
        return self._under(normalised_url(url), url, title)

    def _under(self, key: str, url: str, title: str) -> Document:
        number = self._numbers.get(key)
        if number is None:
            number = len(self._documents) + 1
            self._numbers[key] = number
            self._documents[number] = Document(number, url, title)
        return self._documents[number]


def _source(document: Document) -> Source:
    return Source(
        document.number,
        document.title or document.url,
        document.url,
        document.snapshot,
        read=document.read,
    )
