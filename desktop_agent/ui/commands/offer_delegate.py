"""Draws a line of the palette: the title with what was typed in bold, its section, its keys."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_agent.ui.commands.key_caps import draw_keys, keys_width, small
from desktop_agent.ui.commands.offers_model import KEYS_ROLE, PLACES_ROLE, SECTION_ROLE, Index
from desktop_agent.ui.theme import Theme

_MARGIN = 12
_GAP = 14
_RADIUS = 7


def row_height(metrics: QFontMetrics) -> int:
    """Gives the height of every line, in pixels."""
    return metrics.height() + 18


class OfferDelegate(QStyledItemDelegate):
    """Lines of one height."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(200, row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colours = self._theme.colours
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        if chosen or hovered:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if chosen else colours.hover))
            painter.drawRoundedRect(option.rect.adjusted(2, 1, -2, -1), _RADIUS, _RADIUS)
        box = option.rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        keys = str(index.data(KEYS_ROLE))
        if keys:
            draw_keys(painter, box, keys, option.font, self._theme)
            box.setRight(box.right() - keys_width(keys, option.font) - _GAP)
        section = str(index.data(SECTION_ROLE))
        lesser = small(option.font)
        wide = min(QFontMetrics(lesser).horizontalAdvance(section), box.width() // 3)
        painter.setFont(lesser)
        painter.setPen(QColor(colours.muted))
        beside = QRect(box.right() - wide, box.top(), wide + 1, box.height())
        shown = QFontMetrics(lesser).elidedText(section, Qt.TextElideMode.ElideRight, wide + 1)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, shown)
        box.setRight(box.right() - wide - _GAP)
        painter.setPen(QColor(colours.text))
        _draw_title(painter, box, str(index.data()), index.data(PLACES_ROLE), option.font)
        painter.restore()


def _draw_title(
    painter: QPainter, box: QRect, title: str, places: tuple[int, ...], font: QFont
) -> None:
    """Draws runs of typed and other characters; a title that is too long ends in …."""
    bold = QFont(font)
    bold.setWeight(QFont.Weight.Bold)
    shown = QFontMetrics(bold).elidedText(title, Qt.TextElideMode.ElideRight, box.width())
    left = box.left()
    # letters of other scripts may join: such a title is drawn as one
    runs = _runs(shown, places) if title.isascii() else [(shown, False)]
    for text, typed in runs:
        used = bold if typed else font
        painter.setFont(used)
        painter.drawText(
            QRect(left, box.top(), box.right() - left + 2, box.height()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            text,
        )
        left += QFontMetrics(used).horizontalAdvance(text)


def _runs(text: str, places: tuple[int, ...]) -> list[tuple[str, bool]]:
    runs: list[tuple[str, bool]] = []
    typed = set(places)
    for place, letter in enumerate(text):
        is_typed = place in typed
        if runs and runs[-1][1] == is_typed:
            runs[-1] = (runs[-1][0] + letter, is_typed)
        else:
            runs.append((letter, is_typed))
    return runs
