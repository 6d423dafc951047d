"""Markdown tables into a QTextDocument.

A long table is written as several Qt tables of a few rows each, so that what is complete need not
be laid out again. All of them share the column widths that the first rows asked for.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
    QTextTableFormat,
)

from desktop_agent.ui.markdown.blocks import Block
from desktop_agent.ui.markdown.inline_writer import InlineWriter
from desktop_agent.ui.markdown.text_styles import TextStyles

_LEAST, _MOST = 6, 40
"""Characters of a column's widest cell, as they count for its share of the width."""
_COLUMNS_MOST = 64


class TableWriter:
    """Writes tables; remembers the widths of the last one for its later rows."""

    def __init__(self, styles: TextStyles, inline: InlineWriter) -> None:
        self._styles = styles
        self._inline = inline
        self._widths: list[QTextLength] = []
        self._cells: dict[tuple[bool, bool], QTextTableCellFormat] = {}
        self._blocks: dict[str, QTextBlockFormat] = {}
        self._bold = QTextCharFormat(styles.body)
        self._bold.setFontWeight(QFont.Weight.DemiBold)

    def write(
        self,
        cursor: QTextCursor,
        heads: Sequence[Block],
        rows: Sequence[Block],
        *,
        left: float,
        head: bool,
    ) -> None:
        """Writes the rows, under the heads where the table begins; leaves the cursor after it."""
        head_rows = [row for part in heads for row in part.children]
        columns = min(max((len(row.children) for row in head_rows), default=1), _COLUMNS_MOST)
        if head or len(self._widths) != columns:
            self._widths = _shares([*head_rows, *rows], columns)
        shown = [*head_rows, *rows] if head else list(rows)
        table = cursor.insertTable(len(shown), columns, self._format(left))
        for index, row in enumerate(shown):
            bold = head and index < len(head_rows)
            for column, cell in enumerate(row.children[:columns]):
                self._cell(table, index, column, cell, bold=bold)
        cursor.setPosition(table.lastPosition() + 1)

    def _format(self, left: float) -> QTextTableFormat:
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        form.setCellPadding(0)
        form.setCellSpacing(0)
        form.setLeftMargin(left)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints(self._widths)
        return form

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


def _shares(rows: Sequence[Block], columns: int) -> list[QTextLength]:
    """Gives each column a share of the width by its longest cell."""
    longest = [_LEAST] * columns
    for row in rows:
        for column, cell in enumerate(row.children[:columns]):
            length = sum(len(token.content) for token in cell.inline)
            longest[column] = max(longest[column], min(length, _MOST))
    total = sum(longest)
    return [QTextLength(QTextLength.Type.PercentageLength, 100 * part / total) for part in longest]
