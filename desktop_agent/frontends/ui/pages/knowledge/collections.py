"""The tree of collections with their folders and files, and the list of unreadable files."""

from collections.abc import Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop_agent.core.knowledge import CollectionInfo, Problem, SourceInfo
from desktop_agent.frontends.ui.pages.knowledge.labels import (
    Row,
    about,
    badge,
    name,
    problems,
    shown_path,
    tr,
)
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import heading, label
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ROW,
    Index,
    context_menu,
    own_action,
    popup_at_row,
)
from desktop_agent.frontends.ui.widgets.plain_text import TextDialog
from desktop_agent.frontends.ui.widgets.row_delegate import AT_END, FontName, RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class CollectionsDelegate(RowDelegate):
    """Paints a row's icon, name and counts."""

    PAD = (8, 7)
    GAP = 2
    RING = False

    def icon(self, index: Index) -> tuple[str, ColourName, int]:
        row: Row = index.data(ROW)
        if isinstance(row, CollectionInfo):
            return "knowledge", "accent", self.ICON
        if row.missing:
            return "warning", "warn", self.ICON
        icons = {"folder": "folder", "discoveries": "discovery"}
        return icons.get(row.kind, "page"), "muted", self.ICON

    def lines(self, index: Index) -> Sequence[RowLine]:
        row: Row = index.data(ROW)
        is_collection = isinstance(row, CollectionInfo)
        mode = AT_END if is_collection else Qt.TextElideMode.ElideMiddle
        font: FontName = "title" if is_collection else "plain"
        first = RowLine(name(row), "text", font, mode, badge(row), "faint")
        missing = isinstance(row, SourceInfo) and row.missing
        second = RowLine(
            about(row),
            "warn" if missing else "muted",
            right=problems(row.problems),
            right_colour="warn",
        )
        return first, second


class CollectionsView(QTreeWidget):
    """A tree of collections and their sources."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._collections: tuple[CollectionInfo, ...] = ()
        self.setObjectName("knowledgeTree")
        self.setItemDelegate(CollectionsDelegate(theme, self))
        self.setHeaderHidden(True)
        self.setIndentation(22)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)  # `activated` does
        self.setAccessibleName(tr("Collections"))
        self.setAccessibleDescription(tr("F2 to rename, Delete to remove, Enter to open a folder"))

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Show the given collections, keeping the current row and the collapsed collections."""
        if self._collections == tuple(collections):
            return
        current = self.current.id if self.current is not None else ""
        known = {each.id for each in self._collections}
        open_before = {each for each in known if self.isExpanded(self.index_of(each))}
        self._collections = tuple(collections)
        place = self.verticalScrollBar().value()
        self.clear()
        for each in collections:
            top = self._add(self.invisibleRootItem(), each)
            for source in each.sources:
                self._add(top, source)
            top.setExpanded(each.id in open_before or each.id not in known)
        self.setCurrentIndex(self.index_of(current))
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(place)

    def index_of(self, key: str | int) -> QModelIndex:
        """Return the index of the collection or source with the id ``key``, or an invalid index."""
        everything = Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive
        for item in self.findItems("*", everything):
            if item.data(0, ROW).id == key:
                return self.indexFromItem(item)
        return QModelIndex()

    def _add(self, parent: QTreeWidgetItem, row: Row) -> QTreeWidgetItem:
        item = QTreeWidgetItem(parent, [name(row)])
        item.setToolTip(0, name(row))
        said = (name(row), badge(row), about(row), problems(row.problems))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, said)))
        item.setData(0, ROW, row)
        return item

    @property
    def collections(self) -> tuple[CollectionInfo, ...]:
        return self._collections

    @property
    def current(self) -> Row | None:
        row: Row | None = self.currentIndex().data(ROW)
        return row

    @property
    def target(self) -> CollectionInfo | None:
        """The collection of the current row, or None if files cannot be added to it."""
        index = self.currentIndex()
        top = index.parent() if index.parent().isValid() else index
        collection: CollectionInfo | None = top.data(ROW)
        return collection if collection is not None and collection.kind == "files" else None


