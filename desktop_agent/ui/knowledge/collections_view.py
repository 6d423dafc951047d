"""The tree of collections: keys, the menu of a row, and what stays when the rows change."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeView, QWidget

from desktop_agent.core.knowledge import CollectionInfo, SourceInfo
from desktop_agent.ui.browser import open_folder
from desktop_agent.ui.editing_in_place import edit_in_place
from desktop_agent.ui.knowledge.collections_delegate import CollectionsDelegate
from desktop_agent.ui.knowledge.collections_model import CollectionsModel, Row
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.theme import Theme

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_UNFOLDED_MOST = 12
"""Collections with more sources than this are folded when they are first seen."""


class CollectionsView(QTreeView):
    """Shows what is indexed; what a person wants done with a row is told.

    ``remove_wanted`` and ``problems_wanted`` bring a row, ``add_folder`` and ``add_files`` nothing:
    `target` says where to. ``moved`` tells that another row is the current one.
    """

    remove_wanted = Signal(object)
    problems_wanted = Signal(object)
    add_folder = Signal()
    add_files = Signal()
    moved = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._known: set[str] = set()
        self.rows = CollectionsModel(self)
        self._delegate = CollectionsDelegate(theme, self)
        self.setObjectName("knowledgeTree")
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setHeaderHidden(True)
        self.setIndentation(22)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Collections"))
        self.setAccessibleDescription(
            self.tr("F2 renames a collection, Delete removes, Enter opens a folder")
        )
        self.rename = own_action(self, self.tr("Rename"), Qt.Key.Key_F2, self.rename_current)
        self.remove = own_action(
            self, self.tr("Remove…"), QKeySequence.StandardKey.Delete, self.remove_current
        )
        self.customContextMenuRequested.connect(self._menu)
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.moved.emit())
        self.rows.modelReset.connect(self.moved)
        self.rows.many_changed.connect(self.viewport().update)
        theme.changed.connect(self._theme_changed)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Takes what there is now; the current row and what is folded stay."""
        key = _key(self.current)
        folded = {
            each.id
            for each in self.rows.collections
            if each.id in self._known and not self.isExpanded(self.rows.index_of(each.id))
        }
        if not self.rows.show(collections):
            return
        for each in collections:
            fresh = each.id not in self._known and len(each.sources) <= _UNFOLDED_MOST
            if fresh or (each.id in self._known and each.id not in folded):
                self.expand(self.rows.index_of(each.id))
        self._known = {each.id for each in collections}
        index = self.rows.index_of(key) if key is not None else QModelIndex()
        if index.isValid():
            self.setCurrentIndex(index)

    @property
    def current(self) -> Row | None:
        """What the keyboard is at."""
        return self.rows.row(self.currentIndex())

    @property
    def target(self) -> CollectionInfo | None:
        """The collection that something is added to: that of the current row, if it takes files."""
        collection = self.rows.collection(self.currentIndex())
        return collection if collection is not None and collection.kind == "files" else None

    @property
    def can_rename(self) -> bool:
        """Whether the current row is a collection that a person has made."""
        return isinstance(self.current, CollectionInfo) and self.target is not None

    @property
    def can_remove(self) -> bool:
        """Whether the current row is one that a person has added."""
        return self.current is not None and self.target is not None

    def rename_current(self) -> None:
        """Opens the editor of the current collection's name."""
        if self.can_rename:
            edit_in_place(self, self.currentIndex())

    def remove_current(self) -> None:
        """Asks for the current row to be removed."""
        if self.can_remove:
            self.remove_wanted.emit(self.current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in _ENTER and not event.modifiers()
        if enter and self.state() != QAbstractItemView.State.EditingState:
            self._enter()
        else:
            super().keyPressEvent(event)

    def _enter(self) -> None:
        row, index = self.current, self.currentIndex()
        if isinstance(row, CollectionInfo):
            self.setExpanded(index, not self.isExpanded(index))
        elif row is not None:
            _open(row)

    def _menu(self, at: QPoint) -> None:
        row = self.current
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self.target is not None:
            menu.addAction(self.tr("Add a folder here…"), self.add_folder.emit)
            menu.addAction(self.tr("Add files here…"), self.add_files.emit)
            menu.addSeparator()
        if isinstance(row, SourceInfo) and row.kind in ("folder", "file"):
            menu.addAction(self.tr("Open the folder"), lambda: _open(row))
        if row.problems:
            menu.addAction(self.tr("Show problems"), lambda: self.problems_wanted.emit(row))
        if self.target is not None:
            self.rename.setEnabled(self.can_rename)
            menu.addActions([self.rename, self.remove])
            menu.aboutToHide.connect(lambda: self.rename.setEnabled(True))
        if menu.isEmpty():
            menu.deleteLater()
            return
        if self.indexAt(at) != self.currentIndex():
            at = self.visualRect(self.currentIndex()).center()
        menu.popup(self.viewport().mapToGlobal(at))

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self.doItemsLayout()
        self.viewport().update()


def _open(source: SourceInfo) -> None:
    if source.kind in ("folder", "file"):
        open_folder(Path(source.path))


def _key(row: Row | None) -> str | int | None:
    return row.id if row is not None else None
