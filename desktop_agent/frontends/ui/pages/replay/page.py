"""The page that replays a recorded run without using the network or a model."""

import asyncio
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QMessageBox, QStackedWidget, QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, RunStarted
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.export.save_dialog import ask_save_path, file_name
from desktop_agent.frontends.ui.pages.replay import labels
from desktop_agent.frontends.ui.pages.replay.labels import tr
from desktop_agent.frontends.ui.pages.replay.player import (
    PlaybackController,
    Recording,
    read_recording,
    recording_of,
)
from desktop_agent.frontends.ui.pages.replay.player_bar import PlayerBar, PlayerKeys
from desktop_agent.frontends.ui.widgets.appearance import SIDE
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.labels import label
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.page import PageHead
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import localized_error
from desktop_agent.frontends.ui.wording import reasoning

if TYPE_CHECKING:
    from desktop_agent.app.run_archives import Archives
    from desktop_agent.app.session import Session

# --- File dialogs: open a recording, import and export a run

RECORDING = "jsonl"
"""The file suffix of the program's own recordings."""


class ArchiveDialogs(QObject):
    """File dialogs for opening, importing and exporting runs.

    ``chosen`` is emitted with the path of a run to replay, and ``exported`` with the path of the
    file that was written. ``imported`` is emitted with the ids of the conversation and the turn
    that were created from a file, and ``failed`` with an `AgentError`.
    """

    chosen = Signal(object)
    exported = Signal(str)
    imported = Signal(str, int)
    failed = Signal(object)

    def __init__(self, archives: "Archives", tasks: Tasks, window: QWidget) -> None:
        super().__init__(window)
        self._archives = archives
        self._tasks = tasks
        self._window = window

    def open_recording(self) -> QFileDialog:
        forms = f"*.{RECORDING} *.{self._archives.ending}"
        return self._ask(tr("Open a recording"), forms, self.chosen.emit)

    def import_run(self) -> QFileDialog:
        return self._ask(tr("Import a run"), f"*.{self._archives.ending}", self._import)

    def export_run(self, events: Sequence[Event]) -> QMessageBox:
        """Tell the user what the exported file will contain, then ask where to write it.

        The file is written once the user has chosen a path. Return the first dialog.
        """
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(tr("Export this run"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("The file will hold all that this run has read and written:"))
        box.setInformativeText("\n".join(labels.holdings(events)))
        go_on = box.addButton(tr("Choose a file…"), QMessageBox.ButtonRole.AcceptRole)
        go_on.setObjectName("primary")
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(go_on)
        go_on.clicked.connect(partial(self._ask_where, events))
        box.open()
        return box

    def _ask_where(self, events: Sequence[Event]) -> None:
        started = next((each for each in events if isinstance(each, RunStarted)), None)
        if started is not None:
            name = file_name(started.question, tr("Run"))
            forms = [(tr("Recorded run"), self._archives.ending)]
            write = partial(self._export, started.run_id)
            ask_save_path(self._window, tr("Export this run"), name, forms, write)

    def _export(self, run_id: str, path: Path) -> None:
        self._tasks.start(
            self._archives.export(run_id, path),
            lambda _written: self.exported.emit(str(path)),
            self.failed.emit,
        )

    def _import(self, path: Path) -> None:
        self._tasks.start(
            self._archives.import_(path), lambda ids: self.imported.emit(*ids), self.failed.emit
        )

    def _ask(self, title: str, forms: str, done: Callable[[Path], object]) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([f"{tr('Recorded runs')} ({forms})", f"{tr('All files')} (*)"])
        dialog.fileSelected.connect(lambda name: done(Path(name)))
        dialog.open()
        return dialog


_REST_MS = 150
"""Milliseconds between a jump and the rebuilding of the panels."""


class ReplayPage(QWidget):
    """A page that replays a run in a chat with a single turn.

    ``turn_shown`` is emitted with each new `Turn` for the panels to show, and ``happened`` when
    that turn has applied more events. ``ask_wanted`` is emitted with a question to ask again in the
    chat, and ``export_wanted`` with the run's events. ``open_wanted`` is emitted when the user asks
    for another recording, ``left`` when the user leaves the page, and ``failed`` with an
    `AgentError`.
    """

    left = Signal()
    failed = Signal(object)
    turn_shown = Signal(object)
    happened = Signal()
    ask_wanted = Signal(str)
    open_wanted = Signal()
    export_wanted = Signal(object)

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("replayPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._tasks = tasks
        self._recording: Recording | None = None
        self._reading: asyncio.Task[Recording] | None = None
        self.playing = PlaybackController(self)
        self.run = self.playing.run
        self.open_button = icon_button(
            theme, "folder", tr("Open a recording…"), self.open_wanted, side=18
        )
        self.export_button = icon_button(
            theme, "export", tr("Export this run…"), self._export, side=18
        )
        self.export_button.setEnabled(False)
        self.head = PageHead(theme, tr("Replay"), self.open_button, self.export_button)
        self.chat = ChatView(theme, self.run.history)
        self.chats = (self.chat,)
        self.bar = PlayerBar(theme)
        self.note = label(tr("No run is open"), "muted", Qt.AlignmentFlag.AlignCenter)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._body = QStackedWidget()
        self._keys = self._make_keys()
        self._lay_out()
        self._connect()
        self._show_state()

    # --- Loading

    def open_file(self, path: Path) -> None:
        self._read(partial(read_recording, self._session.replay, path))

    def open_turn(self, turn: Turn) -> None:
        runs = self._session.paths.runs
        self._read(partial(recording_of, self._session.replay, runs, turn))

    def show_recording(self, recording: Recording, *, play: bool = True) -> None:
        self._reading = None
        self._recording = recording
        self.bar.skip.setVisible(recording.line.has_pauses)
        self.head.state.show_text(reasoning.about(recording.started, recording.name))
        self.export_button.setEnabled(recording.started is not None)
        self._body.setCurrentWidget(self.chat)
        self.bar.setEnabled(True)
        self.playing.load(recording)
        self._skip_pauses(self.bar.skip.isChecked())
        if play:
            self.playing.play()

    def enter(self) -> None:
        (self.bar.play if self.bar.isEnabled() else self.open_button).setFocus()

    def _read(self, read: Callable[[], Recording]) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self.playing.pause()
        self.note.setText(tr("Opening the recording…"))
        self._body.setCurrentWidget(self.note)
        reading = asyncio.to_thread(read)
        self._reading = self._tasks.start(reading, self.show_recording, self._not_read)

    def _not_read(self, error: AgentError) -> None:
        self._reading = None
        self._recording = None
        self.bar.setEnabled(False)
        self.export_button.setEnabled(False)
        self.head.state.show_text("")
        self.note.setText(localized_error(error))
        self.failed.emit(error)

    # --- State

    def _skip_pauses(self, skipped: bool) -> None:  # noqa: FBT001 - a signal's argument
        self.playing.show_pauses(not skipped)
        self._show_marks()

    def _faster(self, by: int) -> None:
        self.bar.speed.choose(self.playing.player.faster(by))

    def _show_state(self) -> None:
        player = self.playing.player
        self.bar.show_playing(player.playing)
        self.bar.show_time(player.at, player.duration)
        self.bar.show_ends(at_start=player.position == 0, at_end=player.at_end)
        found = self._recording.moments if self._recording is not None else ()
        place = bisect_right(found, player.position, key=lambda each: each.position)
        self.bar.moment.show_text(labels.moment(found[place - 1]) if place else "")

    def _show_marks(self) -> None:
        if self._recording is not None:
            skipped = self.bar.skip.isChecked()
            marks = self._recording.marks if skipped else self._recording.all_marks
            self.bar.slider.show_run(self.playing.player.duration, marks)

    def _tell_turn(self) -> None:
        self.turn_shown.emit(self.run.turn)

    def _ask_again(self) -> None:
        self.playing.pause()
        self.ask_wanted.emit(self.run.turn.question)

    def _export(self) -> None:
        if self._recording is not None:
            self.export_wanted.emit(self._recording.events)

    # --- Qt events

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.playing.pause()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif not self._keys.eventFilter(self, event):
            super().keyPressEvent(event)

    # --- Construction

    def _make_keys(self) -> PlayerKeys:
        key, playing = Qt.Key, self.playing
        keys = PlayerKeys(
            self,
            {
                (key.Key_Space, False): playing.switch,
                (key.Key_Right, False): lambda: playing.step(1),
                (key.Key_Left, False): lambda: playing.step(-1),
                (key.Key_Right, True): lambda: playing.step_event(1),
                (key.Key_Left, True): lambda: playing.step_event(-1),
                (key.Key_Home, False): lambda: playing.go_to(0),
                (key.Key_End, False): playing.go_to_end,
                (key.Key_Plus, False): lambda: self._faster(1),
                (key.Key_Equal, False): lambda: self._faster(1),
                (key.Key_Minus, False): lambda: self._faster(-1),
                (key.Key_Underscore, False): lambda: self._faster(-1),
            },
        )
        bar = self.bar
        buttons = (bar.back, bar.before, bar.play, bar.after, bar.on, bar.skip, bar.speed)
        keys.watch(self.chat, *buttons)
        return keys

    def _lay_out(self) -> None:
        self._body.addWidget(self.note)
        self._body.addWidget(self.chat)
        self.bar.setEnabled(False)
        head = vbox(self.head, margins=(SIDE - 12, 14, SIDE - 12, 10))
        vbox(head, (self._body, 1), self.bar, parent=self, spacing=0)

    def _connect(self) -> None:
        bar, playing = self.bar, self.playing
        playing.changed.connect(self._show_state)
        self._rest.timeout.connect(self._tell_turn)
        self.run.turn_shown.connect(lambda _turn: self._rest.start())
        self.run.happened.connect(self.happened)
        self.head.back.connect(self.left)
        bar.play.clicked.connect(playing.switch)
        bar.back.clicked.connect(lambda: playing.step(-1))
        bar.on.clicked.connect(lambda: playing.step(1))
        bar.before.clicked.connect(lambda: playing.step_event(-1))
        bar.after.clicked.connect(lambda: playing.step_event(1))
        bar.speed.activated.connect(lambda _index: playing.set_speed(bar.speed.currentData()))
        bar.skip.toggled.connect(self._skip_pauses)
        bar.slider.sought.connect(playing.seek)
        bar.slider.held.connect(playing.hold)
        wishes = self.chat.wishes
        for asks in (wishes.regenerate, wishes.edit, wishes.from_sources, wishes.compare):
            asks.connect(self._ask_again)
        wishes.model_chosen.connect(self._ask_again)