class CollectionsPane(QWidget):
    """The tree of collections, with buttons and a menu to manage them.

    ``changed`` is emitted after the user has renamed or removed something. ``add_folder`` and ``add_files`` are emitted when the user asks to add something
    to the collection `CollectionsView.target`.
    """

    changed = Signal()
    add_folder = Signal()
    add_files = Signal()

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._session = session
        self._tasks = tasks
        self.problems_dialog: TextDialog | None = None
        self.view = view = CollectionsView(theme)
        keys = QKeySequence.StandardKey.Delete
        self._rename = own_action(view, tr("Rename…"), Qt.Key.Key_F2, self.rename_current)
        self._remove = own_action(view, tr("Remove…"), keys, self.remove_current)
        tip = tr("Rename the collection (F2)")
        self.rename = icon_button(theme, "rename", tr("Rename"), self.rename_current, tip=tip)
        tip = tr("Remove from your documents (Delete)")
        self.remove = icon_button(theme, "trash", tr("Remove"), self.remove_current, tip=tip)
        tip = tr("Show files that could not be read")
        self.problems = icon_button(theme, "warning", tr("Problems"), self.show_problems, tip=tip)
        self._hint = label(tr("Add a folder to search your own documents."), "hint")
        title = (heading(tr("Collections"), "section"), 1)
        buttons = (self.problems, self.rename, self.remove)
        head = hbox(title, *buttons, margins=(4, 0, 0, 0), spacing=2)
        vbox(head, (view, 1), self._hint, parent=self, spacing=4)
        view.activated.connect(self._open)
        view.customContextMenuRequested.connect(self._menu)
        view.selectionModel().currentChanged.connect(self._enable)
        self._enable()

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        self.view.show_collections(collections)
        self._hint.setVisible(all(each.kind == "pages" for each in collections))
        self._enable()

    def show_problems(self) -> None:
        """List the files that could not be read."""

        def show(problems: Sequence[Problem]) -> None:
            listed = (
                f"{shown_path(each.path)}\n{localized(each.reason)} {localized(each.remedy)}".strip()
                for each in problems
            )
            title, note = tr("Files that could not be read"), tr("All other files are indexed.")
            text = "\n\n".join(listed)
            self.problems_dialog = TextDialog(self.window(), title, note, text)
            self.problems_dialog.open()

        self._tasks.start(self._session.knowledge.problems(), show, self._tasks.report)

    def rename_current(self) -> None:
        row = self.view.current
        if not isinstance(row, CollectionInfo) or self.view.target is None:
            return

        def rename(typed: str) -> None:
            new = " ".join(typed.split())
            if new != row.name:
                self._do(self._session.knowledge.rename(row.id, new))

        title = tr("Rename the collection")
        LineDialog(self.window(), title, tr("Name of the collection"), row.name, rename).open()

    def remove_current(self) -> None:
        row, knowledge = self.view.current, self._session.knowledge
        if row is None or self.view.target is None:
            return

        def remove() -> None:
            if isinstance(row, CollectionInfo):
                self._do(knowledge.remove_collection(row.id))
            else:
                self._do(knowledge.remove_source(row.id))

        confirm(
            self.window(),
            tr("Remove “{0}” from your documents?").format(name(row)),
            tr("It will no longer be searched. The files stay where they are."),
            tr("Remove"),
            remove,
        )

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(work, lambda _none: self.changed.emit(), self._tasks.report)

    def _open(self, index: QModelIndex) -> None:
        row: Row | None = index.data(ROW)
        if isinstance(row, CollectionInfo):
            self.view.setExpanded(index, not self.view.isExpanded(index))
        elif row is not None and row.kind in ("folder", "file"):
            open_folder(Path(row.path))

    def _menu(self, at: QPoint) -> None:
        view, row = self.view, self.view.current
        if row is None:
            return
        menu = context_menu(view)
        if view.target is not None:
            menu.addAction(tr("Add a folder here…"), self.add_folder.emit)
            menu.addAction(tr("Add files here…"), self.add_files.emit)
            menu.addSeparator()
        if row.kind in ("folder", "file"):
            menu.addAction(tr("Show in folder"), partial(self._open, view.currentIndex()))
        if view.target is not None:
            if isinstance(row, CollectionInfo):
                menu.addAction(self._rename)
            menu.addAction(self._remove)
        if menu.isEmpty():
            menu.deleteLater()
        else:
            popup_at_row(view, menu, at)

    def _enable(self) -> None:
        row, can_change = self.view.current, self.view.target is not None
        self.rename.setEnabled(can_change and isinstance(row, CollectionInfo))
        self.remove.setEnabled(can_change)
        self.problems.setVisible(any(each.problems for each in self.view.collections))
