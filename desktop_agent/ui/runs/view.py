"""The list itself: keys, clicks, and its place when the rows change."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from desktop_agent.core.background import KnownRun
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.runs.delegate import RunsDelegate
from desktop_agent.ui.runs.grouping import Row
from desktop_agent.ui.runs.model import RunsModel
from desktop_agent.ui.runs.words import TitleOf, tr
from desktop_agent.ui.theme import Theme

_TICK_MS = 1_000
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class RunsView(QListView):
    """Shows rows as they are now.

    ``chosen`` brings the run that was double-clicked, or on which Enter was pressed; ``moved``
    tells that the current row is another one, or another than it was.
    """

    chosen = Signal(object)
    moved = Signal()
    left_upwards = Signal()

    def __init__(
        self, theme: Theme, runs: KnownRuns, title_of: TitleOf, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.rows = RunsModel(runs, title_of, self)
        self._delegate = RunsDelegate(theme, self, self.rows)
        self.setObjectName("runsView")
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
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

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Takes other rows; the current row and the scroll position stay where they are."""
        current, place = self.current_id, self.currentIndex().row()
        top, offset = self._top()
        bar = self.verticalScrollBar()
        if not self.rows.show(rows):
            self.moved.emit()  # what can be done with the current one may be other now
            return
        self.doItemsLayout()
        index = self.rows.index_of(current)
        if current and not index.isValid():
            index = self.rows.near(place)
        if index.isValid():
            self.selectionModel().setCurrentIndex(
                index, self.selectionModel().SelectionFlag.ClearAndSelect
            )
        kept = self.rows.index_of(top)
        if kept.isValid() and bar.value() + offset != 0:
            bar.setValue(bar.value() + self.visualRect(kept).top() - offset)
        self.moved.emit()

    @property
    def current(self) -> KnownRun | None:
        """The run that the keyboard is at."""
        return self.rows.run(self.currentIndex())

    @property
    def current_id(self) -> str:
        """Its id; empty for none."""
        run = self.current
        return run.run_id if run is not None else ""

    def go_to(self, run_id: str) -> bool:
        """Makes a run the current row and brings it into view; False where it is not in the list."""
        index = self.rows.index_of(run_id)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        return index.isValid()

    def enter(self) -> bool:
        """Takes the keyboard, at the first row where none is current; False for an empty list."""
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.near(0))
        if not self.currentIndex().isValid():
            return False
        self.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in _ENTER and not event.modifiers():
            self._choose(index)
        elif event.key() == Qt.Key.Key_Up and index.row() <= self.rows.near(0).row():
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.indexAt(event.position().toPoint()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()

    def _choose(self, index: QModelIndex) -> None:
        run = self.rows.run(index)
        if run is not None:
            self.chosen.emit(run)

    def _top(self) -> tuple[str, int]:
        """Gives the first run in view and how far it is from the top, in pixels."""
        if not self.rows.rowCount():
            return "", 0
        index = self.indexAt(QPoint(20, 2))
        if not index.isValid():
            return "", 0
        if self.rows.run(index) is None:  # a heading
            index = self.rows.near(index.row())
        run = self.rows.run(index)
        return (run.run_id, self.visualRect(index).top()) if run is not None else ("", 0)

    def _show_times(self) -> None:
        seen = self.viewport().rect()
        for index in self.rows.live:
            if self.visualRect(index).intersects(seen):
                self.update(index)

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self.doItemsLayout()
        self.viewport().update()
