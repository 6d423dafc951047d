"""Rows and columns, a flow layout, and a label that is elided in the middle."""

from collections.abc import Sequence
from html import escape
from typing import Any, TypeVar

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

STRETCH = -1
Margins = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)
_Item = QWidget | QLayout
Part = _Item | int | tuple[_Item, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or layout, possibly with its stretch factor and alignment; or an empty space.

A space is given in pixels, or as `STRETCH` for whatever is left.
"""


def vbox(
    *parts: Part,
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a layout of parts below each other; without ``spacing``, the style decides on it."""
    return _filled(QVBoxLayout(), parts, parent, margins, spacing)


def hbox(
    *parts: Part,
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a layout of parts beside each other; without ``spacing``, the style decides on it."""
    return _filled(QHBoxLayout(), parts, parent, margins, spacing)


_Box = TypeVar("_Box", bound=QBoxLayout)


def _filled(
    layout: _Box,
    parts: Sequence[Part],
    parent: QWidget | None,
    margins: Margins,
    spacing: int | None,
) -> _Box:
    if parent is not None:
        parent.setLayout(layout)
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        more: list[Any]  # the stretch factor, and possibly the alignment
        item, *more = part if isinstance(part, tuple) else (part,)
        if isinstance(item, int):
            layout.addStretch(1) if item == STRETCH else layout.addSpacing(item)
        elif isinstance(item, QWidget):
            layout.addWidget(item, *more)
        else:
            layout.addLayout(item, *more)
    return layout


def remove_all(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


# --- Flow layout


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
