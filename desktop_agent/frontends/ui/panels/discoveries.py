"""The discoveries panel, for searching, opening, copying, deleting and exporting discoveries."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPoint,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QGuiApplication,
    QKeySequence,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QHBoxLayout, QListView, QStyleOptionViewItem, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Discovery
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import empty_note, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import Index, context_menu, own_action
from desktop_agent.frontends.ui.widgets.row_delegate import RowLine, StyledRowDelegate
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import UndoBar
from desktop_agent.frontends.ui.wording.dates import moment

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- List model and word filter

DISCOVERY = Qt.ItemDataRole.UserRole.value
"""Item data role of the `Discovery`."""


def _item(discovery: Discovery) -> QStandardItem:
    item = QStandardItem(discovery.title)
    item.setEditable(False)
    item.setData(discovery, DISCOVERY)
    item.setToolTip(discovery.url)
    item.setAccessibleText(f"{discovery.title}. {discovery.description}")
    return item


class DiscoveriesFilter(QSortFilterProxyModel):
    """A proxy model that keeps only those discoveries that contain every search word."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: list[str] = []

    def look_for(self, text: str) -> None:
        self._words = text.casefold().split()
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        item: Discovery = self.sourceModel().index(row, 0, parent).data(DISCOVERY)
        text = f"{item.title} {item.description} {item.url}".casefold()
        return all(word in text for word in self._words)


# --- Row painting: title, up to three lines of text, date and origin


class DiscoveriesDelegate(StyledRowDelegate):
    """Paints discoveries in rows whose height depends on the width of the view."""

    PAD = (12, 12)
    GAP = 4
    SMALL = 0.93

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        width = self._view.viewport().width()
        return QSize(width, self.height_at(index, width - 2 * self.PAD[0]))

    def lines(self, index: Index) -> Sequence[RowLine]:
        item: Discovery = index.data(DISCOVERY)
        parts = (moment(item.timestamp), host_of(item.url))
        return (
            RowLine(item.title, "text", "heading"),
            RowLine(" ".join(item.description.split()), wraps=3),
            RowLine(" · ".join(part for part in parts if part), "faint"),
        )


ExportFormat = Literal["markdown", "csv", "json"]


