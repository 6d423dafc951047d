"""Lines of text that lists paint again and again."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QStaticText, QTransform

_WHOLE = 1 << 20
"""Pixels that no line needs."""


class TextLine:
    """Paints one-line texts in a font, cut with an ellipsis where they do not fit.

    Shaping a line takes some fifty microseconds, and a list paints a hundred of them at each change:
    those that were painted before are kept as they were laid out.
    """

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.metrics = QFontMetrics(font)
        self.height = self.metrics.height()
        self._laid = lru_cache(maxsize=512)(self._lay_out)

    def draw(self, painter: QPainter, box: QRect, text: str) -> None:
        """Paints at the left of ``box``, in the middle of its height, in the painter's colour."""
        self._put(painter, box, box.left(), self._laid(text, box.width()))

    def draw_at_right(self, painter: QPainter, box: QRect, text: str) -> int:
        """Paints at the right edge of ``box``; gives where the text begins, in pixels."""
        left = box.right() - self.metrics.horizontalAdvance(text) + 1
        self._put(painter, box, left, self._laid(text, _WHOLE))
        return left

    def _put(self, painter: QPainter, box: QRect, left: int, laid: QStaticText) -> None:
        painter.setFont(self.font)
        painter.drawStaticText(QPointF(left, box.top() + (box.height() - self.height) / 2), laid)

    def _lay_out(self, text: str, width: int) -> QStaticText:
        laid = QStaticText(self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, width))
        laid.setTextFormat(Qt.TextFormat.PlainText)
        laid.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        laid.prepare(QTransform(), self.font)
        return laid
