"""The sidebar: every conversation kept, to find, open, name, order, delete and take back."""

import asyncio
from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.conversation_store import Conversations
from desktop_agent.ui.conversations.actions import ConversationActions
from desktop_agent.ui.conversations.grouping import Entry, Row, found, grouped
from desktop_agent.ui.conversations.list_foot import ListFoot
from desktop_agent.ui.conversations.list_head import ListHead
from desktop_agent.ui.conversations.list_note import ListNote
from desktop_agent.ui.conversations.row_menu import RowMenu
from desktop_agent.ui.conversations.view import ConversationView
from desktop_agent.ui.editing_in_place import edit_in_place
from desktop_agent.ui.own_action import own_action
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast

_LEAST_WIDTH = 200
_MOST_HITS = 200


class ConversationList(QWidget):
    """Shows what the store keeps; nothing here waits for it.

    ``opened`` and ``hit_opened`` ask the window to show a conversation, the latter at a
    `ConversationHit`; ``removed`` and ``restored`` tell of a deletion and its undoing, ``changed``
    of a new title, pin, folder or tag. ``refresh`` reads anew.
    """

    opened = Signal(str)
    hit_opened = Signal(str, object)
    new_chat = Signal()
    changed = Signal(object)
    removed = Signal(str)
    restored = Signal(str)
    export_wanted = Signal(str)
    print_wanted = Signal(str)
    failed = Signal(object)

    def __init__(
        self,
        theme: Theme,
        store: Conversations,
        tasks: Tasks,
        toast: Toast | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("conversationList")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(_LEAST_WIDTH)
        self._theme = theme
        self._store = store
        self._tasks = tasks
        self.toast = toast if toast is not None else Toast(self, theme)
        self.actions_of = ConversationActions(store, tasks, self.toast, self)
        self._words = ""
        self._folders: tuple[str, ...] = ()
        self._loading: asyncio.Task[Sequence[Row]] | None = None
        self._loading_what: tuple[str, bool] = ("", False)
        self._again = False
        self._wanted_id = ""
        self._open_first = False
        self.head = ListHead(theme)
        self.view = ConversationView(theme)
        self.note = ListNote()
        self.foot = ListFoot(theme)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        lines.addWidget(self.head)
        lines.addWidget(self.note, 1)
        lines.addWidget(self.view, 1)
        lines.addWidget(self.foot)
        self.view.hide()
        self._connect()
        self._add_keys()

    def refresh(self) -> None:
        """Reads the list anew; the row, the scroll position and an open editor stay."""
        what = (self._words, self.head.showing_deleted)
        if self._loading is not None:
            if what == self._loading_what:
                self._again = True
                return
            self._loading.cancel()
        self._loading_what = what
        self._again = False
        self._loading = self._tasks.start(self._load(*what), self._show, self._could_not)

    def select(self, conversation_id: str) -> None:
        """Says which conversation the window shows; empty for a chat that has not begun."""
        self.view.rows.set_open(conversation_id)
        self._wanted_id = ""
        if not conversation_id and not self.view.hasFocus():
            self.view.setCurrentIndex(QModelIndex())  # or the row would look as if it were open
        if conversation_id and not self.view.go_to(conversation_id):
            self._wanted_id = conversation_id

    @property
    def conversations(self) -> tuple[Conversation, ...]:
        """The conversations in the list, as it shows them."""
        return tuple(entry.conversation for entry in self.view.rows.entries)

    @property
    def current_id(self) -> str:
        """The conversation that the window shows, as `select` was told."""
        return self.view.rows.open_id

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Says whether an answer is being written in it; its row shows a dot then."""
        self.view.set_running(conversation_id, running)

    def focus_search(self) -> None:
        """Puts the keyboard into the search field."""
        self.head.show_deleted(False)
        self.head.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.head.search.selectAll()

    def undo_delete(self) -> bool:
        """Undo the last deletion, also when its message has gone; False when there is none."""
        return self.toast.act() or self.actions_of.undo_delete()

    def rename_current(self) -> None:
        """Opens the editor of the row that the keyboard is at."""
        if self.view.current is not None and not self.head.showing_deleted:
            edit_in_place(self.view, self.view.currentIndex())

    def delete_current(self) -> None:
        """Deletes the conversation that the keyboard is at."""
        entry = self.view.current
        if entry is not None and not self.head.showing_deleted:
            self.actions_of.delete(entry.conversation)

    def restore_current(self) -> None:
        """Takes the deleted conversation that the keyboard is at back."""
        entry = self.view.current
        if entry is not None and self.head.showing_deleted:
            self.actions_of.restore(entry.conversation.id)

    def _connect(self) -> None:
        self.head.new_chat.connect(self.new_chat)
        self.head.deleted_toggled.connect(self._toggled)
        self.head.restore.clicked.connect(self.restore_current)
        self.head.search.wanted.connect(self._look_for)
        self.head.search.left_downwards.connect(self.view.enter)
        self.head.search.entered.connect(self._enter_pressed)
        self.view.left_upwards.connect(self.head.search.setFocus)
        self.view.chosen.connect(self._choose)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.rows.renamed.connect(self.actions_of.rename)
        self.actions_of.changed.connect(self._changed)
        self.actions_of.removed.connect(self._removed)
        self.actions_of.restored.connect(self._restored)
        self.actions_of.failed.connect(self._could_not_do)

    def _add_keys(self) -> None:
        own_action(self.view, self.tr("Rename"), Qt.Key.Key_F2, self.rename_current)
        own_action(
            self.view, self.tr("Delete"), QKeySequence.StandardKey.Delete, self.delete_current
        )

    async def _load(self, words: str, deleted: bool) -> Sequence[Row]:  # noqa: FBT001 - a key of what is shown
        if deleted:
            return tuple(Entry(each) for each in await self._store.deleted())
        if words:
            return found(await self._store.search(words, _MOST_HITS))
        conversations = await self._store.list()
        self._folders = await self._store.folders()
        # thousands of dates: not in the window's thread
        return await asyncio.to_thread(grouped, conversations, date.today())  # noqa: DTZ011 - the person's own day

    def _show(self, rows: Sequence[Row]) -> None:
        self._loading = None
        if not rows and self.view.hasFocus():
            self._last_row_gone()
        self.view.setVisible(bool(rows))  # before the rows, or all would be laid out twice
        self.view.show_rows(rows)
        self.note.tell(
            nothing=not rows, searching=bool(self._words), deleted=self.head.showing_deleted
        )
        self.head.restore.setEnabled(bool(rows))
        if self._wanted_id and self.view.go_to(self._wanted_id):
            self._wanted_id = ""
        if self._open_first and rows:
            self._enter_pressed()
        self._open_first = False
        if self._again:
            self.refresh()

    def _last_row_gone(self) -> None:
        # else Qt would give the keyboard to whatever comes next, in another part of the window;
        # not the search field: there Ctrl+Z is for what was typed, not for the deletion
        (self.head.back if self.head.showing_deleted else self.head.new).setFocus()

    def _could_not(self, error: object) -> None:
        self._loading = None
        self._open_first = False
        self.failed.emit(error)
        if self._again:  # what was changed meanwhile is worth another try, of its own
            self.refresh()

    def _could_not_do(self, error: object) -> None:
        self.refresh()  # what was shown before the store agreed is put right
        self.failed.emit(error)

    def _look_for(self, words: str) -> None:
        self._words = words
        self._open_first = False
        self.refresh()

    def _toggled(self) -> None:
        self.view.setCurrentIndex(self.view.rows.index(-1, 0))
        self.refresh()
        (self.view if self.head.showing_deleted else self.head.search).setFocus()

    def _enter_pressed(self) -> None:
        if self._loading is not None:
            self._open_first = True
            return
        entry = self.view.rows.entry(self.view.rows.near(0))
        if self._words and entry is not None:
            self._choose(entry)

    def _choose(self, entry: Entry) -> None:
        if self.head.showing_deleted:
            return
        conversation_id = entry.conversation.id
        if entry.hit is not None and entry.hit.turn_id is not None:
            self.hit_opened.emit(conversation_id, entry.hit)
        else:
            self.opened.emit(conversation_id)

    def _changed(self, conversation: Conversation) -> None:
        self.refresh()
        self.changed.emit(conversation)

    def _removed(self, conversation_id: str) -> None:
        self.refresh()
        self.removed.emit(conversation_id)

    def _restored(self, conversation_id: str) -> None:
        self._wanted_id = "" if self.head.showing_deleted else conversation_id
        self.refresh()
        self.restored.emit(conversation_id)

    def _menu(self, at: QPoint) -> None:
        entry = self.view.current
        if entry is None or self.head.showing_deleted:
            return
        conversation_id = entry.conversation.id
        menu = RowMenu(self._theme, entry.conversation, self.actions_of, self._folders, self)
        menu.open_it.triggered.connect(lambda: self._choose(entry))
        # after the menu has gone, so that it does not take the keyboard from the editor
        menu.rename.triggered.connect(lambda: QTimer.singleShot(0, self, self.rename_current))
        menu.export.triggered.connect(lambda: self.export_wanted.emit(conversation_id))
        menu.print_it.triggered.connect(lambda: self.print_wanted.emit(conversation_id))
        if self.view.indexAt(at) != self.view.currentIndex():
            at = self.view.visualRect(self.view.currentIndex()).center()
        menu.popup(self.view.viewport().mapToGlobal(at))
