"""RSS 0.9x, 1.0 and 2.0, Atom (RFC 4287) and sitemaps.

Elements are told by their names alone: half of all feeds err in their namespaces. Nothing outside
the text is read, and no entity that a feed defines is expanded: those are the bombs.
"""

import re
from collections.abc import Sequence
from html import escape
from html.entities import html5
from itertools import islice
from typing import Final, TypeAlias

from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.formats.feed import LISTED, Entry, Feed, as_html
from desktop_agent.web.extract.tree.html_tree import Element, tag, tree_text

_Parts: TypeAlias = dict[str, list[Element]]

_ROOTS: Final = frozenset(("rss", "feed", "rdf", "urlset", "sitemapindex", "channel"))
_ENTRIES: Final = frozenset(("item", "entry", "url", "sitemap"))
# extensions whose names collide with a feed's own (media:title) keep their prefix
_OWN_PREFIXES: Final = frozenset(
    (None, "rss", "atom", "atom10", "a10", "dc", "content", "rdf", "sy")
)
_DATES: Final = (
    "updated",
    "modified",
    "lastmod",
    "published",
    "pubdate",
    "date",
    "issued",
    "created",
)
_FEED_DATES: Final = (*_DATES, "lastbuilddate")
_MOST_PARTS: Final = 5000  # a channel has its entries among them
# what begins with an ampersand outside of CDATA, which is passed over whole
_ENTITY: Final = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|&(?!#|(?:lt|gt|amp|quot|apos);)([A-Za-z][A-Za-z0-9]{0,31};)?",
    re.DOTALL,
)
_OF_MARKUP: Final = frozenset("<>&\"'")
_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_SUBSET_END: Final = re.compile(r"\]\s*>")


def read_xml_feed(text: str) -> Feed | None:
    """Gives the feed that a text holds, as much as is well enough formed; None for other XML."""
    root = _parse(text)
    if root is None or _name(root) not in _ROOTS:
        return None
    channel = next((child for child in root if _name(child) == "channel"), root)
    # in RSS 1.0 they stand beside the channel
    around = (root,) if channel is root else (channel, root)
    found = [child for each in around for child in each if _name(child) in _ENTRIES]
    entries = list(map(_parts, found[:LISTED]))
    unlisted = len(found) - len(entries)
    if _name(root) in {"urlset", "sitemapindex"}:
        links = [Entry(link=_first(each, "loc"), dates=_days(each)) for each in entries]
        return Feed(entries=links, unlisted=unlisted, is_sitemap=True)
    parts = _parts(channel)
    return Feed(
        _markup(parts, ("title",)),
        _link(parts),
        _markup(parts, ("description", "subtitle", "tagline")),
        _all(parts, _FEED_DATES),
        _first(parts, "language") or root.get(_LANG) or channel.get(_LANG) or "",
        list(map(_entry, entries)),
        unlisted,
    )


def _parse(text: str) -> Element | None:
    from lxml import etree

    if text.rfind("<![CDATA[") > text.rfind("]]>"):  # the body was cut there
        text += "]]>"
    text = tree_text(_ENTITY.sub(_character, _without_doctype(text)))
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:  # nothing could be made of it
        return None


def _character(match: re.Match[str]) -> str:
    """Gives the character of an entity of HTML, which XML does not know; escapes a bare ampersand."""
    name = match[1] or ""
    if match[0][0] == "<":
        return match[0]
    character = html5.get(name, "")
    return character if character and character not in _OF_MARKUP else f"&amp;{name}"


def _without_doctype(text: str) -> str:
    start = text.find("<!DOCTYPE")
    if start < 0:
        return text
    end = text.find(">", start)
    if 0 <= text.find("[", start) < end:
        closed = _SUBSET_END.search(text, start)
        end = closed.end() - 1 if closed else -1
    return text if end < 0 else text[:start] + text[end + 1 :]


def _name(element: Element) -> str:
    """Gives the name without its namespace, in lower case."""
    return tag(element).rpartition("}")[2].rpartition(":")[2].lower()


def _parts(element: Element) -> _Parts:
    parts: _Parts = {}
    for child in islice(element, _MOST_PARTS):
        prefix, name = child.prefix, _name(child)
        if name:
            parts.setdefault(name if prefix in _OWN_PREFIXES else f"{prefix}:{name}", []).append(
                child
            )
    return parts


def _entry(parts: _Parts) -> Entry:
    return Entry(
        _markup(parts, ("title",)),
        _link(parts),
        _days(parts),
        _author(parts),
        _markup(parts, ("encoded", "content", "description", "summary")) or _media_text(parts),
    )


def _text(element: Element) -> str:
    return "".join(element.itertext()).strip()


def _all(parts: _Parts, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(filter(None, (_text(each) for name in names for each in parts.get(name, ()))))


def _days(parts: _Parts) -> tuple[str, ...]:
    return tuple(map(iso_date, _all(parts, _DATES)))


def _first(parts: _Parts, *names: str) -> str:
    return next(iter(_all(parts, names)), "")


def _markup(parts: _Parts, names: Sequence[str]) -> str:
    """Gives the first part that says something, as HTML."""
    for name in names:
        for element in parts.get(name, ()):
            if len(element):  # XHTML, or HTML that should have been escaped
                found = _inner(element)
            elif element.get("type") == "text":
                found = escape(_text(element)) if name == "title" else as_html(_text(element))
            else:
                found = _text(element)
            if found:
                return found
    return ""


def _inner(element: Element) -> str:
    from lxml import etree

    for inner in element.iter():
        if tag(inner):
            inner.tag = tag(inner).rpartition("}")[2].rpartition(":")[2] or "span"
    children = (etree.tostring(child, encoding="unicode", method="html") for child in element)
    return escape(element.text or "") + "".join(children)


def _media_text(parts: _Parts) -> str:
    """Gives what a feed of films says of one (Media RSS)."""
    groups = parts.get("media:group", ())
    found = parts.get("media:description", []) + [
        child for group in groups for child in group if _name(child) == "description"
    ]
    return next(map(_text, found), "")


def _link(parts: _Parts) -> str:
    links = parts.get("link", ())
    for element in links:
        if element.get("rel", "alternate") == "alternate" and (
            element.get("href") or _text(element)
        ):
            return element.get("href") or _text(element)
    for guid in parts.get("guid", ()):
        if guid.get("isPermaLink", "true") == "true" and _text(guid).startswith("http"):
            return _text(guid)
    return next((each.get("url") or "" for each in parts.get("enclosure", ())), "")


def _author(parts: _Parts) -> str:
    for element in parts.get("author", ()):
        names = [child for child in element if _name(child) == "name"]
        return _text(names[0] if names else element)
    return _first(parts, "creator", "itunes:author")
