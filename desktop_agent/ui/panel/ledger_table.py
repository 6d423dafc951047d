"""The table of requests: a row each, sorted by a click, copied in words."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from desktop_agent.ui.panel.ledger_model import (
    HOST,
    PURPOSE,
    QUESTION,
    RECEIVED,
    REFUSED,
    SENT,
    TIME,
    Index,
    LedgerModel,
)
from desktop_agent.ui.theme import Theme

_ROOM = ((SENT, 340), (PURPOSE, 470), (QUESTION, 600))
"""Columns, and the pixels from which on there is room for them."""


class LedgerTable(QTableView):
    """Shows requests; where it is narrow, what a request was for stands in its tooltip alone."""

    def __init__(self, theme: Theme, requests: LedgerModel) -> None:
        super().__init__()
        self._requests = requests
        self.setObjectName("ledgerTable")
        small = theme.font
        small.setPointSizeF(small.pointSizeF() * 0.9)
        self.setFont(small)
        self.setModel(requests)
        self.setItemDelegate(_LedgerDelegate(theme, self))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Requests"))
        self.setAccessibleDescription(self.tr("Every request with its host; Ctrl+C copies"))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in (HOST, QUESTION):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        letter = self.fontMetrics().horizontalAdvance("0")
        for column, letters in ((TIME, 10), (PURPOSE, 13), (SENT, 9), (RECEIVED, 9)):
            self.setColumnWidth(column, letter * letters)
        self.setSortingEnabled(True)
        self.sortByColumn(TIME, Qt.SortOrder.DescendingOrder)
        theme.changed.connect(self.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for column, width in _ROOM:
            self.setColumnHidden(column, self.width() < width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()  # whole rows in words, where Qt would copy one cell
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        rows = sorted({index.row() for index in self.selectedIndexes()})
        lines = [self._requests.told(self._requests.line(row)) for row in rows]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))


class _LedgerDelegate(QStyledItemDelegate):
    """Says by its colour what was refused or failed; the word stands beside it."""

    def __init__(self, theme: Theme, view: QTableView) -> None:
        super().__init__(view)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        outcome = index.data(REFUSED)
        colours = self._theme.colours
        shade = {"refused": colours.warn, "failed": colours.error}.get(str(outcome))
        if shade is None:
            shade = colours.text if index.column() == HOST else colours.muted
        option.palette.setColor(option.palette.ColorRole.Text, QColor(shade))
        option.palette.setColor(option.palette.ColorRole.HighlightedText, QColor(shade))
