"""The list view of conversations, with its model and delegate."""

import math
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from html import escape

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHideEvent, QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_agent.core.conversations import Snippet
from desktop_agent.frontends.ui.sidebar import grouping
from desktop_agent.frontends.ui.sidebar.grouping import Entry, Group
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.appearance import Palette
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, GroupedView
from desktop_agent.frontends.ui.widgets.row_delegate import marked_line
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording.dates import when

# --- List model

Index = QModelIndex | QPersistentModelIndex
RUNNING = ROW + 1
"""Item data role that is True while the conversation is being answered."""
OPEN = ROW + 2
"""Item data role that is True for the conversation that the window shows."""


class ConversationModel(GroupedModel):
    """Qt list model of conversations.

    ``renamed`` is emitted with the id of a conversation and the title that the user has typed.
    """

    renamed = Signal(str, str)
    ROW_FLAGS = GroupedModel.ROW_FLAGS | Qt.ItemFlag.ItemIsEditable

    def __init__(self) -> None:
        super().__init__()
        self.running: set[str] = set()
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

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        (self.running.add if running else self.running.discard)(conversation_id)
        self.tell(self._places.get(conversation_id, -1))

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
        return grouping.group_title(row) if isinstance(row, Group) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, Entry)
        each = row.conversation
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return grouping.title(each)
            case Qt.ItemDataRole.ToolTipRole:
                return f"<qt>{escape(grouping.title(each))}</qt>"
            case Qt.ItemDataRole.EditRole:
                return each.title
            case Qt.ItemDataRole.AccessibleTextRole:
                now = datetime.now().astimezone()
                return grouping.spoken(row, now, running=each.id in self.running)
            case _ if role == RUNNING:
                return each.id in self.running
            case _ if role == OPEN:
                return each.id == self.open_id
        return None


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


