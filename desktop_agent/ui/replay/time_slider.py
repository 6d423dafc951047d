"""The time of a run as a line, with marks where something happens that one may look for."""

import html
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSlider, QToolTip

from desktop_agent.ui.replay import words
from desktop_agent.ui.replay.moments import ORDER, Mark, MomentKind
from desktop_agent.ui.theme import ColourName, Theme

TICK_S = 0.01
"""What one step of the slider's value stands for."""
_COLOURS: Mapping[MomentKind, ColourName] = {
    "step": "faint",
    "page": "accent",
    "draft": "text",
    "critique": "warn",
    "sleep": "muted",
    "answer": "ok",
    "fault": "error",
    "end": "faint",
}
_TALL: frozenset[MomentKind] = frozenset({"draft", "critique", "answer", "fault"})
_GROOVE, _HANDLE = 4, 14
_LINE_Y = 12
_NEAR_MARK = 5
"""Pixels around a mark in which its words are told."""


class TimeSlider(QSlider):
    """``sought`` brings the seconds to go to; ``held`` tells whether the handle is being dragged."""

    sought = Signal(float)
    held = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._marks: Sequence[Mark] = ()
        self._columns: dict[int, MomentKind] = {}
        """What is seen at which pixel: a run may have more marks than there are."""
        self.setAccessibleName(words.tr("Position"))
        self.setFixedHeight(30)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def show_run(self, duration: float, marks: Sequence[Mark]) -> None:
        """Shows another line."""
        self._marks = marks
        self.setRange(0, max(1, round(duration / TICK_S)))
        self._place_marks()

    def show_time(self, seconds: float) -> None:
        """Moves the handle."""
        self.setValue(round(seconds / TICK_S))

    def sizeHint(self) -> QSize:
        return QSize(240, 30)

    # --- Qt

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = self._theme.colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        left, now = self._x(0), self._x(self.value())
        for colour, end in (
            (colours.border_strong, self._x(self.maximum())),
            (colours.accent, now),
        ):
            painter.setBrush(QColor(colour))
            groove = QRectF(left, _LINE_Y - _GROOVE / 2, end - left, _GROOVE)
            painter.drawRoundedRect(groove, _GROOVE / 2, _GROOVE / 2)
        for x, kind in self._columns.items():
            painter.setBrush(QColor(getattr(colours, _COLOURS[kind])))
            height = 8 if kind in _TALL else 5
            painter.drawRoundedRect(QRectF(x - 1, _LINE_Y + 9, 2, height), 1, 1)
        painter.setBrush(QColor(colours.accent))
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.text), 2))
        painter.drawEllipse(QPointF(now, _LINE_Y), _HANDLE / 2, _HANDLE / 2)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().x()), self)
            return True
        return super().event(event)

    def tip_at(self, x: float) -> str:
        """Says which moments are at a place, and when that is."""
        near = [mark for mark in self._marks if abs(self._x(mark.at / TICK_S) - x) <= _NEAR_MARK]
        lines = [f"{words.clock(mark.at)} {words.moment(mark.moment)}" for mark in near[:6]]
        # titles come from pages: what looks like HTML in them is none
        told = "<br>".join(map(html.escape, lines))
        return f"<qt>{told}</qt>" if told else words.clock(self._seconds(x))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.held.emit(True)
            self.sought.emit(self._seconds(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.sought.emit(self._seconds(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.isSliderDown():
            self.setSliderDown(False)
            self.held.emit(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the keys mean the same wherever on the page one is

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_marks()

    def _place_marks(self) -> None:
        self._columns = {}
        for mark in self._marks:
            x, kind = round(self._x(mark.at / TICK_S)), mark.moment.kind
            before = self._columns.get(x)
            if before is None or ORDER.index(before) < ORDER.index(kind):
                self._columns[x] = kind
        self.update()

    def _x(self, value: float) -> float:
        room = self.width() - _HANDLE - 2
        return _HANDLE / 2 + 1 + room * value / self.maximum()

    def _seconds(self, x: float) -> float:
        room = max(1, self.width() - _HANDLE - 2)
        share = (x - _HANDLE / 2 - 1) / room
        return max(0.0, min(share, 1.0)) * self.maximum() * TICK_S
