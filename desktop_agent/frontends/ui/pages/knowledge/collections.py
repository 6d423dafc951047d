"""The tree of collections, with their folders and files."""

from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop_agent.core.knowledge import CollectionInfo, Problem, SourceInfo
from desktop_agent.frontends.ui.pages.knowledge.indexing import ProblemsDialog
from desktop_agent.frontends.ui.pages.knowledge.labels import (
    collection_line,
    collection_name,
    problems,
    source_line,
    source_name,
    tr,
)
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import heading, label
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ENTER,
    ROW,
    Index,
    context_menu,
    edit_in_place,
    own_action,
    popup_at_row,
)
from desktop_agent.frontends.ui.widgets.row_delegate import AT_END, RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

Row = CollectionInfo | SourceInfo


class CollectionsModel(QStandardItemModel):
    """Qt model of the collections and their sources.

    ``renamed`` is emitted with the id of a collection and its new name.
    """

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.collections: tuple[CollectionInfo, ...] = ()

    def show(self, collections: Sequence[CollectionInfo]) -> bool:
        """Show the given collections, and return whether any row was added, removed or moved."""
        same = _shape(self.collections) == _shape(collections)
        self.collections = tuple(collections)
        if not same:
            self.clear()
        for place, each in enumerate(collections):
            parent = _put(self.invisibleRootItem(), place, each)
            for below, source in enumerate(each.sources):
                _put(parent, below, source)
        return not same

    def index_of(self, key: str | int) -> QModelIndex:
        """Return the index of the collection or source with the id ``key``, or an invalid index."""
        for top, each in enumerate(self.collections):
            if each.id == key:
                return self.index(top, 0)
            for place, source in enumerate(each.sources):
                if source.id == key:
                    return self.index(place, 0, self.index(top, 0))
        return QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row: Row | None = super().data(index, ROW)
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return name(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(part for part in (name(row), mark(row), told(row)) if part)
            case Qt.ItemDataRole.ToolTipRole:
                return _tip(row)
        return row if role == ROW else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row: Row | None = index.data(ROW)
        typed = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not isinstance(row, CollectionInfo):
            return False
        if typed and typed != row.name:
            self.renamed.emit(row.id, typed)
        return False  # the new name is shown once it is saved


def _put(parent: QStandardItem, place: int, row: Row) -> QStandardItem:
    if place == parent.rowCount():
        new = QStandardItem()
        new.setEditable(isinstance(row, CollectionInfo) and row.kind == "files")
        parent.appendRow(new)
    item = parent.child(place)
    if item.data(ROW) != row:
        item.setData(row, ROW)
    return item


def name(row: Row) -> str:
    """Return the display name of a collection or source."""
    return collection_name(row) if isinstance(row, CollectionInfo) else source_name(row)


def told(row: Row) -> str:
    """Format the document count, size and problem count of a collection or source."""
    said = collection_line(row) if isinstance(row, CollectionInfo) else source_line(row)
    faults = problems(row.problems) if row.problems else ""
    return " · ".join(part for part in (said, faults) if part)


def mark(row: Row) -> str:
    """Return the badge of a built-in collection, or "" for other collections and for sources."""
    if not isinstance(row, CollectionInfo):
        return ""
    return {"pages": tr("built in"), "remote": tr("read only")}.get(row.kind, "")


def _tip(row: Row) -> str:
    if isinstance(row, SourceInfo):
        return "" if row.kind in ("snapshots", "discoveries") else source_name(row)
    if row.kind == "pages":
        return tr("Pages that runs have read, and the discoveries, are added by themselves")
    return tr("A table that was made elsewhere") if row.kind == "remote" else ""


def _shape(collections: Sequence[CollectionInfo]) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.id, tuple(source.id for source in each.sources)) for each in collections]


# --- Painting


class CollectionsDelegate(RowDelegate):
    """Paints a row's icon, name and counts. Collection names can be edited in place."""

    PAD = (8, 7)
    GAP = 2
    RING = False

    def icon(self, index: Index) -> tuple[str, ColourName, int]:
        row: Row = index.data(ROW)
        name, colour = _icon(row)
        return name, colour, self.ICON

    def paint_icon(self, painter: QPainter, box: QRect, index: Index) -> int:
        down = (box.height() - self.fonts["title"].height) // 2  # centred beside both lines
        return super().paint_icon(painter, box.translated(0, down), index)

    def lines(self, index: Index) -> Sequence[RowLine]:
        row: Row = index.data(ROW)
        faults = problems(row.problems) if row.problems else ""
        if isinstance(row, CollectionInfo):
            first = RowLine(name(row), "text", "title", AT_END, mark(row), "faint")
            return first, RowLine(collection_line(row), right=faults, right_colour="warn")
        path = RowLine(name(row), "text", "plain", Qt.TextElideMode.ElideMiddle)
        about = source_line(row) or tr("1 file")
        colour: ColourName = "warn" if row.missing else "faint"
        return path, RowLine(about, colour, right=faults, right_colour="warn")

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setObjectName("renameConversation")  # shares its style
            editor.setAccessibleName(tr("Name of the collection"))
            editor.setMaxLength(120)
        return editor

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        index: Index,  # noqa: ARG002 - Qt's signature
    ) -> None:
        box = QRect(option.rect).adjusted(self.ICON + self.ICON_GAP - 6, 2, -7, 0)
        box.setHeight(max(self.fonts["title"].height + 8, editor.sizeHint().height()))
        editor.setGeometry(box)


