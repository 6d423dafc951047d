"""Play back recorded runs: their events in time, and the turn that shows them."""

import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import (
    AnswerGiven,
    Delta,
    Event,
    PageRead,
    RunFinished,
    RunStarted,
    SearchFailed,
    SleepStarted,
    StepStarted,
    TextDelta,
    Verdict,
    continues,
)
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn

# --- Merged deltas, for less work in the views


class MergedEvents:
    """Merges consecutive deltas of one text into a single event."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._ends = [0] * len(events)
        for index in range(len(events) - 1, -1, -1):
            joins = index + 1 < len(events) and _joins(events[index], events[index + 1])
            self._ends[index] = self._ends[index + 1] if joins else index + 1

    def next(self, start: int, stop: int) -> tuple[int, Event]:
        """Merge the event at ``start`` with later deltas of the same text, up to index ``stop``.

        Return the index of the event that follows, and the merged event. The merged event has the
        sequence number and time of its last delta.
        """
        end = min(self._ends[start], stop)
        if end - start == 1:
            return end, self._events[start]
        joined = cast("Sequence[Delta]", self._events[start:end])
        return end, replace(joined[-1], text="".join([each.text for each in joined]))


def _joins(event: Event, after: Event) -> bool:
    return isinstance(event, Delta) and isinstance(after, Delta) and continues(event, after)


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
        self.joined = MergedEvents(events)
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


# --- A recorded run as a one-turn conversation at any position

_NEAR = 40
"""Maximum length of a jump, in events, that is shown event by event."""


class ShownRun(QObject):
    """Applies a run's events to the turn that ``history`` shows.

    Seeking backwards builds a new turn. ``turn_shown`` is emitted with each new turn, and
    ``happened`` when the turn has applied more events.
    """

    turn_shown = Signal(object)
    happened = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(self)
        self.turn = Turn("")
        self._recording = Recording((), "")
        self._position = 0
        """Number of events that ``turn`` has applied."""

    def load(self, recording: Recording) -> None:
        """Load another run, and show its state before the first event."""
        self._recording = recording
        self._show_anew(0)

    def go_to(self, position: int, *, played: bool = False) -> None:
        """Show the state after ``position`` events.

        Only the final state is shown when going backwards, or when going forwards by more than
        `_NEAR` events unless ``played`` is True.
        """
        ahead = position - self._position
        if ahead < 0 or (ahead > _NEAR and not played):
            self._show_anew(position)
            return
        for event in self._apply(position):
            self.history.tell(self.turn.turn_id, event)
        self.happened.emit()

    def _show_anew(self, position: int) -> None:
        run = self._recording
        turn = self.turn = Turn(run.question, run.turn_id, run.attachments)
        self._position = 0
        for _event in self._apply(position):
            pass  # the turn is shown once it has applied all of them
        status = turn.finished.status if turn.finished is not None else "running"
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text), status)
        self.history.show([outline], [turn])
        self.turn_shown.emit(turn)

    def _apply(self, position: int) -> Iterator[Event]:
        """Apply the events up to ``position`` to the turn, and yield each of them."""
        while self._position < position:
            self._position, event = self._recording.joined.next(self._position, position)
            self.turn.apply(event)
            yield event


# --- Playback by the clock or by seeking

SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, 50.0)
"""Recorded seconds per second of playback."""
_TICK_MS = 34
_LATE_S = 0.25
"""Maximum number of seconds counted between two calls to `advance`, such as after standby."""


class Player(QObject):
    """Plays a recording in real time, steps through it and seeks.

    A position is the number of events played, from 0 to ``count``. Times are in seconds since the
    beginning. ``changed`` is emitted when the position or the state changes.
    """

    changed = Signal()

    def __init__(
        self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._seen = 0.0
        self._times: Sequence[float] = ()
        self._stops: Sequence[int] = (0,)
        self.run = ShownRun(self)
        self.position = 0
        self.at = 0.0
        self.speed = SPEEDS[0]
        self._tick = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self.advance)

    def load(self, recording: Recording) -> None:
        """Load another run and go to its beginning."""
        self._tick.stop()
        self._times = recording.times
        self._stops = recording.stops
        self.run.load(recording)
        self.go_to(0)

    @property
    def count(self) -> int:
        return len(self._times)

    @property
    def duration(self) -> float:
        return self._times[-1] if self._times else 0.0

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
        if not self.playing:
            return
        self.at = min(self.at + passed * self.speed, self.duration)
        before, self.position = self.position, max(self.position, self._position_at(self.at))
        if self.position != before:
            self.run.go_to(self.position, played=True)
        if self.at_end:
            self._tick.stop()
        self.changed.emit()

    # --- Seeking

    def go_to(self, position: int) -> None:
        self.position = max(0, min(position, self.count))
        self.at = self._times[self.position - 1] if self.position else 0.0
        self._went()

    def seek(self, seconds: float) -> None:
        self.at = max(0.0, min(seconds, self.duration))
        self.position = self._position_at(self.at)
        self._went()

    def step(self, by: int) -> None:
        """Pause, and go to the next notable event, or to the previous one if ``by`` is -1."""
        self._tick.stop()
        find = bisect_right if by > 0 else bisect_left
        place = find(self._stops, self.position) - (by < 0)
        self.go_to(self._stops[max(0, min(place, len(self._stops) - 1))])

    def _position_at(self, seconds: float) -> int:
        return bisect_right(self._times, seconds)

    def _went(self) -> None:
        self.run.go_to(self.position)
        self.changed.emit()
