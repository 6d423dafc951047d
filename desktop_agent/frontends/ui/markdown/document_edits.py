"""Limit how much of a document Qt repaints after a change.

Qt itself repaints everything from its last checkpoint on, which may be a screen further up.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument


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

    If the height of the document has changed, everything below this text is repainted as well.
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
