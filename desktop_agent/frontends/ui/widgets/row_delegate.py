"""Painting of list rows: background, cached lines of text, and two-line rows."""

from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QStaticText, QTransform
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme

# --- Background: selected, hovered, focused


def paint_ground(
    painter: QPainter, theme: Theme, view: QListView, box: QRect, option: QStyleOptionViewItem
) -> None:
    """Paint the background of a row in ``box``, according to the row's state."""
    colours, state = theme.colours, option.state
    ground = colours.accent_soft if state & QStyle.StateFlag.State_Selected else ""
    if not ground and state & QStyle.StateFlag.State_MouseOver:
        ground = colours.hover
    at_keys = state & QStyle.StateFlag.State_HasFocus and view.hasFocus()
    if ground or at_keys:
        painter.setPen(QColor(colours.accent) if at_keys else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)


# --- Cached text lines

_WHOLE = 1 << 20
"""A width in pixels that no line exceeds."""


class TextLine:
    """Paints single lines of text in one font, eliding them if they do not fit.

    The layouts of painted lines are cached, because shaping a line takes some fifty microseconds,
    and a list paints a hundred lines at each change.
    """

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.metrics = QFontMetrics(font)
        self.height = self.metrics.height()
        self._laid = lru_cache(maxsize=512)(self._lay_out)

    def draw(self, painter: QPainter, box: QRect, text: str) -> None:
        """Paint a line at the left of ``box``, vertically centred, in the painter's colour."""
        self._put(painter, box, box.left(), self._laid(text, box.width()))

    def draw_at_right(self, painter: QPainter, box: QRect, text: str) -> int:
        """Paint a line at the right edge of ``box``; return the x coordinate at which it begins."""
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


SECOND = Qt.ItemDataRole.UserRole.value + 1
"""Item data role of the second line."""
MARK = SECOND + 1
"""Item data role of the text to the right of the name."""
COLOUR = MARK + 1
"""Item data role of the colour name for the dot and the mark."""
FAULT = COLOUR + 1
"""Item data role that is True if the second line describes a fault."""
_PAD = 8
_GAP = 2
_DOT = 9
_APART = 10
_CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_Index = QModelIndex | QPersistentModelIndex


class TwoLines(QStyledItemDelegate):
    """Paints rows of two lines, all of the same height."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme

    @property
    def height(self) -> int:
        """The height of a row in pixels."""
        lines = QFontMetrics(self._bold).height() + QFontMetrics(self._small).height()
        return 2 * _PAD + _GAP + lines

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(120, self.height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        colours = self._theme.colours
        tone: ColourName = index.data(COLOUR) or "muted"
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, option)
        box = QRect(option.rect).adjusted(_PAD + 4, _PAD, -_PAD - 4, -_PAD)
        line = QFontMetrics(self._bold).height()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(getattr(colours, tone)))
        painter.drawEllipse(box.left(), box.top() + (line - _DOT) // 2 + 1, _DOT, _DOT)
        box.setLeft(box.left() + _DOT + _APART)
        top = QRect(box.left(), box.top(), box.width(), line)
        mark = str(index.data(MARK) or "")
        if mark:
            ink: ColourName = tone if tone in ("warn", "error", "ok") else "muted"
            self._text(painter, top, mark, self._small, ink, Qt.AlignmentFlag.AlignRight)
            top.setWidth(top.width() - QFontMetrics(self._small).horizontalAdvance(mark) - _APART)
        left = Qt.AlignmentFlag.AlignLeft
        self._text(painter, top, str(index.data() or ""), self._bold, "text", left)
        below = QRect(box.left(), top.bottom() + 1 + _GAP, box.width(), box.height())
        below.setBottom(box.bottom())
        ink = "error" if index.data(FAULT) else "muted"
        self._text(painter, below, str(index.data(SECOND) or ""), self._small, ink, left)
        painter.restore()

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colours, states = self._theme.colours, QStyle.StateFlag
        selected = option.state & states.State_Selected
        box = QRectF(option.rect).adjusted(1, 1, -1, -1)
        if selected or option.state & states.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if selected else colours.hover))
            painter.drawRoundedRect(box, 8, 8)
        if option.state & states.State_HasFocus:
            painter.setPen(QColor(colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 8, 8)

    def _text(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        font: QFont,
        colour: ColourName,
        side: Qt.AlignmentFlag,
    ) -> None:
        painter.setFont(font)
        painter.setPen(QColor(getattr(self._theme.colours, colour)))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, side.value | _CENTRE, shown)

    @property
    def _bold(self) -> QFont:
        font = QFont(self._theme.font)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    @property
    def _small(self) -> QFont:
        font = QFont(self._theme.font)
        font.setPointSizeF(font.pointSizeF() * 0.9)
        return font
