"""The runs for Qt's views: headings and rows in one flat list."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.runs import words
from desktop_agent.ui.runs.grouping import Heading, Row

ROW = Qt.ItemDataRole.UserRole.value
"""Role: the `Heading` or `KnownRun` itself."""
_NOWHERE = QModelIndex()
_ROW_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
_TEXT_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class RunsModel(QAbstractListModel):
    """Rows as they are given, with the times of now."""

    def __init__(
        self, runs: KnownRuns, title_of: words.TitleOf, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self.title_of = title_of
        self._rows: Sequence[Row] = ()
        self._places: dict[str, int] = {}

    def show(self, rows: Sequence[Row]) -> bool:
        """Takes other rows; False where only their content differs, so that all stays in its place."""
        places = {row.run_id: at for at, row in enumerate(rows) if isinstance(row, KnownRun)}
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

    @property
    def live(self) -> Iterable[QModelIndex]:
        """The rows whose times go on by themselves."""
        return [
            self.index(at, 0)
            for at, row in enumerate(self._rows)
            if isinstance(row, KnownRun) and row.state not in ENDED and row.state != "queued"
        ]

    def spent(self, run: KnownRun) -> float:
        """Gives the seconds that a run has spent by now."""
        return self._runs.spent(run.run_id)

    def index_of(self, run_id: str) -> QModelIndex:
        """Gives the place of a run; invalid where it is not in the list."""
        return self.index(self._places.get(run_id, -1), 0)

    def near(self, place: int) -> QModelIndex:
        """Gives the first run at ``place`` or below it, else the last above it."""
        places = sorted(self._places.values())
        after = [each for each in places if each >= place]
        if after:
            return self.index(after[0], 0)
        return self.index(places[-1] if places else -1, 0)

    def run(self, index: QModelIndex | QPersistentModelIndex) -> KnownRun | None:
        """Gives the run of a row; None for a heading and for nowhere."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, KnownRun) else None

    def tell(self, place: int) -> None:
        """Says that a row looks other than before."""
        index = self.index(place, 0)
        self.dataChanged.emit(index, index)

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        return _ROW_FLAGS if self.run(index) is not None else Qt.ItemFlag.ItemNeverHasChildren

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if isinstance(row, Heading):
            return words.group_title(row.group) if role in _TEXT_ROLES else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words.line(row.question)
            case Qt.ItemDataRole.ToolTipRole:
                return _tip(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return words.spoken(row, self.spent(row), self.title_of)
        return None


def _tip(run: KnownRun) -> str:
    from html import escape

    parts = (words.line(run.question), words.doing(run))
    return "<qt>" + "<br>".join(escape(part) for part in parts if part) + "</qt>"
