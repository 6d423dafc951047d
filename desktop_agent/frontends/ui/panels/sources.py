"""The sources panel, which lists an answer's sources with their quotes and stored pages."""

import asyncio
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QMenu,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QWidget,
)

from desktop_agent.core.citations import MARKS
from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import CitationCheck
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.panels.panel_delegate import CENTRE, ICON, Index, PanelDelegate
from desktop_agent.frontends.ui.panels.snapshot_viewer import (
    PageStore,
    SnapshotViewer,
    Wanted,
    fetch_of,
)
from desktop_agent.frontends.ui.panels.sources_model import (
    ROW,
    Quote,
    ReferenceForm,
    SourcesModel,
    TurnSources,
    UsedSource,
    about,
    reference,
    tr,
)
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import empty_note, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import context_menu, own_action
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording import evidence
from desktop_agent.frontends.ui.wording.evidence import MARK_ICONS

# --- Row painting: number, title, origin and marks of a source; quotes

_PAD = 8
_GAP = 2
_NUMBER = 24
_MOST_LINES = 6
_LONG_WORD = 24


class SourcesDelegate(PanelDelegate):
    """Paints headings, sources and quotes. A quote's height depends on the width of the view."""

    _view: QTreeView

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        row = index.data(ROW)
        line = QFontMetrics(self.font()).height()
        if isinstance(row, UsedSource):
            return QSize(0, 2 * line + _GAP + 2 * _PAD)
        if isinstance(row, Quote):
            left = 2 * self._view.indentation()
            width = self._view.viewport().width() - left - ICON - 2 * _PAD
            return QSize(0, self._quote_height(row, width) + _PAD)
        return QSize(0, line + 2 * _PAD)

    def paint_row(self, painter: QPainter, box: QRect, index: Index) -> None:
        row = index.data(ROW)
        if isinstance(row, UsedSource):
            self._source(painter, box.adjusted(2, _PAD, -_PAD, -_PAD), row)
        elif isinstance(row, Quote):
            self._quote(painter, box, row)
        else:
            painter.setFont(self.font(bold=True))
            self.set_pen(painter, "muted")
            painter.drawText(box.adjusted(2, 0, -_PAD, 0), CENTRE, str(row))

    def _source(self, painter: QPainter, box: QRect, row: UsedSource) -> None:
        colours = self._theme.colours
        line = painter.fontMetrics().height()
        if row.number:
            badge = QRect(box.left(), box.top() - 1, _NUMBER, line + 2)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if row.cited else colours.hover))
            painter.drawRoundedRect(badge, 6, 6)
            self.set_pen(painter, "accent" if row.cited else "muted")
            centred = Qt.AlignmentFlag.AlignCenter.value
            painter.drawText(badge, centred, str(row.number))
        else:
            self.draw_icon(painter, box.topLeft() + QPoint(4, 1), "page", "faint")
        box.setLeft(box.left() + _NUMBER + _PAD)
        first = QRect(box.left(), box.top(), box.width(), line)
        second = first.translated(0, line + _GAP)
        second.setRight(self._marks(painter, second, row) - 1)
        self.draw_line(painter, first, row.title, "text")
        self.draw_line(painter, second, about(row), "warn" if row.fault else "faint")

    def _marks(self, painter: QPainter, box: QRect, row: UsedSource) -> int:
        """Paint a source's marks with their counts, aligned to the right.

        Return the x coordinate at which they begin.
        """
        metrics = painter.fontMetrics()
        right = box.right() + 1
        for mark, count in reversed(row.marks()):
            name, colour = MARK_ICONS[mark]
            if count > 1:
                width = metrics.horizontalAdvance(str(count))
                self.set_pen(painter, colour)
                place = QRect(right - width, box.top(), width, box.height())
                painter.drawText(place, CENTRE, str(count))
                right -= width + 2
            at = QPoint(right - ICON, box.top() + (box.height() - ICON) // 2)
            self.draw_icon(painter, at, name, colour)
            right -= ICON + 6
        return right

    def _quote(self, painter: QPainter, box: QRect, row: Quote) -> None:
        name, colour = MARK_ICONS[row.check.mark] if row.check is not None else ("draft", "muted")
        self.draw_icon(painter, box.topLeft() + QPoint(2, 3), name, colour)
        box = box.adjusted(ICON + _PAD, 2, -_PAD, -_PAD)
        text, reason = _texts(row)
        height = self.text_height(text, box.width(), _MOST_LINES, _wrapping(text))
        place = QRect(box.topLeft(), QSize(box.width(), height))
        self.draw_wrapped(painter, place, text, "text" if row.text else "muted", _wrapping(text))
        if reason:
            line = painter.fontMetrics().lineSpacing()
            below = QRect(box.left(), box.top() + height + _GAP, box.width(), line)
            self.draw_line(painter, below, reason, "muted", 0)

    def _quote_height(self, row: Quote, width: int) -> int:
        text, reason = _texts(row)
        extra = QFontMetrics(self.font()).lineSpacing() + _GAP if reason else 0
        return self.text_height(text, width, _MOST_LINES, _wrapping(text)) + extra + 2


def _wrapping(text: str) -> int:
    """Return the flags for wrapping text between words, or anywhere if it has very long words."""
    long = any(len(word) > _LONG_WORD for word in text.split())
    return (Qt.TextFlag.TextWrapAnywhere if long else Qt.TextFlag.TextWordWrap).value


def _texts(row: Quote) -> tuple[str, str]:
    text = " ".join(row.text.split())
    shown = f"“{text}”" if text else tr("Nothing on this page is quoted.")
    reason = localized(row.check.reason) if row.check is not None else ""
    return shown[:1_000], " ".join(reason.split())


# --- List of sources


class SourcesView(QTreeView):
    """A tree of the sources of ``turn``, with actions for the current source.

    ``save`` is emitted with a `Discovery` to store.
    """

    save = Signal(object)

    def __init__(self, theme: Theme, store: PageStore, tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._store = store
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
            self.tr("Right unfolds the quotes, Enter opens the stored page, Ctrl+Enter the browser")
        )
        self.activated.connect(self._activated)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        own_action(self, self.tr("Open in browser"), "Ctrl+Return", self.open_browser)
        copy = self.tr("Copy reference")
        own_action(self, copy, "Ctrl+C", lambda: self.copy_reference("plain"))
        theme.changed.connect(self.viewport().update)

    @property
    def current(self) -> UsedSource | None:
        return self.sources.source_of(self.currentIndex())

    def point_at(self, number: int, check: CitationCheck | None) -> None:
        """Expand and select a source or, if ``check`` is given, the quote to which it applies."""
        index = self.sources.index_of(number, check)
        if not index.isValid():
            return
        self.expand(index.parent() if index.parent().isValid() else index)
        self.setCurrentIndex(index)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def unfolded(self) -> set[str]:
        urls = [row.url for row in self.sources.sources]
        return {url for url in urls if self.isExpanded(self.sources.index_at(url))}

    def restore(self, unfolded: set[str], current: str) -> None:
        """Expand the sources with the given URLs and select ``current``, if still listed."""
        for url in unfolded:
            self.expand(self.sources.index_at(url))
        if current:
            self.setCurrentIndex(self.sources.index_at(current))

    def open_snapshot(self) -> None:
        """Open the stored page of the selected source; if a quote is selected, go to that quote."""
        source, quote = self.current, self.sources.row(self.currentIndex())
        if source is None or not source.snapshot:
            return
        snapshot, span = source.snapshot, None
        if isinstance(quote, Quote):
            snapshot, span = quote.snapshot or snapshot, (quote.start, quote.end)
        spans = source.spans(snapshot)
        at = spans.index(span) if span in spans else 0
        if self.viewer is None:
            self.viewer = SnapshotViewer(self._theme, self._store, self._tasks, self, saves=True)
            self.viewer.save.connect(self._save_from_page)
        self._viewed = self.turn
        self.viewer.show_page(Wanted(snapshot, source.title, source.url, spans, at))

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

    def copy_reference(self, form: ReferenceForm) -> None:
        row = self.current
        if row is not None:
            text = reference(form, row.title, row.url, row.read_at)
            QGuiApplication.clipboard().setText(text)

    def add_reference_forms(self, menu: QMenu) -> None:
        menu.addAction(self.tr("Copy as text"), partial(self.copy_reference, "plain"))
        menu.addAction(self.tr("Copy as Markdown"), partial(self.copy_reference, "markdown"))
        menu.addAction(self.tr("Copy as BibTeX"), partial(self.copy_reference, "bibtex"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # the heights of wrapped quotes depend on the width

    def _activated(self, _index: QModelIndex) -> None:
        row = self.current
        if row is not None and row.snapshot:
            self.open_snapshot()
        else:
            self.open_browser()

    def _copy_quote(self) -> None:
        quote = self.sources.row(self.currentIndex())
        if isinstance(quote, Quote):
            QGuiApplication.clipboard().setText(quote.text)

    def _menu(self, at: QPoint) -> None:
        row = self.current
        if row is None:
            return
        menu = context_menu(self)
        stored = menu.addAction(self.tr("Open the stored page"), self.open_snapshot)
        stored.setEnabled(bool(row.snapshot))
        browse = menu.addAction(self.tr("Open in browser"), self.open_browser)
        browse.setEnabled(openable(row.url))
        menu.addAction(self.tr("Save as discovery"), self.save_discovery)
        if isinstance(self.sources.row(self.currentIndex()), Quote):
            menu.addAction(self.tr("Copy the quote"), self._copy_quote)
        menu.addSeparator()
        self.add_reference_forms(menu)
        menu.popup(self.viewport().mapToGlobal(at))


_CATCH_UP_MS = 200
_MOST_READ_TIMES = 200
"""Maximum number of stored pages that are loaded to find out when they were read."""


class SourcesPanel(QWidget):
    """A panel that lists a turn's sources. While it is hidden, only their count is updated.

    ``counted`` is emitted with the number of sources.
    """

    icon_name = "page"
    counted = Signal(int)

    def __init__(self, theme: Theme, store: PageStore, tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self._turn: Turn | None = None
        self._applied = 0
        self._known = TurnSources()
        self._asking: asyncio.Task[None] | None = None
        self.view = SourcesView(theme, store, tasks)
        self.view.selectionModel().currentChanged.connect(self._chosen)
        self._soon = QTimer(self, singleShot=True, interval=_CATCH_UP_MS)
        self._soon.timeout.connect(self.catch_up)
        self._summary = wrapped("", "meta")
        self._note = empty_note()
        vbox(self._bar(), (self._note, 1), (self.view, 1), parent=self, spacing=0)
        self._show()

    def show_turn(self, turn: Turn | None) -> None:
        self._turn, self._applied, self._known = turn, 0, TurnSources()
        self.view.turn = turn
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        self._show()
        self.catch_up()

    def catch_up_soon(self) -> None:
        """Schedule a call to `catch_up`, at most a few times a second."""
        if not self._soon.isActive():
            self._soon.start()

    def catch_up(self) -> None:
        """Apply new events. If the sources changed, emit their count and update a visible view."""
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
        """Select a source or, if ``check`` is given, the quote to which it applies."""
        self.catch_up()
        self.view.point_at(number, check)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.catch_up()

    def _show(self) -> None:
        self._stale = False
        sources = self._known.sources()
        chosen = self.view.current
        current = chosen.url if chosen is not None else ""
        unfolded = self.view.unfolded()
        self.view.sources.show(sources)
        self.view.restore(unfolded, current)
        self.view.setVisible(bool(sources))
        self._note.setVisible(not sources)
        self._note.setText(self._empty())
        self._summary.setText(self._counted_marks(sources))
        self._chosen()
        self.counted.emit(len(sources))
        if sources and (self._asking is None or self._asking.done()):
            self._asking = self._tasks.start(self._ask_when_read())

    def _counted_marks(self, sources: tuple[UsedSource, ...]) -> str:
        marks = [quote.check.mark for each in sources for quote in each.quotes if quote.check]
        return " · ".join(
            evidence.counted(each, marks.count(each)) for each in MARKS if each in marks
        )

    def _empty(self) -> str:
        if self._turn is None:
            return self.tr("The sources of an answer appear here.")
        if self._turn.running:
            return self.tr("Nothing has been read yet.")
        return self.tr("This answer has no sources.")

    async def _ask_when_read(self) -> None:
        """Look up when the stored pages were read, because a run's events do not record this."""
        for source in self.view.sources.sources[:_MOST_READ_TIMES]:
            if not source.read or not source.snapshot or source.read_at or source.fault:
                continue
            try:
                page = await asyncio.to_thread(self._store.snapshot, source.snapshot)
            except AgentError as error:
                self.view.sources.set_read(source.url, "", localized(error.message))
            else:
                fetch = fetch_of(page, source.url)
                self.view.sources.set_read(source.url, fetch.fetched_at if fetch else "", "")

    def _chosen(self) -> None:
        row = self.view.current
        self.open_snapshot.setEnabled(row is not None and bool(row.snapshot))
        self.open_browser.setEnabled(row is not None and openable(row.url))
        for button in (self.copy_button, self.save_button):
            button.setEnabled(row is not None)

    def _bar(self) -> QHBoxLayout:
        theme, view = self._theme, self.view
        name, tip = self.tr("Open the stored page"), self.tr("Open the stored page (Enter)")
        self.open_snapshot = icon_button(theme, "page", name, view.open_snapshot, tip=tip)
        name, tip = self.tr("Open in browser"), self.tr("Open in browser (Ctrl+Enter)")
        self.open_browser = icon_button(theme, "external", name, view.open_browser, tip=tip)
        name, tip = self.tr("Copy the reference"), self.tr("Copy the reference (Ctrl+C)")
        self.copy_button = icon_button(theme, "copy", name, tip=tip)
        self.copy_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        forms = QMenu(view)
        view.add_reference_forms(forms)
        self.copy_button.setMenu(forms)
        name = self.tr("Save as discovery")
        tip = self.tr("Save the source as discovery (Ctrl+Shift+D)")
        self.save_button = icon_button(theme, "discovery", name, view.save_discovery, tip=tip)
        buttons = (self.open_snapshot, self.open_browser, self.copy_button, self.save_button)
        return hbox((self._summary, 1), *buttons, margins=(14, 4, 8, 4), spacing=2)
