"""Loaders for Word documents, OpenDocument texts and presentations."""

import io
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any, Final

from desktop_agent.core.text import one_line
from desktop_agent.knowledge.loaders.archive import (
    Archive,
    XmlElement,
    core_properties,
    parse_xml,
    words_of,
)
from desktop_agent.knowledge.loaders.document import Composer, Loaded, base_name
from desktop_agent.knowledge.loaders.html import first_heading, long_to_text
from desktop_agent.knowledge.loaders.spreadsheets import row_line
from desktop_agent.web.extract.facts.page_date import iso_date

# --- Very long Word documents: headings, paragraphs and tables only
#
# mammoth takes half a millisecond and 20 KB for each paragraph; this takes a fiftieth.

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TAGS: Final = {"tbl": "table", "tr": "tr", "tc": "td"}
_BREAKS: Final = {"tab": " ", "br": "<br>", "cr": "<br>", "noBreakHyphen": "-"}
_HEADING: Final = re.compile(r"heading ([1-6])", re.IGNORECASE)


def plain_markup(archive: Archive) -> str:
    """Return a Word document as simple HTML without notes, or "" if it has no body."""
    document = parse_xml(archive.read("word/document.xml"))
    body = None if document is None else document.find(f"{_W}body")
    if body is None:
        return ""
    return "".join(_markup(body, _levels(parse_xml(archive.read("word/styles.xml")))))


def _levels(styles: XmlElement | None) -> Mapping[str, int]:
    """Map the id of each heading style to its level."""
    found = {}
    for style in () if styles is None else styles.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        level = _HEADING.fullmatch(name.get(f"{_W}val") or "") if name is not None else None
        if level:
            found[style.get(f"{_W}styleId")] = int(level[1])
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


# --- Word documents, via HTML

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_LONG: Final = 8_000_000  # bytes of markup
_STYLES: Final = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
"""


def load_docx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Load a Word document with its headings, lists, tables and notes.

    Documents of more than a thousand pages are loaded without lists and notes; ``note`` mentions
    only the missing notes.
    """
    archive.refuse_declarations()
    is_long = archive.size("word/document.xml") > _LONG
    text = long_to_text(plain_markup(archive) if is_long else _docx_markup(body))
    title, date = core_properties(archive)
    composer = Composer()
    composer.add(text)
    return composer.loaded(
        title or first_heading(text) or base_name(name),
        MEDIA_TYPE,
        date=date,
        note="It is very long: its notes were not read." if is_long else "",
    )


def _docx_markup(body: bytes) -> str:
    import mammoth

    done = mammoth.convert_to_html(
        io.BytesIO(body),
        style_map=_STYLES,
        convert_image=_without_image,
        include_embedded_style_map=False,
    )
    return str(done.value)


def _without_image(image: Any) -> list[Any]:
    """Return an image's alternative text, without reading or downloading the image."""
    from mammoth import html

    said = image.alt_text
    return [html.text(f" [{said}] ")] if said else []


# --- OpenDocument texts, via HTML: https://docs.oasis-open.org/office/OpenDocument/v1.3/

_MEDIA_TYPE: Final = "application/vnd.oasis.opendocument.text"
_ODT_TAGS: Final = {
    "p": "p", "list": "ul", "list-item": "li", "list-header": "li", "table": "table",
    "table-row": "tr", "table-cell": "td", "note-body": "span",
}  # fmt: skip
_LEFT_OUT: Final = frozenset({"note-citation", "tracked-changes", "annotation", "forms", "frame"})
_SPACES: Final = {"s": " ", "tab": " ", "line-break": "<br>"}


def load_odt(_body: bytes, archive: Archive, name: str) -> Loaded:
    """Load an OpenDocument text, with each note at its reference."""
    archive.refuse_declarations()
    content = parse_xml(archive.read("content.xml"))
    body = None if content is None else next(content.iter("{*}text"), None)
    text = "" if body is None else long_to_text("".join(_odt_markup(body)))
    meta = parse_xml(archive.read("meta.xml"))
    title = words_of(meta, "title") or first_heading(text) or base_name(name)
    date = iso_date(words_of(meta, "date")) or iso_date(words_of(meta, "creation-date"))
    composer = Composer()
    composer.add(text)
    return composer.loaded(title, _MEDIA_TYPE, date=date)


def _odt_markup(body: XmlElement) -> Iterator[str]:
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
        levels = (value for key, value in element.attrib.items() if key.endswith("}outline-level"))
        stated = next(levels, "")
        level = (min(int(stated), 6) if stated.isdigit() and len(stated) < 3 else 0) or 1
        return f"</h{level}>" if closing else f"<h{level}>"
    if kind == "note-body":
        return ")" if closing else " ("
    tag = _ODT_TAGS.get(kind)
    return "" if tag is None else f"</{tag}>" if closing else f"<{tag}>"


_PPTX_MEDIA_TYPE: Final = (
    "application/vnd.openxmlformats-officedocument.presentationml.presentation"
)
_MOST_TITLE: Final = 200
_MOST_DEPTH: Final = 20  # groups within groups


def load_pptx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Load a presentation with one part per slide: its title, text, tables and notes."""
    import pptx

    archive.refuse_declarations()
    presentation = pptx.Presentation(io.BytesIO(body))
    composer = Composer()
    for number, slide in enumerate(presentation.slides, 1):
        shape = slide.shapes.title
        title = one_line(shape.text_frame.text, _MOST_TITLE) if shape is not None else ""
        blocks = [text for each in _shapes(slide.shapes, 0) if (text := _text_of(each, shape))]
        if notes := _notes(slide):
            blocks.append(f"Notes: {notes}")
        if title or blocks:
            heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
            composer.add("\n\n".join((heading, *blocks)), page=number, label=title)
    title, date = core_properties(archive)
    if title.lower() == "powerpoint presentation":
        title = ""
    return composer.loaded(title or base_name(name), _PPTX_MEDIA_TYPE, date=date)


def _shapes(shapes: Any, depth: int) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            if depth < _MOST_DEPTH:
                yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _text_of(shape: Any, title: Any) -> str:
    if title is not None and shape.shape_id == title.shape_id:
        return ""
    if getattr(shape, "has_table", False):
        return _table(shape.table)
    if not shape.has_text_frame:
        return ""
    paragraphs = [(each.level, " ".join(each.text.split())) for each in shape.text_frame.paragraphs]
    paragraphs = [(level, text) for level, text in paragraphs if text]
    if len(paragraphs) == 1:
        return paragraphs[0][1]
    return "\n".join(f"{'  ' * level}- {text}" for level, text in paragraphs)


def _table(table: Any) -> str:
    rows = [[" ".join(cell.text.split()) for cell in row.cells] for row in table.rows]
    if not rows:
        return ""
    return "\n".join((row_line(rows[0]), "|" + " --- |" * len(rows[0]), *map(row_line, rows[1:])))


def _notes(slide: Any) -> str:
    if not slide.has_notes_slide:
        return ""
    frame = slide.notes_slide.notes_text_frame
    return frame.text.strip() if frame is not None else ""
