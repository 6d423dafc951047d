"""Run asynchronous tasks with callbacks, and spread work over event loop iterations."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from time import perf_counter
from typing import Any, Generic, Literal, TypeVar

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.widgets.translation import localized_error

# --- Callbacks of widgets that may be deleted

T = TypeVar("T")


def while_alive(owner: QObject, call: Callable[[T], object]) -> Callable[[T], None]:
    """Wrap ``call`` so that it does nothing once Qt has deleted ``owner``."""

    def guarded(value: T) -> None:
        if shiboken6.isValid(owner):
            call(value)

    return guarded


def ignore(_value: object) -> None:
    """Ignore a task's result or error."""


# --- Gradual work between other events

_TURN_S = 0.002
"""Seconds of work per tick, not including the time for layout and painting afterwards."""


class Gradual(QObject):
    """Runs a sequence of steps for a few milliseconds per event loop iteration.

    The first steps run in the next iteration. ``done`` is emitted after the last one. Deleting the
    parent stops the work.
    """

    done = Signal()

    def __init__(self, steps: Iterable[Callable[[], object]], parent: QObject) -> None:
        super().__init__(parent)
        self._steps = iter(steps)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._turn)
        self._timer.start(0)

    def _turn(self) -> None:
        end = perf_counter() + _TURN_S
        for step in self._steps:
            step()
            if perf_counter() >= end:
                return
        self._timer.stop()
        self.done.emit()


class Tasks:
    """Runs coroutines as tasks with callbacks; ``report`` shows an error to the user."""

    def __init__(self, report: Callable[[AgentError], object] = ignore) -> None:
        self.report = report
        self._running: set[asyncio.Task[Any]] = set()

    def start(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] = lambda _result: None,
        failed: Callable[[AgentError], object] | None = None,
    ) -> asyncio.Task[T]:
        """Start ``work``, and call ``done`` with its result or ``failed`` with an `AgentError`.

        If ``failed`` is None, the error is reported to the user. Neither is called if the task is
        cancelled, or if the callback is a method of a Qt object that has been deleted. Other errors
        are passed to the loop's exception handler.
        """
        # no wrapper coroutine: if cancelled early, it would never await the work
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(partial(self._ended, done, failed or self.report))
        return task

    async def aclose(self) -> None:
        """Cancel all running tasks and wait for them to end."""
        running = list(self._running)
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    def _ended(
        self,
        done: Callable[[T], object],
        failed: Callable[[AgentError], object],
        task: asyncio.Task[T],
    ) -> None:
        self._running.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            _tell(done, task.result())
        elif isinstance(error, AgentError):
            _tell(failed, error)
        else:
            context = {"message": "a task of the window failed", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)


def _tell(callback: Callable[[T], object], what: T) -> None:
    method = callback.func if isinstance(callback, partial) else callback
    owner = getattr(method, "__self__", None)
    if not isinstance(owner, QObject) or shiboken6.isValid(owner):
        callback(what)


Progress = Callable[[int, int], None]
"""Reports what is done and the total, in the units of the task."""
OperationState = Literal["idle", "running", "stopping", "stopped", "failed", "done"]
_SHOWN_EVERY_MS = 100


class Operation(QObject, Generic[T]):
    """Runs one task at a time.

    ``changed`` is emitted whenever the state changes, and at most ten times a second as the task
    progresses. ``done`` and ``total`` are in the task's units, usually bytes; a total of 0 means
    that it is unknown. ``error`` is set if the task failed, and ``result`` if it succeeded.
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
        self._task = self._tasks.start(make(self._tell))
        self._task.add_done_callback(while_alive(self, self._ended))
        self._clock.start()
        self.changed.emit()

    def stop(self) -> None:
        """Cancel the task. The operation ends once the task has cleaned up."""
        if self.state == "running" and self._task is not None:
            self.state = "stopping"
            self._task.cancel()
            self.changed.emit()

    def forget(self) -> None:
        """Reset a finished operation to idle."""
        if not self.active and self.state != "idle":
            self.state, self.error, self.result = "idle", None, None
            self.changed.emit()

    def _tell(self, done: int, total: int) -> None:
        self._told = (done, total)  # the timer shows it, because this may be another thread

    def _show_progress(self) -> None:
        if self._told != (self.done, self.total):
            self.done, self.total = self._told
            self.changed.emit()

    def _ended(self, task: asyncio.Task[T]) -> None:
        self._clock.stop()
        if task.cancelled():
            self.state = "stopped"
        elif (error := task.exception()) is None:
            self.state, self.result = "done", task.result()
        elif isinstance(error, AgentError):
            self.state, self.error = "failed", error
        else:
            self.state = "idle"  # `Tasks` reports an unexpected error
        self.changed.emit()


def fault(*operations: Operation[Any]) -> str:
    """Return the error message of the first failed operation, or "" if none has failed."""
    return next((localized_error(each.error) for each in operations if each.error is not None), "")
