"""The runs for Qt's views: headings and rows in one flat list."""

from collections.abc import Iterable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.grouped_list.model import GroupedModel
from desktop_agent.ui.runs import words
from desktop_agent.ui.runs.grouping import Heading


class RunsModel(GroupedModel):
    """Runs with the times of now."""

    def __init__(
        self, runs: KnownRuns, title_of: words.TitleOf, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self.title_of = title_of

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

    def run(self, index: QModelIndex | QPersistentModelIndex) -> KnownRun | None:
        """Gives the run of a row; None for a heading and for nowhere."""
        row = self.row_at(index)
        return row if isinstance(row, KnownRun) else None

    def id_of(self, row: object) -> str:
        return row.run_id if isinstance(row, KnownRun) else ""

    def heading(self, row: object) -> str:
        return words.group_title(row.group) if isinstance(row, Heading) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, KnownRun)
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
