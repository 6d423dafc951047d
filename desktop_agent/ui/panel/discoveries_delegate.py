"""How a discovery looks in the list: title, up to three lines of text, when and from where."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_agent.core.research import Discovery
from desktop_agent.ui.panel.discoveries_model import DISCOVERY
from desktop_agent.ui.panel.moments import moment
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import host_of

_PAD = 12
_GAP = 4
_LINES = 3
_WRAP = Qt.TextFlag.TextWordWrap.value


class DiscoveriesDelegate(QStyledItemDelegate):
    """Paints discoveries; heights follow the width of the view."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,
    ) -> QSize:
        width = self._view.viewport().width()
        item: Discovery = index.data(DISCOVERY)
        text = self._text_height(item, width - 2 * _PAD)
        title = QFontMetrics(self._font(bold=True)).height()
        meta = QFontMetrics(self._font()).height()
        return QSize(width, 2 * _PAD + title + _GAP + text + _GAP + meta)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        item: Discovery = index.data(DISCOVERY)
        colours = self._theme.colours
        QApplication.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
        )
        box: QRect = option.rect.adjusted(_PAD, _PAD, -_PAD, -_PAD)
        painter.save()
        painter.setFont(self._font(bold=True))
        painter.setPen(QColor(colours.text))
        metrics = painter.fontMetrics()
        title = metrics.elidedText(item.title, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, 0, title)
        box.setTop(box.top() + metrics.height() + _GAP)
        painter.setFont(self._font())
        painter.setPen(QColor(colours.muted))
        height = self._text_height(item, box.width())
        painter.setClipRect(QRect(box.left(), box.top(), box.width(), height))
        painter.drawText(box, _WRAP, item.description)
        painter.setClipping(False)
        box.setTop(box.top() + height + _GAP)
        painter.setPen(QColor(colours.faint))
        parts = [moment(item.timestamp), host_of(item.url)]
        painter.drawText(box, 0, " · ".join(part for part in parts if part))
        painter.restore()

    def _text_height(self, item: Discovery, width: int) -> int:
        metrics = QFontMetrics(self._font())
        box = metrics.boundingRect(QRect(0, 0, max(width, 60), 10_000), _WRAP, item.description)
        return min(box.height(), _LINES * metrics.lineSpacing())

    def _font(self, *, bold: bool = False) -> QFont:
        font = self._theme.font
        font.setPointSizeF(font.pointSizeF() * 0.93)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font
