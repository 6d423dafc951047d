"""Highlight code blocks gradually, and offer a button to copy them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QPoint, QRectF
from PySide6.QtGui import QGuiApplication, QTextBlock, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser

from desktop_agent.frontends.ui.markdown.hover_button import HoverAct
from desktop_agent.frontends.ui.markdown.text_styles import (
    CODE_GAP,
    CODE_PADDING,
    CODE_RUN,
    TextStyles,
)
from desktop_agent.frontends.ui.widgets.plain_text import utf16_units

# --- Repainting only what has changed: by itself Qt repaints from as far as a screen further up


@contextmanager
def without_painting(document: QTextDocument) -> Iterator[None]:
    """Suppress Qt's repainting of changes made in the ``with`` block; the caller must repaint."""
    layout = document.documentLayout()
    layout.blockSignals(True)
    try:
        yield
    finally:
        layout.blockSignals(False)


@contextmanager
def repaint_only(document: QTextDocument, start: int, end: int) -> Iterator[None]:
    """Repaint only the text between two positions after the ``with`` block has changed it.

    If the document's height has changed, everything below is repainted as well.
    """
    layout = document.documentLayout()
    before = layout.documentSize()
    with without_painting(document):
        yield
    box = layout.blockBoundingRect(document.findBlock(start))
    box = box.united(layout.blockBoundingRect(document.findBlock(end)))
    size = layout.documentSize()
    if size != before:
        box.setBottom(max(before.height(), size.height()))
        layout.documentSizeChanged.emit(size)
    layout.update[QRectF].emit(box)  # type: ignore[index] # the overload with a rectangle


# --- Highlighting of closed blocks, a few tokens at a time
#
# Pygments yields tokens, so the work can pause after a few milliseconds and continue later. A
# thread would not help, because regular expressions hold the GIL while they match.

_MOST = 100_000
"""Maximum number of characters of a code block; longer ones are not highlighted."""
_AT_ONCE = 40
"""Minimum number of tokens to highlight together, since each edit lays out the lines again."""


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """A code block in a document. Its cursor stays on the code when earlier text changes."""

    cursor: QTextCursor
    text: str
    language: str


def language_of(info: str) -> str:
    """Return the language named in a fence's info string, or "" if it names none."""
    return info.split(maxsplit=1)[0] if info.strip() else ""


def colour(code: CodeBlock, styles: TextStyles) -> Iterator[None]:
    """Highlight a code block, yielding after each token.

    Nothing is highlighted if the block is too long or its length has changed in the meantime.
    """
    if len(code.text) > _MOST:
        return
    from desktop_agent.frontends.ui.markdown.code_highlight import highlighted

    pieces: list[tuple[int, int, QTextCharFormat]] = []
    at = 0
    for text, form in highlighted(code.text, code.language, styles):
        end = at + utf16_units(text)
        if form is not None:
            pieces.append((at, end, form))
        at = end
        if len(pieces) >= _AT_ONCE:
            _write(code, pieces)
            pieces.clear()
        yield
    _write(code, pieces)


def _write(code: CodeBlock, pieces: list[tuple[int, int, QTextCharFormat]]) -> None:
    start, end = code.cursor.selectionStart(), code.cursor.selectionEnd()
    if end - start != utf16_units(code.text) or not pieces:
        return
    document = code.cursor.document()
    cursor = QTextCursor(document)
    with repaint_only(document, start, end):
        cursor.beginEditBlock()
        for first, last, form in pieces:
            cursor.setPosition(start + first)
            cursor.setPosition(start + last, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(form)
        cursor.endEditBlock()


def code_at(view: QTextBrowser, at: QPoint) -> QTextBlock | None:
    """Return the first line of the code block at a point, which may be in its header."""
    block = view.cursorForPosition(at).block()
    if not run_of(block):
        block = block.next()  # the header lies in the margin of the first line
    run = run_of(block)
    box = view.document().documentLayout().blockBoundingRect(block)
    above = max(CODE_PADDING, block.blockFormat().topMargin() - CODE_GAP)
    if not run or not box.top() - above <= at.y() <= box.bottom() + CODE_PADDING:
        return None
    while run_of(block.previous()) == run:
        block = block.previous()
    return block


def copy_act(view: QTextBrowser, at: QPoint) -> HoverAct | None:
    """Return the action that copies the code block at a point, or None if there is none."""
    first = code_at(view, at)
    if first is None:
        return None
    tr = partial(QCoreApplication.translate, "CodeCopy")
    tip = tr("Copy this code (also in the context menu)")
    top = view.document().documentLayout().blockBoundingRect(first).top()
    top += CODE_GAP - first.blockFormat().topMargin()
    return HoverAct(top, "copy", tr("Copy"), tip, partial(copy_run, first))


def run_of(block: QTextBlock) -> int:
    """Return the number of the code block that a line belongs to, or 0 if it is not code."""
    return block.blockFormat().intProperty(CODE_RUN) if block.isValid() else 0


def copy_run(first: QTextBlock) -> None:
    """Copy the code block that starts at the given line to the clipboard."""
    lines: list[str] = []
    run = run_of(first)
    while run and run_of(first) == run:
        lines.append(first.text())
        first = first.next()
    QGuiApplication.clipboard().setText("\n".join(lines))
