"""What is painted behind and beside the text: boxes around code, bars along quotes, rules."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextBlock, QTextDocument
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


def paint_blocks(view: QTextBrowser, palette: Palette, exposed: QRect) -> None:
    """Paints on the viewport of ``view`` what belongs behind the text in ``exposed``."""
    seen = list(_seen_blocks(view, exposed.top(), exposed.bottom()))
    forms = [(block.blockFormat(), box) for block, box in seen]
    properties = (CODE_RUN, QUOTE_LEVEL, RULE)
    if not any(form.hasProperty(each) for form, _ in forms for each in properties):
        return
    width = view.viewport().width()
    painter = QPainter(view.viewport())
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


def _seen_blocks(view: QTextBrowser, top: int, bottom: int) -> Iterator[tuple[QTextBlock, QRectF]]:
    layout = view.document().documentLayout()
    block = _first_below(view.document(), top - _MARGIN)
    if block.previous().isValid():
        block = block.previous()
    while block.isValid():
        box = layout.blockBoundingRect(block)
        if box.top() > bottom + _MARGIN:
            return
        yield block, box
        block = block.next()


def _first_below(document: QTextDocument, top: int) -> QTextBlock:
    """Gives the first block that reaches below ``top``; asking Qt's layout takes longer the more there is."""
    layout = document.documentLayout()
    low, high = 0, document.blockCount() - 1
    while low < high:
        middle = (low + high) // 2
        if layout.blockBoundingRect(document.findBlockByNumber(middle)).bottom() < top:
            low = middle + 1
        else:
            high = middle
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
