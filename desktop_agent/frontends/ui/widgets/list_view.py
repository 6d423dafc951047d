"""Headings and rows for Qt's views, in one flat list."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

# --- Actions that a list has a key for.

Keys = str | QKeySequence | QKeySequence.StandardKey | Qt.Key


def own_action(
    widget: QWidget, text: str, keys: Keys, act: Callable[[], object] | None = None
) -> QAction:
    """Gives a widget an action whose key works while the widget has the keyboard."""
    action = QAction(text, widget)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    if act is not None:
        action.triggered.connect(act)
    widget.addAction(action)
    return action


# --- The editor in a row of a list.


def edit_in_place(view: QAbstractItemView, index: QModelIndex) -> None:
    """Opens the editor of a row; while one is open in ``view``, nothing is done, where Qt would warn."""
    if view.state() != QAbstractItemView.State.EditingState:
        view.edit(index)


ROW = Qt.ItemDataRole.UserRole.value
"""Role: the row or the heading itself."""
_TEXT_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
_NOWHERE = QModelIndex()


class GroupedModel(QAbstractListModel):
    """Rows as they are given, each known by an id. Who inherits says what they are and look like."""

    ROW_FLAGS = (
        Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
    )

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[object] = ()
        self._places: dict[str, int] = {}

    def id_of(self, row: object) -> str:
        """Gives the id of a row; empty for a heading."""
        raise NotImplementedError

    def heading(self, row: object) -> str:
        """Gives the text of a heading."""
        raise NotImplementedError

    def of_row(self, row: object, role: int) -> object:
        """Gives what a row has under a role of Qt's or its own."""
        raise NotImplementedError

    # --- the rows

    def show(self, rows: Sequence[object]) -> bool:
        """Takes other rows; False where only their content differs, so that all stays in its place."""
        places = {known: at for at, row in enumerate(rows) if (known := self.id_of(row))}
        same = len(rows) == len(self._rows) and places == self._places
        if not same:
            self.beginResetModel()
        old, self._rows, self._places = self._rows, rows, places
        if not same:
            self.endResetModel()
            return True
        for at, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before != after:
                self.tell(at)
        return False

    def row_at(self, index: QModelIndex | QPersistentModelIndex) -> object:
        """Gives the row or the heading at a place; None for nowhere."""
        return self._rows[index.row()] if index.isValid() else None

    def id_at(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Gives the id of the row at a place; empty for a heading and for nowhere."""
        return self.id_of(self.row_at(index))

    def index_of(self, row_id: str) -> QModelIndex:
        """Gives the place of a row; invalid where it is not in the list."""
        return self.index(self._places.get(row_id, -1), 0)

    def near(self, place: int) -> QModelIndex:
        """Gives the first row at ``place`` or below it that is no heading, else the last above it."""
        places = sorted(self._places.values())
        below = (each for each in places if each >= place)
        return self.index(next(below, places[-1] if places else -1), 0)

    def tell(self, place: int) -> None:
        """Says that a row looks other than before; there is none at a negative place."""
        if place >= 0:
            index = self.index(place, 0)
            self.dataChanged.emit(index, index)

    # --- what Qt asks

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return self.ROW_FLAGS if self.id_at(index) else Qt.ItemFlag.ItemNeverHasChildren

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        row = self.row_at(index)
        if row is None or role == ROW:
            return row
        if not self.id_of(row):
            return self.heading(row) if role in _TEXT_ROLES else None
        return self.of_row(row, role)


# --- The list itself: keys, where it is left, and its place when the rows change.

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
