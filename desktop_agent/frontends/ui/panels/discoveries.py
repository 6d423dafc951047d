"""The discoveries panel, for searching, opening, copying, deleting and exporting."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Discovery
from desktop_agent.frontends.ui.conversation.turn import host_of
from desktop_agent.frontends.ui.markdown.inline_writer import openable
from desktop_agent.frontends.ui.widgets.browser import open_address
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import empty_note, wrapped
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import (
    ROW,
    GroupedModel,
    GroupedView,
    Index,
    context_menu,
    own_action,
)
from desktop_agent.frontends.ui.widgets.row_delegate import RowLine, StyledRowDelegate
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import ask_tags, filter_field
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.wording.dates import moment

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- List model


class DiscoveriesModel(GroupedModel):
    """A Qt model of discoveries."""

    def id_of(self, row: object) -> str:
        return f"{row.timestamp} {row.url} {row.title}" if isinstance(row, Discovery) else ""

    def spoken(self, row: Discovery) -> str:
        return f"{row.title}. {row.description}"

    def tip(self, row: Discovery) -> str:
        return row.url


def _holds(item: Discovery, words: Sequence[str], tag: str) -> bool:
    text = f"{item.title} {item.description} {item.url} {_hashed(item)}".casefold()
    return (not tag or tag in item.tags) and all(word in text for word in words)


def _hashed(item: Discovery) -> str:
    return " ".join(f"#{tag}" for tag in item.tags)


# --- Row painting: title, up to three lines of text, date and origin


class DiscoveriesDelegate(StyledRowDelegate):
    """Paints discoveries in rows whose height depends on the view's width."""

    PAD = (12, 12)
    GAP = 4
    SMALL = 0.93

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        width = self._view.viewport().width()
        return QSize(width, self.height_at(index, width - 2 * self.PAD[0]))

    def lines(self, index: Index) -> Sequence[RowLine]:
        item: Discovery = index.data(ROW)
        parts = (moment(item.timestamp), host_of(item.url), _hashed(item))
        return (
            RowLine(item.title, "text", "heading"),
            RowLine(" ".join(item.description.split()), wraps=3),
            RowLine(" · ".join(part for part in parts if part), "faint"),
        )


ExportFormat = Literal["markdown", "csv", "json"]


