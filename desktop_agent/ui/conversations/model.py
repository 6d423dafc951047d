"""The conversations for Qt's views: headings and rows in one flat list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop_agent.ui.conversations import words
from desktop_agent.ui.conversations.grouping import Entry, Group, Row

ROW = Qt.ItemDataRole.UserRole.value
"""Role: the `Group` or `Entry` itself."""
RUNNING = ROW + 1
"""Role: True while an answer is being written in it."""
OPEN = ROW + 2
"""Role: True for the conversation that the window shows."""
_NOWHERE = QModelIndex()
_ROW_FLAGS = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsEditable
    | Qt.ItemFlag.ItemNeverHasChildren
)


class ConversationModel(QAbstractListModel):
    """Rows as they are given; ``renamed`` tells a title that was typed over."""

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Row] = ()
        self._places: dict[str, int] = {}
        self._running: set[str] = set()
        self._open = ""

    def show(self, rows: Sequence[Row]) -> bool:
        """Takes other rows; False where only their content differs, so that all stays in its place."""
        places = {
            row.conversation.id: place for place, row in enumerate(rows) if isinstance(row, Entry)
        }
        same = len(rows) == len(self._rows) and places == self._places
        if not same:
            self.beginResetModel()
        old, self._rows, self._places = self._rows, rows, places
        if not same:
            self.endResetModel()
            return True
        for place, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before != after:
                self._tell(place)
        return False

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
            self._tell(self._places.get(each, -1))

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        """Says whether an answer is being written in it."""
        (self._running.add if running else self._running.discard)(conversation_id)
        self._tell(self._places.get(conversation_id, -1))

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Gives the place of a conversation; invalid where it is not in the list."""
        return self.index(self._places.get(conversation_id, -1), 0)

    def near(self, place: int) -> QModelIndex:
        """Gives the first conversation at ``place`` or below it, else the last above it."""
        places = sorted(self._places.values())
        after = [each for each in places if each >= place]
        if after:
            return self.index(after[0], 0)
        return self.index(places[-1] if places else -1, 0)

    def entry(self, index: QModelIndex | QPersistentModelIndex) -> Entry | None:
        """Gives the row of a conversation; None for a heading and for nowhere."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Entry) else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if self.entry(index) is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return _ROW_FLAGS

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if isinstance(row, Group):
            return words.group_title(row) if role in _TEXT_ROLES else None
        return self._of_entry(row, role)

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
            self._tell(index.row())
            self.renamed.emit(entry.conversation.id, title)
        return True

    def _of_entry(self, entry: Entry, role: int) -> object:
        each = entry.conversation
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words.title(each)
            case Qt.ItemDataRole.ToolTipRole:
                return f"<qt>{_escaped(words.title(each))}</qt>"
            case Qt.ItemDataRole.EditRole:
                return each.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return words.spoken(
                    entry, datetime.now().astimezone(), running=each.id in self._running
                )
            case _ if role == RUNNING:
                return each.id in self._running
            case _ if role == OPEN:
                return each.id == self._open
        return None

    def _tell(self, place: int) -> None:
        if place >= 0:
            index = self.index(place, 0)
            self.dataChanged.emit(index, index)


_TEXT_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)