def paint_snippet(
    painter: QPainter, box: QRect, snippet: Snippet, font: QFont, colours: Palette
) -> None:
    """Draw a snippet at the top of ``box`` in the painter's colour."""
    metrics = QFontMetrics(font)
    line = one_line(snippet, box.width() // max(1, metrics.averageCharWidth()) - 2)
    shown = metrics.elidedText(line.text, Qt.TextElideMode.ElideRight, box.width())
    # 40 pixels wider, because the text is already elided
    layout, _taken = marked_line(shown, line.found, font, colours, box.width() + 40)
    painter.save()
    painter.setClipRect(box)
    layout.draw(painter, QPointF(box.topLeft()))
    painter.restore()


_SIDE = 8
_INSET = 10
_PAD = 7
_GAP = 3
_ICON = 13
_DOT = 7
_BREATH_S = 1.8


class ConversationDelegate(QStyledItemDelegate):
    """Paints rows of uniform height, which lets Qt lay out thousands of them quickly."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        self._title_font = self._theme.font
        self._small_font = self._theme.font
        self._small_font.setPointSizeF(self._small_font.pointSizeF() * 0.86)
        self._head_font = QFont(self._small_font)
        self._head_font.setWeight(QFont.Weight.DemiBold)
        self._title = QFontMetrics(self._title_font)
        self._small = QFontMetrics(self._small_font)
        self._height = 2 * _PAD + self._title.height() + _GAP + self._small.height()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(80, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRect(option.rect).adjusted(_SIDE, 1, -_SIDE, -1)
        if isinstance(row, Group):
            self._paint_group(painter, box, row)
        elif isinstance(row, Entry):
            self._paint_ground(painter, box, option, is_open=bool(index.data(OPEN)))
            inner = box.adjusted(_INSET, _PAD - 1, -_INSET, 1 - _PAD)
            self._paint_title(painter, inner, row, running=bool(index.data(RUNNING)))
            below = inner.adjusted(0, self._title.height() + _GAP, 0, 0)
            if row.hit is not None and row.hit.turn_id is not None:
                colours = self._theme.colours
                painter.setPen(QColor(colours.muted))
                paint_snippet(painter, below, row.hit.snippet, self._small_font, colours)
            else:
                self._paint_about(painter, below, row)
        painter.restore()

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("renameConversation")
        editor.setMaxLength(300)
        editor.setAccessibleName(grouping.tr("New title"))
        return editor

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        editor.setGeometry(QRect(option.rect).adjusted(_SIDE, 3, -_SIDE, -3))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        model.setData(index, editor.text())

    def _paint_group(self, painter: QPainter, box: QRect, group: Group) -> None:
        painter.setFont(self._head_font)
        painter.setPen(QColor(self._theme.colours.faint))
        line = QRect(box)
        line.setLeft(line.left() + _INSET)
        line.setTop(line.bottom() - self._small.height() - 4)
        if group.kind == "folder":
            self._paint_icon(painter, "folder", line.left(), line.top(), self._small)
            line.setLeft(line.left() + _ICON + 5)
        text = QFontMetrics(self._head_font).elidedText(
            grouping.group_title(group), Qt.TextElideMode.ElideRight, line.width()
        )
        painter.drawText(line, 0, text)

    def _paint_ground(
        self, painter: QPainter, box: QRect, option: QStyleOptionViewItem, *, is_open: bool
    ) -> None:
        colours, state, flags = self._theme.colours, option.state, QStyle.StateFlag
        ground = colours.accent_soft if is_open else ""
        if not ground and state & (flags.State_MouseOver | flags.State_Selected):
            ground = colours.hover
        focused = state & flags.State_HasFocus and self._view.hasFocus()
        painter.setPen(QColor(colours.accent) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        if ground or focused:
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _paint_title(self, painter: QPainter, box: QRect, row: Entry, *, running: bool) -> None:
        colours = self._theme.colours
        right = box.right()
        if row.conversation.pinned:
            right -= _ICON
            self._paint_icon(painter, "pin", right + 1, box.top(), self._title)
            right -= 4
        if running:
            right -= _DOT
            self._paint_dot(painter, QPointF(right + 1, box.top() + self._title.height() / 2))
            right -= 6
        painter.setFont(self._title_font)
        painter.setPen(QColor(colours.text))
        text = self._title.elidedText(
            grouping.title(row.conversation), Qt.TextElideMode.ElideRight, right - box.left()
        )
        painter.drawText(box, 0, text)

    def _paint_dot(self, painter: QPainter, left: QPointF) -> None:
        breath = 0.5 - 0.5 * math.cos(2 * math.pi * time.monotonic() / _BREATH_S)
        painter.save()
        painter.setOpacity(1 if self._theme.reduced_motion else 0.35 + 0.65 * breath)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.colours.accent))
        painter.drawEllipse(left + QPointF(_DOT / 2, 0), _DOT / 2, _DOT / 2)
        painter.restore()

    def _paint_about(self, painter: QPainter, box: QRect, row: Entry) -> None:
        colours = self._theme.colours
        painter.setFont(self._small_font)
        painter.setPen(QColor(colours.faint))
        text = when(row.conversation.updated, datetime.now().astimezone())
        painter.drawText(box, 0, text)
        left = box.left() + (self._small.horizontalAdvance(text) + 8 if text else 0)
        for tag in row.conversation.tags:
            left = self._paint_tag(painter, left, box, tag)
            if left >= box.right():
                break

    def _paint_tag(self, painter: QPainter, left: int, box: QRect, tag: str) -> int:
        """Draw a tag as a chip, and return the x coordinate at which the next chip begins."""
        room = box.right() - left - 10
        if room < self._small.horizontalAdvance("mm…"):
            return box.right()
        colours = self._theme.colours
        text = self._small.elidedText(tag, Qt.TextElideMode.ElideRight, room)
        width = self._small.horizontalAdvance(text) + 10
        chip = QRectF(left, box.top() - 0.5, width, self._small.height() + 1)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.border))
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
        painter.setPen(QColor(colours.muted))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
        return left + width + 5

    def _paint_icon(
        self, painter: QPainter, name: str, left: int, top: int, line: QFontMetrics
    ) -> None:
        ratio = self._view.devicePixelRatioF()
        picture = icons.pixmap(name, self._theme.colours.faint, _ICON, ratio)
        painter.drawPixmap(QPointF(left, top + (line.height() - _ICON) // 2), picture)


# --- The list view: clicks, animation, and updates during editing

_BREATH_MS = 80
_BATCH = 1_000


class ConversationView(GroupedView[ConversationModel]):
    """A list view of conversations. A click on a row also emits ``chosen``."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(ConversationModel())
        self._theme = theme
        self._delegate = ConversationDelegate(theme, self)
        self._waiting: Sequence[object] | None = None
        self.setObjectName("conversationView")
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setBatchSize(_BATCH)
        self.setAccessibleName(self.tr("Conversations"))
        self.setAccessibleDescription(
            self.tr("Enter to open, F2 to rename, Delete to delete, Menu for more")
        )
        self._breath = QTimer(self, interval=_BREATH_MS)
        self._breath.timeout.connect(self._breathe)
        # wait until the view has left the editing state
        self._delegate.closeEditor.connect(
            lambda *_args: QTimer.singleShot(0, self, self._show_waiting)
        )
        theme.changed.connect(self._theme_changed)

    def show_rows(self, rows: Sequence[object]) -> None:
        """Show the given rows; if the user is editing a title, wait until this is finished."""
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

    def set_running(self, conversation_id: str, running: bool) -> None:  # noqa: FBT001 - as Qt's setters
        self.rows.set_running(conversation_id, running)
        self._start_breathing()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self.choose(index)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._start_breathing()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._breath.stop()

    def _start_breathing(self) -> None:
        if self.rows.running and self.isVisible() and not self._theme.reduced_motion:
            self._breath.start()
        else:
            self._breath.stop()

    def _breathe(self) -> None:
        for each in self.rows.running:
            index = self.rows.index_of(each)
            if index.isValid():
                self.update(index)

    def _show_waiting(self) -> None:
        rows, self._waiting = self._waiting, None
        if rows is not None:
            self.show_rows(rows)

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self._start_breathing()
        self.doItemsLayout()
        self.viewport().update()
