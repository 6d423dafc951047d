"""Headings and rows for Qt's views, in one flat list."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

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
