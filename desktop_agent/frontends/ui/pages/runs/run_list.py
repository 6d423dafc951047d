"""The list of runs, grouped under headings, and its filter bar."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Literal

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QHideEvent, QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QWidget

from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns
from desktop_agent.frontends.ui.widgets.layout import hbox
from desktop_agent.frontends.ui.widgets.list_view import ROW, GroupedModel, GroupedView, Index
from desktop_agent.frontends.ui.widgets.plain_text import one_line
from desktop_agent.frontends.ui.widgets.row_delegate import Meter, RowDelegate, RowLine
from desktop_agent.frontends.ui.widgets.text_fields import SearchField
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme
from desktop_agent.frontends.ui.wording import runs as wording
from desktop_agent.frontends.ui.wording.runs import Group, TitleOf, group_of, tr

# --- Selection, order and grouping

Kind = Literal["all", "active", "asking", "done", "failed"]

_GROUPS: tuple[Group, ...] = ("active", "scheduled", "earlier")


@dataclass(frozen=True, slots=True)
class Heading:
    """A group heading in the list of runs; ``count`` is the number of runs below it."""

    group: Group
    count: int


Row = Heading | RunRecord


def grouped(runs: Iterable[RunRecord], words: str, kind: Kind) -> list[Row]:
    """Return the runs of a kind that contain all ``words``, grouped under headings.

    Within a group, runs waiting for the user come first, then the newest ones.
    """
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
    # active runs are sorted by an unchanging time, because moving rows are hard to click
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
    """Qt model of headings and runs."""

    def __init__(self, runs: KnownRuns, title_of: TitleOf) -> None:
        super().__init__()
        self._runs = runs
        self.title_of = title_of

    @property
    def live(self) -> list[Index]:
        """The indexes of the runs whose displayed time keeps changing."""
        return [
            self.index(at, 0)
            for at, row in enumerate(self._rows)
            if isinstance(row, RunRecord) and row.state not in ENDED and row.state != "queued"
        ]

    def spent(self, run: RunRecord) -> float:
        return self._runs.spent(run.run_id)

    def run(self, index: Index) -> RunRecord | None:
        row = self.row_at(index)
        return row if isinstance(row, RunRecord) else None

    def id_of(self, row: object) -> str:
        return row.run_id if isinstance(row, RunRecord) else ""

    def heading(self, row: object) -> str:
        return wording.group_title(row.group) if isinstance(row, Heading) else ""

    def of_row(self, row: RunRecord, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return one_line(row.question)
            case Qt.ItemDataRole.ToolTipRole:
                return _tip(row)
            case Qt.ItemDataRole.AccessibleTextRole:
                return wording.spoken(row, self.spent(row), self.title_of)
        return None


def _tip(run: RunRecord) -> str:
    parts = (one_line(run.question), wording.doing(run))
    return "<qt>" + "<br>".join(escape(part) for part in parts if part) + "</qt>"


_DOT = 9
_WARN_SHARE = 0.85


class RunsDelegate(RowDelegate):
    """Paints runs on three lines and headings on one."""

    PAD = (12, 10)
    FONTS = ("title", "small", "small")
    WEIGHT = QFont.Weight.Medium
    _view: "RunsView"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if isinstance(index.data(ROW), Heading):
            return QSize(80, self.fonts["small"].height + 18)
        return super().sizeHint(option, index)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if isinstance(row, Heading):
            painter.setPen(QColor(self._theme.colours.faint))
            font, box = self.fonts["heading"], QRect(option.rect)
            place = box.adjusted(12, box.height() - font.height - 5, -12, -5)
            font.draw(painter, place, f"{wording.group_title(row.group)} · {row.count:,}")
        elif isinstance(row, RunRecord):
            super().paint(painter, option, index)

    def icon(self, index: Index) -> tuple[str, ColourName, int]:
        name, colour = wording.state_icon(index.data(ROW))
        return name, colour, _DOT if name == "dot" else self.ICON

    def lines(self, index: Index) -> Sequence[RowLine]:
        run: RunRecord = index.data(ROW)
        spent = self._view.rows.spent(run)
        _, colour = wording.state_icon(run)
        plain = run.state in ("answered", "running", "queued", "stopped", "asleep")
        doing = RowLine(wording.doing(run), "muted" if plain else colour)
        if run.state in ("running", "asking", "asleep") and run.budget_s > 0:
            budget, meter = wording.budget(run, spent), self._meter(run, spent)
            doing = replace(doing, right=budget, right_colour="faint", meter=meter)
        return (
            RowLine(one_line(run.question), "text", "title", right=wording.clock(run, spent)),
            doing,
            RowLine(wording.about(run, self._view.rows.title_of), "faint"),
        )

    def _meter(self, run: RunRecord, spent: float) -> Meter:
        share = min(1.0, max(0.0, spent / run.budget_s))
        colours = self._theme.colours
        colour = colours.warn if share >= _WARN_SHARE else colours.accent
        return Meter(share, colours.faint if run.state == "asleep" else colour)


# --- The list view: clicks and running times

_TICK_MS = 1_000


class RunsView(GroupedView[RunsModel]):
    """A list of runs.

    ``chosen`` is emitted on Enter or a double click, and ``moved`` when the current row or the
    rows have changed.
    """

    moved = Signal()

    def __init__(self, theme: Theme, runs: KnownRuns, title_of: TitleOf) -> None:
        super().__init__(RunsModel(runs, title_of))
        self.setObjectName("runsView")
        self.setItemDelegate(RunsDelegate(theme, self))
        self.setAccessibleName(tr("Runs"))
        self.setAccessibleDescription(
            tr(
                "Enter opens the conversation, Space pauses or goes on, Delete stops or forgets, "
                "the menu key shows more"
            )
        )
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show_times)
        self.selectionModel().currentChanged.connect(self.moved)

    def show_rows(self, rows: Sequence[object]) -> None:
        super().show_rows(rows)
        self.moved.emit()

    @property
    def current(self) -> RunRecord | None:
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


# --- The filter

_WAIT_MS = 120


class FilterBar(QWidget):
    """A search field and a selector for the kind of runs to show.

    ``wanted`` is emitted when the filter has changed.
    """

    wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = SearchField(theme, tr("Search the runs"), _WAIT_MS)
        self.field.setObjectName("runsSearch")
        self.field.setToolTip(tr("Search questions and answers; Down goes to the list"))
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(tr("Which runs are shown"))
        self.kinds.setToolTip(tr("Which runs are shown"))
        for kind, title in (
            ("all", tr("All runs")),
            ("active", tr("Not over yet")),
            ("asking", tr("Waiting for you")),
            ("done", tr("Answered")),
            ("failed", tr("Failed or stopped")),
        ):
            self.kinds.addItem(title, kind)
        hbox((self.field, 1), self.kinds, parent=self, spacing=8)
        self.field.wanted.connect(self.wanted)
        self.kinds.currentIndexChanged.connect(self.wanted)

    @property
    def words(self) -> str:
        return self.field.words

    @property
    def kind(self) -> Kind:
        kind: Kind = self.kinds.currentData()
        return kind

    def clear(self) -> None:
        self.field.clear()
        self.kinds.setCurrentIndex(0)
