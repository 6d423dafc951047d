"""Write Markdown tables to a `QTextDocument`, and read their numbers for charts.

A long table is written as several Qt tables of a few rows each, because Qt lays out a whole table
again when one of its cells changes. All of them use the column widths determined from the first
rows.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QPoint, Qt
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
    QTextTableCell,
    QTextTableCellFormat,
    QTextTableFormat,
)
from PySide6.QtWidgets import QTextBrowser

from desktop_agent.core.text import plain_figure
from desktop_agent.frontends.ui.markdown.citation_chips import chip_of
from desktop_agent.frontends.ui.markdown.hover_button import HoverAct
from desktop_agent.frontends.ui.markdown.inline_writer import InlineWriter
from desktop_agent.frontends.ui.markdown.parser import Block
from desktop_agent.frontends.ui.markdown.text_styles import GAP, HEAD, TextStyles, fragments

_LEAST, _MOST = 6, 40
"""Bounds of the length of a column's longest cell, in characters, for its share of the width."""
_COLUMNS_MOST = 64
_ROWS_MOST, _CHARS_MOST = 4, 1_000
"""Size of a Qt table: it is complete once it has so many rows or characters."""


def complete_rows(rows: Sequence[Block]) -> int:
    """Return how many rows, counted from the first, fill whole Qt tables."""
    return sum(map(len, _parts(rows)[:-1]))


def _parts(rows: Sequence[Block]) -> list[list[Block]]:
    """Split the rows into one part per Qt table. The last part is incomplete or empty."""
    parts: list[list[Block]] = [[]]
    chars = 0
    for row in rows:
        parts[-1].append(row)
        chars += sum(len(cell.children[0].token.content) for cell in row.children)
        if len(parts[-1]) == _ROWS_MOST or chars >= _CHARS_MOST:
            parts.append([])
            chars = 0
    return parts


class TableWriter:
    """Writes Markdown tables."""

    def __init__(self, styles: TextStyles, inline: InlineWriter) -> None:
        self._styles = styles
        self._inline = inline
        self._cells: dict[tuple[bool, bool], QTextTableCellFormat] = {}
        self._blocks: dict[str, QTextBlockFormat] = {}
        self._bold = QTextCharFormat(styles.body)
        self._bold.setFontWeight(QFont.Weight.DemiBold)

    def write(
        self,
        cursor: QTextCursor,
        head: Sequence[Block],
        rows: Sequence[Block],
        longest: tuple[int, ...],
        *,
        left: float,
    ) -> tuple[int, ...]:
        """Write rows at the cursor, with a gap block below each Qt table.

        ``head`` holds the header rows, or is empty if the rows continue a table. In that case,
        ``longest`` is the value returned for the beginning of the table: the length of each
        column's longest cell.
        """
        first, *more = _parts(rows)
        if head:
            columns = min(max(len(row.children) for row in head), _COLUMNS_MOST)
            longest = _longest((_LEAST,) * columns, [*head, *first])
        for index, part in enumerate([[*head, *first], *more]):
            if part:
                self._insert(cursor, part, longest, left, bold=0 if index else len(head))
        return longest

    def _insert(
        self,
        cursor: QTextCursor,
        rows: Sequence[Block],
        longest: tuple[int, ...],
        left: float,
        *,
        bold: int,
    ) -> None:
        """Write a Qt table with ``bold`` header rows, leaving the cursor after it."""
        form = QTextTableFormat()
        form.setBorder(0)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
        form.setCellPadding(0)
        form.setCellSpacing(0)
        form.setLeftMargin(left)
        form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        form.setColumnWidthConstraints(_shares(longest))
        table = cursor.insertTable(len(rows), len(longest), form)
        for index, row in enumerate(rows):
            self._row(table, index, row, bold=index < bold)
        cursor.setPosition(table.lastPosition() + 1)
        cursor.setBlockFormat(self._styles.gap())
        cursor.setBlockCharFormat(self._styles.invisible)

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


def _longest(before: tuple[int, ...], rows: Iterable[Block]) -> tuple[int, ...]:
    longest = list(before)
    for row in rows:
        for column, cell in enumerate(row.children[: len(longest)]):
            length = sum(len(token.content) for token in cell.inline)
            longest[column] = max(longest[column], min(length, _MOST))
    return tuple(longest)


