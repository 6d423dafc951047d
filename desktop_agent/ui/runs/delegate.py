"""How a row of the runs looks: question, what goes on, and where it comes from; or a heading."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from desktop_agent.core.background import KnownRun
from desktop_agent.ui import icons
from desktop_agent.ui.grouped_list.model import ROW
from desktop_agent.ui.row_ground import paint_ground
from desktop_agent.ui.runs import words
from desktop_agent.ui.runs.grouping import Heading
from desktop_agent.ui.runs.model import RunsModel
from desktop_agent.ui.text_line import TextLine
from desktop_agent.ui.theme import Theme

_INSET = 12
_PAD = 9
_GAP = 3
_ICON = 18
_DOT = 9
_METER = 72
_METER_HIGH = 4
_ROOMY = 420
"""Pixels of a row from which on there is room for the meter."""
_WARN_SHARE = 0.85


class RunsDelegate(QStyledItemDelegate):
    """Paints rows of three lines, and headings of one."""

    def __init__(self, theme: Theme, view: QListView, rows: RunsModel) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._rows = rows
        self.read_fonts()

    def read_fonts(self) -> None:
        """Takes the fonts that the theme has now."""
        title, small = self._theme.font, self._theme.font
        title.setWeight(QFont.Weight.Medium)
        small.setPointSizeF(small.pointSizeF() * 0.9)
        head = QFont(small)
        head.setWeight(QFont.Weight.DemiBold)
        self._title, self._small, self._head = TextLine(title), TextLine(small), TextLine(head)
        text = self._title.height + 2 * (_GAP + self._small.height)
        self._row_size = QSize(80, 2 * _PAD + text + 2)
        self._head_size = QSize(80, self._small.height + 18)

    def sizeHint(
        self,
        option: QStyleOptionViewItem,  # noqa: ARG002 - Qt's signature
        index: QModelIndex | QPersistentModelIndex,
    ) -> QSize:
        return self._head_size if isinstance(index.data(ROW), Heading) else self._row_size

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRect(option.rect).adjusted(0, 1, -1, -1)
        if isinstance(row, Heading):
            self._paint_heading(painter, box, row)
        elif isinstance(row, KnownRun):
            paint_ground(painter, self._theme, self._view, box, option)
            self._paint_run(painter, box.adjusted(_INSET, _PAD, -_INSET, -_PAD), row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, box: QRect, heading: Heading) -> None:
        painter.setPen(QColor(self._theme.colours.faint))
        text = f"{words.group_title(heading.group)} · {heading.count:,}"
        place = box.adjusted(_INSET, box.height() - self._head.height - 4, -_INSET, -4)
        self._head.draw(painter, place, text)

    def _paint_run(self, painter: QPainter, box: QRect, run: KnownRun) -> None:
        colours = self._theme.colours
        self._paint_icon(painter, box, run)
        text = box.adjusted(_ICON + 10, 0, 0, 0)
        spent = self._rows.spent(run)
        at = QRect(text.left(), text.top(), text.width(), self._title.height)
        left = self._at_right(painter, at, words.clock(run, spent), colours.muted)
        at.setRight(left)
        painter.setPen(QColor(colours.text))
        self._title.draw(painter, at, words.line(run.question))

        at = QRect(text.left(), at.bottom() + 1 + _GAP, text.width(), self._small.height)
        below = QRect(at.left(), at.bottom() + 1 + _GAP, at.width(), at.height())
        if run.state in ("running", "asking", "asleep") and run.budget_s > 0:
            at.setRight(self._paint_budget(painter, at, run, spent))
        _, colour = words.state_icon(run)
        plain = run.state in ("answered", "running", "queued", "stopped", "asleep")
        painter.setPen(QColor(colours.muted if plain else getattr(colours, colour)))
        self._small.draw(painter, at, words.doing(run))
        painter.setPen(QColor(colours.faint))
        self._small.draw(painter, below, words.about(run, self._rows.title_of))

    def _paint_icon(self, painter: QPainter, box: QRect, run: KnownRun) -> None:
        name, colour = words.state_icon(run)
        side = _DOT if name == "dot" else _ICON
        shade = getattr(self._theme.colours, colour)
        picture = icons.pixmap(name, shade, side, self._view.devicePixelRatioF())
        shift = (_ICON - side) / 2
        top = box.top() + (self._title.height - _ICON) / 2
        painter.drawPixmap(QPointF(box.left() + shift, top + shift), picture)

    def _at_right(self, painter: QPainter, box: QRect, text: str, colour: str) -> int:
        """Writes at the right edge and gives where the room at the left of it ends."""
        if not text:
            return box.right()
        painter.setPen(QColor(colour))
        return self._small.draw_at_right(painter, box, text) - 12

    def _paint_budget(self, painter: QPainter, box: QRect, run: KnownRun, spent: float) -> int:
        colours = self._theme.colours
        if box.width() < _ROOMY:
            return box.right()
        left = self._at_right(painter, box, words.budget(run, spent), colours.faint)
        share = min(1.0, max(0.0, spent / run.budget_s))
        groove = QRectF(left - _METER, box.center().y() - _METER_HIGH / 2 + 1, _METER, _METER_HIGH)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.border))
        painter.drawRoundedRect(groove, 2, 2)
        colour = colours.warn if share >= _WARN_SHARE else colours.accent
        painter.setBrush(QColor(colours.faint if run.state == "asleep" else colour))
        groove.setWidth(_METER * share)
        painter.drawRoundedRect(groove, 2, 2)
        return left - _METER - 12
