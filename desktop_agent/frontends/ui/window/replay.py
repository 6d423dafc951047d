"""The controller for the replay page, and for recordings of runs."""

import asyncio
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_agent.core.errors import RecordingError
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.window.page_stack import PageKind

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.pages.replay.page import ArchiveDialogs, ReplayPage

_REPLAY = "replay"
_tr = partial(QCoreApplication.translate, "Pages")


class ReplayController(QObject):
    """Opens the replay page, and imports and exports runs.

    ``exported`` is emitted with the path of an exported run, and ``failed`` with an `AgentError`.
    """

    exported = Signal(str)
    failed = Signal(object)

    def __init__(self, window: WindowLayout) -> None:
        super().__init__(window)
        self._window = window
        needed = ("desktop_agent.frontends.ui.pages.replay.page",)
        window.middle.add(PageKind(_REPLAY, _tr("Replay"), self._build, needed, returns=True))
        window.side.reasoning.replay.connect(self.play)
        window.middle.turned.connect(self._turned)

    def play(self, turn: Turn) -> None:
        def show(page: Any) -> None:
            if page.run.turn is turn:  # it is already loaded
                page.player.go_to(0)
                page.player.play()
            else:
                page.open_turn(turn)

        self._window.middle.open(_REPLAY, show)

    def play_file(self, path: Path | str) -> None:
        self._window.middle.open(_REPLAY, lambda page: page.open_file(Path(path)))

    def play_run(self, run_id: str) -> None:
        path = asyncio.to_thread(self._file, run_id)
        self._window.tasks.start(path, self.play_file, self.failed.emit)

    def open_recording(self) -> None:
        self._files.open_recording()

    def import_run(self) -> None:
        self._files.import_run()

    def export_stored_run(self, run_id: str) -> None:
        replay = self._window.session.replay
        read = asyncio.to_thread(lambda: list(replay(self._file(run_id))))
        self._window.tasks.start(read, self._files.export_run, self.failed.emit)

    def export_last(self) -> None:
        """Export the run that produced the open conversation's last answer, if it has finished."""
        last = self._window.page.conversation.history.last
        if last is not None and not last.running:
            self._files.export_run(last.events)

    # --- The page

    def _build(self) -> "ReplayPage":
        from desktop_agent.frontends.ui.pages.replay.page import ReplayPage

        window = self._window
        page = ReplayPage(window.theme, window.session, window.tasks)
        page.turn_shown.connect(window.side.show_turn)
        page.happened.connect(window.side.reasoning.catch_up_soon)
        page.happened.connect(window.side.sources.catch_up_soon)
        page.open_wanted.connect(self.open_recording)
        page.chat.wishes.hand_on(window.page.chat.wishes)
        page.ask_wanted.connect(window.middle.ask)
        return page

    def _turned(self, name: str) -> None:
        middle, side = self._window.middle, self._window.side
        if name == _REPLAY and middle.is_built(_REPLAY):
            side.show_turn(middle.page(_REPLAY).run.turn)
        elif not name:
            side.show_turn(self._window.page.conversation.history.last)

    # --- Files

    @cached_property
    def _files(self) -> "ArchiveDialogs":
        from desktop_agent.frontends.ui.pages.replay.page import ArchiveDialogs

        window = self._window
        made = ArchiveDialogs(window.session.archives, window.tasks, window)
        made.chosen.connect(self.play_file)
        made.exported.connect(self.exported)
        made.imported.connect(self._imported)
        made.failed.connect(self.failed)
        return made

    def _file(self, run_id: str) -> Path:
        """Return the path of a recording, or raise `RecordingError` if there is none. Blocks."""
        path = self._window.session.runs.events_file(run_id)
        if path is None:
            raise RecordingError("This task was not recorded.", "It may have been deleted.")
        return path

    def _imported(self, conversation_id: str, _turn_id: int) -> None:
        self._window.middle.show_chat()
        self._window.page.open(conversation_id)
