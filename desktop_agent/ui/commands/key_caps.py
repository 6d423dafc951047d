"""Keys, drawn as one reads them on a keyboard."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from desktop_agent.ui.theme import Theme

_INSIDE = 7
_BETWEEN = 6


def small(font: QFont) -> QFont:
    """Gives the font of keys and of what stands beside a title."""
    lesser = QFont(font)
    lesser.setPointSizeF(font.pointSizeF() * 0.88)
    return lesser


def keys_width(keys: str, font: QFont) -> int:
    """Gives how many pixels `draw_keys` takes; 0 for no keys."""
    metrics = QFontMetrics(small(font))
    chords = [chord for chord in keys.split(", ") if chord]
    wide = sum(metrics.horizontalAdvance(chord) + 2 * _INSIDE for chord in chords)
    return wide + _BETWEEN * max(0, len(chords) - 1)


def draw_keys(painter: QPainter, box: QRect, keys: str, font: QFont, theme: Theme) -> None:
    """Draws the keys at the right end of ``box``, each chord in a frame."""
    lesser = small(font)
    metrics = QFontMetrics(lesser)
    high = metrics.height() + 4
    right = float(box.right())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(lesser)
    for chord in reversed([chord for chord in keys.split(", ") if chord]):
        wide = metrics.horizontalAdvance(chord) + 2 * _INSIDE
        frame = QRectF(QPointF(right - wide, box.center().y() - high / 2 + 0.5), QPointF(right, 0))
        frame.setHeight(high)
        painter.setPen(QPen(QColor(theme.colours.border_strong), 1))
        painter.setBrush(QColor(theme.colours.surface))
        painter.drawRoundedRect(frame, 5, 5)
        painter.setPen(QColor(theme.colours.muted))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, chord)
        right -= wide + _BETWEEN
    painter.restore()
