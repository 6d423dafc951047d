"""A long operation: its progress, cancellation and result."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, Literal, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.maintenance import Progress
from desktop_agent.frontends.ui.widgets.tasks import Tasks, while_alive
from desktop_agent.frontends.ui.widgets.translation import localized_error

T = TypeVar("T")
OperationState = Literal["idle", "running", "stopping", "stopped", "failed", "done"]
_SHOWN_EVERY_MS = 100


class Operation(QObject, Generic[T]):
    """Runs one task at a time.

    ``changed`` is emitted whenever the state changes, and at most ten times a second as the task
    progresses. ``done`` and ``total`` are in the units of the task, usually bytes; a total of 0
    means that it is unknown. ``error`` is set if the task failed, and ``result`` if it succeeded.
    """

    changed = Signal()

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._task: asyncio.Task[T] | None = None
        self._told = (0, 0)
        self.state: OperationState = "idle"
        self.done = self.total = 0
        self.error: AgentError | None = None
        self.result: T | None = None
        self._clock = QTimer(self, interval=_SHOWN_EVERY_MS)
        self._clock.timeout.connect(self._show_progress)

    @property
    def active(self) -> bool:
        return self.state in ("running", "stopping")

    def start(self, make: Callable[[Progress], Coroutine[Any, Any, T]]) -> None:
        """Start a task unless one is active. The task may report progress from any thread."""
        if self.active:
            return
        self.state, self.error, self.result = "running", None, None
        self._told = (0, 0)
        self.done = self.total = 0
        self._task = self._tasks.start(make(self._tell), self._succeed, self._fail)
        self._task.add_done_callback(while_alive(self, self._leave))
        self._clock.start()
        self.changed.emit()

    def stop(self) -> None:
        """Cancel the task. The operation ends once the task has cleaned up."""
        if self.state == "running" and self._task is not None:
            self.state = "stopping"
            self._task.cancel()
            self.changed.emit()

    def forget(self) -> None:
        """Reset the operation to idle if it has finished."""
        if not self.active and self.state != "idle":
            self.error, self.result = None, None
            self._end("idle")

    def _tell(self, done: int, total: int) -> None:
        self._told = (done, total)  # the timer shows it, because this may be another thread

    def _show_progress(self) -> None:
        if self._told != (self.done, self.total):
            self.done, self.total = self._told
            self.changed.emit()

    def _succeed(self, result: T) -> None:
        self.result = result
        self._end("done")

    def _fail(self, error: AgentError) -> None:
        self.error = error
        self._end("failed")

    def _leave(self, task: asyncio.Task[T]) -> None:
        """End the operation if its task was cancelled or failed unexpectedly."""
        if self.active and task is self._task:
            self._end("stopped" if task.cancelled() else "idle")

    def _end(self, state: OperationState) -> None:
        self._clock.stop()
        self._task = None
        self.state = state
        self.changed.emit()


def fault(*operations: Operation[Any]) -> str:
    """Return the error message of the first failed operation, or "" if none has failed."""
    return next((localized_error(each.error) for each in operations if each.error is not None), "")
