"""Search in the documents, and the list of passages found, from which documents are opened."""

import asyncio
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

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
from desktop_agent.frontends.ui.conversation.session import Knowledge
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
from desktop_agent.frontends.ui.panels.snapshot_viewer import (
    Paths,
    SnapshotViewer,
    Wanted,
)
from desktop_agent.frontends.ui.widgets.accessibility import announce
from desktop_agent.frontends.ui.widgets.appearance import Palette
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from desktop_agent.frontends.ui.widgets.list_view import own_action
from desktop_agent.frontends.ui.widgets.plain_text import visible
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized, localized_error
from desktop_agent.frontends.ui.wording.reasoning import ms

# --- Excerpts: the part of a passage that fits, with marks

_BEFORE = 32
"""Number of characters shown before a match if space is short."""
_SPACES = re.compile(r"\s+")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Flowing:
    """A text with collapsed white space; ``marks`` are spans in it."""

    text: str
    marks: tuple[Span, ...]


def flowing(text: str, marks: Sequence[Span]) -> Flowing:
    """Return a passage with collapsed white space and its marks moved accordingly."""
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
    """Return the part of about ``chars`` characters with the most marks, starting at a word."""
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
    """Draw the best part of a passage at the top of ``box``, using up to ``lines`` lines."""
    metrics = QFontMetrics(font)
    room = max(1, box.width() // max(1, metrics.averageCharWidth())) * lines
    part = best_part(passage, round(room * 0.9))
    text, top = part.text[: 2 * room], float(box.top())
    marks = tuple(span for span in part.marks if span[0] < len(text))
    form = _found(colours)
    for number in range(lines):
        last = number == lines - 1
        if last:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        layout, taken = _line(text, marks, font, form, box.width() + (40 if last else 0))
        layout.draw(painter, QPointF(box.left(), top))
        top += metrics.lineSpacing()
        text = text[taken:]
        marks = tuple((start - taken, end - taken) for start, end in marks if end > taken)
        if not text:
            return


def _line(
    text: str, marks: Sequence[Span], font: QFont, form: QTextCharFormat, width: int
) -> tuple[QTextLayout, int]:
    """Lay out the first line of ``text``, and return it with its number of characters."""
    layout = QTextLayout(text, font)
    ranges = []
    for start, end in marks:
        part = QTextLayout.FormatRange()
        begin = _units(text[: max(0, start)])
        part.start, part.length = begin, _units(text[:end]) - begin
        part.format = form
        ranges.append(part)
    layout.setFormats(ranges)
    layout.beginLayout()
    laid = layout.createLine()
    laid.setLineWidth(width)
    layout.endLayout()
    return layout, _characters(text, laid.textLength())


def _found(colours: Palette) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setBackground(QColor(colours.selection))
    form.setForeground(QColor(colours.text))
    return form


def _units(text: str) -> int:
    """Return the length in UTF-16 units, the unit in which Qt counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int) -> int:
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))


# --- The list model

Index = QModelIndex | QPersistentModelIndex
FOUND = Qt.ItemDataRole.UserRole.value
"""Item data role of the `Found` of a row."""
_READ_OUT = 240
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Found:
    """A passage with all values that its row shows, computed once."""

    hit: KnowledgeHit
    title: str
    place: str
    where: str
    collection: str
    passage: Flowing


class ResultsModel(QAbstractListModel):
    """A model of the passages, best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: tuple[KnowledgeHit, ...] = ()
        self._collections: Mapping[str, str] = {}
        self._found: dict[int, Found] = {}

    def show(self, hits: Sequence[KnowledgeHit], collections: Mapping[str, str]) -> None:
        """Show these passages; ``collections`` maps ids to names, and is empty to show none."""
        self.beginResetModel()
        self._hits, self._collections = tuple(hits), collections
        self._found.clear()
        self.endResetModel()

    def found(self, index: Index) -> Found | None:
        """Return the contents of a row, computed on first use."""
        row = index.row()
        if not index.isValid():
            return None
        if row not in self._found:
            hit = self._hits[row]
            self._found[row] = Found(
                hit,
                title(hit.document),
                place_line(hit.place),
                where(hit.document),
                self._collections.get(hit.document.collection, ""),
                flowing(hit.text, hit.marks),
            )
        return self._found[row]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        found = self.found(index)
        if found is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return found.title
            case Qt.ItemDataRole.ToolTipRole:
                return found.where
            case Qt.ItemDataRole.AccessibleTextRole:
                part = best_part(found.passage, _READ_OUT).text[:_READ_OUT]
                said = (found.title, found.place, part, found.collection, found.where)
                return ". ".join(each for each in said if each)
        return found if role == FOUND else None


# --- Opening documents outside the window, only after a click

_READ_BY_PROGRAMS = frozenset(
    [
        ".pdf",
        ".md",
        ".markdown",
        ".txt",
        ".text",
        ".rst",
        ".tex",
        ".log",
        ".html",
        ".htm",
        ".xhtml",
        ".docx",
        ".doc",
        ".odt",
        ".rtf",
        ".pptx",
        ".ppt",
        ".odp",
        ".xlsx",
        ".xls",
        ".ods",
        ".csv",
        ".tsv",
        ".epub",
        ".eml",
        ".ipynb",
        ".json",
        ".yaml",
        ".yml",
        ".toml",
        ".xml",
    ]
)
"""Suffixes of files that are safe to open. The system might run others, such as scripts, so their
folder is shown instead.
"""


def can_open(document: DocumentRecord) -> bool:
    """Return whether the system would display a document rather than run it."""
    if not is_file(document):
        return openable(document.url)
    return Path(document.path).suffix.lower() in _READ_BY_PROGRAMS


def open_document(document: DocumentRecord) -> None:
    """Open a file with its default program, or a page in the browser."""
    if can_open(document):
        open_address(document.url)


def show_in_folder(document: DocumentRecord) -> None:
    """Open the folder of a file."""
    if is_file(document):
        open_address(folder_address(document.url))


def folder_address(url: str) -> str:
    """Return the address of a file's folder, preserving undecodable bytes."""
    return url.rsplit("/", 1)[0] + "/"


# --- Painting: title and place, two lines of text, location

_PAD = 12
_GAP = 3
_LINES = 2
_APART = 12
_CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_AT_END = Qt.TextElideMode.ElideRight
_RIGHT = Qt.AlignmentFlag.AlignRight.value | _CENTRE


class ResultsDelegate(QStyledItemDelegate):
    """Paints rows of uniform height."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        """Adopt the current fonts of the theme."""
        self._text = self._theme.font
        self._title = QFont(self._text)
        self._title.setWeight(QFont.Weight.DemiBold)
        self._small = QFont(self._text)
        self._small.setPointSizeF(self._text.pointSizeF() * 0.9)
        heights = (
            QFontMetrics(self._title).height(),
            _LINES * QFontMetrics(self._text).lineSpacing(),
            QFontMetrics(self._small).height(),
        )
        self._height = 2 * _PAD + sum(heights) + 2 * _GAP

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QSize:
        return QSize(80, self._height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        found: Found = index.data(FOUND)
        colours = self._theme.colours
        QApplication.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
        )
        painter.save()
        box = QRect(option.rect).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        self._pair(painter, box, self._title, (found.title, found.place), colours.text)
        box.setTop(box.top() + QFontMetrics(self._title).height() + _GAP)
        painter.setPen(QColor(colours.muted))
        paint_part(painter, box, found.passage, _LINES, self._text, colours)
        box.setTop(box.top() + _LINES * QFontMetrics(self._text).lineSpacing() + _GAP)
        self._pair(painter, box, self._small, (found.where, found.collection), colours.faint)
        painter.restore()

    def _pair(
        self, painter: QPainter, box: QRect, font: QFont, texts: tuple[str, str], colour: str
    ) -> None:
        """Draw one text on the left and one on the right of a line; both may be elided."""
        left, right = texts
        line = QRect(box.left(), box.top(), box.width(), QFontMetrics(font).height())
        if right:
            painter.setFont(self._small)
            painter.setPen(QColor(self._theme.colours.muted))
            metrics = painter.fontMetrics()
            wanted = QFontMetrics(font).horizontalAdvance(left) + _APART
            room = max(line.width() // 3, line.width() - wanted)
            right = metrics.elidedText(right, _AT_END, room)
            painter.drawText(line, _RIGHT, right)
            line.setWidth(line.width() - metrics.horizontalAdvance(right) - _APART)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        mode = Qt.TextElideMode.ElideMiddle if font is self._small else _AT_END
        painter.drawText(line, _CENTRE, painter.fontMetrics().elidedText(left, mode, line.width()))


# --- The list view: keys, clicks and context menu

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ResultsView(QListView):
    """Lists the passages.

    ``chosen`` is emitted with the `Found` that was clicked or entered, and ``ask_wanted`` with the
    one to ask about.
    """

    chosen = Signal(object)
    ask_wanted = Signal(object)
    left_upwards = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = ResultsModel(self)
        self._delegate = ResultsDelegate(theme, self)
        self.setObjectName("knowledgeResults")
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
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
        self.clicked.connect(self._choose)
        theme.changed.connect(self._theme_changed)

    @property
    def current(self) -> Found | None:
        """The current passage."""
        return self.rows.found(self.currentIndex())

    def enter(self) -> bool:
        """Focus the first row; return False if the list is empty."""
        if self.rows.rowCount() == 0:
            return False
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(0))
        self.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and not event.modifiers():
            self._choose(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex) -> None:
        found = self.rows.found(index)
        if found is not None:
            self.chosen.emit(found)

    def _menu(self, at: QPoint) -> None:
        found = self.current
        if found is None:
            return
        document = found.hit.document
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
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
        menu.aboutToHide.connect(self._enable)
        if self.indexAt(at) != self.currentIndex():
            at = self.visualRect(self.currentIndex()).center()
        menu.popup(self.viewport().mapToGlobal(at))

    def _enable(self) -> None:
        # so that the keys work for whichever row is current
        for action in (self._open_file, self._folder):
            action.setEnabled(True)

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

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self.doItemsLayout()
        self.viewport().update()


# --- The document viewer


class _Shelf:
    """A store that holds only the displayed text."""

    def __init__(self) -> None:
        self.text = Snapshot("", "", ())

    def snapshot(self, name: str) -> Snapshot:
        """Return the text.

        Raises:
            StorageError: the text has been replaced since it was requested.
        """
        if name != self.text.hash:
            raise StorageError("Another document was opened meanwhile.")
        return self.text


class DocumentViewer(SnapshotViewer):
    """Shows documents in the viewer for stored pages, one at a time."""

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
        """Show the full text of a document at a place."""
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
    """Searches documents, lists the passages found by the latest search, and opens them."""

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
        """Adopt the names of the collections; if there is only one, its name is not shown."""
        several = len(collections) > 1
        self._names = {each.id: collection_name(each) for each in collections if several}

    def search(self, words: str, collection: str = "") -> None:
        """Search one collection or all of them, cancelling the previous search."""
        if self._searching is not None:
            self._searching.cancel()
        self._open_first = False
        only = KnowledgeFilter(collections=(collection,)) if collection else None
        self._searching = self._tasks.start(
            self._knowledge().search(words, only=only, limit=MOST), self._show, self._could_not
        )

    def clear(self) -> None:
        """Cancel the search and clear the results."""
        if self._searching is not None:
            self._searching.cancel()
            self._searching = None
        self.view.rows.show((), {})
        self._say("", "")

    def open_first(self) -> None:
        """Open the best passage once the search has finished."""
        if self._searching is not None:
            self._open_first = True
            return
        best = self.view.rows.found(self.view.rows.index(0))
        if best is not None:
            self.view.setCurrentIndex(self.view.rows.index(0))
            self.open(best)

    def open(self, passage: Found) -> None:
        """Show the text of a document at a passage."""
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
