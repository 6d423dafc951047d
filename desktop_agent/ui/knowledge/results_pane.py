"""What a search of the documents found, and how it went."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import (
    CollectionInfo,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeResult,
)
from desktop_agent.ui.announce import announce
from desktop_agent.ui.knowledge.base import Knowledge
from desktop_agent.ui.knowledge.document_viewer import DocumentViewer
from desktop_agent.ui.knowledge.results_model import Found
from desktop_agent.ui.knowledge.results_view import ResultsView
from desktop_agent.ui.knowledge.words import collection_name, found, tr
from desktop_agent.ui.localized import localized, localized_error
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.words import ms

MOST = 50
"""Passages that a search of this page gives."""


class ResultsPane(QWidget):
    """Searches, lists, and opens documents at a passage; only the newest search is shown."""

    failed = Signal(object)

    def __init__(self, theme: Theme, knowledge: Callable[[], Knowledge], tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._knowledge = knowledge
        self._tasks = tasks
        self._names: Mapping[str, str] = {}
        self._searching: asyncio.Task[KnowledgeResult] | None = None
        self._opening: asyncio.Task[str] | None = None
        self._open_first = False
        self.viewer: DocumentViewer | None = None
        self.view = ResultsView(theme)
        self.view.chosen.connect(self.open)
        self.told = ElidedLabel()
        self.told.setObjectName("meta")
        self.note = QLabel()
        self.note.setObjectName("muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.note.setContentsMargins(32, 48, 32, 32)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.note)
        self._pages.addWidget(self.view)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(6)
        lines.addWidget(self.told)
        lines.addWidget(self._pages, 1)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Learns the names of collections; with one alone none is named."""
        several = len(collections) > 1
        self._names = {each.id: collection_name(each) for each in collections if several}

    def search(self, words: str, collection: str = "") -> None:
        """Looks for words, in one collection or in all; what was being looked for is given up."""
        if self._searching is not None:
            self._searching.cancel()
        self._open_first = False
        only = KnowledgeFilter(collections=(collection,)) if collection else None
        self._searching = self._tasks.start(
            self._knowledge().search(words, only=only, limit=MOST), self._show, self._could_not
        )

    def clear(self) -> None:
        """Gives up what is being looked for, and forgets what was found."""
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        self.view.rows.show((), {})
        self._say("", "")

    def open_first(self) -> None:
        """Opens the best passage, when the search has ended."""
        if self._searching is not None:
            self._open_first = True
            return
        best = self.view.rows.found(self.view.rows.index(0))
        if best is not None:
            self.view.setCurrentIndex(self.view.rows.index(0))
            self.open(best)

    def open(self, passage: Found) -> None:
        """Shows the text of a document at a passage of it."""
        if self._opening is not None:
            self._opening.cancel()
        hit = passage.hit
        self._opening = self._tasks.start(
            self._knowledge().text(hit.document.key),
            lambda text: self._show_text(hit, text),
            self.failed.emit,
        )

    def _show_text(self, hit: KnowledgeHit, text: str) -> None:
        if self.viewer is None:
            self.viewer = DocumentViewer(self._theme, self._tasks, self)
        self.viewer.show_document(hit.document, text, hit.place)

    def _show(self, result: KnowledgeResult) -> None:
        self._searching = None
        self.view.rows.show(result.hits, self._names)
        self.view.scrollToTop()
        count = len(result.hits)
        parts = [found(count, MOST), ms(result.ms)] if count else []
        parts += [localized(result.note)] if result.note else []
        nothing = tr("Nothing was found. Other words, or fewer, may find more.")
        self._say(" · ".join(parts), "" if count else nothing)
        announce(self, found(count, MOST) if count else nothing)
        if self._open_first:
            self._open_first = False
            self.open_first()

    def _could_not(self, error: AgentError) -> None:
        self._searching = None
        self._open_first = False
        self.view.rows.show((), {})
        self._say("", localized_error(error))

    def _say(self, told: str, note: str) -> None:
        self.told.show_text(told)
        self.told.setVisible(bool(told))
        self.note.setText(note)
        self._pages.setCurrentWidget(self.note if note else self.view)
