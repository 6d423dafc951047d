"""The page that replays a recorded run without using the network or a model."""

import asyncio
import re
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFrame,
    QLabel,
    QSlider,
    QStackedWidget,
    QStyle,
)

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.errors import AgentError, RecordingError
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
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.appearance import SIDE
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import label
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.page import Page, PageHead
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording import reasoning
from desktop_agent.frontends.ui.wording.runs import countdown

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

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

    ``times`` holds the time of each event in seconds since the beginning, with long waits
    shortened. ``stops`` are the positions to step between: the beginning, the end, and the point
    after each notable event.
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
        """The first event, or None if it is not a `RunStarted`."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, RunStarted) else None


def playback_times(recorded: Iterable[float]) -> Sequence[float]:
    """Return the playback times of events, with long pauses shortened."""
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
    """Read a recording from a file. Blocks.

    Raises:
        RecordingError: the file cannot be read as a recording.
    """
    events = list(read(path))
    first = events[0] if events else None
    question = first.question if isinstance(first, RunStarted) else ""
    return Recording(events, question, path.name)


def recording_of(read: Read, runs: Path, turn: Turn) -> Recording:
    """Return a turn's run as a recording. Blocks.

    The events come from the file in ``runs`` if possible, otherwise from the conversation, which
    stores the text of each step as a single delta.
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

    ``history`` shows the run as a conversation with a single ``turn``. A position is the number of
    events that this turn has applied, from 0 to ``count``. Times are in seconds since the
    beginning. ``changed`` is emitted when the position or state changes, ``turn_shown`` with each
    new turn, and ``happened`` when the turn has applied more events.
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
        """Play from the current position, or from the beginning if at the end."""
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
        """Advance by the time elapsed since the last call."""
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
        """Pause and go to the next notable event, or to the previous one if ``by`` is -1."""
        self._tick.stop()
        stops, find = self._recording.stops, bisect_right if by > 0 else bisect_left
        place = find(stops, self.position) - (by < 0)
        self.go_to(stops[max(0, min(place, len(stops) - 1))])

    def _position_at(self, seconds: float) -> int:
        return bisect_right(self._recording.times, seconds)

    # --- The turn

    def _show(self, position: int, at: float, most: int = _NEAR) -> None:
        """Show the state after ``position`` events, jumping to it if it is behind or far ahead."""
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
        """Apply the events up to ``position`` to the turn, merging deltas; yield each one."""
        waiting = EventQueue()
        for event in self._recording.events[self.position : position]:
            waiting.add(event)
        self.position = position
        while waiting:
            event = waiting.take()
            self.turn.apply(event)
            yield event


tr = partial(QCoreApplication.translate, "Replay")

# --- The player controls

_TICKS = 100
"""Steps of the slider per second."""
_PLAY_SIDE = 36


