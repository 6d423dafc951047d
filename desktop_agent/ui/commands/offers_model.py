"""The lines that the palette shows now, as a model."""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.ui.commands.offer import Offer
from desktop_agent.ui.commands.ranking import Ranked

Index = QModelIndex | QPersistentModelIndex
PLACES_ROLE = Qt.ItemDataRole.UserRole + 1
SECTION_ROLE = Qt.ItemDataRole.UserRole + 2
KEYS_ROLE = Qt.ItemDataRole.UserRole + 3


class OffersModel(QAbstractListModel):
    """The best lines, best first; a screen reader hears title, section and keys."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[Ranked] = ()

    def show(self, lines: Sequence[Ranked]) -> None:
        """Takes other lines; the same ones change nothing."""
        if list(lines) == list(self._lines):
            return
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def offer(self, index: Index) -> Offer:
        """Gives what a line does."""
        return self._lines[index.row()][0]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        offer, places = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return offer.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (offer.title, offer.section, offer.keys) if part)
        if role == PLACES_ROLE:
            return places
        if role == SECTION_ROLE:
            return offer.section
        if role == KEYS_ROLE:
            return offer.keys
        return None
