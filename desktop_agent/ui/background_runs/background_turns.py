"""The turns of the open conversation that are answered in the background, as they come about."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.event_queue import EventQueue
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.ui.background_runs.desk import Desk, Live
from desktop_agent.ui.background_runs.known_runs import KnownRuns
from desktop_agent.ui.run_controller import FLUSH_BUDGET_S, FLUSH_MS
from desktop_agent.ui.turn import Turn


class BackgroundTurns(QObject):
    """Follows the runs of one conversation, the one that `turns_of` was last asked for.

    ``happened`` brings the id of a turn and an event, after the turn has taken it; ``appeared`` a
    `Turn` whose run has begun, or was given to the background, while its conversation was open.
    """

    happened = Signal(int, object)
    appeared = Signal(object)

    def __init__(self, desk: Desk, runs: KnownRuns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._runs = runs
        self._open = ""
        self._followed: dict[str, _Followed] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(FLUSH_MS)
        self._timer.timeout.connect(self._flush)
        runs.changed.connect(lambda _ids: self._look())
        runs.listed.connect(self._look)

    def turns_of(self, conversation_id: str) -> tuple[Turn, ...]:
        """Gives the turns that are being answered in a conversation, and follows only these.

        They hold what has happened so far; what happens from now on is told. Empty leaves all.
        """
        if conversation_id != self._open:
            self._leave()
            self._open = conversation_id
        for run in self._runs.all:
            self._begin(run)
        return tuple(each.turn for each in self._followed.values())

    def adopt(self, run_id: str, turn: Turn, conversation_id: str) -> None:
        """Goes on with a turn of the chat whose run was given to the background just now."""
        live = self._desk.live(run_id)
        if live is not None and conversation_id == self._open:
            self._followed[run_id] = _Followed(turn, live, self._wake, told=True)

    def _look(self) -> None:
        for run in self._runs.all:
            followed = self._begin(run)
            if followed is not None:
                self.appeared.emit(followed.turn)

    def _begin(self, run: KnownRun) -> "_Followed | None":
        """Begins to follow a run where it belongs to the open conversation; None where not."""
        here = self._open and run.conversation_id == self._open and run.turn_id
        if not here or run.state in ENDED or run.run_id in self._followed:
            return None
        live = self._desk.live(run.run_id)
        if live is None or not live.background:
            return None
        turn = Turn(live.question.text, run.turn_id, live.question.attachments)
        followed = _Followed(turn, live, self._wake)
        if turn.running:
            self._followed[run.run_id] = followed
            return followed
        followed.leave()  # only its state has not been told yet
        return None

    def _wake(self) -> None:
        if not self._timer.isActive():
            self._timer.start()
            self._flush()  # the first after a pause is shown at once

    def _flush(self) -> None:
        began = time.thread_time()
        idle = True
        for run_id, followed in list(self._followed.items()):
            while followed.waiting:
                idle = False
                self._tell(run_id, followed, followed.waiting.take())
                if time.thread_time() - began > FLUSH_BUDGET_S:
                    return
        if idle:
            self._timer.stop()

    def _tell(self, run_id: str, followed: "_Followed", event: Event) -> None:
        followed.turn.apply(event)
        if isinstance(event, RunFinished):
            self._followed.pop(run_id, None)
        self.happened.emit(followed.turn.turn_id, event)

    def _leave(self) -> None:
        for followed in self._followed.values():
            followed.leave()
        self._followed.clear()


class _Followed:
    """A run whose turn is shown: the turn as it was told, and what is yet to be told."""

    def __init__(
        self, turn: Turn, live: Live, wake: Callable[[], object], *, told: bool = False
    ) -> None:
        """``told`` says that the turn has taken all that has happened so far."""
        self.turn = turn
        self.waiting = EventQueue()
        self._live = live
        self._wake = wake
        so_far = live.listen(self._take)
        for event in () if told else so_far:
            turn.apply(event)

    def leave(self) -> None:
        """Hears no more of it; the run goes on."""
        self._live.leave(self._take)

    def _take(self, event: Event | None) -> None:
        if event is not None:
            self.waiting.add(event)
            self._wake()
