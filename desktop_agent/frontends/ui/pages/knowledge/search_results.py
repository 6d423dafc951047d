"""Document search results with excerpts."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    KnowledgeHit,
    KnowledgeResult,
)
from desktop_agent.core.research import Snapshot
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.pages.knowledge.collections import (
    name,
    place_line,
    title,
    tr,
    where,
)
from desktop_agent.frontends.ui.panels.snapshot_viewer import SnapshotViewer, Wanted
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, empty_note
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, GroupedView, own_action
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.row_delegate import RowLine, Span, StyledRowDelegate
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording.reasoning import count

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Rows

_BEFORE = 32
"""Number of characters shown before the first match."""
_READ_OUT = 240


@dataclass(frozen=True, slots=True)
class Found:
    """A search hit with the text to show in its row; ``rank`` starts at 0."""

    rank: int
    hit: KnowledgeHit
    title: str
    place: str
    where: str
    collection: str
    excerpt: str
    marks: tuple[Span, ...]

    @property
    def id(self) -> str:
        return str(self.rank)

    @property
    def spoken(self) -> str:
        parts = (self.title, self.place, self.excerpt[:_READ_OUT], self.collection, self.where)
        return ". ".join(filter(None, parts))

    @property
    def tip(self) -> str:
        return self.where

    @property
    def lines(self) -> Sequence[RowLine]:
        in_middle = Qt.TextElideMode.ElideMiddle
        return (
            RowLine(self.title, "text", "title", right=self.place),
            RowLine(self.excerpt, "muted", "plain", wraps=2, marks=self.marks),
            RowLine(self.where, "faint", "small", in_middle, right=self.collection),
        )


def row_of(rank: int, hit: KnowledgeHit, collection: str) -> Found:
    """Return the row for a hit, with an excerpt that begins shortly before the first match."""
    document, first = hit.document, min((start for start, _end in hit.marks), default=0)
    cut = max(0, first - _BEFORE)
    if cut:
        cut = max(cut, hit.text.find(" ", cut, first) + 1)
    excerpt = ("…" if cut else "") + one_line(hit.text[cut:])
    words = {one_line(hit.text[start:end]) for start, end in hit.marks} - {""}
    pattern = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    marks = tuple(each.span() for each in re.finditer(pattern, excerpt)) if words else ()
    shown, place = title(document), place_line(hit.place)
    return Found(rank, hit, shown, place, where(document), collection, excerpt, marks)


class ResultsDelegate(StyledRowDelegate):
    """Paints a document's title, two lines of the excerpt, and the path."""

    PAD = (12, 12)
    FONTS = ("title", "plain", "plain", "small")


# --- Documents that may be opened outside the window

_READ_BY_PROGRAMS = frozenset({
    ".pdf", ".md", ".markdown", ".txt", ".text", ".rst", ".tex", ".log", ".html", ".htm", ".xhtml",
    ".docx", ".doc", ".odt", ".rtf", ".pptx", ".ppt", ".odp", ".xlsx", ".xls", ".ods", ".csv",
    ".tsv", ".epub", ".eml", ".ipynb", ".json", ".yaml", ".yml", ".toml", ".xml",
})  # fmt: skip
"""Suffixes of files that the system displays. It might execute others, such as scripts."""


def can_open(document: DocumentRecord) -> bool:
    """Return whether the system would display a document rather than execute it."""
    if document.url.startswith("file:"):
        return Path(document.path).suffix.lower() in _READ_BY_PROGRAMS
    return openable(document.url)


# --- List


