"""Descriptions of document collections, and the tree that shows them."""

from collections.abc import Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QTreeWidget, QTreeWidgetItem, QWidget

from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    IngestProgress,
    Place,
    Problem,
    SourceInfo,
)
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.error_dialog import confirm
from desktop_agent.frontends.ui.widgets.labels import heading, label
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import ROW, Index, own_action
from desktop_agent.frontends.ui.widgets.model_download import bytes_text, duration_text
from desktop_agent.frontends.ui.widgets.plain_text import TextDialog, one_line, visible
from desktop_agent.frontends.ui.widgets.row_delegate import AT_END, FontName, RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.widgets.translation import localized
from desktop_agent.frontends.ui.wording.labels import label as label_of
from desktop_agent.frontends.ui.wording.reasoning import count

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

tr = partial(QCoreApplication.translate, "Knowledge")


def problems(number: int) -> str:
    """Format a count of unreadable files, such as "3 problems", or return "" if it is 0."""
    return count("problems", number) if number else ""


def place_line(place: Place) -> str:
    """Format a location such as ``page 3 · lines 4-9``, or return "" if it is unknown."""
    parts = [tr("page {0}").format(place.page)] if place.page else []
    parts += [one_line(place.label)] if place.label else []
    parts += [" \u203a ".join(map(one_line, place.headings))] if place.headings else []
    if place.first_line and place.last_line > place.first_line:
        parts.append(tr("lines {0}-{1}").format(place.first_line, place.last_line))
    elif place.first_line:
        parts.append(tr("line {0}").format(place.first_line))
    return " · ".join(parts)


def shown_path(path: str) -> str:
    """Return a path on one line for display, with ``~`` for the home folder."""
    home = str(Path.home())
    if path == home or path.startswith((home + "/", home + "\\")):
        path = "~" + path[len(home) :]
    return visible(path).replace("\n", "␊")


def where(document: DocumentRecord) -> str:
    """Return a document's path, or the URL of a stored page."""
    is_file = document.url.startswith("file:")
    return shown_path(document.path) if is_file else one_line(document.url)


def title(document: DocumentRecord) -> str:
    """Return a document's title, or its file name if it has none."""
    return one_line(document.title) or shown_path(Path(document.path).name)


# --- Collections and their sources

Row = CollectionInfo | SourceInfo


def name(row: Row) -> str:
    """Return the display name of a collection or source."""
    if isinstance(row, CollectionInfo):
        is_built_in = row.kind == "pages"
        return tr("Web pages and discoveries") if is_built_in else one_line(row.name)
    built_in = {"snapshots": tr("Web pages"), "discoveries": tr("Discoveries")}
    return built_in.get(row.kind) or shown_path(row.path)


def badge(row: Row) -> str:
    """Return the badge of a built-in or read-only collection, or "" for any other row."""
    badges = {"pages": tr("built in"), "remote": tr("read-only")}
    return badges.get(row.kind, "")


def about(row: Row) -> str:
    """Format a row's document count and size, and say if it is unavailable or partly indexed."""
    if isinstance(row, SourceInfo):
        counted = tr("1 file") if row.kind == "file" else count("documents", row.documents)
        parts = [tr("unavailable") if row.missing else "", counted]
    else:
        parts = [count("documents", row.documents), bytes_text(row.size) if row.size else ""]
        if 0 < row.embedded < row.chunks:
            share = min(99, 100 * row.embedded // row.chunks)
            parts.append(tr("{0}% searchable by meaning").format(share))
    return " · ".join(part for part in parts if part)


# --- Indexing


def progress_line(progress: IngestProgress) -> str:
    """Format the progress of indexing, with the number of problems and the time left."""
    read = tr("{0} of {1} files").format(f"{progress.done:,}", f"{progress.total:,}")
    embedded = f"{progress.embedded / progress.to_embed:.0%}" if progress.to_embed else ""
    paused = read if progress.done < progress.total else embedded
    done = embedded if progress.state == "embedding" else read
    state = label_of("Knowledge", "progress", progress.state, "").format(done)
    if progress.state == "paused":
        state = tr("Paused: {0}").format(paused) if paused else tr("Paused")
    parts = [state, problems(progress.problems)]
    if progress.eta_s is not None and progress.state in ("reading", "embedding"):
        parts.append(duration_text(progress.eta_s))
    return " · ".join(part for part in parts if part)


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
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)  # `activated` does
        self.setAccessibleName(tr("Collections"))
        self.setAccessibleDescription(tr("F2 to rename, Delete to remove, Enter to open a folder"))

    def show_collections(self, collections: Sequence[CollectionInfo]) -> None:
        """Show the collections, keeping the current row and the collapsed rows."""
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
        """The current row's collection, or None if files cannot be added to it."""
        index = self.currentIndex()
        top = index.parent() if index.parent().isValid() else index
        collection: CollectionInfo | None = top.data(ROW)
        return collection if collection is not None and collection.kind == "files" else None


class CollectionsPane(QWidget):
    """The tree of collections, with buttons and a menu to manage them.

    ``changed`` is emitted after the user has renamed or removed something. ``add_folder`` and
    ``add_files`` are emitted when the user asks to add to the collection `CollectionsView.target`.
    """

    changed = Signal()
    add_folder = Signal()
    add_files = Signal()

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._session = session
        self._tasks = tasks
        self.view = view = CollectionsView(theme)
        add_folder = own_action(view, tr("Add a folder here…"), "", self.add_folder)
        add_files = own_action(view, tr("Add files here…"), "", self.add_files)
        self._show_folder = own_action(view, tr("Show in folder"), "", self._open_current)
        self._rename = own_action(view, tr("Rename…"), Qt.Key.Key_F2, self.rename_current)
        keys = QKeySequence.StandardKey.Delete
        remove = own_action(view, tr("Remove…"), keys, self.remove_current)
        self._changes = (add_folder, add_files, remove)
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
        view.activated.connect(self._open_current)
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
            TextDialog(self.window(), title, note, "\n\n".join(listed)).open()

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
        LineDialog(self.window(), title, tr("Collection name"), row.name, rename).open()

    def remove_current(self) -> None:
        row, knowledge = self.view.current, self._session.knowledge
        if row is None or self.view.target is None:
            return

        def remove() -> None:
            if isinstance(row, CollectionInfo):
                self._do(knowledge.remove_collection(row.id))
            else:
                self._do(knowledge.remove_source(row.id))

        asked = tr("Remove “{0}” from your documents?").format(name(row))
        about = tr("It will no longer be searched. The files stay where they are.")
        confirm(self.window(), asked, about, tr("Remove"), remove)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(work, lambda _none: self.changed.emit(), self._tasks.report)

    def _open_current(self) -> None:
        row, index = self.view.current, self.view.currentIndex()
        if isinstance(row, CollectionInfo):
            self.view.setExpanded(index, not self.view.isExpanded(index))
        elif self._show_folder.isVisible() and row is not None:
            open_folder(Path(row.path))

    def _enable(self) -> None:
        row, can_change = self.view.current, self.view.target is not None
        is_collection = isinstance(row, CollectionInfo)
        self._show_folder.setVisible(row is not None and row.kind in ("folder", "file"))
        for action in self._changes:
            action.setVisible(can_change)
        self._rename.setVisible(can_change and is_collection)
        self.rename.setEnabled(can_change and is_collection)
        self.remove.setEnabled(can_change)
        self.problems.setVisible(any(each.problems for each in self.view.collections))
