"""What is painted behind and beside the text: boxes around code, bars along quotes, rules."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextBlock
from PySide6.QtWidgets import QTextBrowser

from desktop_agent.ui.markdown.text_styles import (
    CODE_PADDING,
    CODE_RUN,
    QUOTE_INDENT,
    QUOTE_LEVEL,
    RULE,
)
from desktop_agent.ui.palette import Palette

_RADIUS = 8
_MARGIN = 2 * _RADIUS
"""How far above and below of what is to be painted boxes are drawn, so that corners are hidden."""


class BlockPainter:
    """Paints on the viewport of a view; remembers where it painted last, which is often near."""

    def __init__(self, view: QTextBrowser) -> None:
        self._view = view
        self._last = 0

    def paint(self, palette: Palette, exposed: QRect) -> None:
        """Paints what belongs behind the text in ``exposed``."""
        seen = list(self._seen_blocks(exposed.top(), exposed.bottom()))
        forms = [(block.blockFormat(), box) for block, box in seen]
        properties = (CODE_RUN, QUOTE_LEVEL, RULE)
        if not any(form.hasProperty(each) for form, _ in forms for each in properties):
            return
        width = self._view.viewport().width()
        painter = QPainter(self._view.viewport())
        painter.setClipRect(exposed)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(palette.border), 1))
        painter.setBrush(QColor(palette.code))
        for box in _code_boxes(seen, width):
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.setPen(Qt.PenStyle.NoPen)
        for form, box in forms:
            if form.boolProperty(RULE):
                line = QRectF(box.left(), box.top() + 12, width, 1)
                painter.fillRect(line, QColor(palette.border))
            for step in range(min(form.intProperty(QUOTE_LEVEL), 12)):
                bar = QRectF(step * QUOTE_INDENT, box.top(), 3, box.height())
                painter.fillRect(bar, QColor(palette.border_strong))
        painter.end()

    def _seen_blocks(self, top: int, bottom: int) -> Iterator[tuple[QTextBlock, QRectF]]:
        layout = self._view.document().documentLayout()
        block = self._first_below(top - _MARGIN)
        if block.previous().isValid():
            block = block.previous()
        while block.isValid():
            box = layout.blockBoundingRect(block)
            if box.top() > bottom + _MARGIN:
                return
            yield block, box
            block = block.next()

    def _first_below(self, top: int) -> QTextBlock:
        """Gives the first block that reaches below ``top``.

        Asking Qt's layout takes longer the more there is.
        """
        document = self._view.document()
        layout = document.documentLayout()

        def is_above(number: int) -> bool:
            return layout.blockBoundingRect(document.findBlockByNumber(number)).bottom() < top

        last = document.blockCount() - 1
        near, step = min(self._last, last), 1
        if is_above(near):
            low = probe = min(near + 1, last)
            while probe < last and is_above(probe):
                low = probe + 1
                probe, step = probe + step, 2 * step
            high = min(probe, last)
        else:
            high, probe = near, near - 1
            while probe > 0 and not is_above(probe):
                high = probe
                probe, step = probe - step, 2 * step
            low = max(probe, 0)
        while low < high:
            middle = (low + high) // 2
            if is_above(middle):
                low = middle + 1
            else:
                high = middle
        self._last = low
        return document.findBlockByNumber(low)


def _code_boxes(seen: list[tuple[QTextBlock, QRectF]], width: float) -> Iterator[QRectF]:
    """Gives the box around each run of code, as far as it is among the blocks that are seen."""
    run, box = 0, QRectF()
    for block, lines in seen:
        form = block.blockFormat()
        here = form.intProperty(CODE_RUN)
        if here != run:
            if run:
                yield box
            run, box = here, QRectF()
        if here:
            left = form.leftMargin() - CODE_PADDING
            top = lines.top() - (CODE_PADDING if form.topMargin() else 0)
            bottom = lines.bottom() + (CODE_PADDING if form.bottomMargin() else 0)
            line = QRectF(left, top, width - left, bottom - top)
            box = box.united(line) if box.isValid() else line
    if run:
        yield box
