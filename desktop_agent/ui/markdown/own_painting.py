"""A change of a text document after which no more is painted than has changed.

Qt itself paints everything from the last of its own marks on, which may be a screen further up.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument


@contextmanager
def unpainted(document: QTextDocument) -> Iterator[None]:
    """Keeps Qt from painting what is changed within; the caller sees to it."""
    layout = document.documentLayout()
    layout.blockSignals(True)
    try:
        yield
    finally:
        layout.blockSignals(False)


@contextmanager
def painted_alone(document: QTextDocument, start: int, end: int) -> Iterator[None]:
    """Has the blocks from one position to another painted again, whose looks are changed within.

    What is below them is painted too where they have become taller or less tall.
    """
    layout = document.documentLayout()
    before = layout.documentSize()
    with unpainted(document):
        yield
    box = layout.blockBoundingRect(document.findBlock(start))
    box = box.united(layout.blockBoundingRect(document.findBlock(end)))
    size = layout.documentSize()
    if size != before:
        box.setBottom(max(before.height(), size.height()))
        layout.documentSizeChanged.emit(size)
    layout.update[QRectF].emit(box)  # type: ignore[index] # the one that takes a part
