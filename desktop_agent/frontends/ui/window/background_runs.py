"""Background runs in the window: following them, showing their page and opening their results."""

import asyncio
import importlib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import Event
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord, RunState
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.window.event_loop import WindowThreadGarbage
from desktop_agent.frontends.ui.window.page_stack import PageStack
from desktop_agent.frontends.ui.window.replay_and_compare import ReplayController
from desktop_agent.frontends.ui.window.run_status import ModelStatusLookup, ShownRun
from desktop_agent.frontends.ui.window.side_panels import WorkPanel
from desktop_agent.frontends.ui.window.status_bar import StatusBar

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.core.runs import MissedSchedule
    from desktop_agent.frontends.ui.conversation.background_turns import (
        BackgroundTurns,
        KnownRuns,
        Titles,
    )
    from desktop_agent.frontends.ui.pages.runs.page import RunsPage
    from desktop_agent.frontends.ui.pages.schedules.page import (
        MissedBar,
        ScheduleController,
        SchedulesPane,
    )
    from desktop_agent.frontends.ui.window.window_state import WindowState


class BackgroundWindow(Protocol):
    """The parts of the window that show background runs."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    middle: PageStack
    sidebar: ConversationList
    status: StatusBar
    toast: Toast
    runs: RunController
    side: WorkPanel
    looking_back: ReplayController
    models: ModelStatusLookup


_AT_WORK: frozenset[RunState] = frozenset({"running", "asleep", "asking"})
NEEDED = (
    "desktop_agent.runs.manager",
    "desktop_agent.runs.schedules",
    "desktop_agent.frontends.ui.conversation.background_turns",
    "desktop_agent.frontends.ui.chat.answer_changes",
    "desktop_agent.frontends.ui.chat.task_lines",
)
"""Modules that execute and show runs; loading them takes half a second and 25 MiB."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Background", text)


