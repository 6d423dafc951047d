"""The titles of conversations that runs belong to."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.tasks import Tasks


class _Store(Protocol):
    async def get(self, conversation_id: str) -> Conversation: ...


class Titles(QObject):
    """Asks the store for a title that is not known, once; ``found`` tells that one has come."""

    found = Signal()

    def __init__(self, store: _Store, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._tasks = tasks
        self._titles: dict[str, str] = {}

    def of(self, conversation_id: str) -> str:
        """Gives a title; empty where it is not known, or not yet."""
        if conversation_id and conversation_id not in self._titles:
            self._titles[conversation_id] = ""
            self._tasks.start(
                self._store.get(conversation_id), self._came, lambda _error: None
            )  # one that is deleted has no title
        return self._titles.get(conversation_id, "")

    def take(self, conversations: Sequence[Conversation]) -> None:
        """Takes titles as they are now."""
        for each in conversations:
            self._titles[each.id] = each.title

    def _came(self, conversation: Conversation) -> None:
        self._titles[conversation.id] = conversation.title
        self.found.emit()
