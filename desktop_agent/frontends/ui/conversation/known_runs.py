"""Track the records of the background runs."""

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.frontends.ui.widgets.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.runs.manager import RunManager

PACE_MS = 250
"""Minimum interval between notifications in milliseconds (at most four per second)."""
_MOST = 1_000


class KnownRuns(QObject):
    """Keeps track of the background runs and reports changes to them.

    ``changed`` is emitted when runs have been added, removed or changed. ``turned`` is emitted with
    a run that is new or whose state has changed; the initial list does not count. ``failed`` is
    emitted with an `AgentError`.
    """

    changed = Signal()
    turned = Signal(object)
    failed = Signal(object)

    def __init__(self, manager: "RunManager", tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._manager = manager
        self._tasks = tasks
        self._runs: dict[str, RunRecord] = {}
        self._heard: dict[str, float] = {}
        """The monotonic time of each run's last record."""
        self._waiting: dict[str, RunRecord] = {}
        self.loaded = False
        """True once the list has been read."""
        self._pace = QTimer(self, interval=PACE_MS)
        self._pace.timeout.connect(self._flush)
        manager.watch(self._happened)
        tasks.start(manager.list(_MOST), self._read, self.failed.emit)

    @property
    def all(self) -> tuple[RunRecord, ...]:
        return tuple(self._runs.values())

    @property
    def active(self) -> int:
        return sum(each.state not in ENDED for each in self._runs.values())

    def get(self, run_id: str) -> RunRecord | None:
        return self._runs.get(run_id)

    def spent(self, run_id: str) -> float:
        """Return how many seconds of its time budget a run has used, or 0 for an unknown run."""
        run = self._runs.get(run_id)
        if run is None:
            return 0.0
        since = time.monotonic() - self._heard[run_id] if run.state == "running" else 0.0
        return run.elapsed_s + since

    def forget(self, run_id: str) -> None:
        work = self._manager.forget(run_id)
        self._tasks.start(work, lambda _none: self._forgotten(run_id), self.failed.emit)

    def _forgotten(self, run_id: str) -> None:
        self._runs.pop(run_id, None)
        self.changed.emit()

    def _happened(self, run: RunRecord) -> None:
        self._waiting[run.run_id] = run
        if not self._pace.isActive():
            self._pace.start()
            self._flush()  # the first one after a pause is shown immediately

    def _flush(self) -> None:
        if not self._waiting:
            self._pace.stop()
            return
        waiting, self._waiting = self._waiting, {}
        before = self._runs.copy()
        for run in waiting.values():
            self._take(run)
        self.changed.emit()
        for run_id, run in waiting.items():
            if run_id not in before or before[run_id].state != run.state:
                self.turned.emit(run)

    def _take(self, run: RunRecord) -> None:
        self._runs[run.run_id] = run
        self._heard[run.run_id] = time.monotonic()

    def _read(self, runs: tuple[RunRecord, ...]) -> None:
        self.loaded = True
        changed = self._runs.keys() | self._waiting.keys()  # since the list was read
        for run in runs:
            if run.run_id not in changed:
                self._take(run)
        self.changed.emit()
