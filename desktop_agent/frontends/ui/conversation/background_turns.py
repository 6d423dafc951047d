"""Track the background runs, and the turns of the open conversation that they are answering."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, EventQueue, RunFinished
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.frontends.ui.conversation.run_controller import FLUSH_BUDGET_S, FLUSH_MS
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.widgets.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app.session import ConversationStore
    from desktop_agent.runs.manager import RunManager
    from desktop_agent.runs.run import Run

PACE_MS = 250
"""Minimum interval between notifications in milliseconds (at most four per second)."""
_MOST = 1_000


class KnownRuns(QObject):
    """Keeps track of the background runs and reports changes to them.

    ``listed`` is emitted when runs are added or removed, and ``changed`` with the ids of the runs
    that changed. When the state of a run changes, ``turned`` is emitted with the run and its
    previous state, which is "" for a new run; the initial list does not count. ``failed`` is
    emitted with an `AgentError`.
    """

    listed = Signal()
    changed = Signal(object)
    turned = Signal(object, str)
    failed = Signal(object)

    def __init__(self, manager: "RunManager", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._manager = manager
        self._tasks = tasks
        self._runs: dict[str, RunRecord] = {}
        self._heard: dict[str, float] = {}
        """The monotonic time of each run's last record."""
        self._waiting: dict[str, RunRecord] = {}
        self._reading: asyncio.Task[tuple[RunRecord, ...]] | None = None
        self._fresh: set[str] = set()
        self.loaded = False
        """True once the list has been read."""
        self._pace = QTimer(self, interval=PACE_MS)
        self._pace.timeout.connect(self._flush)
        manager.watch(self._happened)
        self.refresh()

    @property
    def all(self) -> tuple[RunRecord, ...]:
        return tuple(self._runs.values())

    @property
    def active(self) -> int:
        return sum(each.state not in ENDED for each in self._runs.values())

    def get(self, run_id: str) -> RunRecord | None:
        return self._runs.get(run_id)

    def spent(self, run_id: str) -> float:
        """Return the seconds that a run has used of its time budget, or 0 for an unknown run."""
        run = self._runs.get(run_id)
        if run is None:
            return 0.0
        since = time.monotonic() - self._heard[run_id] if run.state == "running" else 0.0
        return run.elapsed_s + since

    def refresh(self) -> None:
        if self._reading is None:
            self._fresh.clear()
            work = self._manager.list(_MOST)
            self._reading = self._tasks.start(work, self._read, self._could_not)

    def forget(self, run_id: str) -> None:
        work = self._manager.forget(run_id)
        self._tasks.start(work, lambda _none: self._forgotten(run_id), self.failed.emit)

    def _forgotten(self, run_id: str) -> None:
        if self._runs.pop(run_id, None) is not None:
            self.listed.emit()

    def _happened(self, run: RunRecord) -> None:
        self._waiting[run.run_id] = run
        self._fresh.add(run.run_id)
        if not self._pace.isActive():
            self._pace.start()
            self._flush()  # the first one after a pause is shown immediately

    def _flush(self) -> None:
        if not self._waiting:
            self._pace.stop()
            return
        waiting, self._waiting = self._waiting, {}
        turned = []
        for run_id, run in waiting.items():
            before = self._runs.get(run_id)
            state = before.state if before is not None else ""
            self._take(run)
            if run.state != state:
                turned.append((run, state))
        if any(not state for _run, state in turned):
            self.listed.emit()
        self.changed.emit(frozenset(waiting))
        for run, left in turned:
            self.turned.emit(run, left)

    def _take(self, run: RunRecord) -> None:
        self._runs[run.run_id] = run
        self._heard[run.run_id] = time.monotonic()

    def _read(self, runs: tuple[RunRecord, ...]) -> None:
        self._reading = None
        self.loaded = True
        # the list may contain an older state of runs that have changed meanwhile
        self._runs = {each: run for each, run in self._runs.items() if each in self._fresh}
        for run in runs:
            if run.run_id not in self._fresh:
                self._take(run)
        self.listed.emit()

    def _could_not(self, error: AgentError) -> None:
        self._reading = None
        self.failed.emit(error)


