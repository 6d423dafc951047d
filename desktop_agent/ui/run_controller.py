"""Plays a run's events as one Qt signal, at a pace that a window can follow."""

import asyncio
import time
from collections import deque
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.events import Event, RunFinished, TextDelta, ThinkingDelta
from desktop_agent.core.research import Question

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.run import Run

FLUSH_MS = 34
"""At most 30 flushes a second: more cannot be seen."""
FLUSH_BUDGET_S = 0.006
"""CPU time after which the rest of many events waits for the next flush."""


class RunController(QObject):
    """Carries out one question at a time.

    ``happened`` brings every event in order; text that came in between two flushes comes as one
    delta, however long it is: what shows it writes at its own pace. ``running_changed`` is sent
    when a run begins and after its last event was delivered.
    """

    happened = Signal(object)
    running_changed = Signal(bool)

    def __init__(self, session: "Session", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run: Run | None = None
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._waiting: deque[_Waiting] = deque()
        self._ended = False
        self._timer = QTimer(self)
        self._timer.setInterval(FLUSH_MS)
        self._timer.timeout.connect(self._flush)

    @property
    def running(self) -> bool:
        """True from `ask` until the last event was delivered."""
        return self._task is not None

    def ask(self, question: Question) -> None:
        """Starts a run; there must be none."""
        assert self._task is None, "one question at a time"
        self._stopping = self._ended = False
        self._task = asyncio.ensure_future(self._play(question))
        self.running_changed.emit(True)

    def stop(self) -> None:
        """Asks the run to stop; its last events still come."""
        self._stopping = True
        if self._run is not None:
            self._run.stop()

    async def aclose(self) -> None:
        """Stops the run and waits for its end, so that it is recorded to the last event."""
        self.stop()
        if self._task is not None:
            await asyncio.wait([self._task])
        self._timer.stop()
        self._waiting.clear()

    async def _play(self, question: Question) -> None:
        try:
            # the first question may come before what answers it was loaded, which takes a second
            await self._session.warm_up()
            self._run = run = self._session.ask(question)
            if self._stopping:
                run.stop()  # its events come all the same, so that the turn has an end
            async with aclosing(run.events()) as events:
                async for event in events:
                    self._queue(event)
        except Exception as fault:
            self._queue(_broken_off(fault))  # a turn waits for its end
            raise
        finally:
            self._ended = True
            self._timer.start()

    def _queue(self, event: Event) -> None:
        if not (self._waiting and self._waiting[-1].join(event)):
            self._waiting.append(_Waiting(event))
        if not self._timer.isActive():
            self._timer.start()
            self._flush()  # the first after a pause is shown at once

    def _flush(self) -> None:
        began = time.thread_time()
        idle = not self._waiting
        while self._waiting:
            self.happened.emit(self._waiting.popleft().event)
            if self._waiting and time.thread_time() - began > FLUSH_BUDGET_S:
                return
        if self._ended:
            self._end()
        elif idle:
            self._timer.stop()

    def _end(self) -> None:
        self._timer.stop()
        self._run = self._task = None
        self._ended = False
        self.running_changed.emit(False)


class _Waiting:
    """An event that waits for the next flush, or several deltas that are one by then."""

    __slots__ = ("_event", "_pieces")

    def __init__(self, event: Event) -> None:
        self._event = event
        self._pieces = [event.text] if isinstance(event, TextDelta | ThinkingDelta) else []

    def join(self, event: Event) -> bool:
        """Takes a delta that goes on where this one ends; gives whether it does."""
        mine = self._event
        if (
            not isinstance(event, TextDelta | ThinkingDelta)
            or not isinstance(mine, TextDelta | ThinkingDelta)
            or type(event) is not type(mine)
            or (event.step_id, event.channel) != (mine.step_id, mine.channel)
        ):
            return False
        self._event = event
        self._pieces.append(event.text)
        return True

    @property
    def event(self) -> Event:
        """The event, with all of its text; of joined deltas the number and time of the last."""
        if len(self._pieces) > 1:
            assert isinstance(self._event, TextDelta | ThinkingDelta)
            return replace(self._event, text="".join(self._pieces))
        return self._event


def _broken_off(fault: Exception) -> RunFinished:
    return RunFinished(
        status="failed",
        error=f"Something went wrong inside: {type(fault).__name__}.",
        remedy="The log file says more; please report it.",
    )
