"""The controller for the replay and compare pages."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import Event, RunStarted
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.window.layout import WindowLayout
from desktop_agent.frontends.ui.window.page_stack import PageKind

if TYPE_CHECKING:
    from desktop_agent.frontends.ui.pages.compare.ask_again import ComparisonController
    from desktop_agent.frontends.ui.pages.replay.page import ArchiveDialogs

_REPLAY, _COMPARE = "replay", "compare"
_tr = partial(QCoreApplication.translate, "Pages")


class ReplayController(QObject):
    """Opens the replay and compare pages, and exports runs.

    ``exported`` is emitted with the path of an exported run, and ``failed`` with an `AgentError`.
    """

    exported = Signal(str)
    failed = Signal(object)

    def __init__(self, window: WindowLayout) -> None:
        super().__init__(window)
        self._window = window
        for name, title, build in (
            (_REPLAY, _tr("Replay"), self._build_replay),
            (_COMPARE, _tr("Compare"), self._build_compare),
        ):
            needed = (f"desktop_agent.frontends.ui.pages.{name}.page",)
            window.middle.add(PageKind(name, title, build, needed, returns=True))
        reasoning = window.side.reasoning
        reasoning.offer_replay()
        reasoning.replay.connect(self.play)
        window.chat.wishes.compare.connect(
            lambda turn_id, again: self._comparing.compare(turn_id, again=again)
        )
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

    def compare_stored_runs(self, before: str, after: str) -> None:
        self._read_runs(before, after, then=lambda runs: self._show_both(*map(_turn_of, runs)))

    def open_recording(self) -> None:
        self._files.open_recording()

    def import_run(self) -> None:
        self._files.import_run()

    def export_stored_run(self, run_id: str) -> None:
        self._read_runs(run_id, then=lambda runs: self._files.export_run(runs[0]))

    def export_last(self) -> None:
        """Export the run that produced the open conversation's last answer, if it has finished."""
        last = self._window.page.conversation.history.last
        if last is not None and not last.running:
            self._files.export_run(last.events)

    # --- Pages

    def _build_replay(self) -> QWidget:
        from desktop_agent.frontends.ui.pages.replay.page import ReplayPage

        window = self._window
        page = ReplayPage(window.theme, window.session, window.tasks)
        page.turn_shown.connect(window.side.show_turn)
        page.happened.connect(window.side.reasoning.catch_up_soon)
        page.happened.connect(window.side.sources.catch_up_soon)
        page.open_wanted.connect(self.open_recording)
        return self._connected(page)

    def _build_compare(self) -> QWidget:
        from desktop_agent.frontends.ui.pages.compare.page import ComparePage

        return self._connected(ComparePage(self._window.theme, self._window.tasks))

    def _connected(self, page: Any) -> QWidget:
        for chat in page.chats:
            chat.wishes.hand_on(self._window.page.chat.wishes)
        page.ask_wanted.connect(self._window.middle.ask)
        return page  # type: ignore[no-any-return]  # either of the two pages

    @cached_property
    def _comparing(self) -> "ComparisonController":
        from desktop_agent.frontends.ui.pages.compare.ask_again import ComparisonController

        window, page = self._window, self._window.page
        shared = (page.chat, page.conversation, window.session, window.tasks)
        made = ComparisonController(*shared, page.question_of)
        made.wanted.connect(self._show_both)
        made.failed.connect(self.failed)
        return made

    def _show_both(self, first: Turn, second: Turn) -> None:
        self._window.middle.open(_COMPARE, lambda page: page.show_turns(first, second))

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

    def _read_runs(self, *run_ids: str, then: Callable[[list[list[Event]]], object]) -> None:
        replay = self._window.session.replay
        read = asyncio.to_thread(lambda: [list(replay(self._file(each))) for each in run_ids])
        self._window.tasks.start(read, then, self.failed.emit)

    def _imported(self, conversation_id: str, _turn_id: int) -> None:
        self._window.middle.show_chat()
        self._window.page.open(conversation_id)


def _turn_of(events: Sequence[Event]) -> Turn:
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    turn = Turn(started.question if started is not None else "")
    for event in events:
        turn.apply(event)
    return turn
