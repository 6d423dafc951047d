"""The results of a document search, with excerpts and a document viewer."""

import asyncio
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QGuiApplication, QPainter
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QStyleOptionViewItem, QWidget

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeResult,
    Place,
)
from desktop_agent.core.research import Snapshot
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.pages.knowledge.labels import (
    collection_name,
    found,
    is_file,
    place_line,
    title,
    tr,
    where,
)
from desktop_agent.frontends.ui.panels.snapshot_viewer import Paths, SnapshotViewer, Wanted
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.appearance import Palette
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel, label
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ROW,
    GroupedModel,
    GroupedView,
    Index,
    context_menu,
    own_action,
    popup_at_row,
)
from desktop_agent.frontends.ui.widgets.plain_text import visible
from desktop_agent.frontends.ui.widgets.row_delegate import (
    RowLine,
    Span,
    StyledRowDelegate,
    marked_line,
)
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording.reasoning import ms

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Excerpts of passages

_BEFORE = 32
"""Maximum number of characters before the first match of an excerpt."""
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Flowing:
    """Text in which each run of whitespace has become one space.

    ``marks`` are half-open character ranges to highlight.
    """

    text: str
    marks: tuple[Span, ...]


def flowing(text: str, marks: Sequence[Span]) -> Flowing:
    """Collapse the whitespace in a passage and shift its marks accordingly."""
    pieces: list[str] = []
    ends, shorter = [0], [0]
    at = 0
    for space in _SPACES.finditer(text):
        pieces += (text[at : space.start()], " ")
        at = space.end()
        ends.append(at)
        shorter.append(shorter[-1] + at - space.start() - 1)
    pieces.append(text[at:])

    def moved(place: int) -> int:
        return place - shorter[bisect_right(ends, place) - 1]

    whole = visible("".join(pieces))
    spans = ((moved(start), min(moved(end), len(whole))) for start, end in sorted(marks))
    return Flowing(whole, tuple(span for span in spans if 0 <= span[0] < span[1]))


def best_part(passage: Flowing, chars: int) -> Flowing:
    """Drop the start of a passage so that its first ``chars`` characters contain the most marks."""
    text, marks = passage.text, passage.marks
    if len(text) <= chars or not marks:
        return passage
    last = max(0, len(text) - chars)
    starts = [0, *(max(0, min(start - _BEFORE, last)) for start, _end in marks)]
    cut = max(starts, key=lambda at: (_held(marks, at, at + chars), -at))
    if cut:
        space = text.find(" ", cut, cut + _BEFORE)
        cut = space + 1 if space >= 0 else cut
    shift = 1 - cut if cut else 0
    part = ("…" if cut else "") + text[cut:]
    spans = ((start + shift, end + shift) for start, end in marks)
    return Flowing(part, tuple(span for span in spans if span[0] >= bool(cut)))


def _held(marks: Sequence[Span], start: int, end: int) -> int:
    return sum(start <= mark[0] and mark[1] <= end for mark in marks)


