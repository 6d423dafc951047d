"""The player controls: a timeline, buttons, a speed selector and keys."""

import html
from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
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
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QFrame, QLabel, QSlider, QToolTip, QWidget

from desktop_agent.frontends.ui.composer.pickers import Picker
from desktop_agent.frontends.ui.pages.replay import labels
from desktop_agent.frontends.ui.pages.replay.labels import tr
from desktop_agent.frontends.ui.pages.replay.player import ORDER, SPEEDS, Mark, MomentKind
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import ColourName, Theme

# --- The timeline with marks

TICK_S = 0.01
"""Seconds per step of the slider."""
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
"""Distance in pixels within which a mark's tooltip is shown."""


class TimeSlider(QSlider):
    """A slider for the timeline, with marks.

    ``sought`` is emitted with the time to seek to, in seconds. ``held`` is emitted with True when
    the user starts to drag the handle, and with False when the drag ends.
    """

    sought = Signal(float)
    held = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self._marks: Sequence[Mark] = ()
        self._columns: dict[int, MomentKind] = {}
        """The visible mark at each x coordinate; a run may have more marks than pixels."""
        self.setAccessibleName(labels.tr("Position"))
        self.setFixedHeight(30)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def show_run(self, duration: float, marks: Sequence[Mark]) -> None:
        self._marks = marks
        self.setRange(0, max(1, round(duration / TICK_S)))
        self._place_marks()

    def show_time(self, seconds: float) -> None:
        self.setValue(round(seconds / TICK_S))

    def sizeHint(self) -> QSize:
        return QSize(240, 30)

    # --- Qt events

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
        """Return the moments near an x coordinate as HTML, or the time there if there are none."""
        near = [mark for mark in self._marks if abs(self._x(mark.at / TICK_S) - x) <= _NEAR_MARK]
        lines = [f"{labels.clock(mark.at)} {labels.moment(mark.moment)}" for mark in near[:6]]
        told = "<br>".join(map(html.escape, lines))
        return f"<qt>{told}</qt>" if told else labels.clock(self._seconds(x))

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
        event.ignore()  # the keys of the page apply here too

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


_PLAY_SIDE = 36
_SPEED_WIDTH = 76


class PlayerBar(QFrame):
    """The player controls; the page connects their signals."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("playerBar")
        self._theme = theme
        self._playing: bool | None = None
        self.slider = TimeSlider(theme)
        self.time = QLabel()
        self.time.setObjectName("meta")
        self.moment = ElidedLabel()
        self.moment.setObjectName("meta")
        self.back = icon_button(theme, "step-back", tr("Step back (Left)"), side=18)
        self.before = icon_button(theme, "left", tr("Event back (Shift+Left)"), side=18)
        self.play = icon_button(theme, "play", tr("Play"), side=18)
        self.play.setObjectName("play")
        self.play.setFixedSize(_PLAY_SIDE, _PLAY_SIDE)
        self.after = icon_button(theme, "right", tr("Event forward (Shift+Right)"), side=18)
        self.on = icon_button(theme, "step-on", tr("Step forward (Right)"), side=18)
        self.skip = QCheckBox(tr("Skip pauses"))
        self.skip.setToolTip(tr("Waits of more than 4 seconds last one"))
        self.skip.setChecked(True)
        self.speed = Picker()
        self.speed.describe(tr("Speed"), tr("How fast it is played (+ and -)"))
        for each in SPEEDS:
            self.speed.addItem(labels.speed(each), each)
        self.speed.setMinimumWidth(_SPEED_WIDTH)
        self._lay_out()
        self.show_playing(False)
        self.show_time(0, 0)

    def show_playing(self, playing: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        if playing is self._playing:
            return
        self._playing = playing
        text = tr("Pause (Space)") if playing else tr("Play (Space)")
        self.play.setToolTip(text)
        self.play.setAccessibleName(tr("Pause") if playing else tr("Play"))
        self._theme.bind_icon(self.play, "pause" if playing else "play", "on_accent", side=20)

    def show_time(self, seconds: float, duration: float) -> None:
        self.slider.show_time(seconds)
        text = f"{labels.clock(seconds)} / {labels.clock(duration)}"
        if text != self.time.text():
            self.time.setText(text)
            self.slider.setAccessibleDescription(text)

    def show_ends(self, *, at_start: bool, at_end: bool) -> None:
        """Disable the buttons that have no effect at the start or at the end.

        A button that has the focus remains enabled.
        """
        for button, off in (
            (self.back, at_start),
            (self.before, at_start),
            (self.after, at_end),
            (self.on, at_end),
        ):
            button.setEnabled(not off or button.hasFocus())

    def _lay_out(self) -> None:
        time = hbox((self.slider, 1), self.time, spacing=10)
        buttons = (self.back, self.before, self.play, self.after, self.on)
        below = hbox(*buttons, 8, (self.moment, 1), 8, self.skip, 6, self.speed, spacing=2)
        vbox(time, below, parent=self, margins=(14, 8, 12, 8), spacing=2)


# --- The player's keys, active on the whole page except in text fields

Key = tuple[Qt.Key, bool]
"""A key, and whether Shift is held."""
_PASSED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
_WITH_OR_WITHOUT_SHIFT = (
    Qt.Key.Key_Plus,
    Qt.Key.Key_Equal,
    Qt.Key.Key_Minus,
    Qt.Key.Key_Underscore,
)


class PlayerKeys(QObject):
    """Handles the player's keys while other widgets have the focus.

    Space is left to a focused button.
    """

    def __init__(self, parent: QObject, acts: Mapping[Key, Callable[[], object]]) -> None:
        super().__init__(parent)
        self._acts = acts

    def watch(self, *widgets: QWidget) -> None:
        for each in widgets:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if modifiers & ~_PASSED or (
            key == Qt.Key.Key_Space and isinstance(watched, QAbstractButton)
        ):
            return False
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        act = self._acts.get((key, shift and key not in _WITH_OR_WITHOUT_SHIFT))
        if act is None:
            return False
        act()
        return True
