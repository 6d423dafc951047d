"""Document edits that may stay open between pieces of a growing text, and limited repainting.

At the end of an edit that added or removed table rows, Qt scans every text fragment of the document
to find out which frame contains which: milliseconds in a long one, although rows do not change
that. Such an edit is therefore left open, and laid out as it is, until something needs its end.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument


class DocumentEdit:
    """The edit block shared by everything that writes to a document.

    ``begin`` and ``end`` enclose each write. Call ``close`` before anything else changes the
    document, and before requesting lines by a cursor.
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
        self._table_is_new = False
        if not self.is_open:
            self.is_open = True
            self._cursor.beginEditBlock()

    def table_comes(self, *, is_new: bool) -> None:
        """Record that a table is written; ``is_new`` is False if an earlier edit created it."""
        self.tables += 1
        self._table_is_new |= is_new
        self._rows_changed |= not is_new

    def rows_change(self) -> None:
        """Record that rows of an existing table changed, or that it was removed."""
        self._rows_changed = True

    def end(self) -> None:
        """Lay out what was written."""
        if self._rows_changed and not self._table_is_new:
            self._document.markContentsDirty(self._document.characterCount() - 1, 0)
        else:
            self.close()

    def close(self) -> None:
        """End the edit if one is open."""
        if self.is_open:
            self.is_open = self._rows_changed = False
            self._cursor.endEditBlock()


# --- Limited repainting
#
# Qt itself repaints everything from its last checkpoint on, which may be a screen further up.


@contextmanager
def without_painting(document: QTextDocument) -> Iterator[None]:
    """Suppress Qt's repainting of changes made within; the caller repaints."""
    layout = document.documentLayout()
    layout.blockSignals(True)
    try:
        yield
    finally:
        layout.blockSignals(False)


@contextmanager
def repaint_only(document: QTextDocument, start: int, end: int) -> Iterator[None]:
    """Repaint only the blocks between two positions, whose look changes within.

    What is below them is repainted too if their height changed.
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
