"""Write Markdown tables to a `QTextDocument`.

A long table is written as several Qt tables of a few rows each, because Qt lays out a whole table
again when one of its cells changes. All of them use the column widths determined from the first
rows. New rows are appended to the last Qt table, because rewriting it would take several times as
long.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, Signal
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
    QTextTableCell,
    QTextTableCellFormat,
    QTextTableFormat,
)
from PySide6.QtWidgets import QTextBrowser

from desktop_agent.core.text import plain_figure
from desktop_agent.frontends.ui.markdown.citation_chips import chip_of
from desktop_agent.frontends.ui.markdown.document_edits import DocumentEdit
from desktop_agent.frontends.ui.markdown.hover_button import HoverButton
from desktop_agent.frontends.ui.markdown.inline_writer import InlineWriter
from desktop_agent.frontends.ui.markdown.parser import Block
from desktop_agent.frontends.ui.markdown.text_styles import GAP, HEAD, TextStyles, fragments
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Spare table for the end of a long text
#
# When a table is inserted, Qt scans every text fragment of the document to determine which frame
# contains it, which takes a millisecond in a long text. Changing rows and columns does not. A table
# is therefore inserted while idle, and used when one is needed.

_BEFORE = 2
"""Number of positions from the end of the text to the table, including a block that Qt hides."""
_LONG = 20_000
"""Minimum number of characters of a document with a spare table; Qt is fast enough below it."""


class SpareTable:
    """An invisible table kept in reserve after the end of the text.

    The cursor ``writing`` stays at the end of the text, before this table.
    """

    def __init__(self, writing: QTextCursor, edit: DocumentEdit) -> None:
        self._writing = writing
        self._document = writing.document()
        self._edit = edit
        self._table: QTextTable | None = None

    @property
    def is_wanted(self) -> bool:
        """True if there is no spare table yet, and the text is long and contains tables."""
        if self._table is not None or not self._edit.tables:
            return False
        return self._document.characterCount() >= _LONG

    @property
    def end(self) -> int:
        if self._table is not None:
            return self._table.firstPosition() - _BEFORE
        return self._document.characterCount() - 1

    @property
    def last_block(self) -> QTextBlock:
        return self._document.findBlock(self.end)

    @property
    def height(self) -> float:
        """The height in pixels that the table adds.

        With a table below it, Qt counts the last margin of the text.
        """
        return self.last_block.blockFormat().bottomMargin() if self._table is not None else 0.0

    def make(self) -> None:
        """Insert the table after the end of the text, in a separate edit."""
        end = self.end
        unseen = QTextBlockFormat()
        unseen.setLineHeight(0, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        self._edit.begin()
        cursor = QTextCursor(self._document)
        cursor.setPosition(end)
        cursor.insertBlock(unseen)
        self._table = cursor.insertTable(1, 1, _bare_table())
        for at in (self._table.firstPosition(), self._table.lastPosition() + 1):
            cursor.setPosition(at)
            cursor.setBlockFormat(unseen)
        self._writing.setPosition(end)
        self._edit.close()

    def take(self) -> QTextTable | None:
        """Make the table part of the text and return it, or return None if there is none."""
        table = self._table
        if table is not None:
            self._remove(self.end + 1)
            self._table = None
        return table

    def drop(self) -> None:
        """Remove the table if there is one, leaving the surrounding edit open."""
        if self._table is not None:
            self._edit.begin()
            self._edit.rows_change()
            self._remove(self._document.characterCount() - 1)
            self._table = None

    def _remove(self, to: int) -> None:
        """Remove everything from the end of the written text to the position ``to``."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(self.end)
        form = cursor.blockFormat()
        cursor.setPosition(to, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.setBlockFormat(form)


_LEAST, _MOST = 6, 40
"""Bounds of the length of a column's longest cell, in characters, for its share of the width."""
_COLUMNS_MOST = 64
_ROWS = 6
"""Number of rows in each Qt table of a long table, not counting the head rows.

Qt lays out a whole table again when a cell changes, which takes 0.1 ms per row. On the other hand,
each table makes writing below it a little slower.
"""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """The last of the Qt tables that make up a Markdown table; new rows are added to it."""

    table: QTextTable
    rows: int
    """Number of rows, including the head rows."""
    room: int
    """Number of rows that still fit."""
    longest: tuple[int, ...]
    """Length of the longest cell in each column, within ``_LEAST`` and ``_MOST``."""
    is_first: bool
    """True while the column widths still adapt to the rows."""

    @property
    def changes_from(self) -> int:
        """The position from which adding a row may change the text.

        This is the last row or, while the column widths still adapt, the entire table.
        """
        row = 0 if self.is_first else self.rows - 1
        return self.table.cellAt(row, 0).firstPosition()


class TableWriter:
    """Writes Markdown tables as one or more Qt tables, and adds rows to them."""

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
        """Write the first Qt table; return it and the rows that did not fit."""
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
        """Write the next Qt table below ``before``; return it and the rows that did not fit."""
        taken = rows[:_ROWS]
        table = self._insert(cursor, taken, before.longest, left)
        room = _ROWS - len(taken)
        return OpenTable(table, len(taken), room, before.longest, is_first=False), rows[_ROWS:]

    def add(
        self, to: OpenTable, rows: Sequence[Block], *, for_now: bool
    ) -> tuple[OpenTable, Sequence[Block]]:
        """Add rows to a table; return it and the rows that did not fit.

        If ``for_now`` is True, all rows are added, because they will be rewritten when more text
        arrives.
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
        """Remove the rows that were added to the Qt table after ``to`` was created."""
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
        """Write a Qt table with ``bold`` header rows, and leave the cursor after it."""
        form = _bare_table()
        form.setLeftMargin(left)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints(_shares(longest))
        table = self._spare.take()
        self._edit.count_table(is_new=table is None)
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
        fitted = to.table, to.longest
        if to.is_first and fitted != self._fitted:
            form = to.table.format()
            form.setColumnWidthConstraints(_shares(to.longest))
            to.table.setFormat(form)
            self._fitted = fitted

    def _row(self, table: QTextTable, index: int, row: Block, *, bold: bool = False) -> None:
        for column, cell in enumerate(row.children[: table.columns()]):
            place = table.cellAt(index, column)
            place.setFormat(self._cell_format(first=not column, bold=bold))
            cursor = place.firstCursorPosition()
            cursor.setBlockFormat(self._block_format(str(cell.token.attrGet("style") or "")))
            self._inline.write(cursor, cell.inline, self._bold if bold else self._styles.body)

    def _cell_format(self, *, first: bool, bold: bool) -> QTextTableCellFormat:
        form = self._cells.get((first, bold))
        if form is None:
            palette = self._styles.palette
            form = self._cells[first, bold] = QTextTableCellFormat()
            form.setProperty(HEAD, bold)
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


def _bare_table() -> QTextTableFormat:
    form = QTextTableFormat()
    form.setBorder(0)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    form.setCellPadding(0)
    form.setCellSpacing(0)
    return form


def _longest(before: tuple[int, ...], rows: Iterable[Block]) -> tuple[int, ...]:
    longest = list(before)
    for row in rows:
        for column, cell in enumerate(row.children[: len(longest)]):
            length = sum(len(token.content) for token in cell.inline)
            longest[column] = max(longest[column], min(length, _MOST))
    return tuple(longest)


def _shares(longest: tuple[int, ...]) -> list[QTextLength]:
    """Return each column's share of the width, in proportion to its longest cell."""
    total = sum(longest)
    return [QTextLength(QTextLength.Type.PercentageLength, 100 * part / total) for part in longest]


# --- The numbers of a table

_CHARTED = range(2, 61)
"""Numbers of rows that make a chart."""
_BLANK = frozenset(("", "-", "–", "—", "?", "n/a", "…"))  # noqa: RUF001 - as tables write it
_UNIT_MOST = 14
"""Maximum number of characters beside a number, such as those of a unit."""
_FIGURE = re.compile(r"(?P<sign>[-\u2212]?)(?P<figure>\d+(?:[\s.,'\u2019]\d+)*)")
_SEPARATOR = re.compile(r"\d[.,](?=\d)")
_GROUPED = re.compile(r"\d[.,]\d{3}[.,]\d")
"""Matches a figure with both thousands and decimals, such as 1,234.5."""


@dataclass(frozen=True, slots=True)
class Series:
    """A column of numbers: its heading, its values (None where the cell is blank) and its cells."""

    name: str
    values: tuple[float | None, ...]
    cells: tuple[str, ...]
    unit: str


@dataclass(frozen=True, slots=True)
class ChartData:
    """The numbers of a table. ``x`` holds the labels as numbers if they increase, else nothing."""

    labels: tuple[str, ...]
    series: tuple[Series, ...]
    x: tuple[float, ...] = ()


def chart_data(rows: Sequence[Sequence[str]]) -> ChartData | None:
    """Return the numbers of a table given as rows of cells, or None if it has none to compare.

    The first row holds the headings. The labels are the first column of text or, if there is none,
    the first column.
    """
    head, *body = rows or [()]
    if len(body) not in _CHARTED:
        return None
    columns = list(zip(*(row[: len(head)] for row in body), strict=True))
    read = [_series(name, cells) for name, cells in zip(head, columns, strict=False)]
    x = _increasing(read[0]) if read else ()
    at = 0 if x else next((place for place, each in enumerate(read) if each is None), 0)
    series = tuple(each for place, each in enumerate(read) if each is not None and place != at)
    return ChartData(tuple(columns[at]), series, x if at == 0 else ()) if series else None


def _series(name: str, cells: Sequence[str]) -> Series | None:
    """Read a column, or return None if it is not one of numbers."""
    values: list[float | None] = []
    units = set()
    for cell in cells:
        if cell.strip() in _BLANK:
            values.append(None)
            continue
        found = list(_FIGURE.finditer(cell))
        unit = _FIGURE.sub("", cell).strip()
        if len(found) != 1 or len(unit) > _UNIT_MOST:
            return None
        plain, _place = plain_figure(found[0]["figure"])
        if "." in plain and len(_SEPARATOR.findall(cell)) > 1 and not _GROUPED.search(cell):
            return None  # a version or a date
        values.append(-float(plain) if found[0]["sign"] else float(plain))
        units.add(unit)
    if sum(value is not None for value in values) < _CHARTED.start:
        return None
    return Series(name, tuple(values), tuple(cells), units.pop() if len(units) == 1 else "")


def _increasing(series: Series | None) -> tuple[float, ...]:
    values = () if series is None else tuple(each for each in series.values if each is not None)
    complete = series is not None and len(values) == len(series.values) > _CHARTED.start
    return values if complete and all(a < b for a, b in pairwise(values)) else ()


# --- A table as a chart


class TableChart(HoverButton):
    """A button that shows the numbers of the table under the mouse as a chart.

    ``wanted`` is emitted with the `ChartData`.
    """

    wanted = Signal(object)

    def __init__(self, theme: Theme, view: QTextBrowser) -> None:
        tip = self.tr("Show these numbers as a chart (also in the context menu)")
        super().__init__(theme, view, "chart", self.tr("Chart"), tip)
        self.button.setObjectName("copyCode")
        self._seen: tuple[QTextTable, int] | None = None
        self._data: ChartData | None = None
        self._first: QTextTable | None = None

    def data_at(self, at: QPoint) -> ChartData | None:
        """Return the numbers of the table at a point, or None if there is nothing to compare."""
        table = self._view.cursorForPosition(at).currentFrame()
        if not isinstance(table, QTextTable):
            return None
        seen = (table, self._view.document().revision())
        if seen != self._seen:
            parts = _parts_of(table)
            self._seen, self._first = seen, parts[0]
            self._data = chart_data([row for part in parts for row in _cells(part)])
        return self._data

    def top_at(self, at: QPoint) -> float | None:
        if self.data_at(at) is None or self._first is None:
            return None
        return self._view.document().documentLayout().frameBoundingRect(self._first).top() - 5

    def press(self) -> None:
        self.wanted.emit(self._data)


def _parts_of(table: QTextTable) -> list[QTextTable]:
    """Return all Qt tables of the Markdown table to which ``table`` belongs."""
    parts = [table]
    while not _has_head(parts[0]):
        before = _beside(parts[0], parts[0].firstPosition() - 1, -1)
        if before is None:
            break
        parts.insert(0, before)
    while True:
        behind = _beside(parts[-1], parts[-1].lastPosition() + 1, 1)
        if behind is None or _has_head(behind):
            return parts
        parts.append(behind)


def _beside(table: QTextTable, at: int, step: int) -> QTextTable | None:
    """Return the table beyond the gap at a position, if it has as many columns."""
    gap = table.document().findBlock(at)
    if not gap.isValid() or not gap.blockFormat().boolProperty(GAP):
        return None
    cursor = QTextCursor(gap.next() if step > 0 else gap.previous())
    other = cursor.currentFrame()
    return other if isinstance(other, QTextTable) and other.columns() == table.columns() else None


def _has_head(table: QTextTable) -> bool:
    return table.cellAt(0, 0).format().boolProperty(HEAD)


def _cells(table: QTextTable) -> Iterator[list[str]]:
    """Yield the rows of a table as texts without citations."""
    for row in range(table.rows()):
        yield [_text_of(table.cellAt(row, column)) for column in range(table.columns())]


def _text_of(cell: QTextTableCell) -> str:
    pieces = fragments(cell.firstCursorPosition().block())
    kept = [each.text() for each in pieces if chip_of(each.charFormat().anchorHref()) is None]
    return " ".join("".join(kept).split())
