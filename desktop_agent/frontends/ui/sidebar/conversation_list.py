"""The sidebar's list of conversations, for searching, renaming, organizing and deleting."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Unpack

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop_agent.core.conversations import Changes, Conversation
from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.sidebar.conversation_view import (
    ConversationView,
    Entry,
    Row,
    found,
    grouped,
    title_of,
)
from desktop_agent.frontends.ui.sidebar.navigation import SidebarFoot, SidebarHead
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import empty_note
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.list_view import edit_in_place, own_action, popup_at_row
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.text_fields import LineDialog, ask_tags
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast

if TYPE_CHECKING:
    from desktop_agent.app.session import ConversationStore

# --- The context menu of a row


class RowMenu(QMenu):
    """A menu of the actions on a conversation. It deletes itself when closed."""

    def __init__(self, theme: Theme, entry: Entry, conversations: "ConversationList") -> None:
        super().__init__(conversations)
        self._theme = theme
        self._conversation = conversation = entry.conversation
        self._list = conversations
        self.aboutToHide.connect(self.deleteLater)
        self._add("external", self.tr("Open"), partial(conversations.choose, entry), "Return")
        self._add("rename", self.tr("Rename"), self._rename, "F2")
        pin = self.tr("Unpin") if conversation.pinned else self.tr("Pin")
        self._add("pin", pin, lambda: self._change(pinned=not conversation.pinned))
        self._add_folders(conversations.folders)
        self._add("tag", self.tr("Tags…"), self._ask_tags)
        keep = self.tr("Keep this chat offline")
        offline = self._add("offline", keep, lambda on: self._change(offline=on))
        offline.setCheckable(True)
        offline.setChecked(conversation.offline is True)
        self.addSeparator()
        export, print_it = conversations.export_wanted, conversations.print_wanted
        self._add("export", self.tr("Export…"), lambda: export.emit(conversation.id))
        self._add("print", self.tr("Print…"), lambda: print_it.emit(conversation.id))
        self.addSeparator()
        delete = partial(conversations.delete, conversation)
        self._add("trash", self.tr("Delete"), delete, "Del")

    def _add(self, icon: str, text: str, act: Callable[..., object], keys: str = "") -> QAction:
        action = self.addAction(self._theme.icon(icon), text)
        action.triggered.connect(act)
        if keys:
            action.setShortcut(keys)
            action.setShortcutVisibleInContextMenu(True)
        return action

    def _add_folders(self, folders: Sequence[str]) -> None:
        icon = self._theme.icon("folder")
        menu = self.addMenu(icon, self.tr("Move to folder"))
        here = self._conversation.folder
        for name in folders:
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == here)
            action.triggered.connect(lambda _checked, name=name: self._change(folder=name))
        if folders:
            menu.addSeparator()
        if here:
            menu.addAction(self.tr("No folder"), lambda: self._change(folder=""))
        menu.addAction(self.tr("New folder…"), self._ask_folder)

    def _change(self, **changes: Unpack[Changes]) -> None:
        self._list.change(self._conversation.id, **changes)

    def _rename(self) -> None:
        # wait until the menu is closed, or it would take the focus from the editor
        QTimer.singleShot(0, self._list, self._list.rename_current)

    def _ask_folder(self) -> None:
        change, conversation_id = (
            self._list.change,
            self._conversation.id,
        )  # the menu is deleted before the dialog
        title, question = self.tr("New folder"), self.tr("Folder name")

        def done(name: str) -> None:
            change(conversation_id, folder=" ".join(name.split()))

        LineDialog(self._list, title, question, "", done).open()

    def _ask_tags(self) -> None:
        change, conversation_id = self._list.change, self._conversation.id

        def done(tags: tuple[str, ...]) -> None:
            change(conversation_id, tags=tags)

        ask_tags(self._list, self.tr("Tags"), self._conversation.tags, done)


_MOST_HITS = 200


class ConversationList(QWidget):
    """A list of the stored conversations, loaded without blocking.

    ``opened`` is emitted with the id of a conversation to open and the `ConversationHit` to show in
    it, or None. ``removed`` and ``restored`` are emitted with the id of a
    conversation that has been deleted or restored. ``changed`` is emitted with a conversation whose
    title or other properties have changed.
    """

    opened = Signal(str, object)
    changed = Signal(object)
    removed = Signal(str)
    restored = Signal(str)
    export_wanted = Signal(str)
    print_wanted = Signal(str)

    def __init__(
        self,
        theme: Theme,
        store: "ConversationStore",
        tasks: Tasks,
        toast: Toast,
        model: ModelChoice,
    ) -> None:
        super().__init__()
        self.setObjectName("conversationList")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self.toast = toast
        self._any_deleted = False
        self._words = ""
        self.folders: tuple[str, ...] = ()
        """The names of the folders in use."""
        self._titles: dict[str, str] = {}
        self._loading: asyncio.Task[Sequence[Row]] | None = None
        self._wanted_id = ""
        self._open_first = False
        self.head = SidebarHead(theme)
        self.view = ConversationView(theme)
        self.note = empty_note()
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.note.setContentsMargins(24, 48, 24, 24)
        deleted = partial(self.head.show_deleted, True)
        self.trash = push_button(self.tr("Recently deleted"), deleted, name="flat")
        self.foot = SidebarFoot(theme, model)
        trash = hbox(self.trash, STRETCH, margins=(8, 10, 8, 6))
        parts = (self.head, (self.note, 1), (self.view, 1), trash, self.foot)
        vbox(*parts, parent=self, spacing=0)
        self.view.hide()
        self.trash.hide()
        self._connect()
        self._add_keys()

    def refresh(self) -> None:
        """Reload the list, keeping the current row, the scroll position and an open editor."""
        if self._loading is not None:
            self._loading.cancel()
        work = self._load(self._words, self.head.showing_deleted)
        self._loading = self._tasks.start(work, self._show, self._could_not)

    def select(self, conversation_id: str) -> None:
        """Select the conversation shown in the window, or none if the id is "" (a new chat)."""
        self.view.rows.set_open(conversation_id)
        self._wanted_id = ""
        if not conversation_id and not self.view.hasFocus():
            self.view.setCurrentIndex(
                QModelIndex()
            )  # otherwise the row would look as if it were open
        if conversation_id and not self.view.go_to(conversation_id):
            self._wanted_id = conversation_id

    @property
    def conversations(self) -> tuple[Conversation, ...]:
        return tuple(entry.conversation for entry in self.view.rows.entries)

    def show_running(self, conversation_ids: frozenset[str]) -> None:
        """Show a dot for each conversation that is being answered."""
        self.view.rows.set_running(conversation_ids)

    def title_of(self, conversation_id: str) -> str:
        """Return a conversation's title, or "" if it is unknown."""
        return self._titles.get(conversation_id, "")

    def rename_current(self) -> None:
        if self.view.current is not None and not self.head.showing_deleted:
            edit_in_place(self.view, self.view.currentIndex())

    def delete_current(self) -> None:
        entry = self.view.current
        if entry is not None and not self.head.showing_deleted:
            self.delete(entry.conversation)

    def restore_current(self) -> None:
        entry = self.view.current
        if entry is not None and self.head.showing_deleted:
            self.restore(entry.conversation.id)

    # --- Changes to conversations, without blocking

    def change(self, conversation_id: str, **changes: Unpack[Changes]) -> None:
        change = self._store.change(conversation_id, **changes)
        self._tasks.start(change, self._changed, self._could_not_do)

    def delete(self, conversation: Conversation) -> None:
        """Delete a conversation and offer to undo this."""

        def deleted(_none: None) -> None:
            self.refresh()
            self.removed.emit(conversation.id)
            text = self.tr("“{0}” deleted").format(title_of(conversation))
            undo = partial(self.restore, conversation.id)
            self.toast.show_message(text, self.tr("Undo"), undo)

        self._tasks.start(self._store.delete(conversation.id), deleted, self._could_not_do)

    def restore(self, conversation_id: str) -> None:
        restored = partial(self._restored, conversation_id)
        self._tasks.start(self._store.restore(conversation_id), restored, self._could_not_do)

    def _restored(self, conversation_id: str, _none: None = None) -> None:
        self._wanted_id = "" if self.head.showing_deleted else conversation_id
        self.refresh()
        self.restored.emit(conversation_id)

    def _changed(self, conversation: Conversation) -> None:
        self.refresh()
        self.changed.emit(conversation)

    def _could_not_do(self, error: AgentError) -> None:
        self.refresh()  # shows the stored state again if a change was shown too early
        self._tasks.report(error)

    # --- Building

    def _connect(self) -> None:
        self.head.deleted_toggled.connect(self._toggled)
        self.head.restore.clicked.connect(self.restore_current)
        self.head.search.wanted.connect(self._look_for)
        self.head.search.left_downwards.connect(self.view.enter)
        self.head.search.entered.connect(self._enter_pressed)
        self.view.left_upwards.connect(self.head.search.setFocus)
        self.view.chosen.connect(self.choose)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.rows.renamed.connect(lambda known, title: self.change(known, title=title))

    def _add_keys(self) -> None:
        own_action(self.view, self.tr("Rename"), Qt.Key.Key_F2, self.rename_current)
        delete = QKeySequence.StandardKey.Delete
        own_action(self.view, self.tr("Delete"), delete, self.delete_current)

    # --- Loading

    async def _load(self, words: str, deleted: bool) -> Sequence[Row]:  # noqa: FBT001 - passed on by `refresh`
        if deleted:
            return tuple(Entry(each) for each in await self._store.deleted())
        if words:
            return found(await self._store.search(words, _MOST_HITS))
        self._any_deleted = bool(await self._store.deleted())
        conversations = await self._store.list()
        self._titles = {each.id: each.title for each in conversations}
        self.folders = await self._store.folders()
        # in a thread, because parsing thousands of dates would block the window
        return await asyncio.to_thread(grouped, conversations, date.today())  # noqa: DTZ011 - today in the user's time zone

    def _show(self, rows: Sequence[Row]) -> None:
        self._loading = None
        if not rows and self.view.hasFocus():
            # otherwise Qt would move the focus to another part of the window; the search field is no
            # choice, because Ctrl+Z there undoes typing rather than the deletion
            (self.head.back if self.head.showing_deleted else self.head.new).setFocus()
        self.view.setVisible(bool(rows))  # before the rows, or all would be laid out twice
        self.view.show_rows(rows)
        self.note.setVisible(not rows)
        if self.head.showing_deleted:
            self.note.setText(self.tr("No deleted chats"))
        elif self._words:
            self.note.setText(self.tr("No results"))
        else:
            self.note.setText(self.tr("Your chats appear here"))
        self.head.restore.setEnabled(bool(rows))
        usual = not (self.head.showing_deleted or self._words)
        if usual:
            self.head.show_chats(bool(rows))
        self.trash.setVisible(usual and self._any_deleted)
        if self._wanted_id and self.view.go_to(self._wanted_id):
            self._wanted_id = ""
        if self._open_first and rows:
            self._enter_pressed()
        self._open_first = False

    def _could_not(self, error: AgentError) -> None:
        self._loading = None
        self._open_first = False
        self._tasks.report(error)

    def _look_for(self, words: str) -> None:
        self._words = words
        self._open_first = False
        self.refresh()

    def _toggled(self) -> None:
        self.view.setCurrentIndex(self.view.rows.index(-1, 0))
        self.refresh()
        (self.view if self.head.showing_deleted else self.head.new).setFocus()

    def _enter_pressed(self) -> None:
        if self._loading is not None:
            self._open_first = True
            return
        entry = self.view.rows.entry(self.view.rows.near(0))
        if self._words and entry is not None:
            self.choose(entry)

    def choose(self, entry: Entry) -> None:
        """Open a conversation, scrolling to any search hit; ignore deleted conversations."""
        if not self.head.showing_deleted:
            self.opened.emit(entry.conversation.id, entry.hit)

    def _menu(self, at: QPoint) -> None:
        entry = self.view.current
        if entry is not None and not self.head.showing_deleted:
            popup_at_row(self.view, RowMenu(self._theme, entry, self), at)
