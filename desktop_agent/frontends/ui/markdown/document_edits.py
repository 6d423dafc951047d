"""Keep edits to a document open while text is added, and limit how much Qt repaints.

When an edit that added or removed table rows ends, Qt scans every text fragment of the document to
find the frame that contains it. In a long document, this takes milliseconds, and row changes never
affect the result. Such an edit is therefore kept open, with its text already laid out, until some
operation requires it to end.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextCursor, QTextDocument


class DocumentEdit:
    """The edit block shared by all code that writes to a document.

    Call `begin` before and `end` after each write. Call `close` before other code changes the
    document, and before using a cursor to query lines.
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
        """Record that a table was written; ``is_new`` is False if a spare Qt table was used."""
        self.tables += 1
        self._table_is_new |= is_new
        self._rows_changed |= not is_new

    def rows_change(self) -> None:
        """Record that an existing table was removed or its rows were changed."""
        self._rows_changed = True

    def end(self) -> None:
        """Lay out the text and close the edit.

        If the edit changed table rows but created no table, it is left open.
        """
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
