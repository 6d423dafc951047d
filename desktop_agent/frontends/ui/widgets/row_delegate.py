"""Paint list rows with an icon, lines of text, and right-aligned text."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, ClassVar, Literal

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.appearance import Palette
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, GroupedView, Index
from desktop_agent.frontends.ui.widgets.plain_text import utf16_units
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme

# --- Text lines

_WHOLE = 1 << 20
"""A height in pixels that no text exceeds."""
AT_END = Qt.TextElideMode.ElideRight
_LINE = Qt.TextFlag.TextSingleLine | Qt.AlignmentFlag.AlignVCenter


class TextLine:
    """Paints single lines of text in one font, eliding text that does not fit."""

    def __init__(self, font: QFont) -> None:
        self.font = font
        self.metrics = QFontMetrics(font)
        self.height = self.metrics.height()
        self.wrapped_height = lru_cache(maxsize=2_048)(self._wrapped_height)

    def draw(
        self, painter: QPainter, box: QRect, text: str, mode: Qt.TextElideMode = AT_END
    ) -> None:
        """Paint a line of text in the painter's colour, left-aligned and vertically centred."""
        painter.setFont(self.font)
        painter.drawText(box, _LINE, self.metrics.elidedText(text, mode, box.width()))

    def draw_at_right(self, painter: QPainter, box: QRect, text: str) -> int:
        """Paint a right-aligned line and return the x coordinate of its left edge."""
        painter.setFont(self.font)
        painter.drawText(box, _LINE | Qt.AlignmentFlag.AlignRight, text)
        return box.right() - self.metrics.horizontalAdvance(text) + 1

    def _wrapped_height(self, text: str, width: int, most: int) -> int:
        """Return the height in pixels of text wrapped into at most ``most`` lines."""
        wrap = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextWrapAnywhere
        box = self.metrics.boundingRect(QRect(0, 0, max(width, 1), _WHOLE), wrap.value, text)
        return min(box.height(), most * self.metrics.lineSpacing())


# --- Lines with marks

Span = tuple[int, int]


def text_block(
    text: str, marks: Sequence[Span], font: QFont, colours: Palette, width: int, most: int
) -> QTextLayout:
    """Lay out text in at most ``most`` lines with ``marks`` highlighted, eliding the rest."""
    wrap = QTextOption()
    wrap.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    start = 0
    while True:
        layout = QTextLayout(text, font)
        layout.setTextOption(wrap)
        layout.setFormats(_formats(text, marks, colours))
        layout.beginLayout()
        top = 0.0
        for _line in range(most):
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(width, 1))
            line.setPosition(QPointF(0, top))
            top += line.height()
        is_cut = layout.lineCount() == most and layout.createLine().isValid()
        layout.endLayout()
        if not is_cut or start:
            return layout
        start = _characters(text, layout.lineAt(most - 1).textStart())
        rest = text[start : start + width]  # no character is narrower than a pixel
        text = text[:start] + QFontMetrics(font).elidedText(rest + "…", AT_END, width)


def _formats(text: str, marks: Sequence[Span], colours: Palette) -> list[QTextLayout.FormatRange]:
    form = QTextCharFormat()
    form.setBackground(QColor(colours.selection))
    form.setForeground(QColor(colours.text))
    ranges = []
    for start, end in marks:
        part = QTextLayout.FormatRange()
        begin = utf16_units(text[: max(0, start)])
        part.start, part.length = begin, utf16_units(text[:end]) - begin
        part.format = form
        ranges.append(part)
    return ranges


def _characters(text: str, units: int) -> int:
    if text.isascii():
        return units
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "ignore"))


# --- Rows

