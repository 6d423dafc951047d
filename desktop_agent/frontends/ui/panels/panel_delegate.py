"""The base class for delegates that paint the rows of panels, in a smaller font."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme

Index = QModelIndex | QPersistentModelIndex
ICON = 16
CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_SMALLER = 0.93


class PanelDelegate(QStyledItemDelegate):
    """Base delegate that paints the background of selectable rows; subclasses paint the content."""

    def __init__(self, theme: Theme, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def paint_row(self, painter: QPainter, box: QRect, index: Index) -> None:
        """Paint the content of a row in ``box``."""
        raise NotImplementedError

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.flags() & Qt.ItemFlag.ItemIsSelectable:
            ground = QStyle.PrimitiveElement.PE_PanelItemViewItem
            QApplication.style().drawPrimitive(ground, option, painter, self._view)
        painter.save()
        painter.setFont(self.font())
        self.paint_row(painter, QRect(option.rect), index)
        painter.restore()

    def font(self, *, bold: bool = False) -> QFont:
        font = self._theme.font
        font.setPointSizeF(font.pointSizeF() * _SMALLER)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def text_height(self, text: str, width: int, lines: int, flags: int) -> int:
        """Return the height in pixels of wrapped text, limited to a number of lines."""
        metrics = QFontMetrics(self.font())
        box = metrics.boundingRect(QRect(0, 0, max(width, 60), 10_000), flags, text)
        return min(box.height(), lines * metrics.lineSpacing())

    def set_pen(self, painter: QPainter, colour: ColourName) -> None:
        painter.setPen(QColor(getattr(self._theme.colours, colour)))

    def draw_line(
        self, painter: QPainter, box: QRect, text: str, colour: ColourName, flags: int = CENTRE
    ) -> None:
        """Draw text on a single line, eliding it if it is too long."""
        self.set_pen(painter, colour)
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, flags, elided)

    def draw_wrapped(
        self, painter: QPainter, box: QRect, text: str, colour: ColourName, flags: int
    ) -> None:
        """Draw wrapped text, clipped to ``box``."""
        self.set_pen(painter, colour)
        painter.save()
        painter.setClipRect(box)
        painter.drawText(QRect(box.topLeft(), QSize(box.width(), 10_000)), flags, text)
        painter.restore()

    def draw_icon(self, painter: QPainter, at: QPoint, name: str, colour: ColourName) -> None:
        ratio = painter.device().devicePixelRatio()
        drawn = icons.icon(name, getattr(self._theme.colours, colour))
        painter.drawPixmap(at, drawn.pixmap(QSize(ICON, ICON), ratio))
