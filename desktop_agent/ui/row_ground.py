"""What lies behind a row of a list: selected, under the mouse, at the keyboard."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem

from desktop_agent.ui.theme import Theme


def paint_ground(
    painter: QPainter, theme: Theme, view: QListView, box: QRect, option: QStyleOptionViewItem
) -> None:
    """Paints it in ``box``, as the state of the row asks for."""
    colours, state = theme.colours, option.state
    ground = colours.accent_soft if state & QStyle.StateFlag.State_Selected else ""
    if not ground and state & QStyle.StateFlag.State_MouseOver:
        ground = colours.hover
    at_keys = state & QStyle.StateFlag.State_HasFocus and view.hasFocus()
    if ground or at_keys:
        painter.setPen(QColor(colours.accent) if at_keys else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