FontName = Literal["plain", "title", "small", "heading"]


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line of a row, optionally with more text at its right end.

    If space is short, ``text`` is elided according to ``mode``. If it has ``marks`` to highlight,
    or ``wraps`` is greater than 1, it is wrapped into at most ``wraps`` lines.
    """

    text: str
    colour: ColourName = "muted"
    font: FontName = "small"
    mode: Qt.TextElideMode = AT_END
    right: str = ""
    right_colour: ColourName = "muted"
    wraps: int = 1
    marks: Sequence[Span] = ()


_APART = 12


class RowDelegate(QStyledItemDelegate):
    """Base class for delegates whose rows consist of text lines and are equally tall."""

    PAD: ClassVar[tuple[int, int]] = (12, 9)
    """Space in pixels at the sides of a row, and above and below its lines."""
    GAP: ClassVar[int] = 3
    ICON: ClassVar[int] = 18
    ICON_GAP: ClassVar[int] = 10
    FONTS: ClassVar[tuple[FontName, ...]] = ("title", "small")
    """The fonts of the lines, which determine the height of a row."""
    WEIGHT: ClassVar[QFont.Weight] = QFont.Weight.DemiBold
    SMALL: ClassVar[float] = 0.9
    RING: ClassVar[bool] = True
    """Whether the focused row has a frame."""

    def __init__(self, theme: Theme, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._read_fonts()
        theme.changed.connect(self._restyle)

    # --- What a row shows

    def lines(self, index: Index) -> Sequence[RowLine]:
        """Return the text lines of a row, which use the fonts listed in `FONTS`.

        By default, these are the attribute ``lines`` of the row.
        """
        lines: Sequence[RowLine] = index.data(ROW).lines
        return lines

    def icon(self, index: Index) -> tuple[str, ColourName, int] | None:  # noqa: ARG002 - for subclasses
        """Return the icon's name, colour and side length in pixels, or None for no icon."""
        return None

    # --- Painting

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - Qt's signature
        return self._size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side, above = self.PAD
        outer = QRect(option.rect)
        self.paint_background(painter, outer, option)
        box = outer.adjusted(side, above, -side, -above)
        box.setLeft(box.left() + self.paint_icon(painter, box, index))
        self.paint_lines(painter, box, index)
        painter.restore()

    def paint_background(self, painter: QPainter, box: QRect, option: QStyleOptionViewItem) -> None:
        colours, state = self._theme.colours, option.state
        if not state & QStyle.StateFlag.State_Enabled:
            return  # a heading
        ground = colours.accent_soft if state & QStyle.StateFlag.State_Selected else ""
        if not ground and state & QStyle.StateFlag.State_MouseOver:
            ground = colours.hover
        has_focus = state & QStyle.StateFlag.State_HasFocus and self._view.hasFocus()
        focused = self.RING and has_focus
        if ground or focused:
            painter.setPen(QColor(colours.accent) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 1.5, -1.5, -1.5), 8, 8)

    def paint_icon(self, painter: QPainter, box: QRect, index: Index) -> int:
        """Paint the icon, centred on the first line, and return the width it takes up."""
        icon = self.icon(index)
        if icon is None:
            return 0
        name, colour, side = icon
        shade = getattr(self._theme.colours, colour)
        picture = icons.pixmap(name, shade, side, self._view.devicePixelRatioF())
        left = box.left() + (self.ICON - side) / 2
        top = box.top() + (self.fonts[self.FONTS[0]].height - side) / 2
        painter.drawPixmap(QPointF(left, top), picture)
        return self.ICON + self.ICON_GAP

    def paint_lines(self, painter: QPainter, box: QRect, index: Index) -> None:
        top = box.top()
        for line in self.lines(index):
            height = self._line_height(line, box.width())
            place = QRect(box.left(), top, box.width(), height)
            if line.wraps > 1 or line.marks:
                font, colours = self.fonts[line.font].font, self._theme.colours
                block = text_block(line.text, line.marks, font, colours, box.width(), line.wraps)
                painter.setPen(QColor(getattr(colours, line.colour)))
                block.draw(painter, QPointF(place.topLeft()))
            else:
                self.paint_line(painter, place, line)
            top += height + self.GAP

    def height_at(self, index: Index, width: int) -> int:
        """Return the height of a row whose lines are ``width`` pixels wide."""
        heights = [self._line_height(line, width) for line in self.lines(index)]
        return 2 * self.PAD[1] + sum(heights) + self.GAP * (len(heights) - 1)

    def _line_height(self, line: RowLine, width: int) -> int:
        font = self.fonts[line.font]
        if line.wraps > 1:
            return font.wrapped_height(line.text, width, line.wraps)
        return font.height

    def paint_line(self, painter: QPainter, box: QRect, line: RowLine) -> None:
        colours = self._theme.colours
        font = self.fonts[line.font]
        if line.right:
            painter.setPen(QColor(getattr(colours, line.right_colour)))
            right, small = line.right, self.fonts["small"]
            wanted = font.metrics.horizontalAdvance(line.text) + _APART
            room = max(box.width() // 3, box.width() - wanted)
            right = small.metrics.elidedText(right, AT_END, room)
            box.setRight(small.draw_at_right(painter, box, right) - _APART)
        painter.setPen(QColor(getattr(colours, line.colour)))
        font.draw(painter, box, line.text, line.mode)

    # --- Fonts

    def _read_fonts(self) -> None:
        plain, title, small = self._theme.font, self._theme.font, self._theme.font
        title.setWeight(self.WEIGHT)
        small.setPointSizeF(small.pointSizeF() * self.SMALL)
        heading = QFont(small)
        heading.setWeight(QFont.Weight.DemiBold)
        self.fonts: dict[FontName, TextLine] = {
            "plain": TextLine(plain),
            "title": TextLine(title),
            "small": TextLine(small),
            "heading": TextLine(heading),
        }
        height = sum(self.fonts[each].height for each in self.FONTS)
        self._size = QSize(80, 2 * self.PAD[1] + height + self.GAP * (len(self.FONTS) - 1))

    def _restyle(self) -> None:
        self._read_fonts()
        self._view.doItemsLayout()
        self._view.viewport().update()


class StyledRowDelegate(RowDelegate):
    """Paints rows with the background from the style sheet."""

    def paint_background(self, painter: QPainter, box: QRect, option: QStyleOptionViewItem) -> None:
        del box
        element = QStyle.PrimitiveElement.PE_PanelItemViewItem
        QApplication.style().drawPrimitive(element, option, painter, self._view)


# --- Lists of two-line rows


@dataclass(frozen=True, slots=True)
class TwoLineRow:
    """A row with a dot, a title and a second line; ``value`` is what the row represents.

    ``mark`` is the text to the right of the title, and ``colour`` applies to the dot and the mark.
    ``fault`` is True if the second line describes a fault.
    """

    id: str
    value: Any
    title: str
    second: str
    mark: str = ""
    colour: ColourName = "muted"
    fault: bool = False

    @property
    def spoken(self) -> str:
        return ", ".join(filter(None, (self.title, self.mark, self.second)))

    @property
    def tip(self) -> str:
        return f"<qt>{escape(self.spoken[:_TIP_MOST])}</qt>"

    @property
    def lines(self) -> tuple[RowLine, RowLine]:
        mark: ColourName = self.colour if self.colour in ("warn", "error", "ok") else "muted"
        return (
            RowLine(self.title, "text", "title", right=self.mark, right_colour=mark),
            RowLine(self.second, "error" if self.fault else "muted"),
        )


class TwoLines(RowDelegate):
    """Paints rows with a dot and two lines of text."""

    PAD = (12, 8)
    GAP = 2
    ICON = 9

    @property
    def height(self) -> int:
        return self._size.height()

    def icon(self, index: Index) -> tuple[str, ColourName, int]:
        return "dot", index.data(ROW).colour, 11


_TIP_MOST = 600
_ROWS_SHOWN = 5


class TwoLineList(GroupedView[GroupedModel]):
    """A list of two-line rows, as tall as its contents but showing at most five rows."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(GroupedModel())
        self._delegate = TwoLines(theme, self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setAccessibleName(name)
        theme.changed.connect(self._fit)

    @property
    def current(self) -> Any:
        """The value of the current row, or None."""
        row: TwoLineRow | None = self.rows.row_at(self.currentIndex())
        return row.value if row is not None else None

    def show_rows(self, rows: Sequence[object]) -> None:
        super().show_rows(rows)
        self._fit()

    def _fit(self) -> None:
        shown = min(max(1, self.rows.rowCount()), _ROWS_SHOWN)
        self.setFixedHeight(shown * self._delegate.height + 4)
