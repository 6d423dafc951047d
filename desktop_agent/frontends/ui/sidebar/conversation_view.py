"""The list view of conversations: its rows under headings, its model and its delegate."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from html import escape

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QLocale, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_agent.core.conversations import Conversation, ConversationHit, Snippet
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, GroupedView, Index
from desktop_agent.frontends.ui.widgets.row_delegate import RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.dates import local_time, when

# --- Rows

tr = partial(QCoreApplication.translate, "Conversations")


@dataclass(frozen=True, slots=True)
class Entry:
    """A conversation in the list; ``hit`` is set for a search result."""

    conversation: Conversation
    hit: ConversationHit | None = None


Row = str | Entry
"""A heading or a conversation."""


def grouped(conversations: Sequence[Conversation], today: date) -> tuple[Row, ...]:
    """Group conversations under headings: pinned, folders by name, and the rest by date.

    The order within each group is preserved. Days are in the system's time zone, and conversations
    with invalid times are treated as very old.
    """
    groups: dict[tuple[tuple[int, str, int], str], list[Conversation]] = {}
    for each in conversations:
        groups.setdefault(_group_of(each, today), []).append(each)
    rows: list[Row] = []
    for (_place, heading), members in sorted(groups.items(), key=lambda group: group[0]):
        rows += [heading, *map(Entry, members)]
    return tuple(rows)


def found(hits: Sequence[ConversationHit]) -> tuple[Row, ...]:
    """Return rows for search results in the given order, below a heading with their number."""
    if not hits:
        return ()
    heading = tr("1 match") if len(hits) == 1 else tr("{0} matches").format(len(hits))
    return (heading, *(Entry(each.conversation, each) for each in hits))


def _group_of(conversation: Conversation, today: date) -> tuple[tuple[int, str, int], str]:
    """Return the place of a conversation's group among all groups, and the group's heading."""
    if conversation.pinned:
        return (0, "", 0), tr("Pinned")
    if conversation.folder:
        return (1, conversation.folder.casefold(), 0), conversation.folder
    day = local_time(conversation.updated).date()
    if day >= today:
        return (2, "", 0), tr("Today")
    if day == today - timedelta(days=1):
        return (3, "", 0), tr("Yesterday")
    if day >= today - timedelta(days=7):
        return (4, "", 0), tr("Previous 7 days")
    if day.year == 1:  # the time is invalid
        return (5, "", 0), tr("Older")
    name = QLocale().standaloneMonthName(day.month)
    heading = tr("{0} {1}").format(name[:1].upper() + name[1:], day.year)
    return (5, "", -day.replace(day=1).toordinal()), heading


# --- Texts


def title_of(conversation: Conversation) -> str:
    """Return the title on one line, or a translation of "Untitled" if it is blank."""
    return " ".join(conversation.title.split()) or tr("Untitled")


def _spoken(entry: Entry, now: datetime, *, running: bool) -> str:
    """Return a row's text for screen readers."""
    each = entry.conversation
    parts = [
        title_of(each),
        tr("answering now") if running else "",
        when(each.updated, now),
        tr("pinned") if each.pinned else "",
        tr("in folder {0}").format(each.folder) if each.folder else "",
        tr("tags: {0}").format(", ".join(each.tags)) if each.tags else "",
        entry.hit.snippet.text if entry.hit is not None else "",
    ]
    return ", ".join(" ".join(part.split()) for part in parts if part)


# --- List model

RUNNING = ROW + 1
"""Item data role that is True while the conversation is being answered."""
OPEN = ROW + 2
"""Item data role that is True for the conversation that the window shows."""


