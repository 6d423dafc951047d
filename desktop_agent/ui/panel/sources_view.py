"""The list of sources: unfold one for its quotes, open its stored page, copy it as a reference."""

from typing import cast

from PySide6.QtCore import QModelIndex, QPoint, Qt
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


class SourcesView(QTreeView):
    """Lists sources and does what a person asks with the current one."""

    def __init__(
        self, theme: Theme, store: PageStore, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self.viewer: SnapshotViewer | None = None
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
            self.viewer = SnapshotViewer(self._theme, self._store, self._tasks, self)
        self.viewer.show_page(Wanted(snapshot, source.title, source.url, spans, at))

    def open_browser(self) -> None:
        """Opens the address of the chosen source in the browser."""
        row = self.current
        if row is not None and openable(row.source.url):
            open_address(row.source.url)

    def copy_reference(self, form: ReferenceForm) -> None:
        """Copies the chosen source as one writes it down elsewhere."""
        row = self.current
        if row is not None:
            text = reference(form, row.source.title, row.source.url, row.read_at)
            QGuiApplication.clipboard().setText(text)

    def reference_menu(self) -> QMenu:
        """Gives a menu with the forms of a reference."""
        menu = QMenu(self)
        for text, form in (
            (self.tr("Copy as text"), "plain"),
            (self.tr("Copy as Markdown"), "markdown"),
            (self.tr("Copy as BibTeX"), "bibtex"),
        ):
            action = menu.addAction(text)
            action.setData(form)
        menu.triggered.connect(
            lambda action: self.copy_reference(cast("ReferenceForm", action.data()))
        )
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
        if isinstance(self.sources.row(self.currentIndex()), Quote):
            quote = QAction(self.tr("Copy the quote"), menu)
            quote.triggered.connect(self._copy_quote)
            menu.insertAction(first, quote)
        menu.insertSeparator(first)
        menu.popup(self.viewport().mapToGlobal(at))
