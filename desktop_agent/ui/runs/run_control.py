"""Carrying out what a person wants of a run."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from desktop_agent.core.background import KnownRun
from desktop_agent.core.research import Question
from desktop_agent.ui.background_runs.desk import Desk
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.runs.run_actions import allowed
from desktop_agent.ui.runs.words import tr
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.toast import Toast


class RunControl(QObject):
    """What the desk can do is done here; the rest is for who listens.

    ``conversation_wanted`` brings the ids of a conversation and of a turn in it, ``opened`` a run to
    be shown, the others the id of one; ``failed`` an `AgentError`.
    """

    conversation_wanted = Signal(str, int)
    opened = Signal(object)
    replay_wanted = Signal(str)
    export_wanted = Signal(str)
    compare_wanted = Signal(str)
    failed = Signal(object)

    def __init__(
        self, desk: Desk, runs: KnownRuns, tasks: Tasks, toast: Toast, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._runs = runs
        self._tasks = tasks
        self._toast = toast

    def act(self, name: str, run: KnownRun) -> None:
        """Does what a `RunAction` says, where its run still allows it."""
        run = self._runs.get(run.run_id) or run
        if name not in {each.name for each in allowed(run)}:
            return
        deeds: dict[str, Callable[[], object]] = {
            "open": lambda: self.conversation_wanted.emit(run.conversation_id, run.turn_id),
            "pause": lambda: self._desk.pause(run.run_id),
            "resume": lambda: self._desk.resume(run.run_id),
            "stop": lambda: self._stop(run),
            "again": lambda: self._ask_again(run),
            "forget": lambda: self._runs.forget(run.run_id),
            "replay": lambda: self.replay_wanted.emit(run.run_id),
            "compare": lambda: self.compare_wanted.emit(run.run_id),
            "export": lambda: self.export_wanted.emit(run.run_id),
        }
        deeds[name]()

    def _stop(self, run: KnownRun) -> None:
        self._tasks.start(self._desk.stop(run.run_id), _nothing, self.failed.emit)

    def _ask_again(self, run: KnownRun) -> None:
        self._tasks.start(self._enqueue(run), self._asked_again, self.failed.emit)

    async def _enqueue(self, run: KnownRun) -> KnownRun:
        """Asks with all that was chosen then; of a run not in the list, with what is known of it."""
        place = run.conversation_id
        known = Question(run.question, run.strategy, model=run.model, conversation_id=place)
        question = await self._desk.question(run.run_id) or known
        return await self._desk.enqueue(question, "person")

    def _asked_again(self, run: KnownRun) -> None:
        self._toast.show_message(
            tr("Asked again in the background"),
            tr("Open"),
            partial(self.opened.emit, run),
            undoes=False,
        )


def _nothing(_result: object) -> None:
    """The run itself tells what has become of it."""