def _shares(longest: tuple[int, ...]) -> list[QTextLength]:
    """Return each column's share of the width, proportional to its longest cell."""
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
    """A column of numbers: its heading, values (None for blank cells) and cells."""

    name: str
    values: tuple[float | None, ...]
    cells: tuple[str, ...]
    unit: str


@dataclass(frozen=True, slots=True)
class ChartData:
    """The numbers of a table, with a label for each row."""

    labels: tuple[str, ...]
    series: tuple[Series, ...]


def chart_data(rows: Sequence[Sequence[str]]) -> ChartData | None:
    """Return the numbers in a table's rows, or None if there is nothing to compare.

    The first row holds the headings. The labels come from the first column if its numbers increase,
    like years, or else from the first text column.
    """
    head, *body = rows or [()]
    if len(body) not in _CHARTED:
        return None
    columns = list(zip(*(row[: len(head)] for row in body), strict=True))
    read = [_series(name, cells) for name, cells in zip(head, columns, strict=False)]
    texts = (place for place, each in enumerate(read) if each is None)
    at = 0 if read and _increases(read[0]) else next(texts, 0)
    series = tuple(each for place, each in enumerate(read) if each is not None and place != at)
    return ChartData(tuple(columns[at]), series) if series else None


def _series(name: str, cells: Sequence[str]) -> Series | None:
    """Parse a column, or return None if it is not numeric."""
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


def _increases(series: Series | None) -> bool:
    values = [each for each in series.values if each is not None] if series is not None else []
    complete = series is not None and len(values) == len(series.values) > _CHARTED.start
    return complete and all(a < b for a, b in pairwise(values))


# --- A table as a chart


class TableNumbers:
    """Finds the numbers of the table at a point in a view."""

    def __init__(self, view: QTextBrowser) -> None:
        self._view = view
        self._seen: tuple[QTextTable, int] | None = None
        self._data: ChartData | None = None
        self._top = 0.0

    def data_at(self, at: QPoint) -> ChartData | None:
        """Return the numbers of the table at a point, or None if there is nothing to compare."""
        table = self._view.cursorForPosition(at).currentFrame()
        if not isinstance(table, QTextTable):
            return None
        seen = (table, self._view.document().revision())
        if seen != self._seen:
            parts = _parts_of(table)
            layout = self._view.document().documentLayout()
            self._seen, self._top = seen, layout.frameBoundingRect(parts[0]).top() - 5
            self._data = chart_data([row for part in parts for row in _cells(part)])
        return self._data

    def chart_act(self, at: QPoint, show: Callable[[ChartData], object]) -> HoverAct | None:
        """Return the action that shows the numbers of the table at a point as a chart."""
        data = self.data_at(at)
        if data is None:
            return None
        tr = partial(QCoreApplication.translate, "TableChart")
        tip = tr("Show these numbers as a chart (also in the context menu)")
        return HoverAct(self._top, "chart", tr("Chart"), tip, partial(show, data))


def _parts_of(table: QTextTable) -> list[QTextTable]:
    """Return all Qt tables of the Markdown table that ``table`` belongs to."""
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
    """Return the table beyond the gap at a position if it has the same number of columns."""
    gap = table.document().findBlock(at)
    if not gap.isValid() or not gap.blockFormat().boolProperty(GAP):
        return None
    cursor = QTextCursor(gap.next() if step > 0 else gap.previous())
    other = cursor.currentFrame()
    return other if isinstance(other, QTextTable) and other.columns() == table.columns() else None


def _has_head(table: QTextTable) -> bool:
    return table.cellAt(0, 0).format().boolProperty(HEAD)


def _cells(table: QTextTable) -> Iterator[list[str]]:
    """Yield the text of the cells in each table row, without citations."""
    for row in range(table.rows()):
        yield [_text_of(table.cellAt(row, column)) for column in range(table.columns())]


def _text_of(cell: QTextTableCell) -> str:
    pieces = fragments(cell.firstCursorPosition().block())
    kept = [each.text() for each in pieces if chip_of(each.charFormat().anchorHref()) is None]
    return " ".join("".join(kept).split())
