"""The figures of two answers, one below the other."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from desktop_agent.ui.compare import words
from desktop_agent.ui.compare.figures import Figures, figures_of
from desktop_agent.ui.compare.words import tr
from desktop_agent.ui.turn import Turn

_BORDERS = 2


class FiguresTable(QTableWidget):
    """Two rows, as tall as they are; where they have no room it scrolls sideways."""

    def __init__(self, names: tuple[str, str]) -> None:
        titles = words.titles()
        super().__init__(2, 1 + len(titles))
        self.setObjectName("figures")
        self.setAccessibleName(tr("What the answers took"))
        self._shown: list[Figures | None] = [None, None]
        self.setHorizontalHeaderLabels(["", *titles])
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        for row, name in enumerate(names):
            for column, text in enumerate((name, *(words.NOTHING for _ in titles))):
                self.setItem(row, column, QTableWidgetItem(text))
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self._fit()

    def show_turn(self, row: int, turn: Turn) -> None:
        """Writes the figures of a turn as it stands into the first (0) or second (1) row."""
        figures = figures_of(turn)
        if figures == self._shown[row]:
            return
        self._shown[row] = figures
        for column, text in enumerate(words.cells(figures), start=1):
            item = self.item(row, column)
            if item is not None and item.text() != text:
                item.setText(text)
        self._fit()

    def _fit(self) -> None:
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        bar = self.horizontalScrollBar()
        room = bar.sizeHint().height() if bar.maximum() else 0
        self.setFixedHeight(self.horizontalHeader().sizeHint().height() + rows + room + _BORDERS)
