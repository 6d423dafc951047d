"""Rows, columns, a flow layout, and a label that is elided in the middle."""

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

# --- Rows and columns

Part = QWidget | QLayout | int | None
"""A part of a row or column: a widget, a layout, a gap in pixels, or None for a stretch."""
Margins = tuple[int, int, int, int]
_NO_MARGINS = (0, 0, 0, 0)


def in_row(
    *parts: Part, spacing: int = 8, margins: Margins = _NO_MARGINS, stretch: Part = None
) -> QHBoxLayout:
    """Return a row of these parts; ``stretch`` is the one that takes the room left over."""
    made = QHBoxLayout()
    _fill(made, parts, spacing, margins, stretch)
    return made


def in_column(
    *parts: Part, spacing: int = 10, margins: Margins = _NO_MARGINS, stretch: Part = None
) -> QVBoxLayout:
    """Return a column of these parts; ``stretch`` is the one that takes the room left over."""
    made = QVBoxLayout()
    _fill(made, parts, spacing, margins, stretch)
    return made


def _fill(
    layout: QBoxLayout, parts: Iterable[Part], spacing: int, margins: Margins, stretch: Part
) -> None:
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for part in parts:
        share = int(part is stretch)
        match part:
            case QWidget():
                layout.addWidget(part, share)
            case QLayout():
                layout.addLayout(part, share)
            case int():
                layout.addSpacing(part)
            case None:
                layout.addStretch(1)


class FlowLayout(QLayout):
    """A layout that places widgets at their preferred size in as many rows as needed."""

    def __init__(self, parent: QWidget, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, tallest = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue  # it is hidden
            size = item.sizeHint()
            width = min(size.width(), rect.width())
            if x > rect.x() and x + width > rect.x() + rect.width():
                x, y, tallest = rect.x(), y + tallest + self._gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, size.height())))
            x += width + self._gap
            tallest = max(tallest, size.height())
        return y + tallest - rect.y()


# --- Elided label


class ElidedLabel(QLabel):
    """A line of text elided in the middle. The tooltip and screen readers get the full text."""

    def __init__(
        self,
        text: str,
        most: int = 0,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__(" ".join(text[:2000].split()))
        self._most = most
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setToolTip(f"<qt>{escape(text[:500])}</qt>")  # a file may be called <b>
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Preferred if most else policy.Ignored, policy.Fixed)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(min(hint.width(), self._most), hint.height()) if self._most else hint

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), self._mode, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.end()
