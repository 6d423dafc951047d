"""Word documents that are too long for the reader of their form: headings, paragraphs and tables.

mammoth takes half a millisecond and 20 KB for each paragraph; this takes a fiftieth.
"""

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.xml_tree import XmlElement, parse_xml

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TAGS: Final = {"tbl": "table", "tr": "tr", "tc": "td"}
_BREAKS: Final = {"tab": " ", "br": "<br>", "cr": "<br>", "noBreakHyphen": "-"}
_HEADING: Final = re.compile(r"heading ([1-6])", re.IGNORECASE)


def plain_markup(archive: Archive) -> str:
    """Gives the document as simple HTML; empty where there is none. Its notes are not in it."""
    document = parse_xml(archive.read("word/document.xml"))
    body = None if document is None else document.find(f"{_W}body")
    if body is None:
        return ""
    return "".join(_markup(body, _levels(parse_xml(archive.read("word/styles.xml")))))


def _levels(styles: XmlElement | None) -> Mapping[str, int]:
    """Gives the levels of the styles that are headings."""
    found = {}
    for style in () if styles is None else styles.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        told = _HEADING.fullmatch(name.get(f"{_W}val") or "") if name is not None else None
        if told:
            found[style.get(f"{_W}styleId")] = int(told[1])
    return found


def _markup(body: XmlElement, levels: Mapping[str, int]) -> Iterator[str]:
    from lxml import etree

    paragraph = "p"
    for event, element in etree.iterwalk(body, events=("start", "end")):
        kind = element.tag.removeprefix(_W)
        if kind == "p":
            style = element.find(f"{_W}pPr/{_W}pStyle") if event == "start" else None
            level = levels.get(style.get(f"{_W}val"), 0) if style is not None else 0
            if event == "start":
                paragraph = f"h{level}" if level else "p"
            yield f"<{paragraph}>" if event == "start" else f"</{paragraph}>"
        elif kind in _TAGS:
            yield f"<{'' if event == 'start' else '/'}{_TAGS[kind]}>"
        elif event == "start" and kind == "t":
            yield escape(element.text or "")
        elif event == "start" and kind in _BREAKS:
            yield _BREAKS[kind]
