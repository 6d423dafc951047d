"""What stands in the place of a turn until it is loaded and built."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter

from desktop_agent.ui.chat.user_message import BUBBLE_MOST, INDENT
from desktop_agent.ui.palette import Palette

_BUBBLE = 44
_BAR = 10
_STEP = 24
_ENDS = (0.94, 1.0, 0.9, 0.97, 0.6)
"""How far the bars reach, as text would; then anew."""
_LINES_MOST = 60


def paint_placeholder(painter: QPainter, place: QRect, palette: Palette) -> None:
    """Paints the outline of a bubble and of a few lines, quietly."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.sunken))
    width = min(BUBBLE_MOST, place.width() - INDENT) // 2
    painter.drawRoundedRect(place.right() - width, place.top(), width, _BUBBLE, 14, 14)
    top = place.top() + _BUBBLE + _STEP
    for line in range(min(_LINES_MOST, (place.bottom() - _STEP - top) // _STEP)):
        reach = round(place.width() * _ENDS[line % len(_ENDS)])
        painter.drawRoundedRect(place.left(), top + line * _STEP, reach, _BAR, 5, 5)