class ConversationModel(GroupedModel):
    """A Qt list model of conversations.

    ``renamed`` is emitted with a conversation's id and the title that the user has typed.
    """

    renamed = Signal(str, str)
    ROW_FLAGS = GroupedModel.ROW_FLAGS | Qt.ItemFlag.ItemIsEditable

    def __init__(self) -> None:
        super().__init__()
        self.running: frozenset[str] = frozenset()
        """The ids of the conversations that are being answered."""
        self.open_id = ""
        """The id of the conversation that the window shows, or "" if there is none."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(row for row in self._rows if isinstance(row, Entry))

    def set_open(self, conversation_id: str) -> None:
        before, self.open_id = self.open_id, conversation_id
        for each in (before, conversation_id):
            self.tell(self._places.get(each, -1))

    def set_running(self, conversation_ids: frozenset[str]) -> None:
        before, self.running = self.running, conversation_ids
        for each in before ^ conversation_ids:
            self.tell(self._places.get(each, -1))

    def entry(self, index: Index) -> Entry | None:
        """Return the conversation entry at an index, or None for headings and invalid indexes."""
        row = self.row_at(index)
        return row if isinstance(row, Entry) else None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = self.entry(index)
        title = " ".join(str(value).split())
        if entry is None or role != Qt.ItemDataRole.EditRole or not title:
            return False
        if title != entry.conversation.title:
            rows = list(self._rows)
            # show the new title before it is stored
            renamed = replace(entry.conversation, title=title)
            rows[index.row()] = replace(entry, conversation=renamed)
            self._rows = rows
            self.tell(index.row())
            self.renamed.emit(entry.conversation.id, title)
        return True

    def id_of(self, row: object) -> str:
        return row.conversation.id if isinstance(row, Entry) else ""

    def heading(self, row: object) -> str:
        return row if isinstance(row, str) else ""

    def title(self, row: Entry) -> str:
        return title_of(row.conversation)

    def spoken(self, row: Entry) -> str:
        now = datetime.now().astimezone()
        return _spoken(row, now, running=row.conversation.id in self.running)

    def tip(self, row: Entry) -> str:
        return f"<qt>{escape(self.title(row))}</qt>"

    def of_row(self, row: Entry, role: int) -> object:
        if role == Qt.ItemDataRole.EditRole:
            return row.conversation.title
        if role == RUNNING:
            return row.conversation.id in self.running
        if role == OPEN:
            return row.conversation.id == self.open_id
        return super().of_row(row, role)


# --- Search snippets on one line, with matches highlighted

_BEFORE = 18
"""Number of characters shown before a match if space is short."""
_MOST = 200
_SPACE = re.compile(r"\s")


def one_line(snippet: Snippet, chars: int) -> Snippet:
    """Put a snippet on one line, with its first match within the first ``chars`` characters.

    Each whitespace character becomes one space, so the positions of the matches remain valid.
    """
    text = _SPACE.sub(" ", snippet.text)
    begin = snippet.found[0][0] if snippet.found else 0
    cut = 0
    if snippet.found and snippet.found[0][1] > chars:
        cut = max(0, min(begin - _BEFORE, len(text) - chars))
        space = text.find(" ", cut, min(begin, cut + _BEFORE))
        cut = space + 1 if space >= 0 else cut
    shift = 1 - cut if cut else 0
    text = ("…" if cut else "") + text[cut : cut + _MOST]
    spans = ((max(0, start + shift), min(end + shift, len(text))) for start, end in snippet.found)
    return Snippet(text, tuple(span for span in spans if span[0] < span[1]))


_RUNNING = "●"
_SIDE = 8


class ConversationRows(RowDelegate):
    """Paints a title above its date and tags, or above the text found by a search."""

    PAD = (18, 7)
    WEIGHT = QFont.Weight.Normal
    SMALL = 0.86

    def lines(self, index: Index) -> Sequence[RowLine]:
        row = index.data(ROW)
        if isinstance(row, str):
            return (RowLine(""), RowLine(row, "faint", "heading"))
        each = row.conversation
        mark = _RUNNING if index.data(RUNNING) else ""
        about = [when(each.updated, datetime.now().astimezone())]
        about += [f"#{tag}" for tag in each.tags]
        title = RowLine(title_of(each), "text", "title", right=mark, right_colour="accent")
        if row.hit is not None and row.hit.turn_id is not None:
            metrics = self.fonts["small"].metrics
            chars = self._view.viewport().width() // max(1, metrics.averageCharWidth()) - 8
            found = one_line(row.hit.snippet, chars)
            return (title, RowLine(found.text, marks=found.found))
        return (title, RowLine("  ".join(part for part in about if part), "faint"))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.data(OPEN):
            option = QStyleOptionViewItem(option)
            option.state |= QStyle.StateFlag.State_Selected
        super().paint(painter, option, index)

    def paint_background(self, painter: QPainter, box: QRect, option: QStyleOptionViewItem) -> None:
        super().paint_background(painter, box.adjusted(_SIDE, 0, -_SIDE, 0), option)

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("renameConversation")
        editor.setMaxLength(300)
        editor.setAccessibleName(tr("New title"))
        return editor

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        editor.setGeometry(QRect(option.rect).adjusted(_SIDE, 3, -_SIDE, -3))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        model.setData(index, editor.text())


# --- The list view: clicks, and updates during editing

_BATCH = 1_000


class ConversationView(GroupedView[ConversationModel]):
    """A list view of conversations. Clicking a row also emits ``chosen``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(ConversationModel())
        self._delegate = ConversationRows(theme, self)
        self._waiting: Sequence[object] | None = None
        self.setObjectName("conversationView")
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setBatchSize(_BATCH)
        self.setAccessibleName(self.tr("Chats"))
        self.setAccessibleDescription(
            self.tr("Enter to open, F2 to rename, Delete to delete, Menu for more")
        )
        # wait until the view has left the editing state
        self._delegate.closeEditor.connect(
            lambda *_args: QTimer.singleShot(0, self, self._show_waiting)
        )

    def show_rows(self, rows: Sequence[object]) -> None:
        """Show the given rows, waiting for any title being edited."""
        if self.state() == QAbstractItemView.State.EditingState:
            self._waiting = rows
            return
        # if scrolled to the top, rows far below can be laid out a moment later
        modes = QListView.LayoutMode
        scrolled = self.verticalScrollBar().value()
        self.setLayoutMode(modes.SinglePass if scrolled else modes.Batched)
        super().show_rows(rows)

    @property
    def current(self) -> Entry | None:
        return self.rows.entry(self.currentIndex())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self.choose(index)

    def _show_waiting(self) -> None:
        rows, self._waiting = self._waiting, None
        if rows is not None:
            self.show_rows(rows)
