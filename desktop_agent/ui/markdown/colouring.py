"""Code that is coloured once its block has closed, a few tokens at a time.

Pygments is a generator, so it is stopped after some milliseconds and gone on with later. A thread
would not help: the expressions that it matches hold the interpreter's lock all the while.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QTextCharFormat, QTextCursor

from desktop_agent.ui.markdown.own_painting import painted_alone
from desktop_agent.ui.markdown.text_styles import TextStyles

_MOST = 100_000
"""Characters of a block of code that are still coloured."""
_AT_ONCE = 40
"""Coloured pieces that are written in one go: Qt lays the lines out again after each."""


@dataclass(frozen=True, slots=True)
class WrittenCode:
    """A block of code in a document; the cursor keeps its place while text before it changes."""

    cursor: QTextCursor
    text: str
    language: str


def language_of(info: str) -> str:
    """Gives the language that a fence names, or nothing."""
    return info.split(maxsplit=1)[0] if info.strip() else ""


def colour(code: WrittenCode, styles: TextStyles) -> Iterator[None]:
    """Colours the code; yields where it may rest. Does nothing to a text that has changed."""
    if len(code.text) > _MOST:
        return
    from desktop_agent.ui.markdown.code_highlight import highlighted

    pieces: list[tuple[int, int, QTextCharFormat]] = []
    at = 0
    for text, form in highlighted(code.text, code.language, styles):
        end = at + _units(text)
        if form is not None:
            pieces.append((at, end, form))
        at = end
        if len(pieces) >= _AT_ONCE:
            _write(code, pieces)
            pieces.clear()
        yield
    _write(code, pieces)


def _write(code: WrittenCode, pieces: list[tuple[int, int, QTextCharFormat]]) -> None:
    start, end = code.cursor.selectionStart(), code.cursor.selectionEnd()
    if end - start != _units(code.text) or not pieces:
        return
    document = code.cursor.document()
    cursor = QTextCursor(document)
    with painted_alone(document, start, end):
        cursor.beginEditBlock()
        for first, last, form in pieces:
            cursor.setPosition(start + first)
            cursor.setPosition(start + last, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(form)
        cursor.endEditBlock()


def _units(text: str) -> int:
    """Qt counts UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
