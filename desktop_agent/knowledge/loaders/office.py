"""Loaders for Word documents, presentations and Rich Text."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from desktop_agent.core.text import one_line
from desktop_agent.knowledge.loaders.archive import Archive, properties
from desktop_agent.knowledge.loaders.document import Composer, Loaded
from desktop_agent.knowledge.loaders.html import first_heading, long_to_text
from desktop_agent.knowledge.loaders.programs import how_to_install
from desktop_agent.knowledge.loaders.spreadsheets import row_line

# --- Word documents, via HTML

RTF: Final = "application/rtf"
MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_STYLES: Final = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
comment-reference => sup
"""


def load_docx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Load a Word document with its headings, lists, tables, notes and comments."""
    import mammoth

    archive.refuse_declarations()
    done = mammoth.convert_to_html(
        io.BytesIO(body),
        style_map=_STYLES,
        convert_image=_without_image,
        include_embedded_style_map=False,
    )
    text = long_to_text(str(done.value))
    title, date = properties(archive)
    composer = Composer()
    composer.add(text)
    title = title or first_heading(text) or name
    return composer.loaded(title, MEDIA_TYPE, date=date)


def _without_image(image: Any) -> list[Any]:
    """Return an image's alternative text, without reading or downloading the image."""
    from mammoth import html

    said = image.alt_text
    return [html.text(f" [{said}] ")] if said else []


# --- Presentations

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
        composer.add_slide(number, title, blocks)
    title, date = properties(archive)
    if title.lower() == "powerpoint presentation":
        title = ""
    return composer.loaded(title or name, _PPTX_MEDIA_TYPE, date=date)


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
    """Return the text of the notes page without its date, page number, header and footer."""
    from pptx.enum.shapes import PP_PLACEHOLDER

    if not slide.has_notes_slide:
        return ""
    small = {
        PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.HEADER,
        PP_PLACEHOLDER.SLIDE_NUMBER,
    }  # fmt: skip
    texts = (
        shape.text_frame.text.strip()
        for shape in _shapes(slide.notes_slide.shapes, 0)
        if shape.has_text_frame
        and not (shape.is_placeholder and shape.placeholder_format.type in small)
    )
    return "\n\n".join(filter(None, texts))


# --- Rich Text

_LOST_RTF: Final = (b"\\footnote", b"\\annotation")


def load_rtf(body: bytes, name: str) -> Loaded:
    """Load the text of a Rich Text document; only LibreOffice can read its notes."""
    from striprtf.striprtf import rtf_to_text

    text = rtf_to_text(body.decode("latin-1"), errors="replace")  # type: ignore[no-untyped-call]
    composer = Composer()
    composer.add("\n".join(line.strip() for line in text.splitlines()))
    loaded = composer.loaded(name, RTF)
    if not any(mark in body for mark in _LOST_RTF):
        return loaded
    note = "Its notes and comments were not read: that needs LibreOffice."
    return replace(loaded, note=note, remedy=how_to_install("LibreOffice"))
