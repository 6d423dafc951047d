"""What a search of the documents found, for Qt's lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.knowledge import KnowledgeHit
from desktop_agent.ui.knowledge.snippet import Flowing, best_part, flowing
from desktop_agent.ui.knowledge.words import place_line, title, where

Index = QModelIndex | QPersistentModelIndex
FOUND = Qt.ItemDataRole.UserRole.value
"""Role: the `Found` of a row."""
_READ_OUT = 240
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Found:
    """A passage with all that its row says, worked out once."""

    hit: KnowledgeHit
    title: str
    place: str
    where: str
    collection: str
    passage: Flowing


class ResultsModel(QAbstractListModel):
    """The passages, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: tuple[KnowledgeHit, ...] = ()
        self._collections: Mapping[str, str] = {}
        self._found: dict[int, Found] = {}

    def show(self, hits: Sequence[KnowledgeHit], collections: Mapping[str, str]) -> None:
        """Takes other passages; ``collections`` are names by id, and empty where none is to be named."""
        self.beginResetModel()
        self._hits, self._collections = tuple(hits), collections
        self._found.clear()
        self.endResetModel()

    def found(self, index: Index) -> Found | None:
        """Gives what a row shows; that is worked out when it is first seen."""
        row = index.row()
        if not index.isValid():
            return None
        if row not in self._found:
            hit = self._hits[row]
            self._found[row] = Found(
                hit,
                title(hit.document),
                place_line(hit.place),
                where(hit.document),
                self._collections.get(hit.document.collection, ""),
                flowing(hit.text, hit.marks),
            )
        return self._found[row]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        found = self.found(index)
        if found is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return found.title
            case Qt.ItemDataRole.ToolTipRole:
                return found.where
            case Qt.ItemDataRole.AccessibleTextRole:
                part = best_part(found.passage, _READ_OUT).text[:_READ_OUT]
                said = (found.title, found.place, part, found.collection, found.where)
                return ". ".join(each for each in said if each)
        return found if role == FOUND else None