def _icon(row: Row) -> tuple[str, ColourName]:
    if isinstance(row, CollectionInfo):
        return "knowledge", "accent"
    if row.missing:
        return "warning", "warn"
    icons = {"folder": "folder", "discoveries": "discovery"}
    return icons.get(row.kind, "page"), "muted"


# --- The tree view

_UNFOLDED_MOST = 12
"""Maximum number of sources in a collection that is initially expanded."""


class CollectionsView(QTreeView):
    """A tree of collections and sources, with shortcut keys and a context menu.

    ``remove_wanted`` and ``problems_wanted`` are emitted with a row. ``add_folder`` and
    ``add_files`` are emitted when the user asks to add a folder or files to the collection
    `target`, and ``moved`` when another row has become the current one.
    """

    remove_wanted = Signal(object)
    problems_wanted = Signal(object)
    add_folder = Signal()
    add_files = Signal()
    moved = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._known: set[str] = set()
        self.rows = CollectionsModel(self)
        self.setObjectName("knowledgeTree")
        self.setModel(self.rows)
        self.setItemDelegate(CollectionsDelegate(theme, self))
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
        self.selectionModel().currentChanged.connect(self.moved)
        self.rows.modelReset.connect(self.moved)

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Show the given collections, preserving the current row and the collapsed rows."""
        key = self.current.id if self.current is not None else None
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
        row: Row | None = self.currentIndex().data(ROW)
        return row

    @property
    def target(self) -> CollectionInfo | None:
        """The collection of the current row, or None if files cannot be added to it."""
        index = self.currentIndex()
        top = index.parent() if index.parent().isValid() else index
        collection: CollectionInfo | None = top.data(ROW)
        return collection if collection is not None and collection.kind == "files" else None

    @property
    def can_rename(self) -> bool:
        return isinstance(self.current, CollectionInfo) and self.target is not None

    @property
    def can_remove(self) -> bool:
        return self.current is not None and self.target is not None

    def rename_current(self) -> None:
        if self.can_rename:
            edit_in_place(self, self.currentIndex())

    def remove_current(self) -> None:
        if self.can_remove:
            self.remove_wanted.emit(self.current)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in ENTER and not event.modifiers()
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
        menu = context_menu(self)
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
        popup_at_row(self, menu, at)


def _open(source: SourceInfo) -> None:
    if source.kind in ("folder", "file"):
        open_folder(Path(source.path))


# --- The pane


class CollectionsPane(QWidget):
    """The tree of collections, with buttons to manage them.

    ``changed`` is emitted after the user has renamed or removed something, and ``failed`` with an
    `AgentError`.
    """

    changed = Signal()
    failed = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.view = CollectionsView(theme)
        self.problems_dialog: ProblemsDialog | None = None
        view = self.view
        tip = tr("Rename the collection (F2)")
        self.rename = icon_button(theme, "rename", tr("Rename"), view.rename_current, tip=tip)
        tip = tr("Remove the chosen row (Del)")
        self.remove = icon_button(theme, "trash", tr("Remove"), view.remove_current, tip=tip)
        name, tip = tr("Show problems"), tr("Files not read, or only in part")
        self.problems = icon_button(
            theme, "warning", name, lambda: self.show_problems(view.current), tip=tip
        )
        self._hint = label(tr("Add a folder to search documents of your own."), "hint")
        title = (heading(tr("Collections"), "section"), 1)
        buttons = (self.problems, self.rename, self.remove)
        head = hbox(title, *buttons, margins=(4, 0, 0, 0), spacing=2)
        vbox(head, (self.view, 1), self._hint, parent=self, spacing=4)
        self.view.rows.renamed.connect(self._rename)
        self.view.remove_wanted.connect(self._ask_to_remove)
        self.view.problems_wanted.connect(self.show_problems)
        self.view.moved.connect(self._enable)
        self._enable()

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        self.view.show_collections(collections)
        self._hint.setVisible(all(each.kind == "pages" for each in collections))
        self._enable()

    def show_problems(self, row: Row | None = None) -> None:
        """List the unreadable files of a collection or source, or all if ``row`` is None."""
        collection, source = "", None
        if isinstance(row, CollectionInfo):
            collection = row.id
        elif row is not None:
            collection, source = row.collection, row.id
        self._tasks.start(
            self._session.knowledge.problems(collection),
            lambda found: self._list([x for x in found if source in (None, x.source)]),
            self.failed.emit,
        )

    def _list(self, problems: Sequence[Problem]) -> None:
        self.problems_dialog = ProblemsDialog(self._theme, problems, self.window())
        self.problems_dialog.open()

    def _rename(self, collection: str, new: str) -> None:
        self._do(self._session.knowledge.rename(collection, new))

    def _ask_to_remove(self, row: Row) -> None:
        confirm(
            self.window(),
            tr("Remove “{0}” from the knowledge base?").format(name(row)),
            tr("It is no longer searched. The files themselves stay where they are."),
            tr("Remove"),
            lambda: self._remove(row),
            no=tr("Keep"),
        )

    def _remove(self, row: Row) -> None:
        knowledge = self._session.knowledge
        if isinstance(row, CollectionInfo):
            self._do(knowledge.remove_collection(row.id))
        else:
            self._do(knowledge.remove_source(row.id))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(work, lambda _none: self.changed.emit(), self.failed.emit)

    def _enable(self) -> None:
        row = self.view.current
        self.rename.setEnabled(self.view.can_rename)
        self.remove.setEnabled(self.view.can_remove)
        faults = sum(each.problems for each in self.view.rows.collections)
        self.problems.setEnabled(bool(row.problems) if row is not None else faults > 0)
