"""Extract the readable content of a response body. Runs only in the worker process."""

from datetime import UTC, datetime

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.research import PageFormat
from desktop_agent.core.text import one_line, readable
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.content.blocks import page_signs
from desktop_agent.web.extract.content.main_content import main_content
from desktop_agent.web.extract.csv_json import json_text, table_text
from desktop_agent.web.extract.encoding import Markup, decode
from desktop_agent.web.extract.facts.page_facts import (
    article_body,
    data_section,
    declaration,
    page_facts,
)
from desktop_agent.web.extract.feed import feed_page
from desktop_agent.web.extract.html_tree import Element, absolute
from desktop_agent.web.extract.markdown.page_tree import clean, read_markup
from desktop_agent.web.extract.markdown.writer import to_html, to_markdown, to_text
from desktop_agent.web.extract.media_type import Kind, sniff
from desktop_agent.web.extract.pdf import read_pdf
from desktop_agent.web.extract.walls import ServedPage, Wall, find_wall, refusal
from desktop_agent.web.extract.worker_messages import Document, ExtractedDocument

MAX_LINKS = 1000
_MAX_LINK_LENGTH = 2000
_MAX_TITLE_LENGTH = 300


def extract(document: Document) -> ExtractedDocument:
    """Extract the text of a document in the requested format.

    HTML is reduced to its main content, PDFs are split by page and feeds by entry, and JSON is
    reformatted. CSV becomes a table if Markdown is requested. Other text is only cleaned up.

    Raises:
        Unreadable: the document is unsupported or corrupt, or contains no text.
    """
    kind, media_type = sniff(document.body, document.media_type, document.url, document.charset)
    if kind is Kind.PDF:
        title, text, published = read_pdf(document.body, document.url)
        title = one_line(title, _MAX_TITLE_LENGTH)
        return ExtractedDocument(title, readable(text), media_type, published=published)
    if kind is Kind.HTML:
        return _extract_html(document, media_type)
    markup: Markup = "xml" if kind is Kind.XML else "none"
    text = readable(decode(document.body, document.charset, markup))
    if not text:
        raise Unreadable(f"{document.url} is empty.")
    feed = feed_page(text, document.url) if kind is Kind.XML else None
    if feed is not None:
        page, title, date = feed
        if written := _write(page, document.url, document.format):
            links = _links(page, document.url)
            return ExtractedDocument(title, written, media_type, links, (), date)
    if kind is Kind.JSON:
        text = json_text(text)
    elif kind is Kind.TABLE and document.format == "markdown":
        text = table_text(text)
    return ExtractedDocument("", text, media_type)


def _extract_html(document: Document, media_type: str) -> ExtractedDocument:
    markup = decode(document.body, document.charset)
    root = html_tree.parse(markup)
    if root is None:
        raise Unreadable(f"{document.url} is empty.")
    base_url = _base_url(root, document.url)
    declared = declaration(root, markup, datetime.now(UTC).date(), document.url)
    signs = page_signs(root, markup, declared.title, document.url)
    clean(root)
    links = _links(root, base_url)
    facts = page_facts(declared, root)
    main = main_content(root, signs)
    text = "" if main is None else _write(main, base_url, document.format)
    if main is not None and not text:
        main = read_markup(markup)
        text = _write(main, base_url, document.format)
    words = html_tree.text_of(root if main is None else main) or text
    wall = find_wall(ServedPage(document.url, markup, words, declared.access))
    if not text or wall is Wall.SCRIPTS:
        body = article_body(declared.title, declared.access.body)
        text = "" if body is None else _write(body, base_url, document.format)
        wall = None if text else wall or (Wall.SCRIPTS if main is None and signs.scripted else None)
    if wall not in (None, Wall.PAYWALL):
        raise refusal(wall, document.url)
    if not text:
        raise Unreadable(f"The page {document.url} contains no readable text.")
    return ExtractedDocument(
        declared.title,
        text,
        media_type,
        links,
        facts,
        declared.published,
        data_section(text, facts, document.format),
        declared.author,
        declared.site,
        wall or "",
        html_tree.was_cut(root),
    )


def _write(element: Element, base_url: str, form: PageFormat) -> str:
    if not html_tree.text_of(element) and element.find(".//img[@alt]") is None:
        return ""
    match form:
        case "markdown":
            return readable(to_markdown(element, base_url))
        case "text":
            return readable(to_text(element))
        case "html":
            return readable(to_html(element, base_url))


def _base_url(root: Element, url: str) -> str:
    base = root.find(".//base[@href]")
    return url if base is None else absolute(url, base.get("href")) or url


def _links(root: Element, base_url: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for element in root.iter("a", "area"):
        url = absolute(base_url, element.get("href") or "").partition("#")[0]
        if url and len(url) <= _MAX_LINK_LENGTH:
            found[url] = None
            if len(found) == MAX_LINKS:
                break
    return tuple(found)
