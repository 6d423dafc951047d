"""What a page says of itself in ``<meta>``: Open Graph (ogp.me) and its kin, and plain names."""

from collections.abc import Iterator, Mapping
from typing import Final

from desktop_agent.core.research import FactOrigin, PageFact
from desktop_agent.web.extract.readable import whole_words
from desktop_agent.web.extract.tree.html_tree import Element

MAX_VALUE: Final = 500
"""Characters of a value; a longer one is cut at a word."""

_MOST_TAGS = 500
_MAX_NAME = 60
_GRAPHS = ("og:", "article:", "music:", "book:", "profile:", "product:", "video:", "twitter:")
_GRAPH_FURNITURE = (
    "og:audio", "og:image", "og:locale", "og:updated_time", "og:url", "og:video", "twitter:app",
    "twitter:card", "twitter:creator", "twitter:domain", "twitter:image", "twitter:player",
    "twitter:site", "twitter:url", "twitter:widgets",
)  # fmt: skip
_PLAIN_TYPES = frozenset(("article", "blog", "object", "website"))
_PLAIN_NAMES = frozenset(
    (
        "abstract", "application-name", "author", "byl", "date", "description", "geo.placename",
        "last-modified", "news_keywords", "pubdate", "publication_date", "publish-date",
        "publish_date", "revised", "subject",
    )
)  # fmt: skip
_PLAIN_FAMILIES = ("citation_", "dc.", "dcterms.", "parsely-", "sailthru.")
_PLAIN_FURNITURE = (
    "citation_reference",
    "citation_keyword",
    "dc.format",
    "dc.type",
    "parsely-tags",
)
_SAID_TWICE = ("title", "description", "author", "abstract")

MetaTags = Mapping[str, list[str]]
"""The contents of each name, which is in lower case; both in page order."""


def meta_tags(root: Element) -> MetaTags:
    """Gives the contents of all ``<meta>`` with a name or property, and of HTTP-like ones."""
    found: dict[str, list[str]] = {}
    for count, meta in enumerate(root.iter("meta")):
        if count == _MOST_TAGS:
            break
        name = (
            meta.get("property") or meta.get("name") or meta.get("http-equiv") or _date_name(meta)
        )
        content = whole_words(meta.get("content") or "", MAX_VALUE)
        if name and content:
            found.setdefault(whole_words(name, _MAX_NAME).lower(), []).append(content)
    return found


def _date_name(meta: Element) -> str:
    """Gives the name of a date that is microdata of no item, as many pages write it."""
    name = meta.get("itemprop") or ""
    return name if name.startswith("date") else ""


def meta_facts(tags: MetaTags) -> Iterator[PageFact]:
    """Yields what is worth citing; addresses, and titles that are repeated, are left out."""
    titles: set[str] = set()
    for name, contents in tags.items():
        origin = _origin(name)
        if origin is None:
            continue
        for content in contents:
            if content.startswith(("http://", "https://")):
                continue
            if name == "og:type" and content.lower() in _PLAIN_TYPES:
                continue
            if name.endswith(_SAID_TWICE):
                if content in titles:
                    continue
                titles.add(content)
            yield PageFact(origin, "", name, content)


def _origin(name: str) -> FactOrigin | None:
    if name.startswith(_GRAPHS):
        return None if name.startswith(_GRAPH_FURNITURE) else "open_graph"
    if name.startswith(_PLAIN_FAMILIES):
        return None if name.startswith(_PLAIN_FURNITURE) else "meta"
    return "meta" if name in _PLAIN_NAMES else None
