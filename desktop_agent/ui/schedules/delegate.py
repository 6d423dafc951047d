"""How a schedule looks in the list: a switch, the question, when, and what has come of it."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from desktop_agent.ui.row_ground import paint_ground
from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.model import ROW
from desktop_agent.ui.schedules.row import ScheduleRow
from desktop_agent.ui.text_line import TextLine
from desktop_agent.ui.theme import Theme

_PAD = 10
_INSET = 12
_GAP = 3
_SWITCH = QSize(30, 16)


class SchedulesDelegate(QStyledItemDelegate):
    """Paints rows; a click on the switch turns a schedule on or off."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        """Takes the fonts that the theme has now."""
        title, small = self._theme.font, self._theme.font
        title.setWeight(QFont.Weight.Medium)
        small.setPointSizeF(small.pointSizeF() * 0.9)
        self._title, self._small = TextLine(title), TextLine(small)

    def switch_box(self, row: QRect) -> QRect:
        """Gives where the switch of a row is."""
        top = row.top() + _PAD + (self._title.height - _SWITCH.height()) // 2 + 1
        return QRect(row.left() + _INSET, top, _SWITCH.width(), _SWITCH.height())

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QSize:
        return QSize(80, 2 * _PAD + self._title.height + 2 * (_GAP + self._small.height) + 2)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row: ScheduleRow = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRect(option.rect).adjusted(0, 1, -1, -1)
        paint_ground(painter, self._theme, self._view, box, option)
        self._paint_switch(painter, self.switch_box(option.rect), on=row.schedule.enabled)
        left = _INSET + _SWITCH.width() + 12
        self._paint_row(painter, box.adjusted(left, _PAD, -_INSET, -_PAD), row)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return False
        room = self.switch_box(option.rect).adjusted(-6, -6, 6, 6)
        if event.button() != Qt.MouseButton.LeftButton or not room.contains(
            event.position().toPoint()
        ):
            return False
        return turn(model, index)

    def _paint_switch(self, painter: QPainter, box: QRect, *, on: bool) -> None:
        colours = self._theme.colours
        painter.setPen(QColor(colours.accent if on else colours.muted))
        painter.setBrush(QColor(colours.accent) if on else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        knob = QRectF(box.left() + 3, box.top() + 3, box.height() - 6, box.height() - 6)
        knob.translate(box.width() - box.height() if on else 0, 0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if on else colours.muted))
        painter.drawEllipse(knob)

    def _paint_row(self, painter: QPainter, box: QRect, row: ScheduleRow) -> None:
        colours = self._theme.colours
        on = row.schedule.enabled
        when = words.next_time(row.schedule)
        painter.setPen(QColor(colours.muted))
        at = QRect(box.left(), box.top(), box.width(), self._title.height)
        at.setRight(self._small.draw_at_right(painter, at, when) - 16)
        painter.setPen(QColor(colours.text if on else colours.muted))
        self._title.draw(painter, at, words.line(row.schedule.question))
        below = QRect(box.left(), at.bottom() + 1 + _GAP, box.width(), self._small.height)
        painter.setPen(QColor(colours.muted))
        self._small.draw(painter, below, row.how)
        below.translate(0, self._small.height + _GAP)
        found = row.result.changes if row.result is not None else None
        new = found is not None and not found.nothing_new
        tone = colours.warn if row.note else colours.ok if new else colours.faint
        painter.setPen(QColor(tone))
        self._small.draw(painter, below, row.outcome)


def turn(model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex) -> bool:
    """Turns a schedule on where it is off, and off where it is on."""
    was = index.data(Qt.ItemDataRole.CheckStateRole)
    now = Qt.CheckState.Unchecked if was == Qt.CheckState.Checked else Qt.CheckState.Checked
    return model.setData(index, now, Qt.ItemDataRole.CheckStateRole)