class DiscoveriesPanel(QWidget):
    """A list of discoveries, newest first. A deletion can be undone for a few seconds.

    ``failed`` is emitted with an `AgentError`, and ``counted`` with the number of discoveries.
    ``saved`` is emitted with the `Discovery` passed to `save` once it is stored. ``conversation``
    is emitted with the id of a conversation to open, and ``exported`` with the path of an exported
    file.
    """

    icon_name = "discovery"
    failed = Signal(object)
    saved = Signal(object)
    conversation = Signal(str)
    counted = Signal(int)
    exported = Signal(str)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._model = QStandardItemModel(self)
        self._filter = DiscoveriesFilter(self)
        self._filter.setSourceModel(self._model)
        self.search = filter_field(self.tr("Search discoveries"))
        self.search.textChanged.connect(self._look)
        self.view = self._make_view()
        self.undo = UndoBar(theme)
        self.undo.undone.connect(self._put_back)
        self._skipped = wrapped("", "meta")
        self._skipped.setContentsMargins(14, 0, 14, 6)
        self._skipped.hide()
        self._note = empty_note()
        theme.changed.connect(self.view.viewport().update)
        parts = (self._bar(), (self._note, 1), self._skipped, (self.view, 1), self.undo)
        vbox(*parts, parent=self, spacing=0)
        self._look("")

    def refresh(self) -> None:
        self._tasks.start(
            asyncio.to_thread(self._read), lambda read: self._show(*read), self.failed.emit
        )

    def save(self, discovery: Discovery) -> None:
        """Store a discovery made by the user, linked to the conversation that contains its run."""
        self._tasks.start(self._store(discovery), self.saved.emit, self.failed.emit)

    def show_saved(self, discovery: Discovery) -> None:
        self.search.clear()
        for place in range(self._filter.rowCount()):
            index = self._filter.index(place, 0)
            if index.data(DISCOVERY) == discovery:
                self.view.setCurrentIndex(index)
        self.view.setFocus()

    async def _store(self, discovery: Discovery) -> Discovery:
        place = None
        with suppress(StorageError):  # the discovery already names a conversation
            place = await self._session.conversations.turn_of_run(discovery.run_id)
        if (
            place is not None
        ):  # on this machine, an imported run belongs to a different conversation
            discovery = replace(discovery, conversation_id=place[0])
        await asyncio.to_thread(self._session.discoveries.append, discovery)
        self._show(*await asyncio.to_thread(self._read))
        return discovery

    def _read(self) -> tuple[tuple[Discovery, ...], int]:
        read = self._session.discoveries.read()
        return read.items, read.skipped

    def _show(self, items: tuple[Discovery, ...], skipped: int) -> None:
        place = self.view.currentIndex().row()
        self._model.clear()
        self._model.invisibleRootItem().appendRows([_item(each) for each in items])
        self._look(self.search.text())
        self.view.setCurrentIndex(self._filter.index(min(place, self._filter.rowCount() - 1), 0))
        many = self.tr("{0} lines of the file could not be read.").format(skipped)
        one = self.tr("1 line of the file could not be read.")
        self._skipped.setText(one if skipped == 1 else many)
        self._skipped.setVisible(skipped > 0)
        self.counted.emit(len(items))

    def _look(self, text: str) -> None:
        self._filter.look_for(text)
        none = self._filter.rowCount() == 0
        self.view.setVisible(not none)
        self._note.setVisible(none)
        empty = self.tr("Discoveries that you save, or that a run makes, are listed here.")
        self._note.setText(self.tr("Nothing matches.") if self._model.rowCount() else empty)

    def _bar(self) -> QHBoxLayout:
        name, tip = self.tr("Export discoveries"), self.tr("Export all discoveries")
        export = icon_button(self._theme, "export", name, self.choose_file, tip=tip, side=18)
        return hbox((self.search, 1), export, margins=(12, 4, 10, 8))

    def _make_view(self) -> QListView:
        view = QListView()
        view.setModel(self._filter)
        view.setItemDelegate(DiscoveriesDelegate(self._theme, view))
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setAccessibleName(self.tr("Discoveries"))
        view.setAccessibleDescription(
            self.tr("Enter opens the source, Ctrl+Enter the conversation, Delete removes")
        )
        view.customContextMenuRequested.connect(self._menu)
        view.activated.connect(self._open)
        own_action(view, self.tr("Copy"), QKeySequence.StandardKey.Copy, self._copy)
        own_action(view, self.tr("Delete"), QKeySequence.StandardKey.Delete, self._delete)
        own_action(view, self.tr("Open the conversation"), "Ctrl+Return", self._jump)
        return view

    def _current(self) -> Discovery | None:
        index = self.view.currentIndex()
        found: Discovery | None = index.data(DISCOVERY) if index.isValid() else None
        return found

    def _menu(self, at: QPoint) -> None:
        item = self._current()
        if item is None or not self.view.indexAt(at).isValid():
            return
        menu = context_menu(self.view)
        source = self.tr("Open the source")
        opens = menu.addAction(source, lambda: self._open(self.view.currentIndex()))
        opens.setEnabled(openable(item.url))
        copy, delete, jump = self.view.actions()
        jump.setEnabled(bool(item.conversation_id))
        menu.addActions([jump, copy, delete])
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _open(self, index: QModelIndex) -> None:
        item: Discovery = index.data(DISCOVERY)
        if openable(item.url):
            open_address(item.url)

    def _copy(self) -> None:
        item = self._current()
        if item is not None:
            parts = (item.title, item.description, item.url)
            QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))

    def _jump(self) -> None:
        item = self._current()
        if item is not None and item.conversation_id:
            self.conversation.emit(item.conversation_id)

    def _delete(self) -> None:
        item = self._current()
        if item is not None:
            self._tasks.start(
                asyncio.to_thread(self._session.discoveries.remove, item),
                lambda removed: self._deleted(item, removed=removed),
                self.failed.emit,
            )

    def _deleted(self, item: Discovery, *, removed: bool) -> None:
        self.refresh()
        if removed:
            self.undo.offer(self.tr("Deleted “{0}”").format(item.title), item)

    def _put_back(self, item: Discovery) -> None:
        self._tasks.start(
            asyncio.to_thread(self._session.discoveries.append, item),
            lambda _none: self.refresh(),
            self.failed.emit,
        )

    def choose_file(self) -> None:
        from desktop_agent.frontends.ui.export.save_dialog import ask_save_path

        title = self.tr("Export discoveries")
        forms = (("Markdown", "md"), ("CSV", "csv"), ("JSON", "json"))
        ask_save_path(self, title, self.tr("Discoveries"), forms, self._export)

    def _export(self, path: Path) -> None:
        from desktop_agent.frontends.ui.export.save_dialog import write_atomically

        kinds: dict[str, ExportFormat] = {".csv": "csv", ".json": "json"}
        kind = kinds.get(path.suffix.lower(), "markdown")

        def write() -> None:
            write_atomically(path, self._session.discoveries.export(kind).encode())

        self._tasks.start(
            asyncio.to_thread(write), lambda _none: self.exported.emit(str(path)), self.failed.emit
        )
