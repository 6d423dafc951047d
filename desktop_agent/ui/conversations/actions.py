"""What one does to a conversation from the sidebar: each a call of the store, with its end told."""

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.conversation_store import Conversations
from desktop_agent.ui.conversations import words
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.toast import Toast

_UNDO_MS = 10_000
_COMMA = re.compile("[,\uff0c\u3001]")  # as Chinese and Japanese keyboards write it, too


class ConversationActions(QObject):
    """Carries out changes; nothing here waits.

    ``changed`` gives the conversation as it is now; ``removed`` and ``restored`` give its id.
    """

    changed = Signal(object)
    removed = Signal(str)
    restored = Signal(str)
    failed = Signal(object)

    def __init__(
        self, store: Conversations, tasks: Tasks, toast: Toast, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._tasks = tasks
        self._toast = toast
        self._deleted: list[Conversation] = []

    def rename(self, conversation_id: str, title: str) -> None:
        """Gives it another title."""
        self._tasks.start(
            self._store.change(conversation_id, title=title), self.changed.emit, self.failed.emit
        )

    def pin(self, conversation: Conversation) -> None:
        """Pins it, or takes the pin away."""
        self._tasks.start(
            self._store.change(conversation.id, pinned=not conversation.pinned),
            self.changed.emit,
            self.failed.emit,
        )

    def move(self, conversation_id: str, folder: str) -> None:
        """Puts it into a folder; an empty name takes it out of the one it is in."""
        self._tasks.start(
            self._store.change(conversation_id, folder=" ".join(folder.split())),
            self.changed.emit,
            self.failed.emit,
        )

    def tag(self, conversation_id: str, tags: Sequence[str]) -> None:
        """Gives it these tags and no other."""
        self._tasks.start(
            self._store.change(conversation_id, tags=tuple(tags)),
            self.changed.emit,
            self.failed.emit,
        )

    def set_offline(self, conversation_id: str, *, offline: bool) -> None:
        """Keeps it from the network, or no longer."""
        self._tasks.start(
            self._store.change(conversation_id, offline=offline),
            self.changed.emit,
            self.failed.emit,
        )

    def delete(self, conversation: Conversation) -> None:
        """Deletes it and offers to take that back."""

        def deleted(_none: None) -> None:
            self._deleted.append(conversation)
            self.removed.emit(conversation.id)
            self._toast.show_message(
                self.tr("“{0}” deleted").format(words.title(conversation)),
                self.tr("Undo"),
                partial(self.undo_delete, tell=False),
                _UNDO_MS,
            )

        self._tasks.start(self._store.delete(conversation.id), deleted, self.failed.emit)

    def undo_delete(self, *, tell: bool = True) -> bool:
        """Restore what was deleted last since the start; False where nothing was.

        ``tell`` shows a message of what has come back.
        """
        if not self._deleted:
            return False
        undone = partial(self._undone, tell=tell)
        self._tasks.start(self._undo(self._deleted.pop()), undone, self.failed.emit)
        return True

    async def _undo(self, conversation: Conversation) -> Conversation | None:
        """Return None where it is no longer among the deleted ones."""
        if not any(each.id == conversation.id for each in await self._store.deleted()):
            return None
        await self._store.restore(conversation.id)
        return conversation

    def _undone(self, conversation: Conversation | None, *, tell: bool) -> None:
        if conversation is None:
            self.undo_delete(tell=tell)
            return
        self.restored.emit(conversation.id)
        if tell:
            text = self.tr("“{0}” restored").format(words.title(conversation))
            self._toast.show_message(text, undoes=False)

    def restore(self, conversation_id: str) -> None:
        """Takes it back from the deleted ones."""
        self._tasks.start(
            self._store.restore(conversation_id),
            lambda _none: self.restored.emit(conversation_id),
            self.failed.emit,
        )


def tags_of(text: str) -> tuple[str, ...]:
    """Reads a list of tags with commas between; repeats and empty ones are left out."""
    tags: dict[str, str] = {}
    for part in _COMMA.split(text):
        tag = " ".join(part.split()).removeprefix("#")
        if tag:
            tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())
