"""Play back recorded runs, with a timeline of their notable moments."""

import math
import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    PageRead,
    RunFinished,
    RunStarted,
    SearchFailed,
    SleepStarted,
    StepStarted,
    TextDelta,
    ThinkingDelta,
    Verdict,
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

    def __len__(self) -> int:
        return len(self._events)

    def next(self, start: int, stop: int) -> tuple[int, Event]:
        """Merge the event at ``start`` with later deltas of the same text, up to index ``stop``.

        Return the index of the event that follows, and the merged event. The merged event has the
        sequence number and time of its last delta.
        """
        end = min(self._ends[start], stop)
        if end - start == 1:
            return end, self._events[start]
        joined = cast("Sequence[TextDelta | ThinkingDelta]", self._events[start:end])
        return end, replace(joined[-1], text="".join([each.text for each in joined]))


def _joins(event: Event, after: Event) -> bool:
    return (
        isinstance(event, TextDelta | ThinkingDelta)
        and isinstance(after, TextDelta | ThinkingDelta)
        and type(event) is type(after)
        and (event.step_id, event.channel) == (after.step_id, after.channel)
    )


# --- The notable moments of a run, independent of Qt

MomentKind = Literal["step", "page", "draft", "critique", "answer", "sleep", "fault", "end"]

ORDER: tuple[MomentKind, ...] = (
    "step", "end", "page", "sleep", "draft", "critique", "answer", "fault",
)  # fmt: skip
"""Kinds of moments; if two moments coincide, the one whose kind comes later is shown."""
_MOST_PLACES = 800
"""Maximum number of marks on a timeline, roughly its width in pixels."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A notable event; ``position`` is the number of events up to and including ``event``."""

    position: int
    kind: MomentKind
    event: Event


class Mark(NamedTuple):
    """A mark on the timeline for a moment; ``at`` is in seconds from the beginning."""

    at: float
    moment: Moment


def moments(events: Iterable[Event]) -> Iterator[Moment]:
    """Yield the notable moments of a run, in order."""
    drafting = ""
    for position, event in enumerate(events, start=1):
        if isinstance(event, TextDelta):
            if event.channel == "draft" and event.step_id != drafting:
                drafting = event.step_id
                yield Moment(position, "draft", event)
            continue
        kind = _kind(event)
        if kind is not None:
            yield Moment(position, kind, event)


def marks(found: Iterable[Moment], times: Sequence[float]) -> tuple[Mark, ...]:
    """Return the marks for the given moments.

    Of several marks that would overlap, only the one whose kind comes last in `ORDER` is kept.
    """
    width = (times[-1] if times else 0.0) / _MOST_PLACES or 1.0
    seen: dict[int, Mark] = {}
    for moment in found:
        mark = Mark(times[moment.position - 1], moment)
        before = seen.get(place := int(mark.at / width))
        if before is None or ORDER.index(before.moment.kind) <= ORDER.index(moment.kind):
            seen[place] = mark
    return tuple(seen.values())


def _kind(event: Event) -> MomentKind | None:
    match event:
        case StepStarted():
            return "step"
        case PageRead():
            return "page"
        case Verdict(by="consulter"):
            return "critique"
        case AnswerGiven():
            return "answer"
        case SleepStarted():
            return "sleep"
        case SearchFailed() | RunFinished(status="failed"):
            return "fault"
        case RunFinished():
            return "end"
    return None


SPEEDS: Final = (1.0, 2.0, 5.0, 10.0, math.inf)
"""Recorded seconds per second of playback; infinity means as fast as the window can follow."""
LONG_PAUSE_S: Final = 4.0
"""Waits between two events that are longer than this number of seconds are shortened."""
PAUSE_SHOWN_S: Final = 1.0
"""Length of a shortened wait, in seconds."""
AT_ONCE: Final = 400
"""Number of events per call to `advance` at the highest speed."""
_LATE_S = 0.25
"""Maximum number of seconds counted between two calls to `advance`, such as after standby."""


class Timeline:
    """The times of a run's events, in seconds since the beginning.

    ``recorded`` has one time for each event. In ``shortened``, waits of more than `LONG_PAUSE_S`
    are reduced to `PAUSE_SHOWN_S`. ``stops`` are the positions that the user can step between, in
    ascending order, including the beginning and the end.
    """

    def __init__(self, times: Iterable[float] = (), stops: Iterable[int] = ()) -> None:
        self.recorded = list(accumulate(times, max))  # the clock may have been set back
        gaps = [b - a for a, b in pairwise([0.0, *self.recorded])]
        self.has_pauses = any(gap > LONG_PAUSE_S for gap in gaps)
        self.shortened = self.recorded
        if self.has_pauses:
            shown = (gap if gap <= LONG_PAUSE_S else PAUSE_SHOWN_S for gap in gaps)
            self.shortened = list(accumulate(shown))
        self.stops = sorted({0, *stops, len(self.recorded)})


