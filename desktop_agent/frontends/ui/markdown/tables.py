"""Markdown tables into a QTextDocument.

A long table is written as several Qt tables of a few rows each, so that what is complete need not
be laid out again. All of them share the column widths that the first rows asked for. The last one
is added to as its rows come: to write it anew would cost several times as much.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from desktop_agent.frontends.ui.markdown.document_edits import DocumentEdit
from desktop_agent.frontends.ui.markdown.inline_writer import InlineWriter
from desktop_agent.frontends.ui.markdown.parser import Block
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles

# --- A table that waits unseen at the end of a long text for the next one that is to be written.
#
# When Qt gets a table it goes through every piece of text of the whole document, to find out anew
# which frame is within which: a millisecond in a long one. Rows and columns can come without that. So
# a table is put there while nothing else is to be done, and taken when one is needed.

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

    def __init__(self, writing: QTextCursor, edit: DocumentEdit) -> None:
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


_LEAST, _MOST = 6, 40
"""Characters of a column's widest cell, as they count for its share of the width."""
_COLUMNS_MOST = 64
_ROWS = 6
"""Rows of each of the Qt tables that a long table is made of; the first has those of the head too.

Qt lays all of a table out again when a cell changes: 0.1 ms a row. Each table makes all that is
written below it a little slower.
"""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The last of the Qt tables of a table, which takes the rows that come."""

    table: QTextTable
    rows: int
    """How many it has, that of the head among them."""
    room: int
    """How many it still takes."""
    longest: tuple[int, ...]
    """Characters of each column's longest cell, as they count for its share of the width."""
    is_first: bool
    """True where the widths of the columns still follow the rows."""

    @property
    def changes_from(self) -> int:
        """The position of what the next row may change: of the last row, or of all."""
        row = 0 if self.is_first else self.rows - 1
        return self.table.cellAt(row, 0).firstPosition()


