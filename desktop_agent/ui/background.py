"""The window's side of runs that go on by themselves: the list, the tray, what the person is told."""

import asyncio
import importlib
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_agent.core.background import KnownRun, RunState
from desktop_agent.core.research import Question
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.conversations.conversation_list import ConversationList
from desktop_agent.ui.garbage import WindowThreadGarbage
from desktop_agent.ui.looking_back import LookingBack
from desktop_agent.ui.middle import Middle
from desktop_agent.ui.model_lookup import ModelLookup
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.shown_run import ShownRun
from desktop_agent.ui.status_bar import StatusBar
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.toast import Toast
from desktop_agent.ui.work_panel import WorkPanel

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.core.kept_schedule import Missed
    from desktop_agent.ui.background_runs.background_turns import BackgroundTurns
    from desktop_agent.ui.background_runs.known_runs import KnownRuns
    from desktop_agent.ui.background_runs.titles import Titles
    from desktop_agent.ui.window_state import WindowState


class BackgroundWindow(Protocol):
    """The parts of the window that runs in the background are shown in."""

    theme: Theme
    session: "Session"
    tasks: Tasks
    page: ChatPage
    middle: Middle
    sidebar: ConversationList
    status: StatusBar
    toast: Toast
    runs: RunController
    side: WorkPanel
    looking_back: LookingBack
    models: ModelLookup


_AT_WORK: frozenset[RunState] = frozenset({"running", "asleep", "asking"})
NEEDED = (
    "desktop_agent.desk.run_desk",
    "desktop_agent.schedules.schedules",
    "desktop_agent.ui.background_runs.background_turns",
    "desktop_agent.ui.chat.changes_view",
    "desktop_agent.ui.chat.task_lines",
)
"""What carries runs out and shows them. It takes half a second to load, and 25 MiB."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Background", text)


class Background(QObject):
    """Nothing is loaded or read before there is a run, or before it is asked for.

    ``begun`` is sent once, when `runs` are followed. ``missed`` brings what was due while the program
    was closed, ``failed`` an `AgentError`.
    """

    begun = Signal()
    missed = Signal(object)
    failed = Signal(object)

    def __init__(self, window: BackgroundWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._starting: asyncio.Task[None] | None = None
        self.has_begun = False
        """Whether `runs` are followed."""
        self.tray_explained = False
        """Whether the person was told once that the program goes on in the tray."""
        self._marked: set[str] = set()
        self.has_schedules: Callable[[], bool] = self._has_schedules
        """Says whether questions are scheduled: then the program has something to stay for."""

    def follow(self) -> None:
        """Listens to the parts of the window, which are there by now."""
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
        """All runs; they are read when this is first asked for, and followed from then on."""
        from desktop_agent.ui.background_runs.known_runs import KnownRuns

        runs = KnownRuns(self._window.session.desk, self._window.tasks, self)
        runs.listed.connect(self._count)
        runs.changed.connect(lambda _ids: self._count())
        return runs

    @cached_property
    def turns(self) -> "BackgroundTurns":
        """The turns of the open conversation that are answered in the background."""
        from desktop_agent.ui.background_runs.background_turns import BackgroundTurns

        return BackgroundTurns(self._window.session.desk, self.runs, self)

    @property
    def active(self) -> int:
        """How many runs are not over, as far as that is known."""
        return self.runs.active if self.has_begun else 0

    @property
    def works(self) -> bool:
        """Whether a run works in the background now."""
        return self.has_begun and any(run.state == "running" for run in self.runs.all)

    @cached_property
    def titles(self) -> "Titles":
        """The titles of the conversations that runs belong to."""
        from desktop_agent.ui.background_runs.titles import Titles

        return Titles(self._window.session.conversations, self._window.tasks, self)

    def start(self) -> None:
        """Loads what carries runs out, takes up those that were left, and follows them; once."""
        if self._starting is None:
            self._starting = self._window.tasks.start(self._ready(), _nothing, self.failed.emit)

    def _has_schedules(self) -> bool:
        return self.has_begun and self._window.session.schedules.waiting

    async def _ready(self) -> None:
        for module in NEEDED:
            await asyncio.to_thread(importlib.import_module, module)
        WindowThreadGarbage.leave_out_what_is_loaded()
        session, tasks = self._window.session, self._window.tasks
        await session.desk.open()
        self.begin()
        tasks.start(session.schedules.serve(), _nothing, self.failed.emit)
        tasks.start(session.schedules.missed(), self.missed.emit, self.failed.emit)

    def begin(self) -> None:
        """Follows the runs, here and in the chat; what carries them out is loaded by now."""
        if self.has_begun:
            return
        self.has_begun = True
        from desktop_agent.ui.chat.changes_view import ChatChanges
        from desktop_agent.ui.chat.task_lines import ChatTasks

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
        """A run of the chat has fallen asleep, or was given to the background."""
        self.begin()
        self._window.page.conversation.hand_over(run_id)

    def remember_in(self, state: "WindowState") -> None:
        """Says what is kept from one start to the next."""

        def put_back(told: str) -> None:
            self.tray_explained = told == "1"

        state.keep("tray", lambda: str(int(self.tray_explained)), put_back)

    def show_turn(self, conversation_id: str, turn_id: int = 0) -> None:
        """Opens a conversation, at a turn where one is named."""
        if conversation_id:
            self._window.middle.show_chat()
            self._window.page.open_turn(conversation_id, turn_id, "question")

    def show_run(self, run: KnownRun) -> None:
        """Opens the conversation of a run; while it has none, its row in the list."""
        if run.conversation_id:
            self.show_turn(run.conversation_id, run.turn_id)
        else:
            self._window.middle.open("runs", lambda page: page.show_run(run.run_id))

    def ask(self, question: Question) -> None:
        """Asks a question in the background, and says so."""
        self._window.tasks.start(self._enqueue(question), self._asked, self.failed.emit)

    async def _enqueue(self, question: Question) -> KnownRun:
        self.start()
        if self._starting is not None:
            await asyncio.shield(self._starting)
        return await self._window.session.desk.enqueue(question, "person")

    def hand_over(self) -> None:
        """Lets the running answer go on in the background, where there is one."""
        run_id = self._window.runs.run_id
        self._window.runs.give_to_background()
        if run_id:
            self._window.toast.show_message(
                _tr("It goes on in the background"),
                _tr("Runs"),
                lambda: self._window.middle.open("runs", lambda page: page.show_run(run_id)),
                undoes=False,
            )

    def _offer_missed(self, missed: "Sequence[Missed]") -> None:
        """Questions that were due while the program was closed are told of, and never asked unasked."""
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

    def _asked(self, run: KnownRun) -> None:
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
    """Who follows the runs is told by `Background.begun`."""
