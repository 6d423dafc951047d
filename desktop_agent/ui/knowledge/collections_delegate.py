"""How a collection and what is in it look: icon, name, and a line of numbers below."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from desktop_agent.core.knowledge import CollectionInfo
from desktop_agent.ui import icons
from desktop_agent.ui.knowledge.collections_model import ROW, Row, mark, name
from desktop_agent.ui.knowledge.words import collection_line, problems, source_line, tr
from desktop_agent.ui.theme import ColourName, Theme

_PAD = 7
_GAP = 2
_ICON = 18
_APART = 10
_CENTRE = Qt.AlignmentFlag.AlignVCenter.value
_Index = QModelIndex | QPersistentModelIndex


class CollectionsDelegate(QStyledItemDelegate):
    """Paints rows of one height; a collection's name is edited where it stands."""

    def __init__(self, theme: Theme, view: QTreeView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self.read_fonts()

    def read_fonts(self) -> None:
        """Takes the fonts that the theme has now."""
        self._plain = self._theme.font
        self._bold = QFont(self._plain)
        self._bold.setWeight(QFont.Weight.DemiBold)
        self._small = QFont(self._plain)
        self._small.setPointSizeF(self._plain.pointSizeF() * 0.9)
        self._line = QFontMetrics(self._bold).height()
        self._height = 2 * _PAD + self._line + _GAP + QFontMetrics(self._small).height()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return QSize(80, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row: Row = index.data(ROW)
        painter.save()
        self._ground(painter, option)
        box = QRect(option.rect).adjusted(8, _PAD, -_PAD, -_PAD)
        self._icon(painter, box, row)
        box.setLeft(box.left() + _ICON + _APART)
        top = QRect(box.left(), box.top(), box.width(), self._line)
        below = QRect(box.left(), top.bottom() + 1 + _GAP, box.width(), box.height())
        below.setBottom(box.bottom())
        right = self._text(painter, top, mark(row), self._small, "faint", at_right=True)
        top.setWidth(top.width() - right)
        is_collection = isinstance(row, CollectionInfo)
        self._text(painter, top, name(row), self._bold if is_collection else self._plain, "text")
        said, colour = _second(row)
        if row.problems:
            right = self._text(
                painter, below, problems(row.problems), self._small, "warn", at_right=True
            )
            below.setWidth(below.width() - right)
        self._text(painter, below, said, self._small, colour)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setObjectName("renameConversation")  # it looks like that one
            editor.setAccessibleName(tr("Name of the collection"))
            editor.setMaxLength(120)
        return editor

    def updateEditorGeometry(
        self,
        editor: QWidget,
        option: QStyleOptionViewItem,
        index: _Index,  # noqa: ARG002 - Qt's signature
    ) -> None:
        box = QRect(option.rect).adjusted(_ICON + _APART - 6, 2, -_PAD, 0)
        box.setHeight(max(self._line + 8, editor.sizeHint().height()))
        editor.setGeometry(box)

    def _ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        colours = self._theme.colours
        selected = option.state & QStyle.StateFlag.State_Selected
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent_soft if selected else colours.hover))
            painter.drawRoundedRect(QRect(option.rect).adjusted(0, 1, 0, -1), 8, 8)

    def _icon(self, painter: QPainter, box: QRect, row: Row) -> None:
        drawn: tuple[str, ColourName] = ("page", "muted")
        if isinstance(row, CollectionInfo):
            drawn = ("knowledge", "accent")
        elif row.missing:
            drawn = ("warning", "warn")
        elif row.kind in ("folder", "discoveries"):
            drawn = ("folder" if row.kind == "folder" else "discovery", "muted")
        icon = icons.icon(drawn[0], getattr(self._theme.colours, drawn[1]))
        ratio = painter.device().devicePixelRatio()
        top = box.top() + (box.height() - _ICON) // 2
        painter.drawPixmap(box.left(), top, icon.pixmap(QSize(_ICON, _ICON), ratio))

    def _text(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        font: QFont,
        colour: ColourName,
        *,
        at_right: bool = False,
    ) -> int:
        """Paints a text in one line, cut where it must be; gives the room that it has taken."""
        if not text:
            return 0
        painter.setFont(font)
        painter.setPen(QColor(getattr(self._theme.colours, colour)))
        metrics = painter.fontMetrics()
        is_path = font is self._plain
        mode = Qt.TextElideMode.ElideMiddle if is_path else Qt.TextElideMode.ElideRight
        text = metrics.elidedText(text, mode, box.width())
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, side.value | _CENTRE, text)
        return metrics.horizontalAdvance(text) + _APART


def _second(row: Row) -> tuple[str, ColourName]:
    """Gives the second line of a row, and its colour."""
    if isinstance(row, CollectionInfo):
        return collection_line(row), "muted"
    if row.missing:
        return source_line(row), "warn"
    return source_line(row) or tr("1 file"), "faint"