class ResultsView(GroupedView[GroupedModel]):
    """A list of search results.

    ``chosen`` is emitted with the `Found` that is clicked or activated with Enter, and
    ``ask_wanted`` with one that the user wants to ask about.
    """

    ask_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(GroupedModel())
        self.setObjectName("knowledgeResults")
        self.setItemDelegate(ResultsDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setAccessibleName(tr("Results"))
        self.setAccessibleDescription(tr("Enter to open the text"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        own_action(self, tr("Open the text"), "", lambda: self.choose(self.currentIndex()))
        own_action(self, tr("Ask about this"), "Ctrl+Return", self._ask_about)
        own_action(self, tr("Copy quote"), "Ctrl+C", self._copy_quote)
        self.clicked.connect(self.choose)

    def show_rows(self, rows: Sequence[object]) -> None:
        self.rows.show(rows)
        self.setCurrentIndex(QModelIndex())
        self.scrollToTop()

    @property
    def current(self) -> Found | None:
        row: Found | None = self.rows.row_at(self.currentIndex())
        return row

    def _ask_about(self) -> None:
        if self.current is not None:
            self.ask_wanted.emit(self.current)

    def _copy_quote(self) -> None:
        row = self.current
        if row is not None:
            source = " · ".join(part for part in (row.title, row.place) if part)
            QGuiApplication.clipboard().setText(f"{one_line(row.hit.text)}\n({source})")


MOST = 50
"""Maximum number of results per search."""


class ResultsPane(QWidget):
    """A pane that lists search results and opens their documents in a viewer."""

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._names: Mapping[str, str] = {}
        self._searching: asyncio.Task[KnowledgeResult] | None = None
        self._opening: asyncio.Task[str] | None = None
        self._open_first = False
        self.shows_notes = True
        self.viewer: SnapshotViewer | None = None
        self.view = ResultsView(theme)
        self.view.chosen.connect(self.open)
        self.told = ElidedLabel()
        self.told.setObjectName("meta")
        self.note = empty_note()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.note)
        self._pages.addWidget(self.view)
        vbox(self.told, (self._pages, 1), parent=self, spacing=6)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Set the collection names shown with results; none is shown if there is only one."""
        several = len(collections) > 1
        self._names = {each.id: name(each) for each in collections if several}

    def search(self, words: str) -> None:
        """Search the documents, cancelling any previous search."""
        self.cancel()
        search = self._session.knowledge.search(words, limit=MOST)
        self._searching = self._tasks.start(search, self._show, self._could_not)

    def cancel(self) -> None:
        if self._searching is not None:
            self._searching.cancel()
        self._searching = None
        self._open_first = False

    def open_first(self) -> None:
        """Open the best result, waiting for any search in progress."""
        if self._searching is not None:
            self._open_first = True
            return
        best = self.view.rows.index(0)
        if best.isValid():
            self.view.setCurrentIndex(best)
            self.open(best.data(ROW))

    def open(self, row: Found) -> None:
        if self._opening is not None:
            self._opening.cancel()
        self._opening = self._tasks.start(
            self._session.knowledge.text(row.hit.document.key),
            lambda text: self._show_text(row, text),
            self._tasks.report,
        )

    def _show_text(self, row: Found, text: str) -> None:
        if self.viewer is None:
            self.viewer = SnapshotViewer(self._theme, self._tasks, self)
        document, place = row.hit.document, row.hit.place
        self.viewer.show_page(
            Wanted(
                row.title,
                document.url,
                lambda: Snapshot(document.key, text, ()),
                ((place.start, place.end),) if place.start < place.end else (),
                address=row.where,
                place=row.place,
                can_open=can_open(document),
            )
        )

    def _show(self, result: KnowledgeResult) -> None:
        self._searching = None
        names, found = self._names, len(result.hits)
        self.view.show_rows(
            [
                row_of(rank, hit, names.get(hit.document.collection, ""))
                for rank, hit in enumerate(result.hits)
            ]
        )
        top = tr("Top {0} results").format(found)
        counted = top if found >= MOST else count("results", found) if found else ""
        nothing = "" if found else tr("No results. Try fewer or different words.")
        note = localized(result.note) if result.note and self.shows_notes else ""
        self._say(" · ".join(filter(None, (counted, note))), nothing)
        announce(self, counted or nothing)
        if self._open_first:
            self._open_first = False
            self.open_first()

    def _could_not(self, error: AgentError) -> None:
        self._searching = None
        self._open_first = False
        self.view.show_rows(())
        self._say("", localized_error(error))

    def _say(self, told: str, note: str) -> None:
        self.told.show_text(told)
        self.told.setVisible(bool(told))
        self.note.setText(note)
        self._pages.setCurrentWidget(self.note if note else self.view)