class DiscoveriesPanel(QWidget):
    """A list of discoveries, newest first. A deletion can be undone for a few seconds.

    ``saved`` is emitted with the `Discovery` passed to `save` once it is stored. ``conversation``
    is emitted with the id of a conversation to open, and ``exported`` with the path of an exported
    file.
    """

    saved = Signal(object)
    conversation = Signal(str)
    exported = Signal(str)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._items: tuple[Discovery, ...] = ()
        self.search = filter_field(self.tr("Search discoveries"))
        self.search.textChanged.connect(lambda _text: self._look())
        self.tag = QComboBox()
        self.tag.setAccessibleName(self.tr("Tag"))
        self.tag.setToolTip(self.tr("Show only one tag"))
        self.tag.activated.connect(lambda _at: self._look())
        self.view = self._make_view()
        self.toast = Toast(self, theme)
        self._skipped = wrapped("", "meta")
        self._skipped.setContentsMargins(14, 0, 14, 6)
        self._skipped.hide()
        self._note = empty_note()
        theme.changed.connect(self.view.viewport().update)
        export = icon_button(
            theme, "export", self.tr("Export discoveries"), self.choose_file, side=18
        )
        bar = hbox((self.search, 1), self.tag, export, margins=(12, 4, 10, 8), spacing=6)
        parts = (bar, (self._note, 1), self._skipped, (self.view, 1))
        vbox(*parts, parent=self, spacing=0)
        self._show((), 0)

    def refresh(self) -> None:
        self._tasks.start(asyncio.to_thread(self._read), lambda read: self._show(*read))

    def save(self, discovery: Discovery) -> None:
        """Store the user's discovery, linked to the conversation that contains its run."""
        self._tasks.start(self._store(discovery), self.saved.emit)

    def show_saved(self, discovery: Discovery) -> None:
        self.search.clear()
        self.tag.setCurrentIndex(0)
        self._look()
        self.view.go_to(self.view.rows.id_of(discovery))
        self.view.setFocus()

    async def _store(self, discovery: Discovery) -> Discovery:
        place = None
        with suppress(StorageError):  # the discovery already names a conversation
            place = await self._session.conversations.turn_of_run(discovery.run_id)
        if place is not None:  # an imported run belongs to a different conversation here
            discovery = replace(discovery, conversation_id=place[0])
        await asyncio.to_thread(self._session.discoveries.append, discovery)
        self._show(*await asyncio.to_thread(self._read))
        return discovery

    def _read(self) -> tuple[tuple[Discovery, ...], int]:
        read = self._session.discoveries.read()
        return read.items, read.skipped

    def _show(self, items: tuple[Discovery, ...], skipped: int) -> None:
        self._items = items
        chosen = self.tag.currentData()
        tags = sorted({tag for each in items for tag in each.tags}, key=str.casefold)
        self.tag.clear()
        self.tag.addItem(self.tr("All tags"), "")
        for tag in tags:
            self.tag.addItem(f"#{tag}", tag)
        self.tag.setCurrentIndex(max(0, self.tag.findData(chosen)))
        self.tag.setVisible(bool(tags))
        self._look()
        self._skipped.setText(self.tr("Unreadable lines in the file: {0}").format(skipped))
        self._skipped.setVisible(skipped > 0)

    def _look(self) -> None:
        words, tag = self.search.text().casefold().split(), self.tag.currentData()
        rows = [each for each in self._items if _holds(each, words, tag)]
        self.view.show_rows(rows)
        self.view.setVisible(bool(rows))
        self._note.setVisible(not rows)
        empty = self.tr("Findings you save from answers and sources appear here.")
        self._note.setText(self.tr("No results") if self._items else empty)

    def _make_view(self) -> GroupedView[DiscoveriesModel]:
        view = GroupedView(DiscoveriesModel())
        view.setItemDelegate(DiscoveriesDelegate(self._theme, view))
        view.setResizeMode(GroupedView.ResizeMode.Adjust)
        view.setAccessibleName(self.tr("Discoveries"))
        view.setAccessibleDescription(
            self.tr("Enter to open the source, Ctrl+Enter to open the chat, Delete to remove")
        )
        view.customContextMenuRequested.connect(self._menu)
        view.chosen.connect(self._open)
        view.doubleClicked.connect(view.choose)
        for text, keys, act in (
            (self.tr("Open the source"), "", self._open),
            (self.tr("Open chat"), "Ctrl+Return", self._jump),
            (self.tr("Edit tags…"), "F2", self._edit_tags),
            (self.tr("Copy"), QKeySequence.StandardKey.Copy, self._copy),
            (self.tr("Delete"), QKeySequence.StandardKey.Delete, self._delete),
        ):
            own_action(view, text, keys, partial(self._act, act))
        return view

    def _menu(self, at: QPoint) -> None:
        item: Discovery | None = self.view.rows.row_at(self.view.currentIndex())
        if item is None or not self.view.indexAt(at).isValid():
            return
        menu = context_menu(self.view)
        menu.addActions(self.view.actions())
        source, chat, *_others = self.view.actions()
        source.setEnabled(openable(item.url))
        chat.setEnabled(bool(item.conversation_id))
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _act(self, act: Callable[[Discovery], None], _on: bool = False) -> None:  # noqa: FBT001, FBT002 - a signal's argument
        item: Discovery | None = self.view.rows.row_at(self.view.currentIndex())
        if item is not None:
            act(item)

    def _open(self, item: Discovery) -> None:
        if openable(item.url):
            open_address(item.url)

    def _copy(self, item: Discovery) -> None:
        parts = (item.title, item.description, item.url)
        QGuiApplication.clipboard().setText("\n".join(part for part in parts if part))

    def _jump(self, item: Discovery) -> None:
        if item.conversation_id:
            self.conversation.emit(item.conversation_id)

    def _edit_tags(self, item: Discovery) -> None:
        def changed(tags: tuple[str, ...]) -> None:
            new = replace(item, tags=tags)
            self._write(partial(self._session.discoveries.change, item, new))

        ask_tags(self, self.tr("Edit tags"), item.tags, changed)

    def _delete(self, item: Discovery) -> None:
        def deleted(removed: bool) -> None:  # noqa: FBT001 - a task's result
            self.refresh()
            if removed:
                text = self.tr("Deleted “{0}”").format(item.title)
                put_back = partial(self._write, partial(self._session.discoveries.append, item))
                self.toast.show_message(text, self.tr("Undo"), put_back, undoes=False)

        self._tasks.start(asyncio.to_thread(self._session.discoveries.remove, item), deleted)

    def _write(self, change: Callable[[], object]) -> None:
        self._tasks.start(asyncio.to_thread(change), lambda _done: self.refresh())

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

        self._tasks.start(asyncio.to_thread(write), lambda _none: self.exported.emit(str(path)))