class TimeSlider(QSlider):
    """A slider whose handle jumps to where it is clicked."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self)
            place, room = event.position().x() - handle / 2, self.width() - handle
            self.setSliderDown(True)
            self.setSliderPosition(
                QStyle.sliderValueFromPosition(0, self.maximum(), round(place), max(1, room))
            )
        super().mousePressEvent(event)


class PlayerBar(QFrame):
    """Controls for ``player``."""

    def __init__(self, theme: Theme, player: Player) -> None:
        super().__init__()
        self.setObjectName("playerBar")
        self._theme = theme
        self._player = player
        self._playing: bool | None = None
        self.slider = TimeSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(tr("Position"))
        self.time = QLabel()
        self.time.setObjectName("meta")
        self.play = icon_button(theme, "play", tr("Play"), player.switch, side=18)
        self.play.setObjectName("play")
        self.play.setFixedSize(_PLAY_SIDE, _PLAY_SIDE)
        self.speed = QComboBox()
        self.speed.setAccessibleName(tr("Speed"))
        self.speed.setToolTip(tr("Playback speed"))
        for each in SPEEDS:
            self.speed.addItem(tr("{0}\u00d7").format(f"{each:g}"), each)
        self.speed.activated.connect(lambda at: setattr(player, "speed", SPEEDS[at]))
        self.slider.sliderMoved.connect(lambda at: player.seek(at / _TICKS))
        hbox(
            self.play,
            (self.slider, 1),
            self.time,
            self.speed,
            parent=self,
            margins=(14, 8, 12, 8),
            spacing=10,
        )

    def show_state(self) -> None:
        player = self._player
        self.slider.setMaximum(max(1, round(player.duration * _TICKS)))
        if not self.slider.isSliderDown():
            self.slider.setValue(round(player.at * _TICKS))
        text = f"{countdown(player.at)} / {countdown(player.duration)}"
        if text != self.time.text():
            self.time.setText(text)
            self.slider.setAccessibleDescription(text)
        if player.playing is not self._playing:
            self._playing = player.playing
            self.play.setAccessibleName(tr("Pause") if self._playing else tr("Play"))
            self.play.setToolTip(tr("Pause (Space)") if self._playing else tr("Play (Space)"))
            icon = "pause" if self._playing else "play"
            self._theme.bind_icon(self.play, icon, "on_accent", side=20)


# --- The page

_REST_MS = 150
"""Milliseconds between a jump and the rebuilding of the panels."""


class ReplayPage(Page):
    """A page that replays a run in a chat with a single turn.

    ``turn_shown`` is emitted with each new `Turn` for the panels to show, ``ask_wanted`` with a
    question to ask again in the chat, and ``open_wanted`` when the user asks for another recording.
    """

    turn_shown = Signal(object)
    ask_wanted = Signal(str)
    open_wanted = Signal()

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(theme, "replayPage")
        self._session = session
        self._tasks = tasks
        self._recording: Recording | None = None
        self._reading: asyncio.Task[Recording] | None = None
        self.player = Player(self)
        self.open_button = icon_button(
            theme, "folder", tr("Open a recording…"), self.open_wanted, side=18
        )
        self.head = PageHead(theme, tr("Replay"), self.open_button)
        self.chat = ChatView(theme, self.player.history)
        self.bar = PlayerBar(theme, self.player)
        self.note = label(tr("No recording is open"), "muted", Qt.AlignmentFlag.AlignCenter)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._body = QStackedWidget()
        self._body.addWidget(self.note)
        self._body.addWidget(self.chat)
        head = vbox(self.head, margins=(SIDE - 12, 14, SIDE - 12, 10))
        vbox(head, (self._body, 1), self.bar, parent=self, spacing=0)
        self._add_keys()
        self._connect()
        self._show_recording(None)

    # --- Loading

    def open_file(self, path: Path) -> None:
        self._read(partial(read_recording, self._session.replay, path))

    def open_turn(self, turn: Turn) -> None:
        runs = self._session.paths.runs
        self._read(partial(recording_of, self._session.replay, runs, turn))

    def show_recording(self, recording: Recording) -> None:
        self._show_recording(recording)
        self._body.setCurrentWidget(self.chat)
        self.player.load(recording)
        self.player.play()

    def enter(self) -> None:
        (self.bar.play if self.bar.isEnabled() else self.open_button).setFocus()

    def _read(self, read: Callable[[], Recording]) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self.player.pause()
        self.note.setText(tr("Opening the recording…"))
        self._body.setCurrentWidget(self.note)
        reading = asyncio.to_thread(read)
        self._reading = self._tasks.start(reading, self.show_recording, self._not_read)

    def _not_read(self, error: AgentError) -> None:
        self._show_recording(None)
        self.note.setText(localized_error(error))
        self._tasks.report(error)

    # --- State

    def _show_recording(self, recording: Recording | None) -> None:
        self._reading = None
        self._recording = recording
        started = recording.started if recording is not None else None
        self.bar.setEnabled(recording is not None)
        name = recording.name if recording is not None else ""
        self.head.state.show_text(reasoning.about(started, name))
        self.bar.show_state()

    def _ask_again(self) -> None:
        self.player.pause()
        self.ask_wanted.emit(self.player.turn.question)

    def _space(self) -> None:
        focused = QApplication.focusWidget()
        if isinstance(focused, QAbstractButton):
            focused.click()
        elif self.bar.isEnabled():
            self.player.switch()

    # --- Qt events

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.player.pause()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    # --- Construction

    def _add_keys(self) -> None:
        player, key = self.player, Qt.Key
        for keys, act in (
            (key.Key_Space, self._space),
            (key.Key_Right, lambda: player.step(1)),
            (key.Key_Left, lambda: player.step(-1)),
            (key.Key_Home, lambda: player.go_to(0)),
            (key.Key_End, lambda: player.go_to(player.count)),
        ):
            context = Qt.ShortcutContext.WidgetWithChildrenShortcut
            QShortcut(QKeySequence(keys), self, context=context).activated.connect(act)

    def _connect(self) -> None:
        self.player.changed.connect(self.bar.show_state)
        self._rest.timeout.connect(lambda: self.turn_shown.emit(self.player.turn))
        self.player.turn_shown.connect(lambda _turn: self._rest.start())
        self.head.back.connect(self.left)
        wishes = self.chat.wishes
        for asks in (wishes.regenerate, wishes.edit, wishes.ask_again, wishes.compare):
            asks.connect(self._ask_again)
