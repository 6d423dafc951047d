"""The sources panel, which lists an answer's sources with their quotes and stored pages."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView, QWidget

from desktop_agent.core.citations import MARKS, SIGNS, citation_numbers
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import EvidenceFound, PageRead
from desktop_agent.core.research import CitationCheck, Claim, Mark, Passage, Source
from desktop_agent.frontends.ui.conversation.turn import Turn, host_of
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.panels.snapshot_viewer import SnapshotViewer, Wanted, fetch_of
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import empty_note, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ROW,
    Index,
    PlainBranches,
    context_menu,
    own_action,
)
from desktop_agent.frontends.ui.widgets.row_delegate import RowLine, StyledRowDelegate
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import labels
from desktop_agent.frontends.ui.wording.labels import MARK_ICONS

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

tr = partial(QCoreApplication.translate, "Sources")

# --- Sources of a turn: cited ones with their quotes, and other pages read


@dataclass(frozen=True, slots=True)
class Quote:
    """A quote from a source, either checked against a statement or merely relevant.

    ``check`` is None if the quote is only relevant. ``start`` and ``end`` are -1 if the page was
    not read.
    """

    text: str
    start: int = -1
    end: int = -1
    snapshot: str = ""
    check: CitationCheck | None = None


@dataclass(frozen=True, slots=True)
class UsedSource:
    """A source with its quotes; ``number`` is 0 for a page that was read but is not a source.

    ``preview`` is True if a paywall hid all but a preview.
    """

    number: int
    title: str
    url: str
    snapshot: str
    read: bool
    cited: bool
    quotes: tuple[Quote, ...] = ()
    preview: bool = False

    def marks(self) -> tuple[tuple[Mark, int], ...]:
        """Return the marks of this source's quotes with their counts, best mark first."""
        found = [quote.check.mark for quote in self.quotes if quote.check is not None]
        return tuple((mark, found.count(mark)) for mark in MARKS if mark in found)

    def spans(self, snapshot: str) -> tuple[tuple[int, int], ...]:
        """Return the spans quoted from the stored text ``snapshot``, sorted and without duplicates.

        A page that changed between two reads is stored twice, so the text must be specified.
        """
        known = {
            (each.start, each.end)
            for each in self.quotes
            if 0 <= each.start < each.end and each.snapshot in ("", snapshot)
        }
        return tuple(sorted(known))


def sources_of(turn: Turn) -> tuple[UsedSource, ...]:
    """Return a turn's cited sources, then its uncited ones, then other pages read."""
    pages = {each.final_url: each for each in turn.events if isinstance(each, PageRead)}
    found = [each for each in turn.events if isinstance(each, EvidenceFound)]
    found = [each for each in found[:-1] if not each.preliminary] + found[-1:]
    answer = turn.answer
    if answer is not None:
        known, claims = answer.sources, answer.claims
        cited = {number for claim in claims for number in claim.citations}
        cited.update(citation_numbers(answer.text))
    else:
        known = tuple(source for each in found for source in each.sources)
        claims, cited = (), set()
    passages = [passage for each in found for passage in each.passages]
    previews = {each.final_url for each in pages.values() if each.wall}
    used = [
        _used(each, claims, passages, cited=each.number in cited, preview=each.url in previews)
        for each in {source.number: source for source in known}.values()
    ]
    used.sort(key=lambda each: (not each.cited, each.number))
    urls = {source.url for source in known}
    for url, page in pages.items():
        if url not in urls and page.url not in urls:
            about = (0, page.title or url, url, page.snapshot)
            used.append(UsedSource(*about, True, False, preview=bool(page.wall)))
    return tuple(used)


def _used(
    source: Source,
    claims: Sequence[Claim],
    passages: Sequence[Passage],
    *,
    cited: bool,
    preview: bool,
) -> UsedSource:
    quotes = [
        Quote(check.quote, check.start, check.end, check.snapshot, check)
        for claim in claims
        for check in claim.checks
        if check.source == source.number
    ]
    if not quotes:
        quotes = [
            Quote(each.text, each.start, each.end, each.snapshot or source.snapshot)
            for each in passages
            if each.source == source.number
        ]
    snapshot = source.snapshot or next((each.snapshot for each in quotes if each.snapshot), "")
    about = (source.number, source.title or source.url, source.url, snapshot)
    return UsedSource(*about, source.read, cited, tuple(quotes), preview)


# --- References


def reference(title: str, url: str, read_at: str = "") -> str:
    """Format a reference as text. Only the date of ``read_at`` (ISO 8601 or "") is used."""
    read = f" (read {read_at[:10]})" if read_at else ""
    return f"{' '.join(title.split()) or url}. {host_of(url)}. {url}{read}"


