"""Convert feeds (RSS 0.9x, 1.0 and 2.0, Atom) and sitemaps to HTML pages.

Elements are matched by local name only, because half of all feeds have wrong namespaces. No
external resource is read, and entities defined by a feed are not expanded, to prevent entity bombs.

feedparser 6.0.14 was tested and rejected: its run time is quadratic in distinct categories (25 s
per megabyte), 1 MB of unclosed items takes 2 to 4 s (here under 0.1 s), "&#99999999999;" and other
input raise KeyError, TypeError or OverflowError, a truncated feed loses the text of its last entry,
and "AT&T" becomes "AT&T;".
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape, unescape
from html.entities import html5
from itertools import islice
from typing import Final, TypeAlias

from desktop_agent.core.text import readable
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.facts.page_date import iso_date, last_date
from desktop_agent.web.extract.html_tree import Element, absolute, tag, tree_text
from desktop_agent.web.extract.markdown.page_tree import read_markup

_WRITTEN_WHOLE: Final = 2000
"""Number of entries rendered in full; to save time, later ones have no text."""
LISTED: Final = 20_000  # the maximum number of entries rendered; later ones are only counted
_MARKUP = re.compile(r"<[a-zA-Z/!]|&[#a-zA-Z]")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_TITLE = 300  # characters

_Parts: TypeAlias = dict[str, list[Element]]

_ROOTS: Final = frozenset(("rss", "feed", "rdf", "urlset", "sitemapindex", "channel"))
_SITEMAPS: Final = frozenset(("urlset", "sitemapindex"))
_ENTRIES: Final = frozenset(("item", "entry", "url", "sitemap"))
# extensions whose names collide with a feed's own (media:title) keep their prefix
_OWN_PREFIXES: Final = frozenset(
    (None, "rss", "atom", "atom10", "a10", "dc", "content", "rdf", "sy")
)
_DATES: Final = (
    "updated", "modified", "lastmod", "published", "pubdate", "date", "issued", "created",
)  # fmt: skip
_FEED_DATES: Final = (*_DATES, "lastbuilddate")
_MOST_PARTS: Final = 5000  # child elements, including the entries of a channel
# anything that begins with an ampersand outside CDATA, which is skipped whole
_ENTITY: Final = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|&(?!#|(?:lt|gt|amp|quot|apos);)([A-Za-z][A-Za-z0-9]{0,31};)?",
    re.DOTALL,
)
_OF_MARKUP: Final = frozenset("<>&\"'")


def feed_page(text: str, url: str) -> tuple[Element, str, str] | None:
    """Parse an XML feed or sitemap leniently; return None if the text is neither.

    The result is an HTML element, the title, and the date of the newest entry or else of the feed
    (ISO 8601) or "". Each entry becomes a linked heading with its content; those of a sitemap
    become a list of links.
    """
    from lxml import etree

    root = _parse(text)
    if root is None or _name(root) not in _ROOTS:
        return None
    channel = next((child for child in root if _name(child) == "channel"), root)
    # in RSS 1.0 entries are siblings of the channel
    around = (root,) if channel is root else (channel, root)
    entries = [child for each in around for child in each if _name(child) in _ENTRIES]
    page, parts, dates = etree.Element("div"), _parts(channel), set[str]()
    title, own_link = plain_title(_markup(parts, ("title",))), absolute(url, _link(parts))
    base = own_link or url
    if title:
        _linked(etree.SubElement(page, "h1"), title, own_link)
    _append_html(page, _markup(parts, ("description", "subtitle", "tagline")), base)
    links = etree.SubElement(page, "ul") if _name(root) in _SITEMAPS else None
    for number, entry in enumerate(map(_parts, entries[:LISTED])):
        days = tuple(map(iso_date, _all(entry, _DATES)))
        dates.update(days)
        day = next(filter(None, days), "")
        if links is not None:
            _append_link(links, _first(entry, "loc"), base, day)
        else:
            _append_entry(page, entry, base, day, whole=number < _WRITTEN_WHOLE)
    if unlisted := len(entries[LISTED:]):
        etree.SubElement(page, "p").text = f"[{unlisted:,} more are not listed here.]"
    today = datetime.now(UTC).date()
    date = last_date(dates, today) or last_date(_all(parts, _FEED_DATES), today)
    return page, title, date


# --- Parts of the page


def plain_title(title: str) -> str:
    """Convert a title, which often contains HTML, to a single line of plain text."""
    if _MARKUP.search(title):
        # parsing thousands of titles as trees would take seconds
        title = unescape(_TAG.sub(" ", title[: 4 * _TITLE]))
    return " ".join(_text(title).split())[:_TITLE]


def _as_html(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n") if line.strip())


def _text(text: str) -> str:
    return readable(text) if not text.isprintable() else text


def _linked(heading: Element, title: str, link: str) -> None:
    from lxml import etree

    inner = etree.SubElement(heading, "a", href=link) if link else heading
    inner.text = title


def _append_entry(page: Element, entry: _Parts, base: str, day: str, *, whole: bool) -> None:
    from lxml import etree

    link = absolute(base, _link(entry))
    title = plain_title(_markup(entry, ("title",))) or day or link
    if title:
        _linked(etree.SubElement(page, "h2"), title, link)
    author = _first(entry, "creator", "itunes:author")
    for element in entry.get("author", ())[:1]:
        named = (child for child in element if _name(child) == "name")
        author = _content(next(named, element))
    author = _text(author)[:_TITLE]
    if about := " \u00b7 ".join(filter(None, ("" if day == title else day, author))):
        etree.SubElement(page, "p").text = about
    if whole:
        names = ("encoded", "content", "description", "summary")
        _append_html(page, _markup(entry, names) or _media_text(entry), link or base)


def _append_link(links: Element, target: str, base: str, day: str) -> None:
    from lxml import etree

    item = etree.SubElement(links, "li")
    link = absolute(base, target)
    _linked(item, link or _text(target), link)
    if len(item):
        item[0].tail = f" {day}"


def _append_html(page: Element, markup: str, base: str) -> None:
    """Append visible HTML content, making links absolute and turning h1 and h2 into h3."""
    from lxml import etree

    if not _MARKUP.search(markup):
        markup = _as_html(markup)
    root = read_markup(markup) if markup else None
    if root is None:
        return
    for heading in root.iter("h1", "h2"):
        heading.tag = "h3"
    for anchor in root.iter("a"):
        anchor.set("href", absolute(base, anchor.get("href") or ""))
    body = html_tree.body_or_root(root)
    section = etree.SubElement(page, "section")
    section.text = body.text
    section.extend(list(body))


# --- Parts of the feed


def _parse(text: str) -> Element | None:
    if text.rfind("<![CDATA[") > text.rfind("]]>"):  # the body was cut there
        text += "]]>"
    text = tree_text(_ENTITY.sub(_character, text))
    return html_tree.parse_xml(text.encode("utf-8", "replace"), "utf-8")


def _character(match: re.Match[str]) -> str:
    """Replace an HTML entity unknown to XML, or escape a bare ampersand, except in CDATA."""
    name = match[1] or ""
    if match[0][0] == "<":
        return match[0]
    character = html5.get(name, "")
    return character if character and character not in _OF_MARKUP else f"&amp;{name}"


def _name(element: Element) -> str:
    return tag(element).rpartition("}")[2].rpartition(":")[2].lower()


def _parts(element: Element) -> _Parts:
    parts: _Parts = {}
    for child in islice(element, _MOST_PARTS):
        prefix, name = child.prefix, _name(child)
        if name:
            key = name if prefix in _OWN_PREFIXES else f"{prefix}:{name}"
            parts.setdefault(key, []).append(child)
    return parts


def _content(element: Element) -> str:
    return "".join(element.itertext()).strip()


def _all(parts: _Parts, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(filter(None, (_content(each) for name in names for each in parts.get(name, ()))))


def _first(parts: _Parts, *names: str) -> str:
    return next(iter(_all(parts, names)), "")


def _markup(parts: _Parts, names: Sequence[str]) -> str:
    """Return the HTML of the first non-empty element with one of ``names``, or ""."""
    for name in names:
        for element in parts.get(name, ()):
            if len(element):  # XHTML, or HTML that should have been escaped
                found = _inner(element)
            elif element.get("type") == "text":
                write = escape if name == "title" else _as_html
                found = write(_content(element))
            else:
                found = _content(element)
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
    groups = parts.get("media:group", ())
    found = parts.get("media:description", []) + [
        child for group in groups for child in group if _name(child) == "description"
    ]
    return next(map(_content, found), "")


def _link(parts: _Parts) -> str:
    for element in parts.get("link", ()):
        target = element.get("href") or _content(element)
        if target and element.get("rel", "alternate") == "alternate":
            return target
    for guid in parts.get("guid", ()):
        if guid.get("isPermaLink", "true") == "true" and _content(guid).startswith("http"):
            return _content(guid)
    return next((each.get("url") or "" for each in parts.get("enclosure", ())), "")
