"""The schedules for Qt's views; each can be checked, which turns it on."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.row import ScheduleRow

ROW = Qt.ItemDataRole.UserRole.value
"""Role: the `ScheduleRow` itself."""
_NOWHERE = QModelIndex()


class SchedulesModel(QAbstractListModel):
    """Rows as they are given; ``switched`` brings an id and whether it is to be on."""

    switched = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[ScheduleRow] = ()

    def show(self, rows: Sequence[ScheduleRow]) -> None:
        """Takes other rows; where they are the same schedules, all stays in its place."""
        same = [each.schedule.id for each in rows] == [each.schedule.id for each in self._rows]
        if same:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def place_of(self, schedule_id: str) -> int:
        """Gives the row of a schedule, -1 where it is not in the list."""
        found = (at for at, each in enumerate(self._rows) if each.schedule.id == schedule_id)
        return next(found, -1)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words.line(row.schedule.question)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.CheckStateRole:
                on = row.schedule.enabled
                return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        return row if role == ROW else None

    def setData(
        self,
        index: QModelIndex | QPersistentModelIndex,
        value: object,
        role: int = Qt.ItemDataRole.EditRole,
    ) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.CheckStateRole:
            return False
        on = value in (Qt.CheckState.Checked, Qt.CheckState.Checked.value)
        self.switched.emit(self._rows[index.row()].schedule.id, on)
        return True
