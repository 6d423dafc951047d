"""The list of sources: unfold one for its quotes, open its stored page, copy it as a reference."""

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeView, QWidget

from desktop_agent.core.research import CitationCheck
from desktop_agent.ui.browser import open_address
from desktop_agent.ui.markdown.inline_writer import openable
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.panel.reference import ReferenceForm, reference
from desktop_agent.ui.panel.snapshot_viewer import SnapshotViewer, Wanted
from desktop_agent.ui.panel.sources_delegate import SourcesDelegate
from desktop_agent.ui.panel.sources_model import SourceRow, SourcesModel
from desktop_agent.ui.panel.stored_page import PageStore
from desktop_agent.ui.panel.turn_sources import Quote
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn


class SourcesView(QTreeView):
    """Lists the sources of ``turn`` and does what a person asks with the current one.

    ``save`` brings a `Discovery` to be stored.
    """

    save = Signal(object)

    def __init__(
        self, theme: Theme, store: PageStore, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
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
        own_action(self, self.tr("Open in browser"), "Ctrl+Return").triggered.connect(
            self.open_browser
        )
        copy = own_action(self, self.tr("Copy reference"), "Ctrl+C")
        copy.triggered.connect(lambda: self.copy_reference("plain"))
        theme.changed.connect(self.viewport().update)

    @property
    def current(self) -> SourceRow | None:
        """The chosen source; that of a quote where one is chosen."""
        return self.sources.source_of(self.currentIndex())

    def point_at(self, number: int, check: CitationCheck | None) -> None:
        """Chooses a source, unfolds it, and shows what it says; that of ``check`` where it is given."""
        index = self.sources.index_of(number, check)
        if not index.isValid():
            return
        self.expand(index.parent() if index.parent().isValid() else index)
        self.setCurrentIndex(index)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def unfolded(self) -> set[str]:
        """Gives the addresses of the sources whose quotes are shown."""
        urls = [row.source.url for row in self.sources.sources]
        return {url for url in urls if self.isExpanded(self.sources.index_at(url))}

    def restore(self, unfolded: set[str], current: str) -> None:
        """Unfolds and chooses sources by their addresses, where they are still there."""
        for url in unfolded:
            self.expand(self.sources.index_at(url))
        if current:
            self.setCurrentIndex(self.sources.index_at(current))

    def open_snapshot(self) -> None:
        """Opens the stored page of the chosen source, at the chosen quote."""
        row, quote = self.current, self.sources.row(self.currentIndex())
        if row is None or not row.source.snapshot:
            return
        source, snapshot, span = row.source, row.source.snapshot, None
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
        """Opens the address of the chosen source in the browser."""
        row = self.current
        if row is not None and openable(row.source.url):
            open_address(row.source.url)

    def save_discovery(self) -> bool:
        """Save the chosen source, or quote of it, as a discovery; False where none is chosen."""
        row, chosen = self.current, self.sources.row(self.currentIndex())
        if row is None or self.turn is None:
            return False
        quotes = (chosen,) if isinstance(chosen, Quote) else row.source.quotes
        text = next((quote.text for quote in quotes), "")
        self.save.emit(self.turn.discovery(text, row.source.url, row.source.title))
        return True

    def _save_from_page(self, text: str, url: str, title: str) -> None:
        if self._viewed is not None:
            self.save.emit(self._viewed.discovery(text, url, title))

    def copy_reference(self, form: ReferenceForm) -> None:
        """Copies the chosen source as one writes it down elsewhere."""
        row = self.current
        if row is not None:
            text = reference(form, row.source.title, row.source.url, row.read_at)
            QGuiApplication.clipboard().setText(text)

    def reference_menu(self) -> QMenu:
        """Gives a menu with the forms of a reference."""
        menu = QMenu(self)
        forms: tuple[tuple[str, ReferenceForm], ...] = (
            (self.tr("Copy as text"), "plain"),
            (self.tr("Copy as Markdown"), "markdown"),
            (self.tr("Copy as BibTeX"), "bibtex"),
        )
        for text, form in forms:
            menu.addAction(text, partial(self.copy_reference, form))
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # wrapped quotes have another height now

    def _activated(self, _index: QModelIndex) -> None:
        row = self.current
        if row is not None and row.source.snapshot:
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
        menu = self.reference_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        first = menu.actions()[0]
        stored = QAction(self.tr("Open the stored page"), menu)
        stored.triggered.connect(self.open_snapshot)
        stored.setEnabled(bool(row.source.snapshot))
        browse = QAction(self.tr("Open in browser"), menu)
        browse.triggered.connect(self.open_browser)
        browse.setEnabled(openable(row.source.url))
        menu.insertActions(first, [stored, browse])
        save = QAction(self.tr("Save as discovery"), menu)
        save.triggered.connect(self.save_discovery)
        menu.insertAction(first, save)
        if isinstance(self.sources.row(self.currentIndex()), Quote):
            quote = QAction(self.tr("Copy the quote"), menu)
            quote.triggered.connect(self._copy_quote)
            menu.insertAction(first, quote)
        menu.insertSeparator(first)
        menu.popup(self.viewport().mapToGlobal(at))
