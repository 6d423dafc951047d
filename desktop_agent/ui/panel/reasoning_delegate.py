"""How a row of the reasoning panel looks: icon, title, a detail at the right; or a text's end."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
)

from desktop_agent.ui import icons
from desktop_agent.ui.panel.node import Node
from desktop_agent.ui.panel.reasoning_model import NODE
from desktop_agent.ui.theme import Theme

_PAD = 6
_ICON = 16
_RIGHT = Qt.TextElideMode.ElideRight


class ReasoningDelegate(QStyledItemDelegate):
    """Paints nodes, all of one height; what is longer than its row is shown by `NodeDetail`."""

    def __init__(self, theme: Theme, view: QTreeView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,  # noqa: ARG002
    ) -> QSize:
        metrics = QFontMetrics(self._small())
        return QSize(0, max(metrics.height(), _ICON) + 2 * _PAD)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        node: Node = index.data(NODE)
        colours = self._theme.colours
        style = QApplication.style()
        option.text = ""
        style.drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
        )
        box: QRect = option.rect
        painter.save()
        painter.setFont(self._small())
        if node.kind == "body":
            painter.setPen(QColor(colours.muted))
            inside = box.adjusted(_PAD, 0, -_PAD, 0)
            text = str(index.data(Qt.ItemDataRole.DisplayRole))
            side = Qt.TextElideMode.ElideLeft if node.size > len(text) else _RIGHT
            shown = painter.fontMetrics().elidedText(text, side, inside.width())
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter.value, shown)
        else:
            self._row(painter, box, node)
        painter.restore()

    def _row(self, painter: QPainter, box: QRect, node: Node) -> None:
        colours = self._theme.colours
        self._icon(painter, box, box.left() + 2, node.icon, getattr(colours, node.colour))
        left = box.left() + _ICON + 10
        if node.mark:
            self._icon(painter, box, left, node.mark, colours.muted)
            left += _ICON + 6
        metrics = painter.fontMetrics()
        right = box.right() - _PAD
        centre = Qt.AlignmentFlag.AlignVCenter
        if node.detail:
            width = metrics.horizontalAdvance(node.detail)
            painter.setPen(QColor(colours.faint))
            painter.drawText(
                QRect(right - width, box.top(), width + 1, box.height()), centre.value, node.detail
            )
            right -= width + 10
        painter.setPen(QColor(colours.text))
        title = metrics.elidedText(node.title, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(QRect(left, box.top(), right - left, box.height()), centre.value, title)

    @staticmethod
    def _icon(painter: QPainter, box: QRect, left: int, name: str, colour: str) -> None:
        ratio = painter.device().devicePixelRatio()
        drawn = icons.icon(name, colour).pixmap(QSize(_ICON, _ICON), ratio)
        painter.drawPixmap(QPoint(left, box.center().y() - _ICON // 2 + 1), drawn)

    def _small(self) -> QFont:
        font = self._theme.font
        font.setPointSizeF(font.pointSizeF() * 0.93)
        return font