class TableWriter:
    """Writes tables."""

    def __init__(
        self, styles: TextStyles, inline: InlineWriter, edit: DocumentEdit, spare: SpareTable
    ) -> None:
        self._edit = edit
        self._spare = spare
        self._styles = styles
        self._inline = inline
        self._fitted: tuple[QTextTable, tuple[int, ...]] | None = None
        self._cells: dict[tuple[bool, bool], QTextTableCellFormat] = {}
        self._blocks: dict[str, QTextBlockFormat] = {}
        self._bold = QTextCharFormat(styles.body)
        self._bold.setFontWeight(QFont.Weight.DemiBold)

    def begin(
        self, cursor: QTextCursor, heads: Sequence[Block], rows: Sequence[Block], *, left: float
    ) -> tuple[OpenTable, Sequence[Block]]:
        """Writes the first of the Qt tables; gives it and the rows that had no room in it."""
        head_rows = [row for part in heads for row in part.children]
        columns = min(max((len(row.children) for row in head_rows), default=1), _COLUMNS_MOST)
        taken = rows[:_ROWS]
        longest = _longest((_LEAST,) * columns, [*head_rows, *taken])
        table = self._insert(cursor, [*head_rows, *taken], longest, left, bold=len(head_rows))
        self._fitted = table, longest
        count = len(head_rows) + len(taken)
        opened = OpenTable(table, count, _ROWS - len(taken), longest, is_first=True)
        return opened, rows[_ROWS:]

    def go_on(
        self, cursor: QTextCursor, rows: Sequence[Block], before: OpenTable, *, left: float
    ) -> tuple[OpenTable, Sequence[Block]]:
        """Writes the next one, below ``before``; gives it and the rows that had no room in it."""
        taken = rows[:_ROWS]
        table = self._insert(cursor, taken, before.longest, left)
        room = _ROWS - len(taken)
        return OpenTable(table, len(taken), room, before.longest, is_first=False), rows[_ROWS:]

    def add(
        self, to: OpenTable, rows: Sequence[Block], *, for_now: bool
    ) -> tuple[OpenTable, Sequence[Block]]:
        """Adds rows to a table; gives it and the rows that had no room in it.

        What is written ``for_now``, until more of it comes, always has room: to make a table for it
        takes longer.
        """
        fitting = rows[: to.room]
        taken = rows if for_now else fitting
        if not taken:
            return to, rows
        self._edit.rows_change()
        to.table.appendRows(len(taken))
        for index, row in enumerate(taken, to.rows):
            self._row(to.table, index, row)
        longest = _longest(to.longest, fitting) if to.is_first else to.longest
        count, room = to.rows + len(taken), to.room - len(fitting)
        grown = replace(to, rows=count, room=room, longest=longest)
        self._fit(grown)
        return grown, rows[len(taken) :]

    def put_back(self, to: OpenTable) -> None:
        """Takes out the rows that a table has got since."""
        more = to.table.rows() - to.rows
        if more > 0:
            self._edit.rows_change()
            to.table.removeRows(to.rows, more)
            self._fit(to)

    def _insert(
        self,
        cursor: QTextCursor,
        rows: Sequence[Block],
        longest: tuple[int, ...],
        left: float,
        *,
        bold: int = 0,
    ) -> QTextTable:
        """Writes a Qt table, its first rows bold; leaves the cursor after it."""
        form = self._format(left, longest)
        table = self._spare.take()
        self._edit.table_comes(is_new=table is None)
        if table is None:
            table = cursor.insertTable(len(rows), len(longest), form)
        else:
            table.resize(len(rows), len(longest))
            table.setFormat(form)
        for index, row in enumerate(rows):
            self._row(table, index, row, bold=index < bold)
        cursor.setPosition(table.lastPosition() + 1)
        return table

    def _fit(self, to: OpenTable) -> None:
        """Gives the columns the widths that the rows ask for."""
        fitted = to.table, to.longest
        if to.is_first and fitted != self._fitted:
            form = to.table.format()
            form.setColumnWidthConstraints(_shares(to.longest))
            to.table.setFormat(form)
            self._fitted = fitted

    def _format(self, left: float, longest: tuple[int, ...]) -> QTextTableFormat:
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        form.setCellPadding(0)
        form.setCellSpacing(0)
        form.setLeftMargin(left)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints(_shares(longest))
        return form

    def _row(self, table: QTextTable, index: int, row: Block, *, bold: bool = False) -> None:
        for column, cell in enumerate(row.children[: table.columns()]):
            self._cell(table, index, column, cell, bold=bold)

    def _cell(self, table: QTextTable, row: int, column: int, cell: Block, *, bold: bool) -> None:
        place = table.cellAt(row, column)
        place.setFormat(self._cell_format(first=not column, bold=bold))
        cursor = place.firstCursorPosition()
        cursor.setBlockFormat(self._block_format(str(cell.token.attrGet("style") or "")))
        self._inline.write(cursor, cell.inline, self._bold if bold else self._styles.body)

    def _cell_format(self, *, first: bool, bold: bool) -> QTextTableCellFormat:
        form = self._cells.get((first, bold))
        if form is None:
            palette = self._styles.palette
            form = self._cells[first, bold] = QTextTableCellFormat()
            form.setTopPadding(6)
            form.setBottomPadding(3)
            form.setLeftPadding(4 if first else 10)
            form.setRightPadding(10)
            form.setBottomBorder(1)
            form.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            line = palette.border_strong if bold else palette.border
            form.setBottomBorderBrush(QBrush(QColor(line)))
            form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
        return form

    def _block_format(self, style: str) -> QTextBlockFormat:
        form = self._blocks.get(style)
        if form is None:
            form = self._blocks[style] = self._styles.block(bottom=0)
            form.setAlignment(self._styles.alignment(style) | Qt.AlignmentFlag.AlignTop)
        return form


def _longest(before: tuple[int, ...], rows: Iterable[Block]) -> tuple[int, ...]:
    longest = list(before)
    for row in rows:
        for column, cell in enumerate(row.children[: len(longest)]):
            length = sum(len(token.content) for token in cell.inline)
            longest[column] = max(longest[column], min(length, _MOST))
    return tuple(longest)


def _shares(longest: tuple[int, ...]) -> list[QTextLength]:
    """Gives each column a share of the width by its longest cell."""
    total = sum(longest)
    return [QTextLength(QTextLength.Type.PercentageLength, 100 * part / total) for part in longest]