def paint_part(
    painter: QPainter, box: QRect, passage: Flowing, lines: int, font: QFont, colours: Palette
) -> None:
    """Draw the part of a passage that has the most marks, in at most ``lines`` lines.

    It is drawn at the top of ``box``.
    """
    metrics = QFontMetrics(font)
    room = max(1, box.width() // max(1, metrics.averageCharWidth())) * lines
    part = best_part(passage, round(room * 0.9))
    text, top = part.text[: 2 * room], float(box.top())
    marks = tuple(span for span in part.marks if span[0] < len(text))
    for number in range(lines):
        last = number == lines - 1
        if last:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        width = box.width() + (40 if last else 0)
        layout, taken = marked_line(text, marks, font, colours, width)
        layout.draw(painter, QPointF(box.left(), top))
        top += metrics.lineSpacing()
        text = text[taken:]
        marks = tuple((start - taken, end - taken) for start, end in marks if end > taken)
        if not text:
            return


# --- The list of passages

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
    passage: Flowing


class ResultsModel(GroupedModel):
    """Qt model of the matching passages, best first."""

    def id_of(self, row: object) -> str:
        return str(row.rank) if isinstance(row, Found) else ""

    def of_row(self, row: Found, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.ToolTipRole:
                return row.where
            case Qt.ItemDataRole.AccessibleTextRole:
                part = best_part(row.passage, _READ_OUT).text[:_READ_OUT]
                said = (row.title, row.place, part, row.collection, row.where)
                return ". ".join(each for each in said if each)
        return None


_LINES = 2


class ResultsDelegate(StyledRowDelegate):
    """Paints a document's title, two lines of the passage, and the path."""

    PAD = (12, 12)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return super().sizeHint(option, index) + QSize(0, self._text_height + self.GAP)

    def paint_lines(self, painter: QPainter, box: QRect, index: Index) -> None:
        found: Found = index.data(ROW)
        colours, plain, small = self._theme.colours, self.fonts["plain"], self.fonts["small"]
        first = QRect(box.left(), box.top(), box.width(), self.fonts["title"].height)
        self.paint_line(painter, first, RowLine(found.title, "text", "title", right=found.place))
        text = box.adjusted(0, self.fonts["title"].height + self.GAP, 0, 0)
        painter.setPen(QColor(colours.muted))
        paint_part(painter, text, found.passage, _LINES, plain.font, colours)
        top = text.top() + self._text_height + self.GAP
        last = QRect(box.left(), top, box.width(), small.height)
        in_middle = Qt.TextElideMode.ElideMiddle
        where = RowLine(found.where, "faint", "small", in_middle, right=found.collection)
        self.paint_line(painter, last, where)

    @property
    def _text_height(self) -> int:
        return _LINES * self.fonts["plain"].metrics.lineSpacing()


class ResultsView(GroupedView[ResultsModel]):
    """A list of matching passages.

    ``chosen`` is emitted with the `Found` that is clicked or activated with Enter, and
    ``ask_wanted`` with the `Found` that the user wants to ask about.
    """

    ask_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__(ResultsModel())
        self.setObjectName("knowledgeResults")
        self.setItemDelegate(ResultsDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setAccessibleName(self.tr("Passages found"))
        self.setAccessibleDescription(
            self.tr("Enter opens the text at the passage, the menu key shows more")
        )
        self._open_file = own_action(self, self.tr("Open the file"), "Ctrl+O", self._open)
        self._folder = own_action(
            self, self.tr("Show in folder"), "Ctrl+Shift+Return", self._show_folder
        )
        self._ask = own_action(self, self.tr("Ask about this"), "Ctrl+Return", self._ask_about)
        self._copy = own_action(self, self.tr("Copy the passage"), "Ctrl+C", self._copy_passage)
        self.customContextMenuRequested.connect(self._menu)
        self.clicked.connect(self.choose)

    def show_rows(self, rows: Sequence[object]) -> None:
        self.rows.show(rows)
        self.setCurrentIndex(QModelIndex())
        self.scrollToTop()

    @property
    def current(self) -> Found | None:
        found: Found | None = self.rows.row_at(self.currentIndex())
        return found

    def _menu(self, at: QPoint) -> None:
        found = self.current
        if found is None:
            return
        document = found.hit.document
        menu = context_menu(self)
        menu.addAction(self.tr("Open the text here"), lambda: self.chosen.emit(found))
        menu.addSeparator()
        self._open_file.setText(
            self.tr("Open the file") if is_file(document) else self.tr("Open in browser")
        )
        self._open_file.setEnabled(can_open(document))
        self._folder.setEnabled(is_file(document))
        menu.addActions([self._open_file, self._folder])
        menu.addSeparator()
        menu.addActions([self._ask, self._copy])
        for action in (self._open_file, self._folder):  # their shortcuts work for every row
            menu.aboutToHide.connect(partial(action.setEnabled, True))
        popup_at_row(self, menu, at)

    def _open(self) -> None:
        if self.current is not None:
            open_document(self.current.hit.document)

    def _show_folder(self) -> None:
        if self.current is not None:
            show_in_folder(self.current.hit.document)

    def _ask_about(self) -> None:
        if self.current is not None:
            self.ask_wanted.emit(self.current)

    def _copy_passage(self) -> None:
        found = self.current
        if found is not None:
            from_where = " · ".join(part for part in (found.title, found.place) if part)
            QGuiApplication.clipboard().setText(f"{found.passage.text}\n({from_where})")


# --- Opening documents outside the window, only after a click

_READ_BY_PROGRAMS = frozenset({
    ".pdf", ".md", ".markdown", ".txt", ".text", ".rst", ".tex", ".log", ".html", ".htm", ".xhtml",
    ".docx", ".doc", ".odt", ".rtf", ".pptx", ".ppt", ".odp", ".xlsx", ".xls", ".ods", ".csv",
    ".tsv", ".epub", ".eml", ".ipynb", ".json", ".yaml", ".yml", ".toml", ".xml",
})  # fmt: skip
"""Suffixes of files that the system displays. It might execute others, such as scripts."""


def can_open(document: DocumentRecord) -> bool:
    """Return whether the system would display a document rather than execute it."""
    if not is_file(document):
        return openable(document.url)
    return Path(document.path).suffix.lower() in _READ_BY_PROGRAMS


def open_document(document: DocumentRecord) -> None:
    """Open a file in its default program, or a stored page in the browser.

    Do nothing if the document cannot be opened safely.
    """
    if can_open(document):
        open_address(document.url)


def show_in_folder(document: DocumentRecord) -> None:
    """Open the folder that contains a file; do nothing for a stored page."""
    if is_file(document):
        open_address(folder_address(document.url))


def folder_address(url: str) -> str:
    """Return the URL of a file's folder, leaving percent-encoded bytes unchanged."""
    return url.rsplit("/", 1)[0] + "/"


# --- The document viewer


class _Shelf:
    def __init__(self) -> None:
        self.text = Snapshot("", "", ())

    def snapshot(self, name: str) -> Snapshot:
        if name != self.text.hash:
            raise StorageError("Another document was opened meanwhile.")
        return self.text


class DocumentViewer(SnapshotViewer):
    """A viewer for documents, based on the viewer for stored pages."""

    def __init__(self, theme: Theme, tasks: Tasks, parent: QWidget | None = None) -> None:
        self._shelf = _Shelf()
        self._document: DocumentRecord | None = None
        self._place = ""
        super().__init__(theme, self._shelf, tasks, parent)
        self.setWindowTitle(tr("Document"))
        self.text.setAccessibleName(tr("Text of the document"))
        self.find_field.setPlaceholderText(tr("Find in the text"))
        self.find_field.setAccessibleName(tr("Find in the text"))
        self.in_folder = self._button(
            "folder", tr("Show in folder"), "Ctrl+Shift+Return", self._show_folder
        )
        lines = self.layout()
        first = lines.itemAt(0) if lines is not None else None
        head = first.layout() if first is not None else None
        assert isinstance(head, QHBoxLayout)
        head.addWidget(self.in_folder, 0, Qt.AlignmentFlag.AlignTop)

    def show_document(self, document: DocumentRecord, text: str, place: Place) -> None:
        self._document = document
        self._shelf.text = Snapshot(document.key, text, ())
        span = ((place.start, place.end),) if place.start < place.end else ()
        self.show_page(Wanted(document.key, title(document), where(document), span))
        self._place = place_line(place)
        self.in_folder.setVisible(is_file(document))
        said = tr("Open the file") if is_file(document) else tr("Open in browser")
        self.browse.setAccessibleName(said)
        self.browse.setToolTip(f"{said} (Ctrl+O)")
        self.browse.setEnabled(can_open(document))
        if not self.browse.isEnabled():
            self.browse.setToolTip(tr("Programs and scripts are not opened from here"))

    def _show(self, read: tuple[Snapshot, Paths]) -> None:
        super()._show(read)
        if self._place:
            self._read.setText(f"{self._place} · {self._read.text()}")

    def _open_in_browser(self) -> None:
        if self._document is not None:
            open_document(self._document)

    def _show_folder(self) -> None:
        if self._document is not None:
            show_in_folder(self._document)


MOST = 50
"""Maximum number of passages per search."""


class ResultsPane(QWidget):
    """A pane that lists search results and opens their documents in a viewer.

    ``failed`` is emitted with an `AgentError` if a document cannot be opened.
    """

    failed = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
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
        self.note = label("", "muted", Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.note.setContentsMargins(32, 48, 32, 32)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.note)
        self._pages.addWidget(self.view)
        vbox(self.told, (self._pages, 1), parent=self, spacing=6)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Set the collection names to show with results. If there is only one, no name is shown."""
        several = len(collections) > 1
        self._names = {each.id: collection_name(each) for each in collections if several}

    def search(self, words: str, collection: str = "") -> None:
        """Search one collection, or all if ``collection`` is "", cancelling any previous search."""
        if self._searching is not None:
            self._searching.cancel()
        self._open_first = False
        only = KnowledgeFilter(collections=(collection,)) if collection else None
        self._searching = self._tasks.start(
            self._session.knowledge.search(words, only=only, limit=MOST),
            self._show,
            self._could_not,
        )

    def clear(self) -> None:
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        self.view.show_rows(())
        self._say("", "")

    def open_first(self) -> None:
        """Open the best passage; if a search is in progress, wait for its results."""
        if self._searching is not None:
            self._open_first = True
            return
        best = self.view.rows.index(0)
        if best.isValid():
            self.view.setCurrentIndex(best)
            self.open(best.data(ROW))

    def open(self, passage: Found) -> None:
        if self._opening is not None:
            self._opening.cancel()
        hit = passage.hit
        self._opening = self._tasks.start(
            self._session.knowledge.text(hit.document.key),
            lambda text: self._show_text(hit, text),
            self.failed.emit,
        )

    def _show_text(self, hit: KnowledgeHit, text: str) -> None:
        if self.viewer is None:
            self.viewer = DocumentViewer(self._theme, self._tasks, self)
        self.viewer.show_document(hit.document, text, hit.place)

    def _show(self, result: KnowledgeResult) -> None:
        self._searching = None
        self.view.show_rows([self._found(rank, hit) for rank, hit in enumerate(result.hits)])
        count = len(result.hits)
        parts = [found(count, MOST), ms(result.ms)] if count else []
        parts += [localized(result.note)] if result.note else []
        nothing = tr("Nothing was found. Other words, or fewer, may find more.")
        self._say(" · ".join(parts), "" if count else nothing)
        announce(self, found(count, MOST) if count else nothing)
        if self._open_first:
            self._open_first = False
            self.open_first()

    def _found(self, rank: int, hit: KnowledgeHit) -> Found:
        document = hit.document
        return Found(
            rank,
            hit,
            title(document),
            place_line(hit.place),
            where(document),
            self._names.get(document.collection, ""),
            flowing(hit.text, hit.marks),
        )

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
