"""How a source looks: number, title, where it is from and its marks; and how its quotes look."""

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
from desktop_agent.ui.evidence_words import MARK_ICONS
from desktop_agent.ui.localized import localized
from desktop_agent.ui.panel.sources_model import ROW, SourceRow, about, tr
from desktop_agent.ui.panel.turn_sources import Quote
from desktop_agent.ui.theme import ColourName, Theme

_PAD = 8
_GAP = 2
_ICON = 16
_NUMBER = 24
_MOST_LINES = 6
_LONG_WORD = 24
_CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_Index = QModelIndex | QPersistentModelIndex


class SourcesDelegate(QStyledItemDelegate):
    """Paints the rows; the height of a quote follows the width of the view."""

    def __init__(self, theme: Theme, view: QTreeView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        row = index.data(ROW)
        line = QFontMetrics(self._font()).height()
        if isinstance(row, SourceRow):
            return QSize(0, 2 * line + _GAP + 2 * _PAD)
        if isinstance(row, Quote):
            left = 2 * self._view.indentation()
            width = self._view.viewport().width() - left - _ICON - 2 * _PAD
            return QSize(0, self._quote_height(row, width) + _PAD)
        return QSize(0, line + 2 * _PAD)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = index.data(ROW)
        if isinstance(row, SourceRow | Quote):
            QApplication.style().drawPrimitive(
                QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self._view
            )
        painter.save()
        painter.setFont(self._font())
        if isinstance(row, SourceRow):
            self._source(painter, option.rect, row)
        elif isinstance(row, Quote):
            self._quote(painter, option.rect, row)
        else:
            painter.setFont(self._font(bold=True))
            painter.setPen(QColor(self._theme.colours.muted))
            painter.drawText(option.rect.adjusted(2, 0, -_PAD, 0), _CENTRE, str(row))
        painter.restore()

    def _source(self, painter: QPainter, box: QRect, row: SourceRow) -> None:
        colours = self._theme.colours
        inside = box.adjusted(2, _PAD, -_PAD, -_PAD)
        metrics = painter.fontMetrics()
        line = metrics.height()
        if row.source.number:
            badge = QRect(inside.left(), inside.top() - 1, _NUMBER, line + 2)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if row.source.cited else colours.hover))
            painter.drawRoundedRect(badge, 6, 6)
            painter.setPen(QColor(colours.accent if row.source.cited else colours.muted))
            centred = Qt.AlignmentFlag.AlignCenter.value
            painter.drawText(badge, centred, str(row.source.number))
        else:
            self._icon(painter, inside.topLeft() + QPoint(4, 1), "page", "faint")
        inside.setLeft(inside.left() + _NUMBER + _PAD)
        right = self._marks(painter, inside, row)
        painter.setPen(QColor(colours.text))
        title = metrics.elidedText(row.source.title, Qt.TextElideMode.ElideRight, inside.width())
        painter.drawText(QRect(inside.left(), inside.top(), inside.width(), line), _CENTRE, title)
        second = QRect(inside.left(), inside.top() + line + _GAP, right - inside.left(), line)
        painter.setPen(QColor(colours.warn if row.fault else colours.faint))
        told = metrics.elidedText(about(row), Qt.TextElideMode.ElideRight, second.width())
        painter.drawText(second, _CENTRE, told)

    def _marks(self, painter: QPainter, inside: QRect, row: SourceRow) -> int:
        """Paints the marks with their counts at the end of the second line; gives where they begin."""
        metrics = painter.fontMetrics()
        line = metrics.height()
        top = inside.top() + line + _GAP
        right = inside.right() + 1
        for mark, count in reversed(row.source.marks()):
            name, colour = MARK_ICONS[mark]
            if count > 1:
                width = metrics.horizontalAdvance(str(count))
                painter.setPen(QColor(getattr(self._theme.colours, colour)))
                painter.drawText(QRect(right - width, top, width, line), _CENTRE, str(count))
                right -= width + 2
            self._icon(painter, QPoint(right - _ICON, top + (line - _ICON) // 2), name, colour)
            right -= _ICON + 6
        return right

    def _quote(self, painter: QPainter, box: QRect, row: Quote) -> None:
        colours = self._theme.colours
        name, colour = MARK_ICONS[row.check.mark] if row.check is not None else ("draft", "muted")
        self._icon(painter, box.topLeft() + QPoint(2, 3), name, colour)
        inside = box.adjusted(_ICON + _PAD, 2, -_PAD, -_PAD)
        line = painter.fontMetrics().lineSpacing()
        text, reason = _texts(row)
        height = self._height(text, inside.width())
        painter.setPen(QColor(colours.text if row.text else colours.muted))
        painter.save()
        painter.setClipRect(QRect(inside.left(), inside.top(), inside.width(), height))
        painter.drawText(
            QRect(inside.left(), inside.top(), inside.width(), 10_000), _wrapping(text), text
        )
        painter.restore()
        if reason:
            inside.setTop(inside.top() + height + _GAP)
            painter.setPen(QColor(colours.muted))
            shown = painter.fontMetrics().elidedText(
                reason, Qt.TextElideMode.ElideRight, inside.width()
            )
            painter.drawText(QRect(inside.left(), inside.top(), inside.width(), line), 0, shown)

    def _quote_height(self, row: Quote, width: int) -> int:
        text, reason = _texts(row)
        extra = QFontMetrics(self._font()).lineSpacing() + _GAP if reason else 0
        return self._height(text, width) + extra + 2

    def _height(self, text: str, width: int) -> int:
        metrics = QFontMetrics(self._font())
        box = metrics.boundingRect(QRect(0, 0, max(width, 60), 10_000), _wrapping(text), text)
        return min(box.height(), _MOST_LINES * metrics.lineSpacing())

    def _icon(self, painter: QPainter, at: QPoint, name: str, colour: ColourName) -> None:
        ratio = painter.device().devicePixelRatio()
        drawn = icons.icon(name, getattr(self._theme.colours, colour))
        painter.drawPixmap(at, drawn.pixmap(QSize(_ICON, _ICON), ratio))

    def _font(self, *, bold: bool = False) -> QFont:
        font = self._theme.font
        font.setPointSizeF(font.pointSizeF() * 0.93)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font


def _wrapping(text: str) -> int:
    """Breaks between words, and within them only where one is too long for the panel."""
    long = any(len(word) > _LONG_WORD for word in text.split())
    return (Qt.TextFlag.TextWrapAnywhere if long else Qt.TextFlag.TextWordWrap).value


def _texts(row: Quote) -> tuple[str, str]:
    text = " ".join(row.text.split())
    shown = f"“{text}”" if text else tr("Nothing on this page is quoted.")
    return shown[:1_000], " ".join(
        localized(row.check.reason).split()
    ) if row.check is not None else ""
