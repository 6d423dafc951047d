"""How a passage looks in the list: title and place, two lines of it, and where it is kept."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_agent.ui.knowledge.results_model import FOUND, Found
from desktop_agent.ui.knowledge.snippet import paint_part
from desktop_agent.ui.theme import Theme

_PAD = 12
_GAP = 3
_LINES = 2
_APART = 12
_CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_AT_END = Qt.TextElideMode.ElideRight
_RIGHT = Qt.AlignmentFlag.AlignRight.value | _CENTRE


class ResultsDelegate(QStyledItemDelegate):
    """Paints rows of one height."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        """Takes the fonts that the theme has now."""
        self._text = self._theme.font
        self._title = QFont(self._text)
        self._title.setWeight(QFont.Weight.DemiBold)
        self._small = QFont(self._text)
        self._small.setPointSizeF(self._text.pointSizeF() * 0.9)
        heights = (
            QFontMetrics(self._title).height(),
            _LINES * QFontMetrics(self._text).lineSpacing(),
            QFontMetrics(self._small).height(),
        )
        self._height = 2 * _PAD + sum(heights) + 2 * _GAP

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002 - Qt's signature
    ) -> QSize:
        return QSize(80, self._height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        found: Found = index.data(FOUND)
        colours = self._theme.colours
        QApplication.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
        )
        painter.save()
        box = QRect(option.rect).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        self._pair(painter, box, self._title, (found.title, found.place), colours.text)
        box.setTop(box.top() + QFontMetrics(self._title).height() + _GAP)
        painter.setPen(QColor(colours.muted))
        paint_part(painter, box, found.passage, _LINES, self._text, colours)
        box.setTop(box.top() + _LINES * QFontMetrics(self._text).lineSpacing() + _GAP)
        self._pair(painter, box, self._small, (found.where, found.collection), colours.faint)
        painter.restore()

    def _pair(
        self, painter: QPainter, box: QRect, font: QFont, texts: tuple[str, str], colour: str
    ) -> None:
        """Paints a text at the left and another at the right of the same line; both may be cut."""
        left, right = texts
        line = QRect(box.left(), box.top(), box.width(), QFontMetrics(font).height())
        if right:
            painter.setFont(self._small)
            painter.setPen(QColor(self._theme.colours.muted))
            metrics = painter.fontMetrics()
            wanted = QFontMetrics(font).horizontalAdvance(left) + _APART
            room = max(line.width() // 3, line.width() - wanted)
            right = metrics.elidedText(right, _AT_END, room)
            painter.drawText(line, _RIGHT, right)
            line.setWidth(line.width() - metrics.horizontalAdvance(right) - _APART)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        mode = Qt.TextElideMode.ElideMiddle if font is self._small else _AT_END
        painter.drawText(line, _CENTRE, painter.fontMetrics().elidedText(left, mode, line.width()))