class BackgroundRuns(QObject):
    """Follows the background runs.

    Nothing is loaded or read before there is a run or one is needed. ``begun`` is emitted once, as
    soon as `runs` are followed. ``missed`` is emitted with the schedules that were due while the
    program was closed, and ``failed`` with an `AgentError`.
    """

    begun = Signal()
    missed = Signal(object)
    failed = Signal(object)

    def __init__(self, window: BackgroundWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._starting: asyncio.Task[None] | None = None
        self.has_begun = False
        """True while `runs` are followed."""
        self.tray_explained = False
        """True once the user was told that the program keeps running in the tray."""
        self._marked: set[str] = set()
        self.has_schedules: Callable[[], bool] = self._has_schedules
        """True if questions are scheduled, so the program has a reason to keep running."""

    def follow(self) -> None:
        """Connect to the parts of the window. Call this once they exist."""
        window = self._window
        self._shown = ShownRun(window, self)
        self.missed.connect(self._offer_missed)
        window.runs.running_changed.connect(lambda _running: self.start())
        window.runs.left.connect(self._left)
        window.page.composer.background.connect(
            lambda draft: self.ask(window.page.question_of(draft))
        )

    @cached_property
    def runs(self) -> "KnownRuns":
        """All runs, read on first access and followed from then on."""
        from desktop_agent.frontends.ui.conversation.background_turns import KnownRuns

        runs = KnownRuns(self._window.session.runs, self._window.tasks, self)
        runs.listed.connect(self._count)
        runs.changed.connect(lambda _ids: self._count())
        return runs

    @cached_property
    def turns(self) -> "BackgroundTurns":
        """The turns of the open conversation that are being answered in the background."""
        from desktop_agent.frontends.ui.conversation.background_turns import BackgroundTurns

        return BackgroundTurns(self._window.session.runs, self.runs, self)

    @property
    def active(self) -> int:
        """The number of unfinished runs, as far as known."""
        return self.runs.active if self.has_begun else 0

    @property
    def works(self) -> bool:
        """True if a background run is currently working."""
        return self.has_begun and any(run.state == "running" for run in self.runs.all)

    @cached_property
    def titles(self) -> "Titles":
        """The titles of the conversations that runs belong to."""
        from desktop_agent.frontends.ui.conversation.background_turns import Titles

        return Titles(self._window.session.conversations, self._window.tasks, self)

    def start(self) -> None:
        """Load the run modules, resume unfinished runs and follow them. Later calls do nothing."""
        if self._starting is None:
            self._starting = self._window.tasks.start(self._ready(), _nothing, self.failed.emit)

    def _has_schedules(self) -> bool:
        return self.has_begun and self._window.session.schedules.waiting

    async def _ready(self) -> None:
        for module in NEEDED:
            await asyncio.to_thread(importlib.import_module, module)
        WindowThreadGarbage.leave_out_what_is_loaded()
        session, tasks = self._window.session, self._window.tasks
        await session.runs.open()
        self.begin()
        tasks.start(session.schedules.serve(), _nothing, self.failed.emit)
        tasks.start(session.schedules.missed(), self.missed.emit, self.failed.emit)

    def begin(self) -> None:
        """Follow the runs here and in the chat. The run modules must already be loaded."""
        if self.has_begun:
            return
        self.has_begun = True
        from desktop_agent.frontends.ui.chat.answer_changes import ChatChanges
        from desktop_agent.frontends.ui.chat.task_lines import ChatTasks

        page = self._window.page
        history = page.conversation.history
        tasks = ChatTasks(self._window.theme, page.chat, history, self.runs, self.titles)
        tasks.opened.connect(self._show_by_id)
        tasks.asked_in.connect(self.show_turn)
        page.conversation.follow_background(self.turns)
        self._shown.follow_background(self.turns)
        ChatChanges(
            self._window.theme,
            page.chat,
            history,
            self._window.session.conversations,
            self._window.tasks,
        )
        self._count()
        self.begun.emit()

    def _left(self, run_id: str) -> None:
        self.begin()
        self._window.page.conversation.hand_over(run_id)

    def remember_in(self, state: "WindowState") -> None:
        """Register the state that is kept between starts."""

        def put_back(told: str) -> None:
            self.tray_explained = told == "1"

        state.keep("tray", lambda: str(int(self.tray_explained)), put_back)

    def show_turn(self, conversation_id: str, turn_id: int = 0) -> None:
        """Open a conversation and scroll to a turn if one is given."""
        if conversation_id:
            self._window.middle.show_chat()
            self._window.page.open_turn(conversation_id, turn_id, "question")

    def show_run(self, run: RunRecord) -> None:
        """Open the conversation of a run, or show its row in the list if it has no conversation."""
        if run.conversation_id:
            self.show_turn(run.conversation_id, run.turn_id)
        else:
            self._window.middle.open("runs", lambda page: page.show_run(run.run_id))

    def ask(self, question: Question) -> None:
        """Ask a question in the background and show a notice."""
        self._window.tasks.start(self._enqueue(question), self._asked, self.failed.emit)

    async def _enqueue(self, question: Question) -> RunRecord:
        self.start()
        if self._starting is not None:
            await asyncio.shield(self._starting)
        return await self._window.session.runs.enqueue(question, "person")

    def hand_over(self) -> None:
        """Move the answer that is currently being written, if any, to the background."""
        run_id = self._window.runs.run_id
        self._window.runs.give_to_background()
        if run_id:
            self._window.toast.show_message(
                _tr("It goes on in the background"),
                _tr("Runs"),
                lambda: self._window.middle.open("runs", lambda page: page.show_run(run_id)),
                undoes=False,
            )

    def _offer_missed(self, missed: "Sequence[MissedSchedule]") -> None:
        """Announce questions that were due while the program was closed, without asking them."""
        if not missed:
            return
        text = _tr("A scheduled question was due while the program was closed")
        if len(missed) > 1:
            text = _tr("{0} scheduled questions were due while the program was closed")
            text = text.format(len(missed))
        self._window.toast.show_message(
            text, _tr("Look"), lambda: self._window.middle.open("runs"), undoes=False
        )

    def _show_by_id(self, run_id: str) -> None:
        run = self.runs.get(run_id)
        if run is not None:
            self.show_run(run)

    def _asked(self, run: RunRecord) -> None:
        self._window.sidebar.refresh()
        self._window.toast.show_message(
            _tr("Asked in the background"), _tr("Open"), lambda: self.show_run(run), undoes=False
        )

    def _count(self) -> None:
        sidebar = self._window.sidebar
        sidebar.foot.show_active(self.runs.active)
        working = {run.conversation_id for run in self.runs.all if run.state in _AT_WORK} - {""}
        for conversation_id in working ^ self._marked:
            sidebar.set_running(conversation_id, conversation_id in working)
        self._marked = working


def _nothing(_result: object) -> None:
    """Do nothing, because the runs report through `BackgroundRuns.begun`."""


# --- The page of runs and schedules, and its actions


class RunsWindow(Protocol):
    """The parts of the window that the page of runs uses."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    sidebar: ConversationList
    toast: Toast
    background: BackgroundRuns
    looking_back: ReplayController


class RunsPageController:
    """Builds the runs page and its dialogs on first use."""

    def __init__(self, window: RunsWindow) -> None:
        self._window = window

    @cached_property
    def scheduling(self) -> "ScheduleController":
        """The dialogs of scheduled questions."""
        from desktop_agent.frontends.ui.pages.schedules.page import ScheduleController

        window = self._window
        made = ScheduleController(window.session, window.tasks, window.page)
        made.kept.connect(lambda _schedule: window.background.start())
        return made

    def ask_regularly(self, question: str) -> None:
        """Open the dialog for scheduling a question."""
        self.scheduling.ask_regularly(question)

    def build_page(self) -> "RunsPage":
        from desktop_agent.frontends.ui.pages.runs.page import RunsPage

        window, background = self._window, self._window.background
        background.start()
        background.begin()
        background.titles.take(window.sidebar.conversations)
        desk = window.session.runs
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
        from desktop_agent.frontends.ui.pages.schedules.page import SchedulesPane

        window = self._window
        background = window.background
        pane = SchedulesPane(window.theme, window.session, window.tasks, window.toast)
        pane.failed.connect(background.failed)
        pane.conversation_wanted.connect(background.show_turn)
        pane.scheduling.kept.connect(lambda _schedule: background.start())
        return pane

    def _missed_bar(self) -> "MissedBar":
        from desktop_agent.frontends.ui.pages.schedules.page import MissedBar

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

        look = asyncio.to_thread(self._window.session.runs.events_file, run_id)
        self._window.tasks.start(look, found, background.failed.emit)

    def _export(self, path: Path) -> None:
        self._read((path,), lambda runs: self._window.looking_back.export_run(runs[0]))

    def _compare(self, run_id: str) -> None:
        """Compare a run with the previous run of the same question."""
        window, background = self._window, self._window.background
        run = background.runs.get(run_id)
        before = None if run is None else _before(run, background.runs.all)
        if before is None:
            text = _tr("There is no other answer to this question")
            window.toast.show_message(text, "", lambda: None, undoes=False)
            return

        def both() -> tuple[Path | None, Path | None]:
            desk = window.session.runs
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


def _before(run: RunRecord, runs: "Sequence[RunRecord]") -> RunRecord | None:
    """Return the latest earlier answered run of the same question or the same schedule."""
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
