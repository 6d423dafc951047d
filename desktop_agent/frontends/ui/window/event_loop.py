"""The window's event loop: asyncio on Qt, with callback queues like asyncio's own.

qasync starts a Qt timer for each callback, and the timer of a cancelled callback stays until it is
due. With a timeout of 60 s per token, thousands of timers pile up, and Qt then fires hundreds of
them at once. This loop uses only one timer for callbacks that are ready and one for the next timed
callback, and it returns control to Qt after a few milliseconds.
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
    """Runs the garbage collector from a timer until `stop` is called, using its usual thresholds.

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
        """Exclude all current objects from later collections; scanning them takes over 10 ms."""
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


_TURN_S = 0.004
"""Seconds that callbacks may run before Qt gets control back."""
_LONGEST_MS = 24 * 3600 * 1000
_CANCELLED_MOST = 100
_EARLY_S = 0.001
"""Callbacks due within this many seconds are treated as due, because Qt counts in milliseconds."""

_Args = TypeVarTuple("_Args")


class Callbacks(QObject):
    """Runs handles in the order in which they become ready, and timed ones when they are due."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._loop = loop
        self._ready: deque[asyncio.Handle] = deque()
        self._due: list[asyncio.TimerHandle] = []
        self._cancelled = 0
        self._stopped = False
        self._soon = self._make_timer(self._run)
        self._next = self._make_timer(self._run_due)

    def add(self, handle: asyncio.Handle) -> None:
        """Schedule the handle for one of the next iterations of the loop."""
        if self._stopped:
            return
        self._ready.append(handle)
        if not self._soon.isActive():
            self._soon.start(0)

    def add_timed(self, handle: asyncio.TimerHandle) -> None:
        if self._stopped:
            return
        heapq.heappush(self._due, handle)
        if self._due[0] is handle:
            self._wait()

    def cancelled(self) -> None:
        """Count a cancelled timed handle; once there are many, drop all cancelled ones."""
        self._cancelled += 1
        if self._cancelled > max(_CANCELLED_MOST, len(self._due) // 2):
            self._due = [each for each in self._due if not each.cancelled()]
            heapq.heapify(self._due)
            self._cancelled = 0

    def stop(self) -> None:
        """Drop all handles and accept no more."""
        self._stopped = True
        self._soon.stop()
        self._next.stop()
        self._ready.clear()
        self._due.clear()

    def set_debug(self, enabled: bool) -> None:  # noqa: FBT001 - qasync calls it
        """Do nothing. qasync calls this, but there is no debug output."""

    def __len__(self) -> int:
        return len(self._ready) + len(self._due)

    def resume(self) -> None:
        """Schedule the handles that became ready or due while the loop was not running."""
        if self._ready:
            self._soon.start(0)
        self._wait()

    def _run(self) -> None:
        if not self._loop.is_running():  # Qt processes events at other times, too
            return
        self._soon.start(
            0
        )  # keeps a nested loop running that a callback starts, such as that of a menu
        with self._set_aside_task():
            self._run_ready()
        if not self._ready:
            self._soon.stop()

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
        """Let other tasks run while a task runs a nested loop, for example in a dialog or a menu.

        asyncio cannot run a step of one task inside that of another; the inner one would never end.
        """
        task = asyncio.current_task(self._loop)
        if task is None:
            yield
            return
        asyncio._leave_task(self._loop, task)  # noqa: SLF001 - documented for those who extend asyncio
        try:
            yield
        finally:
            asyncio._enter_task(self._loop, task)  # noqa: SLF001

    def _run_due(self) -> None:
        now = time.monotonic() + _EARLY_S
        while self._due and (self._due[0].cancelled() or self._due[0].when() <= now):
            handle = heapq.heappop(self._due)
            if handle.cancelled():
                self._cancelled = max(0, self._cancelled - 1)
            else:
                self._ready.append(handle)
        self._wait()
        self._run()

    def _wait(self) -> None:
        if self._due and not self._stopped:
            left = math.ceil((self._due[0].when() - time.monotonic()) * 1000)
            self._next.start(min(max(0, left), _LONGEST_MS))

    def _make_timer(self, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(act)
        return timer


class WindowLoop(qasync.QEventLoop):  # type: ignore[misc]  # qasync has no types
    """A qasync loop that uses `Callbacks` instead of one timer per callback."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._timer = Callbacks(self)

    def run_forever(self) -> int:
        """Run until stopped, and close abandoned async generators, each in a task.

        qasync does not close them; their resources, such as a connection, would be dropped without
        cleanup.
        """
        before = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(
            firstiter=self._asyncgen_firstiter_hook, finalizer=self._asyncgen_finalizer_hook
        )
        self._timer.resume()
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
        handle = asyncio.Handle(callback, args, self, context)
        self._timer.add(handle)
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
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._timer.add_timed(handle)
        return handle

    def _timer_handle_cancelled(self, _handle: asyncio.TimerHandle) -> None:
        self._timer.cancelled()
