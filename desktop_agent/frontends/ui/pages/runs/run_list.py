"""The list of runs: its grouping, model, painting, view, filter and empty state."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QHideEvent, QMouseEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.labels import IconLabel
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, GroupedView
from desktop_agent.frontends.ui.widgets.row_delegate import TextLine, paint_ground
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording import runs
from desktop_agent.frontends.ui.wording import runs as words
from desktop_agent.frontends.ui.wording.runs import Group, TitleOf, group_of, tr

# --- Selection, order and grouping

Kind = Literal["all", "active", "asking", "done", "failed"]
"""The kind of runs that the list shows."""

_GROUPS: tuple[Group, ...] = ("active", "scheduled", "earlier")


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a group of runs."""

    group: Group
    count: int


Row = Heading | RunRecord


def grouped(runs: Iterable[RunRecord], words: str, kind: Kind) -> list[Row]:
    """Return headings and runs, first the runs that need the user, then the newest ones."""
    wanted = [run for run in runs if _is_of(run, kind) and _holds(run, words.casefold().split())]
    rows: list[Row] = []
    for group in _GROUPS:
        members = [run for run in wanted if group_of(run) == group]
        members.sort(key=_newest, reverse=True)
        members.sort(key=lambda run: run.state != "asking")
        if members:
            rows += [Heading(group, len(members)), *members]
    return rows


def _newest(run: RunRecord) -> tuple[str, str]:
    # by the time asked, which never changes: rows that jump cannot be read or clicked
    return run.ended if run.state in ENDED and run.ended else run.asked, run.run_id


def _is_of(run: RunRecord, kind: Kind) -> bool:
    match kind:
        case "active":
            return run.state not in ENDED
        case "asking":
            return run.state == "asking"
        case "done":
            return run.state in ("answered", "insufficient")
        case "failed":
            return run.state in ("failed", "stopped")
        case _:
            return True


def _holds(run: RunRecord, words: list[str]) -> bool:
    if not words:
        return True
    text = f"{run.question}\n{run.answer}\n{run.error}\n{run.model}\n{run.strategy}".casefold()
    return all(word in text for word in words)


# --- The list model: headings and runs in one flat list


