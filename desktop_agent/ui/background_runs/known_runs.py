"""All runs as the window knows them: read once, then followed at a pace that can be seen."""

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.errors import AgentError
from desktop_agent.ui.background_runs.desk import Desk
from desktop_agent.ui.tasks import Tasks

PACE_MS = 250
"""At most four times a second is anybody told."""
_MOST = 1_000


class KnownRuns(QObject):
    """``listed`` tells that runs have come or gone, ``changed`` brings the ids of those that are other now.

    ``turned`` brings a run and the state that it has left, empty where it is new: told for what
    happens, not for what is read at the beginning. ``failed`` brings an `AgentError`.
    """

    listed = Signal()
    changed = Signal(object)
    turned = Signal(object, str)
    failed = Signal(object)

    def __init__(self, desk: Desk, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = tasks
        self._runs: dict[str, KnownRun] = {}
        self._heard: dict[str, float] = {}
        self._waiting: dict[str, KnownRun] = {}
        self._reading: asyncio.Task[tuple[KnownRun, ...]] | None = None
        self._fresh: set[str] = set()
        self._forgotten: set[str] = set()
        self.loaded = False
        """Whether the list was read at all."""
        self._pace = QTimer(self)
        self._pace.setInterval(PACE_MS)
        self._pace.timeout.connect(self._flush)
        self._unwatch: Callable[[], None] | None = desk.watch(self._happened)
        self.refresh()

    @property
    def all(self) -> tuple[KnownRun, ...]:
        """Every run, in no order that means anything."""
        return tuple(self._runs.values())

    @property
    def active(self) -> int:
        """How many are not over."""
        return sum(each.state not in ENDED for each in self._runs.values())

    def get(self, run_id: str) -> KnownRun | None:
        """Gives a run; None for one that is not known."""
        return self._runs.get(run_id)

    def of_turn(self, turn_id: int) -> KnownRun | None:
        """Gives the run that answers in a turn; None where none is known, and for no turn."""
        if turn_id <= 0:
            return None
        return next((each for each in self._runs.values() if each.turn_id == turn_id), None)

    def spent(self, run_id: str) -> float:
        """Gives the seconds of its budget that a run has spent by now."""
        run = self._runs.get(run_id)
        if run is None:
            return 0.0
        since = time.monotonic() - self._heard[run_id] if run.state == "running" else 0.0
        return run.elapsed_s + since

    def refresh(self) -> None:
        """Reads the list anew."""
        if self._reading is None:
            self._fresh.clear()
            self._reading = self._tasks.start(self._desk.list(_MOST), self._read, self._could_not)

    def forget(self, run_id: str) -> None:
        """Takes a run that is over out of the list."""
        self._forgotten.add(run_id)
        if self._runs.pop(run_id, None) is not None:
            self.listed.emit()
        self._tasks.start(self._desk.forget(run_id), lambda _none: None, self._not_forgotten)

    def stop(self) -> None:
        """Listens no longer."""
        self._pace.stop()
        if self._unwatch is not None:
            self._unwatch()
            self._unwatch = None

    def _happened(self, run: KnownRun) -> None:
        self._waiting[run.run_id] = run
        self._fresh.add(run.run_id)
        if not self._pace.isActive():
            self._pace.start()
            self._flush()  # the first after a pause is shown at once

    def _flush(self) -> None:
        if not self._waiting:
            self._pace.stop()
            return
        waiting, self._waiting = self._waiting, {}
        turned = []
        fresh = False
        for run_id, run in waiting.items():
            if run_id in self._forgotten:
                continue
            before = self._runs.get(run_id)
            fresh = fresh or before is None
            self._take(run)
            if before is None or before.state != run.state:
                turned.append((run, before.state if before is not None else ""))
        if fresh:
            self.listed.emit()
        self.changed.emit(frozenset(waiting))
        for run, left in turned:
            self.turned.emit(run, left)

    def _take(self, run: KnownRun) -> None:
        self._runs[run.run_id] = run
        self._heard[run.run_id] = time.monotonic()

    def _read(self, runs: tuple[KnownRun, ...]) -> None:
        self._reading = None
        self.loaded = True
        # of what has happened since, the list may tell an earlier state, or the end too early
        self._runs = {each: run for each, run in self._runs.items() if each in self._fresh}
        for run in runs:
            if run.run_id not in self._forgotten | self._fresh:
                self._take(run)
        self.listed.emit()

    def _could_not(self, error: AgentError) -> None:
        self._reading = None
        self.failed.emit(error)

    def _not_forgotten(self, error: AgentError) -> None:
        self._forgotten.clear()
        self.failed.emit(error)
        self.refresh()
