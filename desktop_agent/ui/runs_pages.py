"""The page of runs, with what is scheduled, and what its actions lead to."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.background import KnownRun
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import Event
from desktop_agent.ui.background import Background
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.conversations.conversation_list import ConversationList
from desktop_agent.ui.looking_back import LookingBack
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.ui.runs.page import RunsPage
    from desktop_agent.ui.schedules.missed_bar import MissedBar
    from desktop_agent.ui.schedules.schedules_pane import SchedulesPane
    from desktop_agent.ui.schedules.scheduling import Scheduling


class RunsWindow(Protocol):
    """The parts of the window that the page of runs speaks to."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    sidebar: ConversationList
    toast: Toast
    background: Background
    looking_back: LookingBack


def _tr(text: str) -> str:
    return QCoreApplication.translate("Background", text)


class RunsPages:
    """Builds the page, and what belongs to it, when it is first asked for."""

    def __init__(self, window: RunsWindow) -> None:
        self._window = window

    @cached_property
    def scheduling(self) -> "Scheduling":
        """The dialog of questions that are asked at a time."""
        from desktop_agent.ui.schedules.scheduling import Scheduling

        window = self._window
        made = Scheduling(window.session, window.tasks, window.page)
        made.kept.connect(lambda _schedule: window.background.start())
        return made

    def ask_regularly(self, question: str) -> None:
        """Asks when a question is to be asked, again and again."""
        self.scheduling.ask_regularly(question)

    def build_page(self) -> "RunsPage":
        """Makes the page of runs."""
        from desktop_agent.ui.runs.page import RunsPage

        window, background = self._window, self._window.background
        background.start()
        background.begin()
        background.titles.take(window.sidebar.conversations)
        desk = window.session.desk
        page = RunsPage(window.theme, desk, background.runs, window.tasks, background.titles.of)
        background.titles.found.connect(page.pane.show_runs)
        page.control.conversation_wanted.connect(background.show_turn)
        page.control.opened.connect(background.show_run)
        back = window.looking_back
        page.control.replay_wanted.connect(lambda run_id: self._with_file(run_id, back.play_file))
        page.control.export_wanted.connect(lambda run_id: self._with_file(run_id, self._export))
        page.control.compare_wanted.connect(self._compare)
        page.add_tab(_tr("Scheduled"), self._build_schedules)
        page.put_offer(self._missed_bar())
        return page

    def _build_schedules(self) -> "SchedulesPane":
        from desktop_agent.ui.schedules.schedules_pane import SchedulesPane

        window = self._window
        background = window.background
        pane = SchedulesPane(window.theme, window.session, window.tasks, window.toast)
        pane.failed.connect(background.failed)
        pane.conversation_wanted.connect(background.show_turn)
        pane.scheduling.kept.connect(lambda _schedule: background.start())
        return pane

    def _missed_bar(self) -> "MissedBar":
        from desktop_agent.ui.schedules.missed_bar import MissedBar

        window = self._window
        bar = MissedBar(window.theme, window.session, window.tasks)
        bar.failed.connect(window.background.failed)
        bar.look()
        return bar

    def _with_file(self, run_id: str, act: Callable[[Path], object]) -> None:
        background = self._window.background

        def found(path: Path | None) -> None:
            if path is None:
                gone = RecordingError("This run is not recorded.", "It may have been deleted.")
                background.failed.emit(gone)
            else:
                act(path)

        look = asyncio.to_thread(self._window.session.desk.events_file, run_id)
        self._window.tasks.start(look, found, background.failed.emit)

    def _export(self, path: Path) -> None:
        self._read((path,), lambda runs: self._window.looking_back.export_run(runs[0]))

    def _compare(self, run_id: str) -> None:
        """Compares a run with the one before it that was asked the same."""
        window, background = self._window, self._window.background
        run = background.runs.get(run_id)
        before = None if run is None else _before(run, background.runs.all)
        if before is None:
            text = _tr("There is no other answer to this question")
            window.toast.show_message(text, "", lambda: None, undoes=False)
            return

        def both() -> tuple[Path | None, Path | None]:
            desk = window.session.desk
            return desk.events_file(before.run_id), desk.events_file(run_id)

        def found(paths: tuple[Path | None, Path | None]) -> None:
            self._read([path for path in paths if path is not None], show)

        def show(runs: "Sequence[Sequence[Event]]") -> None:
            if len(runs) == len(("before", "after")):
                window.looking_back.compare_runs(*runs)

        window.tasks.start(asyncio.to_thread(both), found, background.failed.emit)

    def _read(
        self, paths: "Sequence[Path]", then: "Callable[[Sequence[Sequence[Event]]], object]"
    ) -> None:
        session = self._window.session

        def read() -> list[list[Event]]:
            return [list(session.replay(path)) for path in paths]

        failed = self._window.background.failed.emit
        self._window.tasks.start(asyncio.to_thread(read), then, failed)


def _before(run: KnownRun, runs: "Sequence[KnownRun]") -> KnownRun | None:
    """Gives the newest answer before a run to the same question, or of the same schedule."""
    same = [
        each
        for each in runs
        if each.state == "answered"
        and each.asked < run.asked
        and (
            each.question == run.question
            or (run.schedule_id and each.schedule_id == run.schedule_id)
        )
    ]
    return max(same, key=lambda each: each.asked, default=None)
