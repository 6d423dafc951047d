"""What a run is played with: the line of its time, the buttons, and how fast."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout

from desktop_agent.ui.composer.pickers import Picker
from desktop_agent.ui.parts import ElidedLabel
from desktop_agent.ui.replay import words
from desktop_agent.ui.replay.player import SPEEDS
from desktop_agent.ui.replay.time_slider import TimeSlider
from desktop_agent.ui.replay.words import tr
from desktop_agent.ui.theme import Theme

_PLAY_SIDE = 36
_SPEED_WIDTH = 76


class PlayerBar(QFrame):
    """``stepped`` asks for the next (1) or last (-1) step, ``moved`` for the next or last event."""

    toggled = Signal()
    stepped = Signal(int)
    moved = Signal(int)
    speed_chosen = Signal(float)
    pauses_skipped = Signal(bool)

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
        self.back = self._button("step-back", tr("Step back (Left)"))
        self.before = self._button("left", tr("Event back (Shift+Left)"))
        self.play = self._button("play", tr("Play"))
        self.play.setObjectName("play")
        self.play.setFixedSize(_PLAY_SIDE, _PLAY_SIDE)
        self.after = self._button("right", tr("Event forward (Shift+Right)"))
        self.on = self._button("step-on", tr("Step forward (Right)"))
        self.skip = QCheckBox(tr("Skip pauses"))
        self.skip.setToolTip(tr("Waits of more than 4 seconds last one"))
        self.skip.setChecked(True)
        self.speed = Picker(tr("Speed"), tr("How fast it is played (+ and -)"))
        for each in SPEEDS:
            self.speed.addItem(words.speed(each), each)
        self.speed.setMinimumWidth(_SPEED_WIDTH)
        self._lay_out()
        self._connect()
        self.show_playing(False)
        self.show_time(0, 0)

    def show_playing(self, playing: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Says on the button what a press does now."""
        if playing is self._playing:
            return
        self._playing = playing
        text = tr("Pause (Space)") if playing else tr("Play (Space)")
        self.play.setToolTip(text)
        self.play.setAccessibleName(tr("Pause") if playing else tr("Play"))
        self._theme.bind_icon(self.play, "pause" if playing else "play", "on_accent", side=20)

    def show_time(self, seconds: float, duration: float) -> None:
        """Moves the handle and says the time."""
        self.slider.show_time(seconds)
        text = f"{words.clock(seconds)} / {words.clock(duration)}"
        if text != self.time.text():
            self.time.setText(text)
            self.slider.setAccessibleDescription(text)

    def show_ends(self, *, at_start: bool, at_end: bool) -> None:
        """Greys out what leads nowhere; a button that has the keyboard stays, so that it keeps it."""
        for button, off in (
            (self.back, at_start),
            (self.before, at_start),
            (self.after, at_end),
            (self.on, at_end),
        ):
            button.setEnabled(not off or button.hasFocus())

    def _connect(self) -> None:
        self.play.clicked.connect(self.toggled)
        self.back.clicked.connect(lambda: self.stepped.emit(-1))
        self.on.clicked.connect(lambda: self.stepped.emit(1))
        self.before.clicked.connect(lambda: self.moved.emit(-1))
        self.after.clicked.connect(lambda: self.moved.emit(1))
        self.skip.toggled.connect(self.pauses_skipped)
        self.speed.activated.connect(
            lambda _index: self.speed_chosen.emit(self.speed.currentData())
        )

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.slider, 1)
        line.addWidget(self.time)
        row = QHBoxLayout()
        row.setSpacing(2)
        for button in (self.back, self.before, self.play, self.after, self.on):
            row.addWidget(button)
        row.addSpacing(8)
        row.addWidget(self.moment, 1)
        row.addSpacing(8)
        row.addWidget(self.skip)
        row.addSpacing(6)
        row.addWidget(self.speed)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(14, 8, 12, 8)
        lines.setSpacing(2)
        lines.addLayout(line)
        lines.addLayout(row)

    def _button(self, icon: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setToolTip(text)
        button.setAccessibleName(text)
        self._theme.bind_icon(button, icon, side=18)
        return button
