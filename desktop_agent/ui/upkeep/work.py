"""Something that takes a while: how far it is, that it can be broken off, and how it ended."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Literal, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.updates import Progress
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.while_alive import while_alive

T = TypeVar("T")
WorkState = Literal["idle", "running", "stopping", "stopped", "failed", "done"]
_SHOWN_EVERY_MS = 100


class Work(QObject):
    """Does one thing at a time; ``changed`` tells of its state and, ten times a second, its progress.

    ``done`` and ``total`` are what the work counts, mostly bytes; a total of 0 is not known yet.
    ``error`` says why it failed.
    """

    changed = Signal()

    def __init__(self, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._task: asyncio.Task[Any] | None = None
        self._told = (0, 0)
        self.state: WorkState = "idle"
        self.done = self.total = 0
        self.error: AgentError | None = None
        self._clock = QTimer(self, interval=_SHOWN_EVERY_MS)
        self._clock.timeout.connect(self._show_progress)

    @property
    def active(self) -> bool:
        """Whether it is under way, or on its way out."""
        return self.state in ("running", "stopping")

    def start(
        self,
        make: Callable[[Progress], Coroutine[Any, Any, T]],
        then: Callable[[T], object] = lambda _result: None,
    ) -> bool:
        """Begins, unless something is under way; ``make`` may tell its progress from any thread.

        ``then`` gets the result before ``changed`` tells of the end. Gives whether it has begun.
        """
        if self.active:
            return False
        self.state, self.error = "running", None
        self._told = (0, 0)
        self.done = self.total = 0
        self._task = self._tasks.start(
            make(self._tell),
            while_alive(self, partial(self._succeed, then)),
            while_alive(self, self._fail),
        )
        self._task.add_done_callback(while_alive(self, self._leave))
        self._clock.start()
        self.changed.emit()
        return True

    def stop(self) -> None:
        """Breaks it off; it is over when what it had begun is cleared away."""
        if self.state == "running" and self._task is not None:
            self.state = "stopping"
            self._task.cancel()
            self.changed.emit()

    def forget(self) -> None:
        """Forgets how it ended."""
        if not self.active and self.state != "idle":
            self.state, self.error = "idle", None
            self.changed.emit()

    def _tell(self, done: int, total: int) -> None:
        self._told = (done, total)  # shown by the clock: this may be another thread

    def _show_progress(self) -> None:
        if self._told != (self.done, self.total):
            self.done, self.total = self._told
            self.changed.emit()

    def _succeed(self, then: Callable[[T], object], result: T) -> None:
        self._end("done")
        then(result)
        self.changed.emit()

    def _fail(self, error: AgentError) -> None:
        self._end("failed")
        self.error = error
        self.changed.emit()

    def _leave(self, task: asyncio.Task[Any]) -> None:
        """Follows the ends that are told to nobody: breaking off, and a fault of the program."""
        if self.active and task is self._task:
            self._end("stopped" if task.cancelled() else "idle")
            self.changed.emit()

    def _end(self, state: WorkState) -> None:
        self._clock.stop()
        self._task = None
        self.state = state
