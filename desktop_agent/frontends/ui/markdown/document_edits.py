"""Keep document edits open while text is added, and limit repainting.

At the end of an edit that added or removed table rows, Qt scans every text fragment of the document
to determine which frame contains it. In a long document, this takes milliseconds, although rows do
not change the result. Such an edit therefore stays open, although its text is laid out, until an
operation requires it to end.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument


class DocumentEdit:
    """The edit block shared by all code that writes to a document.

    Call `begin` and `end` around each write. Call `close` before any other code changes the
    document, and before a cursor is used to query lines.
    """

    def __init__(self, document: QTextDocument) -> None:
        self.tables = 0
        """Number of tables written so far."""
        self._document = document
        self._cursor = QTextCursor(document)
        self.is_open = False
        """True while the edit block is open."""
        self._rows_changed = False
        self._table_is_new = False

    def begin(self) -> None:
        self._table_is_new = False
        if not self.is_open:
            self.is_open = True
            self._cursor.beginEditBlock()

    def count_table(self, *, is_new: bool) -> None:
        """Record that a table was written; ``is_new`` is False if an earlier edit created it."""
        self.tables += 1
        self._table_is_new |= is_new
        self._rows_changed |= not is_new

    def rows_change(self) -> None:
        """Record that an existing table was removed or its rows were changed."""
        self._rows_changed = True

    def end(self) -> None:
        """Lay out the text; leave the edit open if it changed table rows but created no table."""
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

    If its height has changed, the text below is repainted as well.
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
