"""How a row of the sidebar looks: title and a line below it, or a heading; and the title's editor."""

import math
import time
from datetime import datetime

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop_agent.ui import icons
from desktop_agent.ui.conversations import words
from desktop_agent.ui.conversations.grouping import Entry, Group
from desktop_agent.ui.conversations.model import OPEN, RUNNING
from desktop_agent.ui.conversations.snippet_line import paint_snippet
from desktop_agent.ui.grouped_list.model import ROW
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.when import when

_SIDE = 8
_INSET = 10
_PAD = 7
_GAP = 3
_ICON = 13
_DOT = 7
_BREATH_S = 1.8


class ConversationDelegate(QStyledItemDelegate):
    """Paints rows of one height, so that a list of thousands is laid out at once."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        """Takes the fonts that the theme has now."""
        self._title_font = self._theme.font
        self._small_font = self._theme.font
        self._small_font.setPointSizeF(self._small_font.pointSizeF() * 0.86)
        self._head_font = QFont(self._small_font)
        self._head_font.setWeight(QFont.Weight.DemiBold)
        self._title = QFontMetrics(self._title_font)
        self._small = QFontMetrics(self._small_font)
        self._height = 2 * _PAD + self._title.height() + _GAP + self._small.height()

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QSize:
        return QSize(80, self._height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
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
                self._paint_hit(painter, below, row)
            else:
                self._paint_about(painter, below, row)
        painter.restore()

    def createEditor(
        self,
        parent: QWidget,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("renameConversation")
        editor.setMaxLength(300)
        editor.setAccessibleName(words.tr("New title"))
        return editor

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> None:
        editor.setGeometry(QRect(option.rect).adjusted(_SIDE, 3, -_SIDE, -3))

    def setModelData(
        self,
        editor: QWidget,
        model: QAbstractItemModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        assert isinstance(editor, QLineEdit)
        model.setData(index, editor.text())

    def _paint_group(self, painter: QPainter, box: QRect, group: Group) -> None:
        painter.setFont(self._head_font)
        painter.setPen(QColor(self._theme.colours.faint))
        line = QRect(box)
        line.setLeft(line.left() + _INSET)
        line.setTop(line.bottom() - self._small.height() - 4)
        if group.kind == "folder":
            picture = icons.pixmap("folder", self._theme.colours.faint, _ICON, self._ratio())
            top = line.top() + (self._small.height() - _ICON) // 2
            painter.drawPixmap(QPointF(line.left(), top), picture)
            line.setLeft(line.left() + _ICON + 5)
        text = QFontMetrics(self._head_font).elidedText(
            words.group_title(group), Qt.TextElideMode.ElideRight, line.width()
        )
        painter.drawText(line, 0, text)

    def _paint_ground(
        self, painter: QPainter, box: QRect, option: QStyleOptionViewItem, *, is_open: bool
    ) -> None:
        colours = self._theme.colours
        state = option.state
        ground = ""
        if is_open:
            ground = colours.accent_soft
        elif state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            ground = colours.hover
        at_keys = state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus()
        painter.setPen(QColor(colours.accent) if at_keys else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        if ground or at_keys:
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _paint_title(self, painter: QPainter, box: QRect, row: Entry, *, running: bool) -> None:
        colours = self._theme.colours
        right = box.right()
        if row.conversation.pinned:
            right -= _ICON
            picture = icons.pixmap("pin", colours.faint, _ICON, self._ratio())
            top = box.top() + (self._title.height() - _ICON) // 2
            painter.drawPixmap(QPointF(right + 1, top), picture)
            right -= 4
        if running:
            right -= _DOT
            self._paint_dot(painter, QPointF(right + 1, box.top() + self._title.height() / 2))
            right -= 6
        painter.setFont(self._title_font)
        painter.setPen(QColor(colours.text))
        text = self._title.elidedText(
            words.title(row.conversation), Qt.TextElideMode.ElideRight, right - box.left()
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
        """Paints a chip and gives where the next one begins."""
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

    def _paint_hit(self, painter: QPainter, box: QRect, row: Entry) -> None:
        assert row.hit is not None
        colours = self._theme.colours
        painter.setPen(QColor(colours.muted))
        paint_snippet(painter, box, row.hit.snippet, self._small_font, colours)

    def _ratio(self) -> float:
        return self._view.devicePixelRatioF()
