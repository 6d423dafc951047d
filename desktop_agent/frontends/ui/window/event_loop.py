"""The window's event loop: asyncio on Qt, with a single timer for all callbacks.

qasync starts a Qt timer for each callback and keeps it even if the callback is cancelled. With a 60
s timeout per token, thousands pile up and then fire together. This loop uses asyncio's own queues,
and returns control to Qt every few milliseconds.
"""

import asyncio
import gc
import heapq
import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context
from typing import TypeVarTuple

import qasync
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

# --- Garbage collection in the window's thread
#
# Python's cycle collector runs in whichever thread allocates. If that is a worker thread and a cycle
# contains a Qt object, the object is destroyed there while the window paints, which can crash.

_EVERY_MS = 500
_BUSY_MS = 100
"""Milliseconds between collections while an answer streams, to keep each collection short."""
_OLDEST = 2
_PUT_OFF_MOST = 500
"""Number of middle-generation collections (about ten minutes) by which a full one may be late."""


class WindowThreadGarbage(QObject):
    """Collects garbage on a timer until `stop` is called, with the usual thresholds.

    A full collection takes 20 to 50 ms, so it is postponed while ``is_busy`` returns True, for
    example while an answer is streaming.
    """

    def __init__(self, parent: QObject, is_busy: Callable[[], bool] = lambda: False) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._collect)
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        gc.enable()

    @staticmethod
    def leave_out_what_is_loaded() -> None:
        """Exclude all existing objects from later collections; scanning them takes over 10 ms."""
        gc.freeze()

    def _collect(self) -> None:
        busy = self._is_busy()
        self._timer.setInterval(_BUSY_MS if busy else _EVERY_MS)
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (_OLDEST, 1, 0):
            if counts[generation] <= thresholds[generation]:
                continue
            put_off = generation == _OLDEST and counts[_OLDEST] <= _PUT_OFF_MOST
            if not (put_off and busy):
                gc.collect(generation)
                return


# --- The loop

_TURN_S = 0.004
"""Seconds that callbacks may run before Qt gets control back."""
_LONGEST_MS = 24 * 3600 * 1000
_CANCELLED_MOST = 100
_EARLY_S = 0.001
"""Callbacks due within this many seconds are treated as due, because Qt counts in milliseconds."""

_Args = TypeVarTuple("_Args")


class WindowLoop(qasync.QEventLoop):  # type: ignore[misc]  # qasync has no types
    """A qasync loop with asyncio's own queues and one timer for all callbacks."""

    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]
    _timer_cancelled_count: int

    def __init__(self, app: QApplication) -> None:
        self._next = QTimer(singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._next.timeout.connect(self._run)
        super().__init__(app)

    def run_forever(self) -> int:
        """Run until stopped, closing abandoned async generators, which qasync does not."""
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(
            firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook
        )
        self._wait()
        try:
            return int(super().run_forever() or 0)
        finally:
            sys.set_asyncgen_hooks(*before)

    def call_soon(
        self,
        callback: Callable[[*_Args], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.Handle:
        if self.is_closed():  # a thread had called before, and Qt delivers it only now
            return asyncio.Handle(callback, args, self, context)
        handle = asyncio.BaseEventLoop.call_soon(self, callback, *args, context=context)
        if len(self._ready) == 1:
            self._next.start(0)
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[*_Args], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*_Args], object],
        *args: *_Args,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = asyncio.BaseEventLoop.call_at(self, when, callback, *args, context=context)
        if self._scheduled[0] is handle:
            self._wait()
        return handle

    def _run(self) -> None:
        if not self.is_running():  # Qt processes events at other times, too
            return
        self._next.start(0)  # for a nested loop that a callback runs, such as that of a menu
        self._take_due()
        with self._set_aside_task():
            self._run_ready()
        self._wait()

    def _wait(self) -> None:
        if self._ready:
            self._next.start(0)
        elif self._scheduled:
            left = math.ceil((self._scheduled[0].when() - self.time()) * 1000)
            self._next.start(min(max(0, left), _LONGEST_MS))
        else:
            self._next.stop()

    def _take_due(self) -> None:
        """Queue due callbacks, and drop cancelled ones once they pile up."""
        due = self._scheduled
        if self._timer_cancelled_count > max(_CANCELLED_MOST, len(due) // 2):
            due[:] = [each for each in due if not each.cancelled()]
            heapq.heapify(due)
            self._timer_cancelled_count = 0
        now = self.time() + _EARLY_S
        while due and (due[0].cancelled() or due[0].when() <= now):
            handle = heapq.heappop(due)
            handle._scheduled = False  # type: ignore[attr-defined]  # noqa: SLF001 - as asyncio does
            if handle.cancelled():
                self._timer_cancelled_count = max(0, self._timer_cancelled_count - 1)
            else:
                self._ready.append(handle)

    def _run_ready(self) -> None:
        until = time.perf_counter() + _TURN_S
        left = len(self._ready)
        while left and self._ready:
            left -= 1
            handle = self._ready.popleft()
            if not handle.cancelled():
                handle._run()  # noqa: SLF001 - as every event loop does
            if time.perf_counter() > until:
                break

    @contextmanager
    def _set_aside_task(self) -> Iterator[None]:
        """Suspend a task that runs a nested Qt loop, since asyncio cannot nest task steps."""
        task = asyncio.current_task(self)
        if task is None:
            yield
            return
        asyncio._leave_task(self, task)  # noqa: SLF001 - documented for those who extend asyncio
        try:
            yield
        finally:
            asyncio._enter_task(self, task)  # noqa: SLF001
