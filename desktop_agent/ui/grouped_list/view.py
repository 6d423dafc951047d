"""The list itself: keys, where it is left, and its place when the rows change."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop_agent.ui.grouped_list.model import ROW, GroupedModel

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Rows = TypeVar("Rows", bound=GroupedModel)


class GroupedView(QListView, Generic[Rows]):
    """Shows rows; ``chosen`` brings the one on which Enter was pressed.

    ``left_upwards`` is the Up key at the first row.
    """

    chosen = Signal(object)
    left_upwards = Signal()

    def __init__(self, rows: Rows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = rows
        rows.setParent(self)
        self.setModel(rows)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)

    def show_rows(self, rows: Sequence[object]) -> None:
        """Takes other rows; the current row and the scroll position stay where they are."""
        current, place = self.current_id, self.currentIndex().row()
        top, offset = self._top()
        bar = self.verticalScrollBar()
        if not self.rows.show(rows):
            return
        self.doItemsLayout()
        index = self.rows.index_of(current)
        if current and not index.isValid():
            index = self.rows.near(place)
        if index.isValid():
            self.setCurrentIndex(index)
        kept = self.rows.index_of(top)
        if kept.isValid() and bar.value() + offset != 0:
            bar.setValue(bar.value() + self.visualRect(kept).top() - offset)

    @property
    def current_id(self) -> str:
        """The id of the row that the keyboard is at; empty for none."""
        return self.rows.id_at(self.currentIndex())

    def go_to(self, row_id: str) -> bool:
        """Makes it the current row and brings it into view; False where it is not in the list."""
        index = self.rows.index_of(row_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        return index.isValid()

    def enter(self) -> bool:
        """Takes the keyboard, at the first row where none is current; False for an empty list."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.near(0))
        if not self.currentIndex().isValid():
            return False
        self.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def choose(self, index: QModelIndex) -> None:
        """Tells that a row was chosen; headings are not."""
        if self.rows.id_at(index):
            self.chosen.emit(index.data(ROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in _ENTER and not event.modifiers():
            self.choose(index)
        elif event.key() == Qt.Key.Key_Up and index.row() <= self.rows.near(0).row():
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def _top(self) -> tuple[str, int]:
        """Gives the first row in view and how far it is from the top, in pixels."""
        height = self.sizeHintForRow(0) if self.rows.rowCount() else 0
        for step in range(3):  # a heading, or a gap, may be at the very top
            index = self.indexAt(QPoint(20, step * height // 2 + 2))
            if known := self.rows.id_at(index):
                return known, self.visualRect(index).top()
        return "", 0
