"""The run that the status bar and the side panel follow: that of the chat, or of the turn that is shown."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from desktop_agent.core.events import BudgetSpent, Event, RunFinished, RunStarted
from desktop_agent.core.waiting_events import SleepEnded, SleepStarted, TaskStarted
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.model_lookup import ModelLookup
from desktop_agent.ui.run_controller import RunController
from desktop_agent.ui.status_bar import StatusBar
from desktop_agent.ui.turn import Turn
from desktop_agent.ui.work_panel import WorkPanel

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.ui.background_runs.background_turns import BackgroundTurns


class FollowingWindow(Protocol):
    """The parts of the window that follow a run."""

    session: "Session"
    page: ChatPage
    runs: RunController
    status: StatusBar
    side: WorkPanel
    models: ModelLookup


class ShownRun(QObject):
    """Follows the run of the newest turn that is shown, while none is answered in the chat.

    It can be paused and resumed in the status bar, wherever it runs.
    """

    def __init__(self, window: FollowingWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._turn: Turn | None = None
        self._followed = ""
        window.page.turn_shown.connect(self._shown)
        window.runs.running_changed.connect(lambda _running: self._shown(self._turn))
        window.status.paused.connect(self._pause)
        window.status.resumed.connect(self._resume)

    def follow_background(self, turns: "BackgroundTurns") -> None:
        """Hears of the runs in the background whose turns are shown."""
        turns.happened.connect(self._happened)

    def _shown(self, turn: Turn | None) -> None:
        self._turn = turn
        if self._window.runs.running:
            return
        run_id = _run_id(turn) if turn is not None and turn.running else ""
        if run_id and turn is not None:
            self._followed = run_id
            for event in _needed(turn.events):
                self._window.status.show_event(event)
        elif self._followed:
            self._followed = ""
            self._window.status.show_event(RunFinished(status="stopped"))

    def _happened(self, turn_id: int, event: Event) -> None:
        self._window.side.show_event(event)
        self._window.models.show_event(event)
        shown = self._turn is not None and self._turn.turn_id == turn_id
        if shown and not self._window.runs.running:
            self._followed = "" if isinstance(event, RunFinished) else event.run_id
            self._window.status.show_event(event)

    def _pause(self) -> None:
        if self._window.runs.running:
            self._window.runs.pause()
        elif self._followed:
            self._window.session.desk.pause(self._followed)

    def _resume(self) -> None:
        run_id = self._window.runs.run_id or self._followed
        if run_id:
            self._window.session.desk.resume(run_id)


def _run_id(turn: Turn) -> str:
    return turn.started.run_id if turn.started is not None else ""


def _needed(events: Iterable[Event]) -> Iterator[Event]:
    """Gives what the status bar has to know of a run that it has not followed."""
    spent: BudgetSpent | None = None
    for event in events:
        match event:
            case RunStarted() | SleepStarted() | SleepEnded() | TaskStarted():
                yield event
            case BudgetSpent():
                spent = event
    if spent is not None:
        yield spent
