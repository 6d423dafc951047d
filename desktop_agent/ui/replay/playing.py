"""Plays a run: moves through it as the clock does, or where the person wants to be."""

import math

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop_agent.ui.replay.player import Player
from desktop_agent.ui.replay.recording import Recording
from desktop_agent.ui.replay.shown_run import ShownRun

_TICK_MS = 34


class Playing(QObject):
    """``changed`` is sent whenever it is elsewhere, or plays or rests."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._player = Player()
        self._resumes = False
        self.run = ShownRun(self)
        self._tick = QTimer(self)
        self._tick.setTimerType(Qt.TimerType.PreciseTimer)
        self._tick.setInterval(_TICK_MS)
        self._tick.timeout.connect(self._advance)

    @property
    def player(self) -> Player:
        """Where it stands: to be looked at only."""
        return self._player

    def load(self, recording: Recording) -> None:
        """Takes another run, and stands at its beginning."""
        self._tick.stop()
        self._player.load(recording.line)
        self.run.load(
            recording.joined, recording.question, recording.turn_id, recording.attachments
        )
        self.changed.emit()

    def play(self) -> None:
        """Goes on, or begins anew where everything is shown."""
        self._player.play()
        self.run.go_to(self._player.position)
        self._tick.start()
        self.changed.emit()

    def pause(self) -> None:
        """Stays where it is."""
        self._player.pause()
        self._tick.stop()
        self.changed.emit()

    def switch(self) -> None:
        """Plays or pauses."""
        if self._player.playing:
            self.pause()
        else:
            self.play()

    def go_to(self, position: int) -> None:
        """Shows what is there after so many events."""
        self._player.go_to(position)
        self._went()

    def seek(self, seconds: float) -> None:
        """Shows what is there at a time."""
        self._player.go_to_time(seconds)
        self._went()

    def go_to_end(self) -> None:
        """Shows the whole run."""
        self.go_to(self._player.count)

    def step(self, by: int) -> None:
        """Goes to the next step of the run (1) or the one before (-1), and stays there."""
        self.pause()
        self._player.step(by)
        self._went()

    def step_event(self, by: int) -> None:
        """Goes one event on or back, and stays there."""
        self.pause()
        self.go_to(self._player.position + by)

    def hold(self, held: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Rests while the handle is being dragged, and goes on then where it did before."""
        if held:
            self._resumes = self._player.playing
            self.pause()
        elif self._resumes and not self._player.at_end:
            self.play()

    def set_speed(self, speed: float) -> None:
        """Takes one of `SPEEDS`."""
        self._player.speed = speed

    def faster(self, by: int) -> float:
        """Takes a speed further up (1) or down (-1), and gives it."""
        return self._player.faster(by)

    def show_pauses(self, shown: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Has long pauses last as long as they did, or a second."""
        self._player.show_pauses(shown)
        self.changed.emit()

    def _went(self) -> None:
        self.run.go_to(self._player.position)
        self.changed.emit()

    def _advance(self) -> None:
        if self.run.busy and math.isinf(self._player.speed):
            return  # as fast as it can be shown, and no faster
        if self._player.advance():
            self.run.go_to(self._player.position, played=True)
        if not self._player.playing:
            self._tick.stop()
        self.changed.emit()
