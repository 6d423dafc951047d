"""Layouts that are filled in one call, a flow layout, and the labels and buttons that they hold."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QPoint, QRect, QSize, Qt, SignalInstance
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLayoutItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Rows and columns


class Stretch(NamedTuple):
    """Empty space in a row or column that takes a share of what is left."""

    factor: int = 1


Part = (
    QWidget
    | QLayout
    | Stretch
    | int
    | tuple[QWidget, int]
    | tuple[QLayout, int]
    | tuple[QWidget, int, Qt.AlignmentFlag]
)
"""A part of a row or column; an ``int`` is a gap in pixels.

In a tuple, the stretch factor and the alignment follow the part.
"""
Margins = tuple[int, int, int, int]
Box = TypeVar("Box", bound=QBoxLayout)
NO_MARGINS: Margins = (0, 0, 0, 0)


def hbox(
    *parts: Part, of: QWidget | None = None, margins: Margins = NO_MARGINS, spacing: int = -1
) -> QHBoxLayout:
    """Return a row of parts, which becomes the layout of a widget if ``of`` is given.

    The default spacing is that of the style.
    """
    return _filled(QHBoxLayout(of) if of is not None else QHBoxLayout(), parts, margins, spacing)


def vbox(
    *parts: Part, of: QWidget | None = None, margins: Margins = NO_MARGINS, spacing: int = -1
) -> QVBoxLayout:
    """Return a column of parts, like `hbox`."""
    return _filled(QVBoxLayout(of) if of is not None else QVBoxLayout(), parts, margins, spacing)


def _filled(box: Box, parts: tuple[Part, ...], margins: Margins, spacing: int) -> Box:
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    for part in parts:
        _add(box, part)
    return box


def _add(box: QBoxLayout, part: Part) -> None:
    match part:
        case Stretch():
            box.addStretch(part.factor)
        case int():
            box.addSpacing(part)
        case QWidget():
            box.addWidget(part)
        case QLayout():
            box.addLayout(part)
        case (QLayout() as inner, int() as factor):
            box.addLayout(inner, factor)
        case (QWidget() as widget, int() as factor):
            box.addWidget(widget, factor)
        case (widget, factor, alignment):
            box.addWidget(widget, factor, alignment)


class FlowLayout(QLayout):
    """A layout that places widgets at their preferred size in as many rows as needed."""

    def __init__(self, parent: QWidget, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(*NO_MARGINS)

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


# --- Labels and buttons

Slot = Callable[..., object] | SignalInstance


def label(text: str = "", name: str = "", align: Qt.AlignmentFlag | None = None) -> QLabel:
    """Return a label of plain text that wraps; ``name`` selects its style."""
    made = QLabel(text)
    made.setObjectName(name)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    if align is not None:
        made.setAlignment(align)
    return made


def heading(text: str, name: str = "heading") -> QLabel:
    """Return a label of one line."""
    made = QLabel(text)
    made.setObjectName(name)
    return made


def tool_button(
    theme: Theme,
    icon: str,
    text: str,
    act: Slot | None = None,
    *,
    tip: str = "",
    side: int = 18,
) -> QToolButton:
    """Return a button that shows only an icon; ``text`` names it for screen readers.

    The tooltip shows ``tip`` or else the text.
    """
    button = QToolButton()
    button.setAccessibleName(text)
    button.setToolTip(tip or text)
    if act is not None:
        button.clicked.connect(act)
    theme.bind_icon(button, icon, side=side)
    return button


def push_button(
    text: str, act: Slot | None = None, *, name: str = "", tip: str = ""
) -> QPushButton:
    """Return a button with a text; ``name`` selects its style, such as ``primary``."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setToolTip(tip)
    if act is not None:
        button.clicked.connect(act)
    return button
