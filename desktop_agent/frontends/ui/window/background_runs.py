"""Background runs in the window."""

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.frontends.ui.window.event_loop import WindowThreadGarbage
from desktop_agent.frontends.ui.window.layout import WindowLayout

if TYPE_CHECKING:
    from desktop_agent.core.runs import Schedule
    from desktop_agent.frontends.ui.conversation.known_runs import KnownRuns

NEEDED = (
    "desktop_agent.runs.manager",
    "desktop_agent.runs.schedules",
    "desktop_agent.frontends.ui.conversation.known_runs",
)
"""Modules that execute and show runs; loading them takes half a second and 25 MiB."""


_MISSED_MS = 30_000
_tr = partial(QCoreApplication.translate, "Background")


class BackgroundRuns(QObject):
    """Tracks background runs; the code for this is loaded only once a run exists.

    ``changed`` is emitted when runs have changed, and ``turned`` with a run that is new or whose
    state has changed.
    """

    changed = Signal()
    turned = Signal(object)

    def __init__(self, window: WindowLayout) -> None:
        super().__init__(window)
        self._window = window
        self._starting: asyncio.Task[None] | None = None
        self.has_begun = False
        """True once runs are tracked."""
        self.tray_explained = False
        """True once the user has been told that the program keeps running in the tray."""
        window.runs.running_changed.connect(lambda _running: self.start())
        window.runs.left.connect(self.begin)
        window.composer.background.connect(self.ask)

    @cached_property
    def runs(self) -> "KnownRuns":
        """All background runs, loaded on first access."""
        from desktop_agent.frontends.ui.conversation.known_runs import KnownRuns

        runs = KnownRuns(self._window.session.runs, self._window.tasks, self)
        runs.changed.connect(self._look)
        runs.turned.connect(self.turned)
        return runs

    @property
    def active(self) -> int:
        """The number of unfinished runs, or 0 if tracking has not begun."""
        return self.runs.active if self.has_begun else 0

    @property
    def works(self) -> bool:
        """Whether any background run is working."""
        return self.has_begun and any(run.state == "running" for run in self.runs.all)

    def start(self) -> None:
        """Load the run modules, resume unfinished runs and start the schedules. Idempotent."""
        if self._starting is None:
            self._starting = self._window.tasks.start(self._ready())

    def has_schedules(self) -> bool:
        """Return whether any scheduled questions remain."""
        return self.has_begun and self._window.session.schedules.waiting

    async def _ready(self) -> None:
        for module in NEEDED:
            await asyncio.to_thread(importlib.import_module, module)
        WindowThreadGarbage.leave_out_what_is_loaded()
        session, tasks = self._window.session, self._window.tasks
        await session.runs.open()
        self.begin()
        tasks.start(session.schedules.serve())
        tasks.start(session.schedules.missed(), self.offer_missed)

    def begin(self) -> None:
        """Start tracking runs. The run modules must be loaded."""
        if not self.has_begun:
            self.has_begun = True
            self._look()

    def restore_tray(self, explained: str) -> None:
        self.tray_explained = explained == "1"

    def show_turn(self, conversation_id: str, turn_id: int = 0) -> None:
        """Open a conversation and, unless ``turn_id`` is 0, scroll to that turn."""
        if conversation_id:
            self._window.middle.show_chat()
            self._window.page.open(conversation_id, turn_id)

    def show_run(self, run: RunRecord | None) -> None:
        """Open a run's conversation or, if it has none, show the run in the task list."""
        if run is not None and run.conversation_id:
            self.show_turn(run.conversation_id, run.turn_id)
        elif run is not None:
            self._window.middle.open("tasks", lambda page: page.show_run(run.run_id))

    def ask(self, question: Question) -> None:
        """Ask a question in the background, and notify the user."""
        question = replace(question, offline=self._window.page.offline)
        self._window.tasks.start(self._enqueue(question), self._asked)

    async def _enqueue(self, question: Question) -> RunRecord:
        self.start()
        if self._starting is not None:
            await asyncio.shield(self._starting)
        return await self._window.session.runs.enqueue(question, "person")

    def schedule(self, text: str, time: str) -> None:
        """Schedule ``text`` for a time such as ``tomorrow 9:00``, and clear the composer."""
        composer, schedules = self._window.composer, self._window.session.schedules
        when = schedules.read_when(time)
        added = schedules.add(text, when, strategy=composer.chosen_mode)
        composer.edit.clear()
        self._window.tasks.start(added, self._scheduled)

    def _scheduled(self, schedule: "Schedule") -> None:
        from desktop_agent.frontends.ui.pages.tasks.schedules import next_time

        async def remove() -> None:
            await self._window.session.schedules.remove(schedule.id)
            self._window.composer.put(schedule.question)

        def undo() -> None:
            self._window.tasks.start(remove())

        self.start()
        said = _tr("Scheduled: {0}").format(next_time(schedule))
        self._window.toast.show_message(said, _tr("Undo"), undo)

    def hand_over(self) -> None:
        """Move the answer being written, if any, to the background."""
        run_id = self._window.runs.run_id
        self._window.runs.give_to_background()
        if run_id:
            self._window.say(
                _tr("Moved to the background"),
                _tr("Tasks"),
                lambda: self._window.middle.open("tasks", lambda page: page.show_run(run_id)),
            )

    def offer_missed(self, missed: "Sequence[Schedule]") -> None:
        """Notify the user once about missed schedules, with a button to ask their questions now."""
        if not missed:
            return
        tasks, schedules = self._window.tasks, self._window.session.schedules

        async def for_each(act: Callable[[str], Awaitable[object]]) -> None:
            for each in missed:
                await act(each.id)

        def ask() -> None:
            tasks.start(for_each(schedules.run_now))

        one, many = (
            _tr("1 scheduled question was missed"),
            _tr("{0} scheduled questions were missed"),
        )
        said = one if len(missed) == 1 else many.format(len(missed))
        self._window.toast.show_message(said, _tr("Ask now"), ask, _MISSED_MS, undoes=False)
        tasks.start(for_each(schedules.skip))

    def _asked(self, run: RunRecord) -> None:
        self._window.sidebar.refresh()
        self._window.say(_tr("Asked in the background"), _tr("Open"), partial(self.show_run, run))

    def _look(self) -> None:
        """Show the number of runs, and follow those that have begun to answer a turn."""
        self._window.sidebar.head.show_active(self.runs.active)
        for run in self.runs.all:
            if run.turn_id and run.state not in ENDED:
                live = self._window.session.runs.live(run.run_id)
                if live is not None and live.background:
                    self._window.runs.follow(run, live)
        self.changed.emit()
