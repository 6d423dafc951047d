"""An edit of a text document that may stay open from one piece of a growing text to the next.

At the end of an edit in which rows came or went, Qt goes through every piece of text of the whole
document, to find out anew which frame is within which: milliseconds in a long one, though rows
change nothing in that. So such an edit is left open, and laid out as it is, until something needs
its end.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument


class DocumentEdit:
    """The edit that all writing to a document is part of.

    ``begin`` and ``end`` stand around what is written at a time. ``close`` is to be called before
    something else is done to the document, and before lines are asked for by a cursor.
    """

    def __init__(self, document: QTextDocument) -> None:
        self.tables = 0
        """Counts the tables that came."""
        self._document = document
        self._cursor = QTextCursor(document)
        self.is_open = False
        """True while ``close`` has something to end."""
        self._rows_changed = False
        self._table_is_new = False

    def begin(self) -> None:
        """Says that something will be written."""
        self._table_is_new = False
        if not self.is_open:
            self.is_open = True
            self._cursor.beginEditBlock()

    def table_comes(self, *, is_new: bool) -> None:
        """Says that a table is written; it is not ``is_new`` where an earlier edit has made it."""
        self.tables += 1
        self._table_is_new |= is_new
        self._rows_changed |= not is_new

    def rows_change(self) -> None:
        """Says that a table that was there before has got other rows, or has gone."""
        self._rows_changed = True

    def end(self) -> None:
        """Has laid out what was written."""
        if self._rows_changed and not self._table_is_new:
            self._document.markContentsDirty(self._document.characterCount() - 1, 0)
        else:
            self.close()

    def close(self) -> None:
        """Ends the edit, where one is open."""
        if self.is_open:
            self.is_open = self._rows_changed = False
            self._cursor.endEditBlock()


# --- A change of a text document after which no more is painted than has changed.
#
# Qt itself paints everything from the last of its own marks on, which may be a screen further up.


@contextmanager
def without_painting(document: QTextDocument) -> Iterator[None]:
    """Keeps Qt from painting what is changed within; the caller sees to it."""
    layout = document.documentLayout()
    layout.blockSignals(True)
    try:
        yield
    finally:
        layout.blockSignals(False)


@contextmanager
def repaint_only(document: QTextDocument, start: int, end: int) -> Iterator[None]:
    """Has the blocks from one position to another painted again, whose looks are changed within.

    What is below them is painted too where they have become taller or less tall.
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
    layout.update[QRectF].emit(box)  # type: ignore[index] # the one that takes a part
