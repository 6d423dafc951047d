"""Jupyter notebooks (https://nbformat.readthedocs.io), by cells."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from desktop_agent.core.errors import Unreadable
from desktop_agent.knowledge.loaders.composing import Composer
from desktop_agent.knowledge.loaders.file_name import base_name
from desktop_agent.knowledge.loaders.loaded import Loaded
from desktop_agent.knowledge.loaders.markup import first_heading
from desktop_agent.knowledge.loaders.text import text_in
from desktop_agent.web.extract.markdown.code import fenced

_MOST_OUTPUT: Final = 1000  # characters of a cell's
_PART: Final = 1200  # characters; smaller cells stand in a part together, about a chunk's size
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_IS_HEADING: Final = re.compile(r"\s*#{1,6} ")


def load_notebook(body: bytes, name: str) -> Loaded:
    """Gives the cells: text as it is, code fenced, below it the start of what it printed.

    Small cells that follow on each other are one part, ``cells 3-5``; a heading begins a new one.

    Raises:
        Unreadable: it is no notebook.
    """
    try:
        book = json.loads(text_in(body, name))
        cells = _cells_of(book)
    except (ValueError, RecursionError):
        cells = None
    if cells is None:
        raise Unreadable(f"{base_name(name)} is no notebook, or is broken.")
    language = _language(book)
    composer = Composer()
    texts: list[str] = []
    first = 1
    title = ""
    for number, cell in enumerate(cells, 1):
        text = _cell_text(cell, language)
        title = title or (first_heading(text) if _kind(cell) == "markdown" else "")
        begins = _kind(cell) == "markdown" and _IS_HEADING.match(text)
        if texts and (begins or sum(map(len, texts)) + len(text) > _PART):
            _add(composer, texts, first)
            texts = []
        if not texts:
            first = number
        texts.append(text)
    if texts:
        _add(composer, texts, first)
    return composer.loaded(title or base_name(name), "application/x-ipynb+json")


def _add(composer: Composer, texts: list[str], first: int) -> None:
    last = first + len(texts) - 1
    label = f"cell {first}" if last == first else f"cells {first}-{last}"
    composer.add("\n\n".join(filter(None, texts)), label=label)


def _cells_of(book: Any) -> list[Any] | None:
    if not isinstance(book, dict):
        return None
    sheets = book.get("worksheets")  # up to version 3
    if isinstance(sheets, list):
        found = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        return [cell for cells in found if isinstance(cells, list) for cell in cells]
    cells = book.get("cells")
    return cells if isinstance(cells, list) else None


def _language(book: dict[str, Any]) -> str:
    metadata = book.get("metadata")
    for section, key in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(section) if isinstance(metadata, dict) else None
        said = part.get(key) if isinstance(part, dict) else None
        if isinstance(said, str) and said.isalnum() and len(said) <= 20:
            return said.lower()
    return "python"


def _kind(cell: Any) -> str:
    kind = cell.get("cell_type") if isinstance(cell, dict) else ""
    return kind if isinstance(kind, str) else ""


def _cell_text(cell: Any, language: str) -> str:
    if not isinstance(cell, dict):
        return ""
    source = _joined(cell.get("source", cell.get("input")))
    if _kind(cell) != "code":
        return source.strip("\n")
    outputs = cell.get("outputs")
    printed = "\n".join(_printed(outputs)).strip() if isinstance(outputs, list) else ""
    printed = _ESCAPES.sub("", printed[: 2 * _MOST_OUTPUT])
    if len(printed) > _MOST_OUTPUT:
        printed = f"{printed[:_MOST_OUTPUT].rstrip()}\u2026"
    blocks = [fenced(source, language) if source.strip() else ""]
    if printed:
        blocks.append(f"Output:\n\n{fenced(printed, '')}")
    return "\n\n".join(filter(None, blocks))


def _printed(outputs: list[Any]) -> Iterator[str]:
    for output in outputs:
        if not isinstance(output, dict):
            continue
        data = output.get("data")
        if isinstance(data, dict):
            yield _joined(data.get("text/plain"))
        elif "ename" in output:
            yield f"{output.get('ename')}: {output.get('evalue')}"[:_MOST_OUTPUT]
        else:
            yield _joined(output.get("text"))


def _joined(source: Any) -> str:
    """Gives text that is stored whole or by lines."""
    if isinstance(source, list):
        return "".join(each for each in source if isinstance(each, str))
    return source if isinstance(source, str) else ""
