"""A snippet of a search in one line, what was found in it made visible."""

import re

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout

from desktop_agent.core.conversations import Snippet
from desktop_agent.ui.palette import Palette

_BEFORE = 18
"""So many characters stand before what was found, where there is not room for all."""
_MOST = 200
_SPACE = re.compile(r"\s")


def one_line(snippet: Snippet, chars: int) -> Snippet:
    """Gives the snippet without line ends, cut so that the first thing found is among the first ``chars``.

    Positions count characters; each white space stays one character, so that they stay true.
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
    """Paints the snippet at the top of ``box``, in the painter's colour."""
    metrics = QFontMetrics(font)
    line = one_line(snippet, box.width() // max(1, metrics.averageCharWidth()) - 2)
    shown = metrics.elidedText(line.text, Qt.TextElideMode.ElideRight, box.width())
    layout = QTextLayout(shown, font)
    ranges = []
    for start, end in line.found:
        part = QTextLayout.FormatRange()
        part.start, part.length = _utf16(line.text, start), _utf16(line.text[start:end], end)
        part.format = _found_format(colours)
        ranges.append(part)
    layout.setFormats(ranges)
    layout.beginLayout()
    text_line = layout.createLine()
    text_line.setLineWidth(box.width() + 40)  # it is elided already
    layout.endLayout()
    painter.save()
    painter.setClipRect(box)
    layout.draw(painter, QPointF(box.topLeft()))
    painter.restore()


def _found_format(colours: Palette) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setBackground(QColor(colours.selection))
    form.setForeground(QColor(colours.text))
    return form


def _utf16(text: str, end: int) -> int:
    """Counts as Qt does: a character beyond the first plane is two."""
    return len(text[:end].encode("utf-16-le", "surrogatepass")) // 2
