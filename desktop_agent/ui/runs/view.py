"""The list of runs itself: clicks, and times that go on."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from desktop_agent.core.background import KnownRun
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.grouped_list.view import GroupedView
from desktop_agent.ui.runs.delegate import RunsDelegate
from desktop_agent.ui.runs.model import RunsModel
from desktop_agent.ui.runs.words import TitleOf, tr
from desktop_agent.ui.theme import Theme

_TICK_MS = 1_000


class RunsView(GroupedView[RunsModel]):
    """Shows runs as they are now; ``chosen`` also brings the one that was double-clicked.

    ``moved`` tells that the current row is another one, or another than it was.
    """

    moved = Signal()

    def __init__(
        self, theme: Theme, runs: KnownRuns, title_of: TitleOf, parent: QWidget | None = None
    ) -> None:
        super().__init__(RunsModel(runs, title_of), parent)
        self._delegate = RunsDelegate(theme, self, self.rows)
        self.setObjectName("runsView")
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(tr("Runs"))
        self.setAccessibleDescription(
            tr(
                "Enter opens the conversation, Space pauses or goes on, Delete stops or forgets, "
                "the menu key shows more"
            )
        )
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_times)
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.moved.emit())
        theme.changed.connect(self._theme_changed)

    def show_rows(self, rows: Sequence[object]) -> None:
        """Takes other rows; what can be done with the current one may be other then."""
        super().show_rows(rows)
        self.moved.emit()

    @property
    def current(self) -> KnownRun | None:
        """The run that the keyboard is at."""
        return self.rows.run(self.currentIndex())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self.indexAt(event.position().toPoint()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()

    def _show_times(self) -> None:
        seen = self.viewport().rect()
        for index in self.rows.live:
            if self.visualRect(index).intersects(seen):
                self.update(index)

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self.doItemsLayout()
        self.viewport().update()
