"""The page that replays a recorded run without using the network or a model."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
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

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.replay.player import (
    SPEEDS,
    Player,
    Recording,
    read_recording,
    recording_of,
)
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
    """The player controls for ``player``."""

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
        """Show the state of the player."""
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

    ``turn_shown`` is emitted with each new `Turn` for the panels to show, and ``happened`` when
    that turn has applied more events. ``ask_wanted`` is emitted with a question to ask again in the
    chat, and ``open_wanted`` when the user asks for another recording.
    """

    turn_shown = Signal(object)
    happened = Signal()
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

    def show_recording(self, recording: Recording, *, play: bool = True) -> None:
        self._show_recording(recording)
        self._body.setCurrentWidget(self.chat)
        self.player.load(recording)
        if play:
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
        acts: list[tuple[Qt.Key, Callable[[], object]]] = [
            (key.Key_Space, self._space),
            (key.Key_Right, lambda: player.step(1)),
            (key.Key_Left, lambda: player.step(-1)),
            (key.Key_Home, lambda: player.go_to(0)),
            (key.Key_End, lambda: player.go_to(player.count)),
        ]
        for keys, act in acts:
            made = QShortcut(QKeySequence(keys), self)
            made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            made.activated.connect(act)

    def _connect(self) -> None:
        self.player.changed.connect(self.bar.show_state)
        self._rest.timeout.connect(lambda: self.turn_shown.emit(self.player.turn))
        self.player.turn_shown.connect(lambda _turn: self._rest.start())
        self.player.happened.connect(self.happened)
        self.head.back.connect(self.left)
        wishes = self.chat.wishes
        for asks in (wishes.regenerate, wishes.edit, wishes.from_sources, wishes.compare):
            asks.connect(self._ask_again)
        wishes.model_chosen.connect(self._ask_again)