# --- Qt model

Row = UsedSource | Quote | str


class SourcesModel(QStandardItemModel):
    """A Qt tree model of sources, grouped under headings, with their quotes below them."""

    sources: Sequence[UsedSource] = ()

    def show(self, sources: Sequence[UsedSource]) -> None:
        self.sources = sources
        items: list[QStandardItem] = []
        for cited, heading in ((True, tr("Cited")), (False, tr("Not cited"))):
            group = [each for each in sources if each.cited is cited]
            if group:
                items.append(_item(f"{heading} · {len(group)}"))
            for each in group:
                items.append(_item(each))
                items[-1].appendRows([_item(quote) for quote in each.quotes])
        self.clear()
        self.invisibleRootItem().appendRows(items)

    def row(self, index: Index) -> Row | None:
        row: Row | None = index.data(ROW)
        return row

    def source_of(self, index: Index) -> UsedSource | None:
        """Return the source of the row at an index, or None for a heading."""
        row = self.row(index.parent() if isinstance(self.row(index), Quote) else index)
        return row if isinstance(row, UsedSource) else None

    def index_of(self, number: int, check: CitationCheck | None = None) -> QModelIndex:
        """Return the index of a source or, if it has a quote with this ``check``, of that quote."""
        found = self._first(lambda source: source.number == number > 0)
        for place in range(self.rowCount(found) if check is not None and found.isValid() else 0):
            quote = self.index(place, 0, found)
            if quote.data(ROW).check == check:
                return quote
        return found

    def index_at(self, url: str) -> QModelIndex:
        return self._first(lambda source: source.url == url)

    def _first(self, wanted: Callable[[UsedSource], bool]) -> QModelIndex:
        for place in range(self.rowCount()):
            row = self.row(self.index(place, 0))
            if isinstance(row, UsedSource) and wanted(row):
                return self.index(place, 0)
        return QModelIndex()


def _item(row: Row) -> QStandardItem:
    item = QStandardItem()
    item.setEditable(False)
    item.setData(row, ROW)
    item.setAccessibleText(spoken(row))
    if isinstance(row, UsedSource):
        item.setToolTip(row.url)
    elif isinstance(row, str):
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
    return item


def about(row: UsedSource) -> str:
    """Format a source's host, with a note if the page was only partly read."""
    parts = [host_of(row.url)]
    if not row.read:
        parts.append(tr("snippet only"))
    elif row.preview:
        parts.append(tr("preview only"))
    return " · ".join(parts)


def spoken(row: Row) -> str:
    """Return a row's text for screen readers."""
    if isinstance(row, str):
        return row
    if isinstance(row, Quote):
        marked = labels.mark(row.check.mark) if row.check is not None else ""
        said = " ".join(row.text.split()) or tr("Not quoted")
        return ". ".join(part for part in (marked, said, reason(row)) if part)
    number = tr("Source {0}").format(row.number) if row.number else ""
    counted = [labels.counted(mark, count) for mark, count in row.marks()]
    return ". ".join(part for part in (number, row.title, about(row), *counted) if part)


def reason(quote: Quote) -> str:
    """Return the reason for a quote's mark, on one line, or "" if there is none."""
    return " ".join(localized(quote.check.reason).split()) if quote.check is not None else ""


# --- Row painting

_BADGE = 24
_MOST_LINES = 6
_MOST_CHARS = 1_000


class SourcesDelegate(StyledRowDelegate):
    """Paints headings, sources and quotes. A quote's height depends on the view's width."""

    PAD = (4, 6)
    GAP = 2
    ICON = 16
    ICON_GAP = 8
    SMALL = 0.93
    _view: QTreeView

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        depth = 2 if index.parent().isValid() else 1
        room = self._view.viewport().width() - depth * self._view.indentation() - 2 * self.PAD[0]
        return QSize(0, self.height_at(index, room - self.ICON - self.ICON_GAP))

    def icon(self, index: Index) -> tuple[str, ColourName, int] | None:
        row: Row = index.data(ROW)
        if isinstance(row, str):
            return None
        if isinstance(row, UsedSource):
            return "page", "faint", self.ICON
        name, colour = MARK_ICONS[row.check.mark] if row.check is not None else ("draft", "muted")
        return name, colour, self.ICON

    def paint_icon(self, painter: QPainter, box: QRect, index: Index) -> int:
        row: Row = index.data(ROW)
        if not isinstance(row, UsedSource) or not row.number:
            return super().paint_icon(painter, box, index)
        colours, font = self._theme.colours, self.fonts["small"]
        badge = QRect(box.left(), box.top() - 1, _BADGE, font.height + 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_soft if row.cited else colours.hover))
        painter.drawRoundedRect(badge, 6, 6)
        painter.setFont(font.font)
        painter.setPen(QColor(colours.accent if row.cited else colours.muted))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter.value, str(row.number))
        return _BADGE + self.ICON_GAP

    def lines(self, index: Index) -> Sequence[RowLine]:
        row: Row = index.data(ROW)
        if isinstance(row, str):
            return (RowLine(row, font="heading"),)
        if isinstance(row, UsedSource):
            marks = row.marks()
            right = "  ".join(f"{SIGNS[mark]} {count}" for mark, count in marks)
            colour = MARK_ICONS[marks[-1][0]][1] if marks else "muted"
            second = RowLine(about(row), "faint", right=right, right_colour=colour)
            return RowLine(row.title, "text"), second
        text = " ".join(row.text.split())[:_MOST_CHARS]
        shown = RowLine(f"“{text}”", "text") if text else RowLine(tr("Not quoted"))
        quote = replace(shown, wraps=_MOST_LINES)
        return (quote, RowLine(reason(row))) if reason(row) else (quote,)


