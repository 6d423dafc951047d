"""The commands that hold all the words that were typed."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QSortFilterProxyModel

from desktop_agent.ui.commands.commands_model import KEYS, CommandsModel
from desktop_agent.ui.commands.offers_model import Index


class CommandsFilter(QSortFilterProxyModel):
    """Looks in the section, the title, the keys and the words of ``extra``."""

    def __init__(
        self, model: CommandsModel, extra: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._extra = extra
        self.setRecursiveFilteringEnabled(True)
        self.setSourceModel(model)

    def look_for(self, words: Sequence[str]) -> int:
        """Leaves the commands that hold every word; gives how many."""
        self.beginFilterChange()
        self._words = tuple(word.casefold() for word in words)
        self.endFilterChange()
        return sum(self.rowCount(self.index(row, 0)) for row in range(self.rowCount()))

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        if not source_parent.isValid():
            return False  # a section is there for the sake of what is in it
        model = self.sourceModel()
        parts = (
            self._extra,
            str(source_parent.data()),
            str(model.index(source_row, 0, source_parent).data()),
            str(model.index(source_row, KEYS, source_parent).data()),
        )
        text = " ".join(parts).casefold()
        return all(word in text for word in self._words)
