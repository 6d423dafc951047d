"""Runs the chat's questions, and emits events no faster than the window can show them."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.events import Event, EventQueue, RunFinished, SleepStarted
from desktop_agent.core.research import Question

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.runs.run import Run

FLUSH_MS = 34
"""Interval between flushes in milliseconds; more than 30 flushes a second would not be visible."""
FLUSH_BUDGET_S = 0.006
"""CPU seconds per flush, after which the remaining events wait for the next flush."""


class RunController(QObject):
    """Runs one question at a time in the chat.

    ``happened`` is emitted with every event, in order; text that arrives between two flushes is
    merged into one delta. ``running_changed`` is emitted when a run starts, and again after its
    last event has been delivered. If a run goes to sleep or moves to the background, ``left`` is
    emitted with its id, and the next question can be asked. ``password_wait`` is emitted when the
    keyring starts or stops waiting, most likely for its password.
    """

    happened = Signal(object)
    running_changed = Signal(bool)
    left = Signal(str)
    password_wait = Signal(bool)

    def __init__(self, session: "Session", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._live: Run | None = None
        self._beginning: asyncio.Task[None] | None = None
        self.running = False
        """True from `ask` until the last event is delivered or the run leaves the chat."""
        self._stopping = False
        self._leaving = False
        self._waiting = EventQueue()
        self._ended = False
        self._done = asyncio.Event()
        self._timer = QTimer(self, interval=FLUSH_MS)
        self._timer.timeout.connect(self._flush)
        session.keys.watch_waiting(self._tell_password_wait)

    def _tell_password_wait(self, waits: bool) -> None:  # noqa: FBT001 - the state itself
        """Emit ``password_wait``. The keyring thread that calls this may outlive the window."""
        with suppress(RuntimeError):
            self.password_wait.emit(waits)

    @property
    def run_id(self) -> str:
        """The id of the active run, or "" if none has started."""
        return self._live.run_id if self._live is not None else ""

    def ask(self, question: Question) -> None:
        """Start a run. No other run may be active."""
        assert not self.running, "one question at a time"
        self._stopping = self._leaving = self._ended = False
        self.running = True
        self._done = asyncio.Event()
        self._beginning = asyncio.ensure_future(self._begin(question))
        self.running_changed.emit(True)

    def stop(self) -> None:
        """Ask the run to stop. Its last events are still delivered."""
        self._stopping = True
        if self._live is not None:
            self._live.stop()

    def pause(self) -> None:
        """Ask the run to pause before its next model call, after which it leaves the chat."""
        if self._live is not None:
            self._live.pause()

    def give_to_background(self) -> None:
        if self._live is not None and not self._ended:
            self._session.runs.background(self._live.run_id)
            self._leave()

    async def aclose(self) -> None:
        """Stop the run and wait until it has ended, so that it is recorded up to its last event."""
        self.stop()
        if self.running:
            if self._beginning is not None:
                await asyncio.wait([self._beginning])
            await self._done.wait()
        self._timer.stop()
        self._waiting.clear()

    async def _begin(self, question: Question) -> None:
        try:
            # loading the code of the strategies takes a second and may not be complete yet
            await self._session.warm_up()
            self._live = self._session.ask(question, can_wait=True)
            if self._stopping:
                self._live.stop()  # the last event still arrives, so that the turn ends
            for event in self._live.listen(self._take):
                self._take(event)
        except Exception as fault:
            self._take(
                RunFinished(
                    status="failed",
                    error=f"Something went wrong: {type(fault).__name__}.",
                    remedy="See the log file for details, and please report this.",
                )
            )
            self._take(None)
            raise

    def _take(self, event: Event | None) -> None:
        if event is None:
            self._ended = True
            self._done.set()
            self._timer.start()
            return
        self._waiting.add(event)
        self._leaving = self._leaving or isinstance(event, SleepStarted)
        if not self._timer.isActive():
            self._timer.start()
            self._flush()  # the first event after a pause is not delayed

    def _flush(self) -> None:
        began = time.thread_time()
        idle = not self._waiting
        while self._waiting:
            self.happened.emit(self._waiting.take())
            if self._waiting and time.thread_time() - began > FLUSH_BUDGET_S:
                return
        if self._ended:
            self._end()
        elif self._leaving:
            self._leave()
        elif idle:
            self._timer.stop()

    def _leave(self) -> None:
        live = self._live
        if live is None:
            return
        while self._waiting:
            self.happened.emit(self._waiting.take())
        live.leave(self._take)
        self._done.set()
        self._end()
        self.left.emit(live.run_id)

    def _end(self) -> None:
        self._timer.stop()
        self._live = self._beginning = None
        self.running = self._ended = self._leaving = False
        self.running_changed.emit(False)
