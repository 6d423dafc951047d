"""OpenDocument texts, by way of HTML: https://docs.oasis-open.org/office/OpenDocument/v1.3/."""

from collections.abc import Iterator
from html import escape
from typing import Final

from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import first_heading, long_to_text
from desktop_agent.knowledge.loaders.xml_tree import XmlElement, parse_xml, words_of
from desktop_agent.web.extract.facts.page_date import iso_date

_MEDIA_TYPE: Final = "application/vnd.oasis.opendocument.text"
_TAGS: Final = {
    "p": "p", "list": "ul", "list-item": "li", "list-header": "li", "table": "table",
    "table-row": "tr", "table-cell": "td", "note-body": "span",
}  # fmt: skip
_LEFT_OUT: Final = frozenset({"note-citation", "tracked-changes", "annotation", "forms", "frame"})
_SPACES: Final = {"s": " ", "tab": " ", "line-break": "<br>"}


def load_odt(_body: bytes, archive: Archive, name: str) -> Loaded:
    """Gives the text with its headings, lists and tables; notes stand where they are called."""
    archive.refuse_declarations()
    content = parse_xml(archive.read("content.xml"))
    body = None if content is None else next(content.iter("{*}text"), None)
    text = "" if body is None else long_to_text("".join(_markup(body)))
    meta = parse_xml(archive.read("meta.xml"))
    title = words_of(meta, "title") or first_heading(text) or base_name(name)
    date = iso_date(words_of(meta, "date")) or iso_date(words_of(meta, "creation-date"))
    composer = Composer()
    composer.add(text)
    return composer.loaded(title, _MEDIA_TYPE, date=date)


def _markup(body: XmlElement) -> Iterator[str]:
    from lxml import etree

    skipped = 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        kind = etree.QName(element).localname
        if kind in _LEFT_OUT:
            skipped += 1 if event == "start" else -1
        elif not skipped:
            yield _tag(element, kind, closing=event == "end")
            if event == "start":
                yield escape(element.text or "")
        if event == "end" and element is not body and not skipped:
            yield escape(element.tail or "")


def _tag(element: XmlElement, kind: str, *, closing: bool) -> str:
    if kind in _SPACES:
        return "" if closing else _SPACES[kind]
    if kind == "h":
        told = next(
            (value for key, value in element.attrib.items() if key.endswith("}outline-level")), ""
        )
        level = min(int(told), 6) if told.isdigit() and len(told) < 3 and int(told) else 1
        return f"</h{level}>" if closing else f"<h{level}>"
    if kind == "note-body":
        return ")" if closing else " ("
    tag = _TAGS.get(kind)
    return "" if tag is None else f"</{tag}>" if closing else f"<{tag}>"
