"""Presentations, slide by slide."""

import io
from collections.abc import Iterator
from typing import Any, Final

from desktop_agent.knowledge.loaders.archive import Archive
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.core_properties import core_properties
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.table_groups import row_line
from desktop_agent.web.extract.readable import one_line

_MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
_MOST_TITLE: Final = 200
_MOST_DEPTH: Final = 20  # groups within groups


def load_pptx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Gives a part for each slide: its title, its texts as lists, its tables and its notes."""
    import pptx

    archive.refuse_declarations()
    presentation = pptx.Presentation(io.BytesIO(body))
    composer = Composer()
    for number, slide in enumerate(presentation.slides, 1):
        shape = slide.shapes.title
        title = one_line(shape.text_frame.text, _MOST_TITLE) if shape is not None else ""
        blocks = [text for each in _shapes(slide.shapes, 0) if (text := _text_of(each, shape))]
        notes = _notes(slide)
        if notes:
            blocks.append(f"Notes: {notes}")
        if title or blocks:
            heading = f"## Slide {number}: {title}" if title else f"## Slide {number}"
            composer.add("\n\n".join((heading, *blocks)), page=number, label=title)
    title, date = core_properties(archive)
    if title.lower() == "powerpoint presentation":
        title = ""
    return composer.loaded(title or base_name(name), _MEDIA_TYPE, date=date)


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
