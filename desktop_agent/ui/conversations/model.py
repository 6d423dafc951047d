"""The conversations for Qt's views: headings and rows in one flat list."""

from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop_agent.ui.conversations import words
from desktop_agent.ui.conversations.grouping import Entry, Group
from desktop_agent.ui.grouped_list.model import ROW, GroupedModel

RUNNING = ROW + 1
"""Role: True while an answer is being written in it."""
OPEN = ROW + 2
"""Role: True for the conversation that the window shows."""


class ConversationModel(GroupedModel):
    """Conversations; ``renamed`` tells a title that was typed over."""

    renamed = Signal(str, str)
    ROW_FLAGS = GroupedModel.ROW_FLAGS | Qt.ItemFlag.ItemIsEditable

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: set[str] = set()
        self._open = ""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The rows that are conversations."""
        return tuple(row for row in self._rows if isinstance(row, Entry))

    @property
    def running(self) -> frozenset[str]:
        """The conversations in which an answer is being written."""
        return frozenset(self._running)

    @property
    def open_id(self) -> str:
        """The conversation that the window shows; empty for none."""
        return self._open

    def set_open(self, conversation_id: str) -> None:
        """Says which conversation the window shows."""
        before, self._open = self._open, conversation_id
        for each in (before, conversation_id):
            self.tell(self._places.get(each, -1))

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Says whether an answer is being written in it."""
        (self._running.add if running else self._running.discard)(conversation_id)
        self.tell(self._places.get(conversation_id, -1))

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> Entry | None:
        """Gives the row of a conversation; None for a heading and for nowhere."""
        row = self.row_at(index)
        return row if isinstance(row, Entry) else None

    def setData(
        self,
        index: QModelIndex | QPersistentModelIndex,
        value: object,
        role: int = Qt.ItemDataRole.EditRole,
    ) -> bool:
        entry = self.entry(index)
        title = " ".join(str(value).split())
        if entry is None or role != Qt.ItemDataRole.EditRole or not title:
            return False
        if title != entry.conversation.title:
            rows = list(self._rows)
            # shown at once: what the store says comes a moment later
            rows[index.row()] = replace(
                entry, conversation=replace(entry.conversation, title=title)
            )
            self._rows = rows
            self.tell(index.row())
            self.renamed.emit(entry.conversation.id, title)
        return True

    def id_of(self, row: object) -> str:
        return row.conversation.id if isinstance(row, Entry) else ""

    def heading(self, row: object) -> str:
        return words.group_title(row) if isinstance(row, Group) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, Entry)
        each = row.conversation
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words.title(each)
            case Qt.ItemDataRole.ToolTipRole:
                return f"<qt>{_escaped(words.title(each))}</qt>"
            case Qt.ItemDataRole.EditRole:
                return each.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return words.spoken(
                    row, datetime.now().astimezone(), running=each.id in self._running
                )
            case _ if role == RUNNING:
                return each.id in self._running
            case _ if role == OPEN:
                return each.id == self._open
        return None


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)
