"""What a feed says, whatever it is written in, and the page that is made of it."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from desktop_agent.web.extract.facts.page_date import last_date
from desktop_agent.web.extract.facts.page_language import page_language
from desktop_agent.web.extract.markdown.links import absolute
from desktop_agent.web.extract.readable import readable
from desktop_agent.web.extract.tree import html_tree
from desktop_agent.web.extract.tree.html_tree import Element

WRITTEN_WHOLE: Final = 2000
"""Entries; of what follows only the heading, date and author are given, so that time suffices."""
LISTED: Final = 20_000
"""Entries; of what follows only the number is given."""

_MARKUP = re.compile(r"<[a-zA-Z/!]|&[#a-zA-Z]")
_TAG = re.compile(r"<[a-zA-Z/!][^<>]*>")
_TITLE = 300  # characters


@dataclass(slots=True)
class Entry:
    """One entry; ``html`` is what it says, ``dates`` are in ISO 8601, or "" where they cannot be."""

    title: str = ""
    link: str = ""
    dates: Sequence[str] = ()
    author: str = ""
    html: str = ""


@dataclass(slots=True)
class Feed:
    """A feed, or a sitemap: that has no texts, and becomes a list.

    ``html`` describes the whole; ``unlisted`` counts the entries that are beyond `LISTED`.
    """

    title: str = ""
    link: str = ""
    html: str = ""
    dates: Sequence[str] = ()
    language: str = ""
    entries: list[Entry] = field(default_factory=list)
    unlisted: int = 0
    is_sitemap: bool = False


def feed_page(feed: Feed, url: str) -> Element:
    """Gives an HTML element: the title, then a heading an entry, linked, with what it says."""
    from lxml import etree

    page = etree.Element("div")
    base = absolute(url, feed.link) or url
    if feed.title:
        _linked(etree.SubElement(page, "h1"), plain_title(feed.title), absolute(url, feed.link))
    _append_html(page, feed.html, base)
    if feed.is_sitemap:
        _append_list(page, feed.entries, base)
    else:
        _append_entries(page, feed.entries, base)
    if feed.unlisted:
        etree.SubElement(page, "p").text = f"[{feed.unlisted:,} more are not listed here.]"
    return page


def feed_date(feed: Feed) -> str:
    """Gives the day of the newest entry or, where none has one, of the feed, in ISO 8601."""
    today = datetime.now(UTC).date()
    newest = last_date({date for entry in feed.entries for date in entry.dates}, today)
    return newest or last_date(feed.dates, today)


def feed_language(feed: Feed) -> str:
    """Gives the BCP 47 tag of the feed, or ""."""
    from lxml import etree

    return page_language(etree.Element("html", lang=_text(feed.language)), {})


def plain_title(title: str) -> str:
    """Gives a title as plain text on one line; many feeds write HTML there."""
    if _MARKUP.search(title):
        # thousands of trees for thousands of titles would take seconds
        title = html.unescape(_TAG.sub(" ", title[: 4 * _TITLE]))
    return " ".join(_text(title).split())[:_TITLE]


def as_html(text: str) -> str:
    """Gives plain text as HTML, a paragraph a line."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in text.split("\n") if line.strip())


def _text(text: str) -> str:
    """Drops what a tree of lxml may not hold."""
    return readable(text) if not text.isprintable() else text


def _day(entry: Entry) -> str:
    return next(filter(None, entry.dates), "")


def _linked(heading: Element, title: str, link: str) -> None:
    from lxml import etree

    inner = etree.SubElement(heading, "a", href=link) if link else heading
    inner.text = title


def _append_entries(page: Element, entries: Sequence[Entry], base: str) -> None:
    from lxml import etree

    for number, entry in enumerate(entries):
        link = absolute(base, entry.link)
        day = _day(entry)
        title = plain_title(entry.title) or day or link
        if title:
            _linked(etree.SubElement(page, "h2"), title, link)
        about = " \u00b7 ".join(
            filter(None, ("" if day == title else day, _text(entry.author)[:_TITLE]))
        )
        if about:
            etree.SubElement(page, "p").text = about
        if number < WRITTEN_WHOLE:
            _append_html(page, entry.html, link or base)


def _append_list(page: Element, entries: Sequence[Entry], base: str) -> None:
    from lxml import etree

    items = etree.SubElement(page, "ul")
    for entry in entries:
        item = etree.SubElement(items, "li")
        link = absolute(base, entry.link)
        _linked(item, link or _text(entry.link), link)
        if len(item):
            item[0].tail = f" {_day(entry)}"


def _append_html(page: Element, markup: str, base: str) -> None:
    """Adds what a fragment of HTML shows, below headings of the second level, with its own base."""
    from lxml import etree

    if not _MARKUP.search(markup):
        markup = as_html(markup)
    root = html_tree.parse(markup) if markup else None
    if root is None:
        return
    html_tree.remove_unseen(root)
    for heading in root.iter("h1", "h2"):
        heading.tag = "h3"
    for anchor in root.iter("a"):
        anchor.set("href", absolute(base, anchor.get("href") or ""))
    body = root.find("body")
    section = etree.SubElement(page, "section")
    section.text = (root if body is None else body).text
    section.extend(list(root if body is None else body))