class Player:
    """Plays a run's events in real time, steps through them and seeks, without using Qt.

    A position is the number of events played, from 0 to ``count``. Times are in seconds since the
    beginning, with long waits shortened unless `show_pauses` was called with True.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen = 0.0
        self._line = Timeline()
        self._times: Sequence[float] = ()
        self._pauses = False
        self.position = 0
        self.at = 0.0
        self.speed = SPEEDS[0]
        self.playing = False

    def load(self, line: Timeline) -> None:
        """Load another run and go to its beginning."""
        self._line = line
        self._times = self._timeline()
        self.playing = False
        self.go_to(0)

    @property
    def count(self) -> int:
        return len(self._times)

    @property
    def duration(self) -> float:
        return self._times[-1] if self._times else 0.0

    @property
    def at_end(self) -> bool:
        return self.position == self.count

    def time_of(self, position: int) -> float:
        return self._times[position - 1] if position else 0.0

    # --- Playing

    def play(self) -> None:
        """Play from the current position, or from the beginning if the end has been reached."""
        if self.at_end:
            self.go_to(0)
        self.playing = bool(self.count)
        self._seen = self._clock()

    def pause(self) -> None:
        self.playing = False

    def advance(self) -> bool:
        """Advance by the time passed since the last call; return whether the position changed."""
        now = self._clock()
        passed, self._seen = min(now - self._seen, _LATE_S), now
        if not self.playing:
            return False
        before = self.position
        if math.isinf(self.speed):
            self.position = min(before + AT_ONCE, self.count)
            self.at = self.time_of(self.position)
        else:
            self.at = min(self.at + passed * self.speed, self.duration)
            self.position = max(before, bisect_right(self._times, self.at))
        self.playing = not self.at_end
        return self.position != before

    def faster(self, by: int) -> float:
        """Select the speed that is ``by`` entries further along in `SPEEDS`, and return it.

        Beyond either end of `SPEEDS`, the entry at that end is selected.
        """
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(place, len(SPEEDS) - 1))]
        return self.speed

    def show_pauses(self, shown: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        self._pauses = shown
        self._times = self._timeline()
        self.at = self.time_of(self.position)

    # --- Seeking

    def go_to(self, position: int) -> None:
        self.position = max(0, min(position, self.count))
        self.at = self.time_of(self.position)

    def go_to_time(self, seconds: float) -> None:
        self.at = max(0.0, min(seconds, self.duration))
        self.position = bisect_right(self._times, self.at)

    def step(self, by: int) -> None:
        stops = self._line.stops
        if by > 0:
            place = bisect_right(stops, self.position)
        else:
            place = bisect_left(stops, self.position) - 1
        self.go_to(stops[max(0, min(place, len(stops) - 1))])

    def _timeline(self) -> Sequence[float]:
        return self._line.recorded if self._pauses else self._line.shortened


# --- Loading a recorded run, outside the GUI thread

Read = Callable[[Path], Iterable[Event]]
"""A function that returns the events of a recorded run, or raises `RecordingError`."""

_RUN_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Recording:
    """A loaded run. ``name`` is its file name, or "" if the run belongs to a turn.

    ``marks`` are placed at the shortened times of ``line``, and ``all_marks`` at its recorded
    times.
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
        self.joined, self.moments = MergedEvents(events), tuple(moments(events))
        stops = (each.position for each in self.moments)
        self.line = Timeline((event.t for event in events), stops)
        self.marks = marks(self.moments, self.line.shortened)
        self.all_marks = marks(self.moments, self.line.recorded)

    @property
    def started(self) -> RunStarted | None:
        """The first event of the run, or None if it is not a `RunStarted`."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, RunStarted) else None


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

SLICE_S = 0.004
"""CPU seconds of work per iteration of the event loop."""
_BRIEF_S = 0.0005
"""CPU seconds of work after which the widgets are not built until the next iteration."""
_UNSEEN = 50
"""Number of events applied between two checks of the time while the turn is not shown."""
_NEAR = 40
"""Maximum length of a jump, in events, that is shown event by event."""


class ShownRun(QObject):
    """Applies a run's events to the turn that ``history`` shows, a few milliseconds at a time.

    Seeking backwards builds a new turn. ``turn_shown`` is emitted with each new turn, and
    ``happened`` when the turn has applied more events.
    """

    turn_shown = Signal(object)
    happened = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History(self)
        self._recording = Recording((), "")
        self._turn = self._coming = Turn("")
        self._position = 0
        """Number of events that ``_coming`` has applied."""
        self._target = 0
        self._work = QTimer(self, interval=0)
        self._work.timeout.connect(self._go_on)

    @property
    def turn(self) -> Turn:
        return self._turn

    @property
    def busy(self) -> bool:
        """True until the position requested with `go_to` is shown."""
        return self._work.isActive()

    def load(self, recording: Recording) -> None:
        """Load another run, and show its state before the first event."""
        self._recording = recording
        self._begin_anew()
        self._target = 0
        self._go_on()

    def go_to(self, position: int, *, played: bool = False) -> None:
        """Show the state after ``position`` events.

        Only the final state is shown when going backwards, or when going forwards by more than
        `_NEAR` events unless ``played`` is True.
        """
        self._target = position
        ahead = position - self._position
        seen = self._coming is self._turn
        if ahead < 0 or (seen and not played and ahead > _NEAR):
            self._begin_anew()
        self._go_on()

    def _begin_anew(self) -> None:
        run = self._recording
        self._coming = Turn(run.question, run.turn_id, run.attachments)
        self._position = 0

    def _go_on(self) -> None:
        began = time.thread_time()
        seen = self._coming is self._turn
        at_once = 1 if seen else _UNSEEN
        while self._position < self._target and time.thread_time() - began < SLICE_S:
            for _ in range(at_once):
                self._take_next()
                if self._position == self._target:
                    break
        there = self._position == self._target
        if seen:
            self.happened.emit()
        elif there and time.thread_time() - began < _BRIEF_S:
            self._show()
        else:
            there = False  # build the widgets in the next iteration
        if there:
            self._work.stop()
        elif not self._work.isActive():
            self._work.start()

    def _take_next(self) -> None:
        events = self._recording.joined
        self._position, event = events.next(self._position, self._target)
        self._coming.apply(event)
        if self._coming is self._turn:
            self.history.tell(self._turn.turn_id, event)

    def _show(self) -> None:
        turn = self._turn = self._coming
        self.history.show([_outline(turn)], [turn])
        self.turn_shown.emit(turn)


def _outline(turn: Turn) -> TurnOutline:
    status = turn.finished.status if turn.finished is not None else "running"
    return TurnOutline(turn.turn_id, len(turn.question), len(turn.text), status)


# --- Playback by the clock or by seeking

_TICK_MS = 34


class PlaybackController(QObject):
    """Plays a recording; ``changed`` is emitted when its position or state changes."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.player = Player()
        self._resumes = False
        self.run = ShownRun(self)
        self._tick = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._tick.timeout.connect(self._advance)

    def load(self, recording: Recording) -> None:
        self._tick.stop()
        self.player.load(recording.line)
        self.run.load(recording)
        self.changed.emit()

    def play(self) -> None:
        self.player.play()
        self.run.go_to(self.player.position)
        self._tick.start()
        self.changed.emit()

    def pause(self) -> None:
        self.player.pause()
        self._tick.stop()
        self.changed.emit()

    def switch(self) -> None:
        if self.player.playing:
            self.pause()
        else:
            self.play()

    def go_to(self, position: int) -> None:
        self.player.go_to(position)
        self._went()

    def seek(self, seconds: float) -> None:
        self.player.go_to_time(seconds)
        self._went()

    def go_to_end(self) -> None:
        self.go_to(self.player.count)

    def step(self, by: int) -> None:
        """Go to the next step of the run, or to the previous one if ``by`` is -1, and pause."""
        self.pause()
        self.player.step(by)
        self._went()

    def step_event(self, by: int) -> None:
        """Go to the next event, or to the previous one if ``by`` is -1, and pause."""
        self.pause()
        self.go_to(self.player.position + by)

    def hold(self, held: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Pause if ``held`` is True; otherwise resume if the run was playing before that."""
        if held:
            self._resumes = self.player.playing
            self.pause()
        elif self._resumes and not self.player.at_end:
            self.play()

    def set_speed(self, speed: float) -> None:
        self.player.speed = speed

    def show_pauses(self, shown: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        self.player.show_pauses(shown)
        self.changed.emit()

    def _went(self) -> None:
        self.run.go_to(self.player.position)
        self.changed.emit()

    def _advance(self) -> None:
        if self.run.busy and math.isinf(self.player.speed):
            return  # the window has not shown the last events yet
        if self.player.advance():
            self.run.go_to(self.player.position, played=True)
        if not self.player.playing:
            self._tick.stop()
        self.changed.emit()
