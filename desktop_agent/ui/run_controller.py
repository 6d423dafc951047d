"""Plays a run's events as one Qt signal, at a pace that a window can follow."""

import asyncio
import time
from collections import deque
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.events import Event, TextDelta, ThinkingDelta
from desktop_agent.core.research import Question

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.run import Run

FLUSH_MS = 34
"""At most 30 flushes a second: more cannot be seen."""
FLUSH_CHARS = 1_000
"""Most characters of text in one flush: a burst of 200,000 at once would block for 100 ms."""
FLUSH_BUDGET_S = 0.006
"""CPU time after which the rest of the queue waits for the next flush."""


class RunController(QObject):
    """Carries out one question at a time.

    ``happened`` brings every event in order; text that came in between two flushes comes as one
    delta. ``running_changed`` is sent when a run begins and after its last event was delivered.
    """

    happened = Signal(object)
    running_changed = Signal(bool)

    def __init__(self, session: "Session", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run: Run | None = None
        self._task: asyncio.Task[None] | None = None
        self._waiting: deque[Event] = deque()
        self._ended = False
        self._timer = QTimer(self)
        self._timer.setInterval(FLUSH_MS)
        self._timer.timeout.connect(self._flush)

    @property
    def running(self) -> bool:
        """True from `ask` until the last event was delivered."""
        return self._run is not None

    def ask(self, question: Question) -> None:
        """Starts a run; there must be none."""
        assert self._run is None, "one question at a time"
        self._run = self._session.ask(question)
        self._ended = False
        self._task = asyncio.ensure_future(self._play(self._run))
        self.running_changed.emit(True)

    def stop(self) -> None:
        """Asks the run to stop; its last events still come."""
        if self._run is not None:
            self._run.stop()

    async def aclose(self) -> None:
        """Stops the run and waits for its end, so that it is recorded to the last event."""
        self.stop()
        if self._task is not None:
            await asyncio.wait([self._task])
        self._timer.stop()
        self._waiting.clear()

    async def _play(self, run: "Run") -> None:
        try:
            async with aclosing(run.events()) as events:
                async for event in events:
                    self._queue(event)
        finally:
            self._ended = True
            self._timer.start()

    def _queue(self, event: Event) -> None:
        self._waiting.append(event)
        if not self._timer.isActive():
            self._timer.start()
            self._flush()  # the first after a pause is shown at once

    def _flush(self) -> None:
        began = time.thread_time()
        chars = 0
        while self._waiting and chars < FLUSH_CHARS:
            event = self._next(FLUSH_CHARS - chars)
            if isinstance(event, TextDelta | ThinkingDelta):
                chars += len(event.text)
            self.happened.emit(event)
            if time.thread_time() - began > FLUSH_BUDGET_S:
                break
        if self._waiting:
            return
        if self._ended:
            self._timer.stop()
            self._run = self._task = None
            self._ended = False
            self.running_changed.emit(False)
        elif not chars:
            self._timer.stop()

    def _next(self, most: int) -> Event:
        """Takes the next event, deltas of the same step and channel joined up to ``most``."""
        event = self._waiting.popleft()
        if not isinstance(event, TextDelta | ThinkingDelta):
            return event
        pieces = [event.text]
        size = len(event.text)
        last: TextDelta | ThinkingDelta = event
        while self._waiting and size < most:
            follower = self._waiting[0]
            if not _goes_on(last, follower):
                break
            assert isinstance(follower, TextDelta | ThinkingDelta)
            last = follower
            self._waiting.popleft()
            pieces.append(last.text)
            size += len(last.text)
        text = "".join(pieces)
        if size > most:
            self._waiting.appendleft(replace(last, text=text[most:]))
            text = text[:most]
        return replace(last, text=text)


def _goes_on(event: TextDelta | ThinkingDelta, follower: Event) -> bool:
    return (
        type(follower) is type(event)
        and follower.step_id == event.step_id
        and follower.channel == event.channel
    )