# --- List of sources


class SourcesView(PlainBranches):
    """A tree of the sources of ``turn``; ``save`` is emitted with a `Discovery` to store."""

    save = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(theme)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.turn: Turn | None = None
        self.viewer: SnapshotViewer | None = None
        self._viewed: Turn | None = None
        self.sources = SourcesModel(self)
        self.setModel(self.sources)
        self.setObjectName("sourcesTree")
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setItemDelegate(SourcesDelegate(theme, self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName(self.tr("Sources"))
        self.setAccessibleDescription(
            self.tr("Right Arrow for quotes, Enter for the stored page, Ctrl+Enter for the browser")
        )
        self.activated.connect(self._activated)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        own_action(self, self.tr("Open in browser"), "Ctrl+Return", self.open_browser)
        own_action(self, self.tr("Copy citation"), "Ctrl+C", self.copy_reference)

    @property
    def current(self) -> UsedSource | None:
        return self.sources.source_of(self.currentIndex())

    def point_at(self, number: int, check: CitationCheck | None) -> None:
        """Expand and select a source or, if ``check`` is given, the quote that it applies to."""
        index = self.sources.index_of(number, check)
        if not index.isValid():
            return
        self.expand(index.parent() if index.parent().isValid() else index)
        self.setCurrentIndex(index)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_sources(self, sources: Sequence[UsedSource]) -> None:
        """Replace the sources, keeping the selected source and the expanded ones."""
        urls = [row.url for row in self.sources.sources]
        expanded = [url for url in urls if self.isExpanded(self.sources.index_at(url))]
        current = self.current
        self.sources.show(sources)
        for url in expanded:
            self.expand(self.sources.index_at(url))
        if current is not None:
            self.setCurrentIndex(self.sources.index_at(current.url))

    def open_snapshot(self) -> None:
        """Open the selected source's stored page, scrolling to the selected quote, if any."""
        source, quote = self.current, self.sources.row(self.currentIndex())
        if source is None or not source.snapshot:
            return
        snapshot, span = source.snapshot, None
        if isinstance(quote, Quote):
            snapshot, span = quote.snapshot or snapshot, (quote.start, quote.end)
        spans = source.spans(snapshot)
        at = spans.index(span) if span in spans else 0
        if self.viewer is None:
            self.viewer = SnapshotViewer(self._theme, self._tasks, self, saves=True)
            self.viewer.save.connect(self._save_from_page)
        self._viewed = self.turn
        read = partial(self._session.snapshot, snapshot)
        self.viewer.show_page(Wanted(source.title, source.url, read, spans, at))

    def open_browser(self) -> None:
        row = self.current
        if row is not None and openable(row.url):
            open_address(row.url)

    def save_discovery(self) -> bool:
        """Save the selected source or quote as a discovery; return False if none is selected."""
        row, chosen = self.current, self.sources.row(self.currentIndex())
        if row is None or self.turn is None:
            return False
        quotes = (chosen,) if isinstance(chosen, Quote) else row.quotes
        text = quotes[0].text if quotes else ""
        self.save.emit(self.turn.discovery(text, row.url, row.title))
        return True

    def _save_from_page(self, text: str, url: str, title: str) -> None:
        if self._viewed is not None:
            self.save.emit(self._viewed.discovery(text, url, title))

    def copy_reference(self) -> None:
        """Copy a reference, including the date on which the stored page was read, if known."""
        row = self.current
        if row is None:
            return

        async def read_at() -> str:
            try:
                page = await asyncio.to_thread(self._session.snapshot, row.snapshot)
            except AgentError:
                return ""
            fetch = fetch_of(page, row.url)
            return fetch.fetched_at if fetch is not None else ""

        def copy(day: str) -> None:
            QGuiApplication.clipboard().setText(reference(row.title, row.url, day))

        if row.read and row.snapshot:
            self._tasks.start(read_at(), copy)
        else:
            copy("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # the heights of wrapped quotes depend on the width

    def _activated(self, _index: QModelIndex) -> None:
        row = self.current
        if row is not None and row.snapshot:
            self.open_snapshot()
        else:
            self.open_browser()

    def _menu(self, at: QPoint) -> None:
        row, chosen = self.current, self.sources.row(self.currentIndex())
        if row is None:
            return
        menu = context_menu(self)
        stored = menu.addAction(self.tr("Open stored page"), self.open_snapshot)
        stored.setEnabled(bool(row.snapshot))
        browse = menu.addAction(self.tr("Open in browser"), self.open_browser)
        browse.setEnabled(openable(row.url))
        menu.addAction(self.tr("Save as discovery"), self.save_discovery)
        menu.addSeparator()
        if isinstance(chosen, Quote):
            clipboard, quote = QGuiApplication.clipboard(), chosen.text
            menu.addAction(self.tr("Copy quote"), lambda: clipboard.setText(quote))
        menu.addAction(self.tr("Copy citation"), self.copy_reference)
        menu.popup(self.viewport().mapToGlobal(at))


# --- The panel


class SourcesPanel(QWidget):
    """A panel listing a turn's sources.

    ``counted`` is emitted with the number of sources, even while the panel is hidden.
    """

    counted = Signal(int)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._turn: Turn | None = None
        self._sources: tuple[UsedSource, ...] = ()
        self.view = view = SourcesView(theme, session, tasks)
        view.selectionModel().currentChanged.connect(self._chosen)
        self._summary = wrapped("", "meta")
        self._note = empty_note()
        name, tip = self.tr("Open stored page"), self.tr("Open stored page (Enter)")
        self.open_snapshot = icon_button(theme, "page", name, view.open_snapshot, tip=tip)
        name, tip = self.tr("Open in browser"), self.tr("Open in browser (Ctrl+Enter)")
        self.open_browser = icon_button(theme, "external", name, view.open_browser, tip=tip)
        name, tip = self.tr("Copy citation"), self.tr("Copy citation (Ctrl+C)")
        self.copy_button = icon_button(theme, "copy", name, view.copy_reference, tip=tip)
        name, tip = self.tr("Save as discovery"), self.tr("Save as discovery (Ctrl+Shift+D)")
        self.save_button = icon_button(theme, "discovery", name, view.save_discovery, tip=tip)
        buttons = (self.open_snapshot, self.open_browser, self.copy_button, self.save_button)
        bar = hbox((self._summary, 1), *buttons, margins=(14, 4, 8, 4), spacing=2)
        vbox(bar, (self._note, 1), (view, 1), parent=self, spacing=0)
        self.show_turn(None)

    def show_turn(self, turn: Turn | None) -> None:
        self._turn = self.view.turn = turn
        self.catch_up()

    def catch_up(self) -> None:
        """Emit the number of the turn's sources, and list them if the panel is visible."""
        self._sources = sources_of(self._turn) if self._turn is not None else ()
        self.counted.emit(len(self._sources))
        if self.isVisible():
            self._show()

    def point_at(self, number: int, check: CitationCheck | None = None) -> None:
        """Select a source or, if ``check`` is given, the quote that it applies to."""
        self.catch_up()
        self.view.point_at(number, check)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def _show(self) -> None:
        sources = self._sources
        if sources != self.view.sources.sources:
            self.view.show_sources(sources)
        self.view.setVisible(bool(sources))
        self._note.setVisible(not sources)
        if self._turn is None:
            self._note.setText(self.tr("Sources for an answer appear here."))
        elif self._turn.running:
            self._note.setText(self.tr("No pages read yet."))
        else:
            self._note.setText(self.tr("This answer has no sources."))
        marks = [quote.check.mark for each in sources for quote in each.quotes if quote.check]
        counts = [labels.counted(each, marks.count(each)) for each in MARKS if each in marks]
        self._summary.setText(" · ".join(counts))
        self._chosen()

    def _chosen(self) -> None:
        row = self.view.current
        self.open_snapshot.setEnabled(row is not None and bool(row.snapshot))
        self.open_browser.setEnabled(row is not None and openable(row.url))
        for button in (self.copy_button, self.save_button):
            button.setEnabled(row is not None)
