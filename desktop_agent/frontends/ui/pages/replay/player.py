"""Play back recorded runs: their events in time, and the turn that shows them."""

import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    EventQueue,
    PageRead,
    RunFinished,
    RunStarted,
    SearchFailed,
    SleepStarted,
    StepStarted,
    TextDelta,
    Verdict,
)
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn

# --- Loading a recorded run, outside the GUI thread

Read = Callable[[Path], Iterable[Event]]
"""A function that returns the events of a recorded run, or raises `RecordingError`."""

LONG_PAUSE_S: Final = 4.0
"""Waits between two events that are longer than this number of seconds are shortened."""
PAUSE_SHOWN_S: Final = 1.0
"""Length of a shortened wait, in seconds."""
_RUN_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Recording:
    """A loaded run. ``name`` is its file name, or "" if the run belongs to a turn.

    ``times`` has one time for each event, in seconds since the beginning, with long waits
    shortened. ``stops`` are the positions that the user can step between: the beginning, the end,
    and after each notable event.
    """

    def __init__(
        self,
        events: Sequence[Event],
        question: str,
        name: str = "",
        turn_id: int = 0,
        attachments: tuple[Attachment, ...] = (),
    ) -> None:
        self.events, self.question, self.name = events, question, name
        self.turn_id, self.attachments = turn_id, attachments
        self.stops = sorted({0, *_notable(events), len(events)})
        self.times = playback_times(event.t for event in events)

    @property
    def started(self) -> RunStarted | None:
        """The first event of the run, or None if it is not a `RunStarted`."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, RunStarted) else None


def playback_times(recorded: Iterable[float]) -> Sequence[float]:
    """Return the times of events in a playback, given their recorded times."""
    steady = accumulate(recorded, max)  # the clock may have been set back
    gaps = (after - before for before, after in pairwise((0.0, *steady)))
    return list(accumulate(gap if gap <= LONG_PAUSE_S else PAUSE_SHOWN_S for gap in gaps))


def _notable(events: Iterable[Event]) -> Iterator[int]:
    drafting = ""
    for position, event in enumerate(events, start=1):
        match event:
            case TextDelta(channel="draft", step_id=step) if step != drafting:
                drafting = step
                yield position
            case (
                StepStarted() | PageRead() | Verdict(by="consulter") | AnswerGiven()
                | SleepStarted() | SearchFailed() | RunFinished()
            ):  # fmt: skip
                yield position


def read_recording(read: Read, path: Path) -> Recording:
    """Read a recording from a file. Blocks until it is read.

    Raises:
        RecordingError: the file cannot be read as a recording.
    """
    events = list(read(path))
    first = events[0] if events else None
    question = first.question if isinstance(first, RunStarted) else ""
    return Recording(events, question, path.name)


def recording_of(read: Read, runs: Path, turn: Turn) -> Recording:
    """Return the run of a turn as a recording. Blocks until it is read.

    Its events are read from the file in ``runs`` if possible. Otherwise, they are taken from the
    conversation, which stores the text of each step as a single delta.
    """
    events: Sequence[Event] = tuple(turn.events)
    run_id = turn.started.run_id if turn.started is not None else ""
    if _RUN_ID.fullmatch(run_id):
        for path in runs.glob(f"*-{run_id}.jsonl"):
            with suppress(RecordingError):
                events = list(read(path))
    return Recording(events, turn.question, turn_id=turn.turn_id, attachments=turn.attachments)


# --- Playback by the clock or by seeking

SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, 50.0)
"""Recorded seconds per second of playback."""
_TICK_MS = 34
_NEAR = 40
"""Maximum length of a jump, in events, that is shown event by event."""
_LATE_S = 0.25
"""Maximum number of seconds counted between two calls to `advance`, such as after standby."""


class Player(QObject):
    """Plays a recording in real time, steps through it and seeks.

    ``history`` shows the run as a conversation of one ``turn``. A position is the number of events
    that this turn has applied, from 0 to ``count``. Times are in seconds since the beginning.
    ``changed`` is emitted when the position or the state changes, ``turn_shown`` with each new
    turn, and ``happened`` when the turn has applied more events.
    """

    changed = Signal()
    turn_shown = Signal(object)
    happened = Signal()

    def __init__(
        self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._seen = 0.0
        self._recording = Recording((), "")
        self.history = History(self)
        self.turn = Turn("")
        self.position = 0
        self.at = 0.0
        self.speed = SPEEDS[0]
        self._tick = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self.advance)

    def load(self, recording: Recording) -> None:
        """Load another run and go to its beginning."""
        self._tick.stop()
        self._recording = recording
        self._begin_turn(0)
        self.go_to(0)

    @property
    def count(self) -> int:
        return len(self._recording.times)

    @property
    def duration(self) -> float:
        return self._recording.times[-1] if self.count else 0.0

    @property
    def playing(self) -> bool:
        return self._tick.isActive()

    @property
    def at_end(self) -> bool:
        return self.position == self.count

    # --- Playing

    def play(self) -> None:
        """Play from the current position, or from the beginning if the end has been reached."""
        if self.at_end:
            self.go_to(0)
        if self.count:
            self._seen = self._clock()
            self._tick.start()
        self.changed.emit()

    def pause(self) -> None:
        self._tick.stop()
        self.changed.emit()

    def switch(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.play()

    def advance(self) -> None:
        """Advance by the time passed since the last call."""
        now = self._clock()
        passed, self._seen = min(now - self._seen, _LATE_S), now
        if self.playing:
            at = min(self.at + passed * self.speed, self.duration)
            self._show(max(self.position, self._position_at(at)), at, most=self.count)

    # --- Seeking

    def go_to(self, position: int) -> None:
        position = max(0, min(position, self.count))
        self._show(position, self._recording.times[position - 1] if position else 0.0)

    def seek(self, seconds: float) -> None:
        at = max(0.0, min(seconds, self.duration))
        self._show(self._position_at(at), at)

    def step(self, by: int) -> None:
        """Pause, and go to the next notable event, or to the previous one if ``by`` is -1."""
        self._tick.stop()
        stops, find = self._recording.stops, bisect_right if by > 0 else bisect_left
        place = find(stops, self.position) - (by < 0)
        self.go_to(stops[max(0, min(place, len(stops) - 1))])

    def _position_at(self, seconds: float) -> int:
        return bisect_right(self._recording.times, seconds)

    # --- The turn

    def _show(self, position: int, at: float, most: int = _NEAR) -> None:
        """Show the state after ``position`` events.

        Only the final state is shown when going backwards, or forwards by more than ``most`` events.
        """
        if self.position <= position <= self.position + most:
            moved = position > self.position
            for event in self._apply(position):
                self.history.tell(self.turn.turn_id, event)
            if moved:
                self.happened.emit()
        else:
            self._begin_turn(position)
        self.at = at
        if self.at_end:
            self._tick.stop()
        self.changed.emit()

    def _begin_turn(self, position: int) -> None:
        run = self._recording
        turn = self.turn = Turn(run.question, run.turn_id, run.attachments)
        self.position = 0
        for _event in self._apply(position):
            pass  # the turn is shown once it has applied all of them
        status = turn.finished.status if turn.finished is not None else "running"
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text), status)
        self.history.show([outline], [turn])
        self.turn_shown.emit(turn)

    def _apply(self, position: int) -> Iterator[Event]:
        """Apply the events up to ``position`` to the turn, and yield them with deltas joined."""
        waiting = EventQueue()
        for event in self._recording.events[self.position : position]:
            waiting.add(event)
        self.position = position
        while waiting:
            event = waiting.take()
            self.turn.apply(event)
            yield event
