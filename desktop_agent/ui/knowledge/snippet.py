"""The part of a passage that fits into a few lines, with what was found in it marked."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QTextCharFormat, QTextLayout

from desktop_agent.ui.palette import Palette
from desktop_agent.ui.panel.plain_text import visible

_BEFORE = 32
"""So many characters stand before what was found, where there is not room for all."""
_SPACES = re.compile(r"\s+")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Flowing:
    """A text without line ends and doubled spaces; ``marks`` are spans of it."""

    text: str
    marks: tuple[Span, ...]


def flowing(text: str, marks: Sequence[Span]) -> Flowing:
    """Gives a passage as flowing text, its marks where the same words stand now."""
    pieces: list[str] = []
    ends, shorter = [0], [0]
    at = 0
    for space in _SPACES.finditer(text):
        pieces += (text[at : space.start()], " ")
        at = space.end()
        ends.append(at)
        shorter.append(shorter[-1] + at - space.start() - 1)
    pieces.append(text[at:])

    def moved(place: int) -> int:
        return place - shorter[bisect_right(ends, place) - 1]

    whole = visible("".join(pieces))
    spans = ((moved(start), min(moved(end), len(whole))) for start, end in sorted(marks))
    return Flowing(whole, tuple(span for span in spans if 0 <= span[0] < span[1]))


def best_part(passage: Flowing, chars: int) -> Flowing:
    """Gives about ``chars`` characters of it: those with most marks, from a word's beginning on."""
    text, marks = passage.text, passage.marks
    if len(text) <= chars or not marks:
        return passage
    last = max(0, len(text) - chars)
    starts = [0, *(max(0, min(start - _BEFORE, last)) for start, _end in marks)]
    cut = max(starts, key=lambda at: (_held(marks, at, at + chars), -at))
    if cut:
        space = text.find(" ", cut, cut + _BEFORE)
        cut = space + 1 if space >= 0 else cut
    shift = 1 - cut if cut else 0
    part = ("…" if cut else "") + text[cut:]
    spans = ((start + shift, end + shift) for start, end in marks)
    return Flowing(part, tuple(span for span in spans if span[0] >= bool(cut)))


def _held(marks: Sequence[Span], start: int, end: int) -> int:
    return sum(start <= mark[0] and mark[1] <= end for mark in marks)


def paint_part(
    painter: QPainter, box: QRect, passage: Flowing, lines: int, font: QFont, colours: Palette
) -> None:
    """Paints the best part of a passage into ``lines`` lines at the top of ``box``."""
    metrics = QFontMetrics(font)
    room = max(1, box.width() // max(1, metrics.averageCharWidth())) * lines
    part = best_part(passage, round(room * 0.9))
    text, top = part.text[: 2 * room], float(box.top())
    marks = tuple(span for span in part.marks if span[0] < len(text))
    form = _found(colours)
    for number in range(lines):
        last = number == lines - 1
        if last:
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        layout, taken = _line(text, marks, font, form, box.width() + (40 if last else 0))
        layout.draw(painter, QPointF(box.left(), top))
        top += metrics.lineSpacing()
        text = text[taken:]
        marks = tuple((start - taken, end - taken) for start, end in marks if end > taken)
        if not text:
            return


def _line(
    text: str, marks: Sequence[Span], font: QFont, form: QTextCharFormat, width: int
) -> tuple[QTextLayout, int]:
    """Lays out the first line of ``text``; gives with it how many characters stand in it."""
    layout = QTextLayout(text, font)
    ranges = []
    for start, end in marks:
        part = QTextLayout.FormatRange()
        begin = _units(text[: max(0, start)])
        part.start, part.length = begin, _units(text[:end]) - begin
        part.format = form
        ranges.append(part)
    layout.setFormats(ranges)
    layout.beginLayout()
    laid = layout.createLine()
    laid.setLineWidth(width)
    layout.endLayout()
    return layout, _characters(text, laid.textLength())


def _found(colours: Palette) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setBackground(QColor(colours.selection))
    form.setForeground(QColor(colours.text))
    return form


def _units(text: str) -> int:
    """Counts as Qt does: a character beyond the first plane is two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int) -> int:
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))
