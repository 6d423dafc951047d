"""Loaders for saved HTML pages (main content) and EPUB books (by chapter)."""

import posixpath
import re
from typing import Final
from urllib.parse import unquote

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.markdown import plain
from desktop_agent.core.text import readable
from desktop_agent.knowledge.loaders.archive import Archive, words_of
from desktop_agent.knowledge.loaders.document import Composer, Loaded
from desktop_agent.web.extract.encoding import decode
from desktop_agent.web.extract.facts.page_date import iso_date
from desktop_agent.web.extract.html_tree import Element, parse_xml
from desktop_agent.web.extract.markdown.page_tree import read_markup
from desktop_agent.web.extract.markdown.writer import to_markdown
from desktop_agent.web.extract.pipeline import extract
from desktop_agent.web.extract.worker_messages import Document

# --- Markup that is converted completely, such as a book's chapter

_TAG: Final = re.compile(r"<(/?)(table|ul|ol|dl|blockquote|p|h[1-6]|pre)\b")
_NESTING: Final = frozenset({"table", "ul", "ol", "dl", "blockquote"})
_MOST_TAGS: Final = 10_000
_FIRST_HEADING: Final = re.compile(r"^#{1,6} (.{1,300})$", re.MULTILINE)


def to_text(markup: str) -> str:
    """Convert HTML to Markdown, including everything outside the main content."""
    root = read_markup(markup)
    return "" if root is None else readable(to_markdown(root, ""))


def long_to_text(markup: str) -> str:
    """Convert flat HTML of any length to Markdown, section by section."""
    return "\n\n".join(filter(None, map(to_text, _stretches(markup))))


def first_heading(text: str) -> str:
    """Return the first heading of Markdown text, or "" if it has none."""
    found = _FIRST_HEADING.search(text)
    return " ".join(plain(found[1]).strip(" #").split()) if found else ""


def _stretches(markup: str) -> list[str]:
    cuts = [0]
    depth = tags = 0
    for match in _TAG.finditer(markup):
        closing, name = match.groups()
        tags += 1
        if not closing and depth == 0 and tags > _MOST_TAGS:
            cuts.append(match.start())
            tags = 0
        if name in _NESTING:
            depth = max(0, depth - 1) if closing else depth + 1
    return [markup[a:b] for a, b in zip(cuts, [*cuts[1:], len(markup)], strict=True)]


def load_html(body: bytes, name: str) -> Loaded:
    """Load the main content of a page as Markdown.

    A page without main content, such as a login form, is loaded as a whole.
    """
    title = published = note = ""
    try:
        page = extract(Document(body, "text/html", None, name))
        title, text, published = page.title, page.text, page.published
        note = "Only its first 60,000 elements were read." if page.cut else ""
    except Unreadable:
        text = to_text(decode(body))
    composer = Composer()
    composer.add(text)
    return composer.loaded(title or name, "text/html", date=published, note=note)


# --- EPUB 2 and 3 by chapter: https://www.w3.org/TR/epub-33/

_PROTECTED: Final = frozenset({"META-INF/rights.xml", "META-INF/license.lcpl"})
# an HTML parser takes an empty XML element for one that is never closed
_EMPTY: Final = re.compile(
    r"<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|wbr)\b)([a-zA-Z][\w:-]{0,40})"
    r"(\s[^<>]{0,2000})?/>"
)


def load_epub(_body: bytes, archive: Archive, name: str) -> Loaded:
    """Load a book with one part per chapter, labelled with its first heading, in reading order."""
    if archive.names & _PROTECTED:
        raise Unreadable(f"{name} is copy-protected.", "Look for a copy without it.")
    container = parse_xml(archive.read("META-INF/container.xml"))
    found = None if container is None else next(container.iter("{*}rootfile"), None)
    path = "" if found is None else found.get("full-path") or ""
    package = parse_xml(archive.read(path))
    if package is None:
        raise Unreadable(f"{name} is damaged: it doesn't list its chapters.")
    composer = Composer()
    for chapter in _chapters(package, path):
        markup = decode(archive.read(chapter))
        text = long_to_text(_EMPTY.sub(r"<\1\2></\1>", markup))
        composer.add(text, label=first_heading(text))
        if composer.full:
            break
    title = words_of(package, "title") or name
    return composer.loaded(title, "application/epub+zip", date=iso_date(words_of(package, "date")))


def _chapters(package: Element, path: str) -> list[str]:
    """Return the paths of the chapters in reading order, without duplicates."""
    folder = posixpath.dirname(path)
    files = {
        item.get("id"): posixpath.normpath(posixpath.join(folder, unquote(item.get("href") or "")))
        for item in package.iter("{*}item")
    }
    order = (files.get(each.get("idref"), "") for each in package.iter("{*}itemref"))
    return [each for each in dict.fromkeys(order) if each]
