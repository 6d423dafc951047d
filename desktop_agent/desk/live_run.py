"""A run that is not over: who watches it may come and go."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing
from dataclasses import replace

from desktop_agent.core.background import KnownRun, RunState, Sleeping
from desktop_agent.core.errors import StorageError
from desktop_agent.core.event_queue import EventQueue
from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.research import Question
from desktop_agent.desk.asking import Asked
from desktop_agent.desk.known_state import known_after
from desktop_agent.storage.unfinished import UnfinishedFile

logger = logging.getLogger(__name__)

_TELL_S = 0.25
"""Seconds between two tellings of what goes on; a change of state is told at once."""


Listener = Callable[[Event | None], object]


class LiveRun:
    """Plays one run for all who follow it.

    ``tell`` is called with what is known of it, a few times a second. It works in the
    ``background`` when nobody waits for it in the chat.
    """

    def __init__(
        self,
        asked: Asked,
        known: KnownRun,
        tell: Callable[["LiveRun"], None],
        *,
        background: bool,
        before: Iterable[Event] = (),
    ) -> None:
        self.asked = asked
        self.known = known
        self.background = background
        self.file: UnfinishedFile | None = None
        self._told = EventQueue()
        for event in before:
            self._told.add(event)
        self._listeners: list[Listener] = []
        self._tell = tell
        self._told_at = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._over = False

    @property
    def run_id(self) -> str:
        """The id of the run."""
        return self.known.run_id

    @property
    def question(self) -> Question:
        """What was asked."""
        return self.asked.run.question

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened; pieces of one text that follow each other are one event."""
        return tuple(self._told)

    @property
    def asleep(self) -> bool:
        """True while it waits."""
        return self.known.sleeping is not None

    def listen(self, listener: Listener) -> tuple[Event, ...]:
        """Gives all that has happened, and tells ``listener`` of what happens from now on.

        It is told None when nothing comes any more: after `RunFinished`, or where the run is suspended
        because the program is closed.
        """
        if self._over:
            asyncio.get_running_loop().call_soon(listener, None)
        else:
            self._listeners.append(listener)
        return self.events

    def leave(self, listener: Listener) -> None:
        """Tells a listener nothing any more; the run goes on."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def follow(self) -> AsyncGenerator[Event, None]:
        """Yields the events from the first on, then as they come, to the last; see `listen`."""
        waiting: asyncio.Queue[Event | None] = asyncio.Queue()
        so_far = self.listen(waiting.put_nowait)
        try:
            for event in so_far:
                yield event
            while (coming := await waiting.get()) is not None:
                yield coming
        finally:
            self.leave(waiting.put_nowait)

    async def play(self) -> RunFinished | None:
        """Carries the run out; gives its end, or None where it was suspended."""
        try:
            async with aclosing(self.asked.run.events()) as events:
                async for event in events:
                    self._take(event)
                    if isinstance(event, RunFinished):
                        return event
        finally:
            self._over = True
            listeners, self._listeners = self._listeners, []
            for listener in listeners:
                listener(None)
            if self._later is not None:
                self._later.cancel()
        return None

    def fell_asleep(self, sleeping: Sleeping | None) -> None:
        """Takes that the run sleeps, or goes on."""
        state: RunState = "running" if sleeping is None else "asleep"
        self.known = replace(self.known, state=state, sleeping=sleeping)
        self._tell_now()

    def stop(self) -> None:
        """Asks the run to stop; its last events still come."""
        self.asked.run.stop()

    def pause(self) -> None:
        """Lets the run stand still before its next model call that is not made yet."""
        memory = self.asked.memory
        if memory.recalls:
            memory.goes_live.append(self.asked.run.pause)
        else:
            self.asked.run.pause()

    def resume(self) -> None:
        """Lets the run go on, where it sleeps or was paused."""
        self.asked.run.resume()

    def suspend(self) -> None:
        """Ends it for now: it goes on from its file."""
        self.asked.memory.close()
        self.asked.run.suspend()

    def write(self, line: JsonObject) -> None:
        """Adds a line to its file; a full disk costs the going on, not the run."""
        if self.file is not None:
            try:
                self.file.write(line)
            except StorageError as fault:
                logger.warning("a run would not go on", extra={"fault": str(fault)})
                self.file = None

    def _take(self, event: Event) -> None:
        self._told.add(event)
        for listener in tuple(self._listeners):
            listener(event)
        before, self.known = self.known, known_after(self.known, event)
        if self.known.state != before.state or isinstance(event, RunStarted):
            self._tell_now()
        elif self.known != before:
            self._tell_soon()

    def _tell_soon(self) -> None:
        if self._later is None:
            wait = max(0.0, self._told_at + _TELL_S - time.monotonic())
            self._later = asyncio.get_running_loop().call_later(wait, self._tell_now)

    def _tell_now(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._told_at = time.monotonic()
        self._tell(self)
