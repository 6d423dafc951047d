"""A body to what can be read of it. Runs in the worker process, never in the program itself."""

import re
from datetime import UTC, datetime

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.research import PageFormat
from desktop_agent.web.extract.charset import decode
from desktop_agent.web.extract.content.main_content import main_content
from desktop_agent.web.extract.document import Document, Extracted
from desktop_agent.web.extract.facts.data_section import data_section
from desktop_agent.web.extract.facts.page_facts import declaration, page_facts
from desktop_agent.web.extract.formats.pdf import read_pdf
from desktop_agent.web.extract.markdown.clean_html import to_html
from desktop_agent.web.extract.markdown.writer import absolute, to_markdown, to_text
from desktop_agent.web.extract.media_type import Kind, sniff
from desktop_agent.web.extract.readable import one_line, readable
from desktop_agent.web.extract.tree import html_tree
from desktop_agent.web.extract.tree.html_tree import Element

MAX_LINKS = 1000
_MAX_LINK_LENGTH = 2000
_MAX_TITLE_LENGTH = 300

_NEEDS_SCRIPTS = re.compile(
    r"\s*(?:(?:please\s+)?(?:wait|loading)\b|.{0,80}\b(?:enable|requires?|turn\s+on|without)\s.{0,40}"
    r"\b(?:javascript|scripts?|js)\b)",
    re.IGNORECASE | re.DOTALL,
)
_SHORT = 200  # characters; a page that says more than "switch scripts on" is longer


def extract(document: Document) -> Extracted:
    """Gives the text of a document in the form it asks for.

    HTML is cut down to its main content; PDF is given page by page; text of other kinds as it is.

    Raises:
        Unreadable: it is of a kind that is not read, is broken, or holds no text.
    """
    kind, media_type = sniff(document.body, document.media_type, document.url)
    if kind is Kind.PDF:
        title, text, published = read_pdf(document.body, document.url)
        title = one_line(title, _MAX_TITLE_LENGTH)
        return Extracted(title, readable(text), media_type, published=published)
    if kind is Kind.HTML:
        return _extract_html(document, media_type)
    text = readable(decode(document.body, document.charset, markup="xml" in media_type))
    if not text:
        raise Unreadable(f"{document.url} is empty.")
    return Extracted("", text, media_type)


def _extract_html(document: Document, media_type: str) -> Extracted:
    markup = decode(document.body, document.charset)
    root = html_tree.parse(markup)
    if root is None:
        raise Unreadable(f"{document.url} is empty.")
    base_url = _base_url(root, document.url)
    title = _title(root)
    scripted = root.find(".//script") is not None
    declared = declaration(root, markup, datetime.now(UTC).date())
    html_tree.remove_unseen(root)
    links = _links(root, base_url)
    facts = page_facts(declared, root)
    text = _write(main_content(root), base_url, document.format)
    if not text:
        text = _write(_whole_body(markup), base_url, document.format)
    if not text or (scripted and len(text) < _SHORT and _NEEDS_SCRIPTS.match(text)):
        raise _no_text(document.url, scripted=scripted)
    return Extracted(
        title,
        text,
        media_type,
        links,
        facts,
        declared.published,
        declared.language,
        data_section(text, facts, document.format),
    )


def _whole_body(markup: str) -> Element:
    root = html_tree.parse(markup)
    html_tree.remove_unseen(root)
    return root


def _no_text(url: str, *, scripted: bool) -> Unreadable:
    if scripted:
        return Unreadable(
            f"The page {url} holds no readable text without JavaScript.",
            "Look for another page that says the same.",
        )
    return Unreadable(f"The page {url} holds no readable text.")


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


def _title(root: Element) -> str:
    found = root.find(".//head/title")
    if found is None:
        found = root.find(".//h1")
    return "" if found is None else one_line(html_tree.text_of(found), _MAX_TITLE_LENGTH)


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
