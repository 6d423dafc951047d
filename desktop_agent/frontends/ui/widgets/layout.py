"""Helpers for row and column layouts, and a layout that wraps its widgets."""

from collections.abc import Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QLayoutItem, QVBoxLayout, QWidget

# --- Rows and columns

STRETCH = -1
Margins = tuple[int, int, int, int]
NO_MARGINS: Margins = (0, 0, 0, 0)
_Item = QWidget | QLayout
Part = _Item | int | tuple[_Item | int, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget, a layout or a space: a number of pixels, or `STRETCH` for all remaining space.

A tuple adds a stretch factor and, for a widget, optionally its alignment.
"""


def vbox(
    *parts: Part,
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a vertical layout of the given parts; ``spacing`` defaults to the style's."""
    return _filled(QVBoxLayout(), parts, parent, margins, spacing)


def hbox(
    *parts: Part,
    parent: QWidget | None = None,
    margins: Margins = NO_MARGINS,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a horizontal layout of the given parts; ``spacing`` defaults to the style's."""
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
            layout.addStretch(*(more or [1])) if item == STRETCH else layout.addSpacing(item)
        elif isinstance(item, QWidget):
            layout.addWidget(item, *more)
        else:
            layout.addLayout(item, *more)
    return layout


def remove_all(layout: QLayout) -> None:
    """Remove all widgets from a layout and delete them."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


# --- Flow layout


class FlowLayout(QLayout):
    """A layout that wraps its widgets into rows, right-aligned if ``from_right`` is True."""

    def __init__(
        self, parent: QWidget, *widgets: QWidget, gap: int = 6, from_right: bool = False
    ) -> None:
        super().__init__(parent)
        self._from_right = from_right
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            self.addWidget(widget)

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
                continue  # a hidden widget
            size = item.sizeHint()
            width = min(size.width(), rect.width())
            if x > rect.x() and x + width > rect.x() + rect.width():
                x, y, tallest = rect.x(), y + tallest + self._gap, 0
            if move:
                left = rect.x() + rect.right() + 1 - x - width if self._from_right else x
                item.setGeometry(QRect(QPoint(left, y), QSize(width, size.height())))
            x += width + self._gap
            tallest = max(tallest, size.height())
        return y + tallest - rect.y()


def resize_on_screen(dialog: QWidget, width: int, height: int) -> None:
    """Resize a dialog, limiting it to the size of its screen."""
    dialog.resize(QSize(width, height).boundedTo(dialog.screen().availableSize()))
