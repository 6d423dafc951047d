"""The sources panel: what an answer rests on, what each source says, and the way to see it."""

import asyncio

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop_agent.core.citations import MARKS
from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import CitationCheck
from desktop_agent.ui import evidence_words
from desktop_agent.ui.localized import localized
from desktop_agent.ui.markdown.inline_writer import openable
from desktop_agent.ui.panel.sources_view import SourcesView
from desktop_agent.ui.panel.stored_page import PageStore, reading_of
from desktop_agent.ui.panel.turn_sources import TurnSources, UsedSource
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

_CATCH_UP_MS = 200
_MOST_READ_TIMES = 200
"""Stored pages that are looked into for the time of their reading."""


class SourcesDock(QWidget):
    """Shows the sources of one turn. ``counted`` tells how many; hidden, it only waits.

    ``save`` brings a `Discovery` to be stored.
    """

    icon_name = "page"
    counted = Signal(int)
    save = Signal(object)

    def __init__(
        self, theme: Theme, store: PageStore, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self._turn: Turn | None = None
        self._applied = 0
        self._known = TurnSources()
        self._asking: asyncio.Task[None] | None = None
        self.view = SourcesView(theme, store, tasks)
        self.view.selectionModel().currentChanged.connect(self._chosen)
        self.view.save.connect(self.save)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_CATCH_UP_MS)
        self._soon.timeout.connect(self.catch_up)
        self._summary = wrapped("", "meta")
        self._note = QLabel()
        self._note.setObjectName("muted")
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._note.setContentsMargins(32, 32, 32, 32)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addLayout(self._bar())
        lines.addWidget(self._note, 1)
        lines.addWidget(self.view, 1)
        self._show()

    def show_turn(self, turn: Turn | None) -> None:
        """Shows the sources of another turn, live or finished."""
        self._turn, self._applied, self._known = turn, 0, TurnSources()
        self.view.turn = turn
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        self._show()
        self.catch_up()

    def catch_up_soon(self) -> None:
        """Takes what has happened in a turn of the event loop of its own, some times a second."""
        if not self._soon.isActive():
            self._soon.start()

    def catch_up(self) -> None:
        """Takes what has happened since, and tells the count; the view is filled while it is seen."""
        if self._turn is None:
            return
        news = [self._known.apply(event) for event in self._turn.events[self._applied :]]
        self._applied = len(self._turn.events)
        if any(news):
            self._stale = True
            self.counted.emit(len(self._known.sources()))
        if self._stale and self.isVisible():
            self._show()

    def point_at(self, number: int, check: CitationCheck | None = None) -> None:
        """Chooses a source and shows what it says: the words that ``check`` is about, if given."""
        self.catch_up()
        self.view.point_at(number, check)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    _stale = False

    def _show(self) -> None:
        self._stale = False
        sources = self._known.sources()
        model, chosen = self.view.sources, self.view.current
        current = chosen.source.url if chosen is not None else ""
        unfolded = self.view.unfolded()
        model.show(sources, {row.source.url: row for row in model.sources})
        self.view.restore(unfolded, current)
        self.view.setVisible(bool(sources))
        self._note.setVisible(not sources)
        self._note.setText(self._empty())
        self._summary.setText(self._told(sources))
        self._chosen()
        self.counted.emit(len(sources))
        if sources and (self._asking is None or self._asking.done()):
            self._asking = self._tasks.start(self._ask_when_read(), _nothing, _nothing)

    def _told(self, sources: tuple[UsedSource, ...]) -> str:
        marks = [quote.check.mark for each in sources for quote in each.quotes if quote.check]
        parts = [evidence_words.counted(mark, marks.count(mark)) for mark in MARKS if mark in marks]
        return " · ".join(parts)

    def _empty(self) -> str:
        if self._turn is None:
            return self.tr("The sources of an answer appear here.")
        if self._turn.running:
            return self.tr("Nothing has been read yet.")
        return self.tr("This answer has no sources.")

    async def _ask_when_read(self) -> None:
        """Looks into the stored pages for when they were read: no event of a run tells that."""
        for row in self.view.sources.sources[:_MOST_READ_TIMES]:
            source = row.source
            if not source.read or not source.snapshot or row.read_at or row.fault:
                continue
            try:
                page = await asyncio.to_thread(self._store.snapshot, source.snapshot)
            except AgentError as error:
                self.view.sources.told(source.url, "", localized(error.message))
            else:
                reading = reading_of(page, source.url)
                self.view.sources.told(source.url, reading.fetched_at if reading else "", "")

    def _chosen(self) -> None:
        row = self.view.current
        self.open_snapshot.setEnabled(row is not None and bool(row.source.snapshot))
        self.open_browser.setEnabled(row is not None and openable(row.source.url))
        self.copy_button.setEnabled(row is not None)
        self.save_button.setEnabled(row is not None)

    def _bar(self) -> QHBoxLayout:
        self.open_snapshot = self._button(
            "page", self.tr("Open the stored page"), self.tr("Open the stored page (Enter)")
        )
        self.open_snapshot.clicked.connect(self.view.open_snapshot)
        self.open_browser = self._button(
            "external", self.tr("Open in browser"), self.tr("Open in browser (Ctrl+Enter)")
        )
        self.open_browser.clicked.connect(self.view.open_browser)
        self.copy_button = self._button(
            "copy", self.tr("Copy the reference"), self.tr("Copy the reference (Ctrl+C)")
        )
        self.copy_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.copy_button.setMenu(self.view.reference_menu())
        self.save_button = self._button(
            "discovery",
            self.tr("Save as discovery"),
            self.tr("Save the source as discovery (Ctrl+Shift+D)"),
        )
        self.save_button.clicked.connect(self.view.save_discovery)
        row = QHBoxLayout()
        row.setContentsMargins(14, 4, 8, 4)
        row.setSpacing(2)
        row.addWidget(self._summary, 1)
        buttons = (self.open_snapshot, self.open_browser, self.copy_button, self.save_button)
        for button in buttons:
            row.addWidget(button)
        return row

    def _button(self, icon: str, name: str, tip: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(tip)
        button.setAccessibleName(name)
        self._theme.bind_icon(button, icon, side=16)
        return button


def _nothing(_outcome: object) -> None:
    """What keeps the time of a reading from being known is told at its source."""
