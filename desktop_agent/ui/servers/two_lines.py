"""How a row of two lines looks: a dot or an icon, a name, a few words at its right, a line below."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop_agent.ui.theme import ColourName, Theme

SECOND = Qt.ItemDataRole.UserRole.value + 1
"""Role: the line below the name."""
MARK = SECOND + 1
"""Role: the words at the right of the name."""
COLOUR = MARK + 1
"""Role: name of the colour of dot and mark."""
FAULT = COLOUR + 1
"""Role: whether the line below tells of a fault."""
_PAD = 8
_GAP = 2
_DOT = 9
_APART = 10
_CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_Index = QModelIndex | QPersistentModelIndex


class TwoLines(QStyledItemDelegate):
    """Paints rows of one height."""

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
