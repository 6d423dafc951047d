"""Run asynchronous tasks with callbacks, and spread work over event loop iterations."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from time import perf_counter
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError

# --- Callbacks of widgets that may be deleted

T = TypeVar("T")


def while_alive(owner: QObject, call: Callable[[T], object]) -> Callable[[T], None]:
    """Return a function that calls ``call``, but does nothing once Qt has deleted ``owner``."""

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
    """Runs a sequence of steps, for a few milliseconds in each event loop iteration.

    The first steps run in the next iteration. ``done`` is emitted after the last step. Deleting the
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
    """Runs coroutines as tasks, and passes their results or errors to callbacks.

    ``report`` shows an error to the user.
    """

    def __init__(self, report: Callable[[AgentError], object] = ignore) -> None:
        self.report = report
        self._running: set[asyncio.Task[Any]] = set()

    def start(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] = lambda _result: None,
        failed: Callable[[AgentError], object] = lambda _error: None,
    ) -> asyncio.Task[T]:
        """Start ``work``, and call ``done`` with its result or ``failed`` with an `AgentError`.

        Neither is called if the task is cancelled, or if the callback is a method of a Qt object
        that has been deleted. Other errors are passed to the loop's exception handler.
        """
        # no wrapper coroutine: if cancelled early, it would never await the work
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(partial(self._ended, done, failed))
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