class RunsModel(GroupedModel):
    """A model of runs whose times are kept up to date."""

    def __init__(
        self, runs: KnownRuns, title_of: words.TitleOf, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self.title_of = title_of

    @property
    def live(self) -> Iterable[QModelIndex]:
        """The rows that show a running time."""
        return [
            self.index(at, 0)
            for at, row in enumerate(self._rows)
            if isinstance(row, RunRecord) and row.state not in ENDED and row.state != "queued"
        ]

    def spent(self, run: RunRecord) -> float:
        """Return the number of seconds that a run has used so far."""
        return self._runs.spent(run.run_id)

    def run(self, index: QModelIndex | QPersistentModelIndex) -> RunRecord | None:
        """Return the run of a row, or None for headings and invalid rows."""
        row = self.row_at(index)
        return row if isinstance(row, RunRecord) else None

    def id_of(self, row: object) -> str:
        return row.run_id if isinstance(row, RunRecord) else ""

    def heading(self, row: object) -> str:
        return words.group_title(row.group) if isinstance(row, Heading) else ""

    def of_row(self, row: object, role: int) -> object:
        assert isinstance(row, RunRecord)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return words.line(row.question)
            case Qt.ItemDataRole.ToolTipRole:
                return _tip(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return words.spoken(row, self.spent(row), self.title_of)
        return None


def _tip(run: RunRecord) -> str:
    from html import escape

    parts = (words.line(run.question), words.doing(run))
    return "<qt>" + "<br>".join(escape(part) for part in parts if part) + "</qt>"


_INSET = 12
_PAD = 9
_GAP = 3
_ICON = 18
_DOT = 9
_METER = 72
_METER_HIGH = 4
_ROOMY = 420
"""Minimum width of a row in pixels at which the meter is shown."""
_WARN_SHARE = 0.85


class RunsDelegate(QStyledItemDelegate):
    """Paints runs in three lines and headings in one."""

    def __init__(self, theme: Theme, view: QListView, rows: RunsModel) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._rows = rows
        self.read_fonts()

    def read_fonts(self) -> None:
        """Adopt the current fonts of the theme."""
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
        elif isinstance(row, RunRecord):
            paint_ground(painter, self._theme, self._view, box, option)
            self._paint_run(painter, box.adjusted(_INSET, _PAD, -_INSET, -_PAD), row)
        painter.restore()

    def _paint_heading(self, painter: QPainter, box: QRect, heading: Heading) -> None:
        painter.setPen(QColor(self._theme.colours.faint))
        text = f"{runs.group_title(heading.group)} · {heading.count:,}"
        place = box.adjusted(_INSET, box.height() - self._head.height - 4, -_INSET, -4)
        self._head.draw(painter, place, text)

    def _paint_run(self, painter: QPainter, box: QRect, run: RunRecord) -> None:
        colours = self._theme.colours
        self._paint_icon(painter, box, run)
        text = box.adjusted(_ICON + 10, 0, 0, 0)
        spent = self._rows.spent(run)
        at = QRect(text.left(), text.top(), text.width(), self._title.height)
        left = self._at_right(painter, at, runs.clock(run, spent), colours.muted)
        at.setRight(left)
        painter.setPen(QColor(colours.text))
        self._title.draw(painter, at, runs.line(run.question))

        at = QRect(text.left(), at.bottom() + 1 + _GAP, text.width(), self._small.height)
        below = QRect(at.left(), at.bottom() + 1 + _GAP, at.width(), at.height())
        if run.state in ("running", "asking", "asleep") and run.budget_s > 0:
            at.setRight(self._paint_budget(painter, at, run, spent))
        _, colour = runs.state_icon(run)
        plain = run.state in ("answered", "running", "queued", "stopped", "asleep")
        painter.setPen(QColor(colours.muted if plain else getattr(colours, colour)))
        self._small.draw(painter, at, runs.doing(run))
        painter.setPen(QColor(colours.faint))
        self._small.draw(painter, below, runs.about(run, self._rows.title_of))

    def _paint_icon(self, painter: QPainter, box: QRect, run: RunRecord) -> None:
        name, colour = runs.state_icon(run)
        side = _DOT if name == "dot" else _ICON
        shade = getattr(self._theme.colours, colour)
        picture = icons.pixmap(name, shade, side, self._view.devicePixelRatioF())
        shift = (_ICON - side) / 2
        top = box.top() + (self._title.height - _ICON) / 2
        painter.drawPixmap(QPointF(box.left() + shift, top + shift), picture)

    def _at_right(self, painter: QPainter, box: QRect, text: str, colour: str) -> int:
        """Draw a right-aligned text, and return the right edge of the remaining space."""
        if not text:
            return box.right()
        painter.setPen(QColor(colour))
        return self._small.draw_at_right(painter, box, text) - 12

    def _paint_budget(self, painter: QPainter, box: QRect, run: RunRecord, spent: float) -> int:
        colours = self._theme.colours
        if box.width() < _ROOMY:
            return box.right()
        left = self._at_right(painter, box, runs.budget(run, spent), colours.faint)
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


# --- The list view: clicks and running times

_TICK_MS = 1_000


class RunsView(GroupedView[RunsModel]):
    """Lists the current runs; ``chosen`` is also emitted for a run that is double-clicked.

    ``moved`` is emitted when the current row or its contents have changed.
    """

    moved = Signal()

    def __init__(
        self, theme: Theme, runs: KnownRuns, title_of: TitleOf, parent: QWidget | None = None
    ) -> None:
        super().__init__(RunsModel(runs, title_of), parent)
        self._delegate = RunsDelegate(theme, self, self.rows)
        self.setObjectName("runsView")
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(tr("Runs"))
        self.setAccessibleDescription(
            tr(
                "Enter opens the conversation, Space pauses or goes on, Delete stops or forgets, "
                "the menu key shows more"
            )
        )
        self._tick = QTimer(self)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._show_times)
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.moved.emit())
        theme.changed.connect(self._theme_changed)

    def show_rows(self, rows: Sequence[object]) -> None:
        """Show these rows. The actions of the current row may have changed."""
        super().show_rows(rows)
        self.moved.emit()

    @property
    def current(self) -> RunRecord | None:
        """The current run."""
        return self.rows.run(self.currentIndex())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self.indexAt(event.position().toPoint()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tick.stop()

    def _show_times(self) -> None:
        seen = self.viewport().rect()
        for index in self.rows.live:
            if self.visualRect(index).intersects(seen):
                self.update(index)

    def _theme_changed(self) -> None:
        self._delegate.read_fonts()
        self.doItemsLayout()
        self.viewport().update()


# --- The filter

_WAIT_MS = 120


class FilterBar(QWidget):
    """The filter of the list.

    ``wanted`` is emitted when the filter has changed, and ``left_downwards`` for the Down key.
    """

    wanted = Signal()
    left_downwards = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = SearchField(theme, tr("Search the runs"), _WAIT_MS)
        self.field.setObjectName("runsSearch")
        self.field.setToolTip(tr("Search questions and answers; Down goes to the list"))
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(tr("Which runs are shown"))
        self.kinds.setToolTip(tr("Which runs are shown"))
        for kind, title in _kinds():
            self.kinds.addItem(title, kind)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.kinds)
        self.field.wanted.connect(self.wanted)
        self.field.left_downwards.connect(self.left_downwards)
        self.kinds.currentIndexChanged.connect(self.wanted)

    @property
    def words(self) -> str:
        """The search text."""
        return self.field.words

    @property
    def kind(self) -> Kind:
        kind: Kind = self.kinds.currentData()
        return kind

    def clear(self) -> None:
        """Show all runs again."""
        self.field.clear()
        self.kinds.setCurrentIndex(0)


def _kinds() -> tuple[tuple[Kind, str], ...]:
    return (
        ("all", tr("All runs")),
        ("active", tr("Not over yet")),
        ("asking", tr("Waiting for you")),
        ("done", tr("Answered")),
        ("failed", tr("Failed or stopped")),
    )


# --- The empty state

_WIDTH = 42
"""Maximum width of the text, in multiples of the font's point size."""


class EmptyRuns(QWidget):
    """Shown if the list is empty: an icon, a heading and a few lines."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._heading = QLabel(tr("Nothing runs in the background"))
        self._heading.setObjectName("heading")
        self._hint = QLabel(
            tr(
                "Questions that take long can be asked in the background: write one in the chat and "
                "press Ctrl+Alt+Return. What models begin by themselves and what is scheduled is "
                "listed here too."
            )
        )
        self._hint.setObjectName("muted")
        lines = QVBoxLayout(self)
        lines.setSpacing(10)
        lines.addStretch(2)
        centre = Qt.AlignmentFlag.AlignHCenter
        lines.addWidget(IconLabel(theme, "runs", "accent", 40), 0, centre)
        for label in (self._heading, self._hint):
            label.setAlignment(centre)
            label.setWordWrap(True)
            lines.addWidget(label, 0, centre)
        lines.addStretch(3)
        theme.changed.connect(self._fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(round(_WIDTH * self._theme.points), self.width() - 20)
        for label in (self._heading, self._hint):
            label.ensurePolished()
            label.setFixedSize(width, max(0, label.heightForWidth(width)))
