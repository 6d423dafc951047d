"""The discoveries for Qt's views: a list, and a filter by words."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from desktop_agent.core.research import Discovery

DISCOVERY = Qt.ItemDataRole.UserRole.value
"""Role: the `Discovery` itself."""
_NOWHERE = QModelIndex()


class DiscoveriesModel(QAbstractListModel):
    """The discoveries in the order they are given, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: Sequence[Discovery] = ()

    def show(self, items: Sequence[Discovery]) -> None:
        """Takes other discoveries."""
        self.beginResetModel()
        self._items = items
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._items)

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid():
            return None
        item = self._items[index.row()]
        if role == DISCOVERY:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return item.url or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.title}. {item.description}"
        return None


class DiscoveriesFilter(QSortFilterProxyModel):
    """Keeps the discoveries that hold every word."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: list[str] = []

    def look_for(self, text: str) -> None:
        """Filters by the words of ``text``; empty keeps all."""
        self._words = text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        item: Discovery = self.sourceModel().index(row, 0, parent).data(DISCOVERY)
        text = f"{item.title} {item.description} {item.url}".casefold()
        return all(word in text for word in self._words)