# --- Titles of the conversations that runs belong to


class Titles(QObject):
    """A cache of conversation titles, each loaded from the store on first use.

    ``found`` is emitted when a title has been loaded.
    """

    found = Signal()

    def __init__(self, store: "ConversationStore", tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._tasks = tasks
        self._titles: dict[str, str] = {}

    def of(self, conversation_id: str) -> str:
        """Return a conversation's title, or "" if it is unknown or still loading."""
        if conversation_id and conversation_id not in self._titles:
            self._titles[conversation_id] = ""  # a deleted conversation has no title
            self._tasks.start(self._store.get(conversation_id), self._came)
        return self._titles.get(conversation_id, "")

    def take(self, conversations: Sequence[Conversation]) -> None:
        for each in conversations:
            self._titles[each.id] = each.title

    def _came(self, conversation: Conversation) -> None:
        self._titles[conversation.id] = conversation.title
        self.found.emit()


class BackgroundTurns(QObject):
    """Follows the background runs of the conversation that was last passed to `turns_of`.

    ``happened`` is emitted with the id of a turn and an event that the turn has already applied.
    ``appeared`` is emitted with a `Turn` if its run starts, or moves to the background, while its
    conversation is open.
    """

    happened = Signal(int, object)
    appeared = Signal(object)

    def __init__(
        self, manager: "RunManager", runs: KnownRuns, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._manager = manager
        self._runs = runs
        self._open = ""
        self._followed: dict[str, _Followed] = {}
        self._timer = QTimer(self, interval=FLUSH_MS)
        self._timer.timeout.connect(self._flush)
        runs.changed.connect(lambda _ids: self._look())
        runs.listed.connect(self._look)

    def turns_of(self, conversation_id: str) -> tuple[Turn, ...]:
        """Follow the background runs of a conversation; return the turns that they are answering.

        The turns have applied all events so far, and ``happened`` is emitted for later ones. If the
        id is empty, no runs are followed.
        """
        if conversation_id != self._open:
            for followed in self._followed.values():
                followed.leave()
            self._followed.clear()
            self._open = conversation_id
        for run in self._runs.all:
            self._begin(run)
        return tuple(each.turn for each in self._followed.values())

    def adopt(self, run_id: str, turn: Turn, conversation_id: str) -> None:
        """Follow a turn in the open conversation whose run has just moved to the background."""
        live = self._manager.live(run_id)
        if live is not None and conversation_id == self._open:
            self._followed[run_id] = _Followed(turn, live, self._wake, told=True)

    def _look(self) -> None:
        for run in self._runs.all:
            followed = self._begin(run)
            if followed is not None:
                self.appeared.emit(followed.turn)

    def _begin(self, run: RunRecord) -> "_Followed | None":
        """Follow a run if it is a new background run of the open conversation, else return None."""
        here = self._open and run.conversation_id == self._open and run.turn_id
        if not here or run.state in ENDED or run.run_id in self._followed:
            return None
        live = self._manager.live(run.run_id)
        if live is None or not live.background:
            return None
        turn = Turn(live.question.text, run.turn_id, live.question.attachments)
        followed = _Followed(turn, live, self._wake)
        if turn.running:
            self._followed[run.run_id] = followed
            return followed
        followed.leave()  # the run has ended, although its record does not say so yet
        return None

    def _wake(self) -> None:
        if not self._timer.isActive():
            self._timer.start()
            self._flush()  # the first one after a pause is shown immediately

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


class _Followed:
    """A run that is being followed, its turn, and the events that the turn has yet to apply.

    ``told`` is True if the turn has already applied all events so far.
    """

    def __init__(
        self, turn: Turn, live: "Run", wake: Callable[[], object], *, told: bool = False
    ) -> None:
        self.turn = turn
        self.waiting = EventQueue()
        self._live = live
        self._wake = wake
        so_far = live.listen(self._take)
        for event in () if told else so_far:
            turn.apply(event)

    def leave(self) -> None:
        """Stop listening; the run continues."""
        self._live.leave(self._take)

    def _take(self, event: Event | None) -> None:
        if event is not None:
            self.waiting.add(event)
            self._wake()
