"""Columns of widgets that do not use Qt layouts.

When a widget grows, a Qt layout asks all its widgets for size hints and passes the change on up to
the window. Here, growing text only moves the widgets below it.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.markdown.rich_text import RichTextView

_EXPLICIT = Qt.WidgetAttribute.WA_WState_ExplicitShowHide


class Sized(QWidget):
    """A widget that chooses its own size, given a maximum width."""

    def set_width(self, width: int) -> None:
        """Resize to at most ``width`` pixels and to the height that the content then needs."""
        raise NotImplementedError


class WidgetColumn(Sized):
    """A column of widgets as tall as its contents; ``resized`` is emitted when its size changes."""

    resized = Signal()

    def __init__(self, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spacing = spacing
        self._parts: list[QWidget] = []
        self._narrow: set[QWidget] = set()
        self._right: set[QWidget] = set()
        self._width = 0
        self._reserve = 0
        self._least = 0
        self._placing = False

    def put(
        self,
        part: QWidget,
        *,
        first: bool = False,
        after: QWidget | None = None,
        narrow: bool = False,
        right: bool = False,
    ) -> None:
        """Add a widget at the bottom, below ``after`` if given, or at the top if ``first`` is True.

        A ``narrow`` widget keeps its preferred width, and a ``right`` one is right-aligned.
        """
        if narrow:
            self._narrow.add(part)
        if right:
            self._right.add(part)
        place = 0 if first else len(self._parts)
        self._parts.insert(place if after is None else self._parts.index(after) + 1, part)
        shown = not _is_hidden(part)
        if part.parentWidget() is not self:
            part.setParent(self)
        if isinstance(part, WidgetColumn):
            part.resized.connect(self.place)
        elif isinstance(part, RichTextView):
            part.managed = True
            part.height_changed.connect(self.place)
        if shown and self.isVisible():
            part.show()

    def reserve(self, height: int) -> None:
        """Reserve ``height`` pixels at the bottom for widgets not yet built."""
        self._reserve = height

    def keep_height(self, height: int) -> None:
        """Keep the column at least ``height`` pixels tall until the next call."""
        self._least = height

    def set_width(self, width: int) -> None:
        """Set the column's width in pixels and lay out all widgets again."""
        self._width = width
        self.place()

    def place(self) -> None:
        if not self._width or self._placing:
            return
        self._placing = True
        top = 0
        for part in self._parts:
            if _is_hidden(part):
                if isinstance(part, RichTextView):
                    part.resize(self._width, part.height())  # otherwise it would be laid out twice
                continue
            top += self._spacing if top else 0
            self._place(part, top)
            top += part.height()
        self._placing = False
        top = max(top + self._reserve, self._least)
        if (self.width(), self.height()) != (self._width, top):
            self.resize(self._width, top)
            self.resized.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.place()
        return super().event(event)

    def _place(self, part: QWidget, top: int) -> None:
        width = self._width
        if isinstance(part, RichTextView):
            part.resize(width, part.wanted_height)
            if part.height() != part.wanted_height:  # the new width has changed its line breaks
                part.resize(width, part.wanted_height)
        elif isinstance(part, Sized):
            part.set_width(width)
        else:
            if part in self._narrow:
                width = min(width, part.sizeHint().width())
            part.resize(width, _height(part, width))
        left = self._width - part.width() if part in self._right else 0
        part.move(left, top)


def _is_hidden(part: QWidget) -> bool:
    """Return whether a widget was explicitly hidden rather than never shown."""
    return part.isHidden() and part.testAttribute(_EXPLICIT)


def _height(part: QWidget, width: int) -> int:
    wanted = part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()
    return max(part.minimumHeight(), min(wanted, part.maximumHeight()))
