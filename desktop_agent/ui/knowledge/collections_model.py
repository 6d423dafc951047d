"""Collections and the folders and files in them, for Qt's trees."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop_agent.core.knowledge import CollectionInfo, SourceInfo
from desktop_agent.ui.knowledge.words import (
    collection_line,
    collection_name,
    problems,
    source_line,
    source_name,
    tr,
)

Index = QModelIndex | QPersistentModelIndex
Row = CollectionInfo | SourceInfo
ROW = Qt.ItemDataRole.UserRole.value
"""Role: the `CollectionInfo` or `SourceInfo` of a row."""
_MOST_TOLD = 100
_NOWHERE = QModelIndex()
_TOP = 0
"""Internal id of a collection's row; that of a source is its collection's row and one."""


class CollectionsModel(QAbstractItemModel):
    """``renamed`` brings the id of a collection and the name that a person has typed for it.

    ``many_changed`` tells that too many rows say something else to name them one by one.
    """

    renamed = Signal(str, str)
    many_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._collections: tuple[CollectionInfo, ...] = ()

    def show(self, collections: Sequence[CollectionInfo]) -> bool:
        """Takes what there is now; False where no row has come, gone or moved."""
        new = tuple(collections)
        old, self._collections = self._collections, new
        if _shape(old) == _shape(new):
            for row, each in enumerate(new):
                if each != old[row]:
                    self._tell(row, old[row])
            return False
        self._collections = old
        self.beginResetModel()
        self._collections = new
        self.endResetModel()
        return True

    @property
    def collections(self) -> tuple[CollectionInfo, ...]:
        """What is shown."""
        return self._collections

    def row(self, index: Index) -> Row | None:
        """Gives what a row stands for."""
        if not index.isValid():
            return None
        if index.internalId() == _TOP:
            return self._collections[index.row()]
        return self._collections[index.internalId() - 1].sources[index.row()]

    def collection(self, index: Index) -> CollectionInfo | None:
        """Gives the collection of a row, or that which its source belongs to."""
        if not index.isValid():
            return None
        top = index.row() if index.internalId() == _TOP else index.internalId() - 1
        return self._collections[top]

    def index_of(self, key: str | int) -> QModelIndex:
        """Finds the row of a collection by its id, or of a source by its number."""
        for top, each in enumerate(self._collections):
            if each.id == key:
                return self.index(top, 0)
            for row, source in enumerate(each.sources):
                if source.id == key:
                    return self.index(row, 0, self.index(top, 0))
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        if column or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, 0, parent.row() + 1 if parent.isValid() else _TOP)

    def parent(self, child: Index = _NOWHERE) -> QModelIndex:  # type: ignore[override]  # QObject has another one of this name
        if not child.isValid() or child.internalId() == _TOP:
            return QModelIndex()
        return self.createIndex(child.internalId() - 1, 0, _TOP)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        if not parent.isValid():
            return len(self._collections)
        if parent.internalId() != _TOP:
            return 0
        return len(self._collections[parent.row()].sources)

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        return 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        row = self.row(index)
        if isinstance(row, CollectionInfo) and row.kind == "files":
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return name(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (name(row), mark(row), told(row)) if part)
            case Qt.ItemDataRole.ToolTipRole:
                return _tip(row)
        return row if role == ROW else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row = self.row(index)
        typed = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not isinstance(row, CollectionInfo):
            return False
        if typed and typed != row.name:
            self.renamed.emit(row.id, typed)
        return False  # the new name is shown when it is kept

    def _tell(self, top: int, old: CollectionInfo) -> None:
        at = self.index(top, 0)
        self.dataChanged.emit(at, at)
        pairs = zip(old.sources, self._collections[top].sources, strict=True)
        changed = [row for row, (before, now) in enumerate(pairs) if before != now]
        if len(changed) > _MOST_TOLD:
            self.many_changed.emit()
            return
        for row in changed:
            index = self.index(row, 0, at)
            self.dataChanged.emit(index, index)


def name(row: Row) -> str:
    """Gives what a row is called."""
    return collection_name(row) if isinstance(row, CollectionInfo) else source_name(row)


def told(row: Row) -> str:
    """Says what is in a row, its problems last."""
    said = collection_line(row) if isinstance(row, CollectionInfo) else source_line(row)
    faults = problems(row.problems) if row.problems else ""
    return " · ".join(part for part in (said, faults) if part)


def mark(row: Row) -> str:
    """Says what is special about a collection; empty for one that a person has made."""
    if not isinstance(row, CollectionInfo):
        return ""
    return {"pages": tr("built in"), "remote": tr("read only")}.get(row.kind, "")


def _tip(row: Row) -> str:
    if isinstance(row, SourceInfo):
        return "" if row.kind in ("snapshots", "discoveries") else source_name(row)
    if row.kind == "pages":
        return tr("Pages that runs have read, and the discoveries, are added by themselves")
    return tr("A table that was made elsewhere") if row.kind == "remote" else ""


def _shape(collections: Sequence[CollectionInfo]) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.id, tuple(source.id for source in each.sources)) for each in collections]
