"""A table that waits unseen at the end of a long text for the next one that is to be written.

When Qt gets a table it goes through every piece of text of the whole document, to find out anew
which frame is within which: a millisecond in a long one. Rows and columns can come without that. So
a table is put there while nothing else is to be done, and taken when one is needed.
"""

from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextTable,
    QTextTableFormat,
)

from desktop_agent.ui.markdown.open_edit import OpenEdit

_BEFORE = 2
"""Positions from the end of what is written to the table: Qt hides an empty block before a table, so
that there is one that may be hidden.
"""
_LONG = 20_000
"""Characters from which a document has a spare table: in a shorter one Qt is quick enough."""


class SpareTable:
    """The table behind the end of what is written, where there is one. It is not seen.

    ``writing`` is the cursor that writes: it is at the end whenever a table is made.
    """

    def __init__(self, writing: QTextCursor, edit: OpenEdit) -> None:
        self._writing = writing
        self._document = writing.document()
        self._edit = edit
        self._table: QTextTable | None = None

    @property
    def is_wanted(self) -> bool:
        """True where one should be made: the text is long, and has had tables."""
        if self._table is not None or not self._edit.tables:
            return False
        return self._document.characterCount() >= _LONG

    @property
    def end(self) -> int:
        """The position at which what is written ends."""
        if self._table is not None:
            return self._table.firstPosition() - _BEFORE
        return self._document.characterCount() - 1

    @property
    def last_block(self) -> QTextBlock:
        """The last block of what is written."""
        return self._document.findBlock(self.end)

    @property
    def height(self) -> float:
        """Pixels that the document is taller by: without it, the last margin does not count."""
        return self.last_block.blockFormat().bottomMargin() if self._table is not None else 0.0

    def make(self) -> None:
        """Puts a table behind the end, in an edit of its own."""
        end = self.end
        unseen = QTextBlockFormat()
        unseen.setLineHeight(0, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        form.setCellPadding(0)
        form.setCellSpacing(0)
        self._edit.begin()
        cursor = QTextCursor(self._document)
        cursor.setPosition(end)
        cursor.insertBlock(unseen)
        self._table = cursor.insertTable(1, 1, form)
        for at in (self._table.firstPosition(), self._table.lastPosition() + 1):
            cursor.setPosition(at)
            cursor.setBlockFormat(unseen)
        self._writing.setPosition(end)
        self._edit.close()

    def take(self) -> QTextTable | None:
        """Gives the table, if there is one; it belongs to the text from now on."""
        table = self._table
        if table is not None:
            self._remove(self.end + 1)
            self._table = None
        return table

    def drop(self) -> None:
        """Takes the table out again, if there is one; the edit that this is part of stays open."""
        if self._table is not None:
            self._edit.begin()
            self._edit.rows_change()
            self._remove(self._document.characterCount() - 1)
            self._table = None

    def _remove(self, to: int) -> None:
        """Removes what stands between the end of what is written and a position."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(self.end)
        form = cursor.blockFormat()
        cursor.setPosition(to, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.setBlockFormat(form)
