"""Records the events of a turn while its run is active."""

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.storage.conversations.turns import (
    Owner,
    add_part,
    end_turn,
    interrupt_turn,
    reopen_turn,
    set_owner,
    unfinished_token,
    without_keys,
)
from desktop_agent.storage.database import Database

logger = logging.getLogger(__name__)

SAVED_AFTER_S = 0.4
"""Seconds that an event may wait to be written together with later ones."""


class TurnRecorder:
    """Saves the events of a run to its turn; `write` never blocks.

    Call `write` from the thread of the event loop. After the last `write`, call `close` from
    another thread.
    """

    def __init__(
        self,
        database: Database,
        turn: int,
        owner: Owner,
        redact: Callable[[str], str] = str,
        before: Sequence[Event] = (),
    ) -> None:
        self._redact = redact
        self._database = database
        self._turn = turn
        self._owner = owner
        self._guard = threading.Lock()
        self._all: list[Event] = list(before)
        self._pending: list[Event] = []
        self._saves: list[Future[None]] = []
        self._fault: StorageError | None = None
        self._due = self._finished = self._closed = False
        if before:
            self._saves.append(database.submit(self._open_again))

    def write(self, event: Event) -> None:
        """Queue an event, which is written to the disk within half a second.

        Raise `StorageError` if an earlier event could not be written or the recorder is closed.
        """
        with self._guard:
            if self._fault is not None:
                raise self._fault
            if self._closed:
                raise StorageError(f"The recording of turn {self._turn} is closed.")
            self._all.append(event)
            self._pending.append(event)
            self._finished = self._finished or isinstance(event, RunFinished)
            due, self._due = self._due, True
        if self._finished:
            self._save()
        elif not due:
            asyncio.get_running_loop().call_later(SAVED_AFTER_S, self._save_quietly)

    def close(self) -> None:
        """Wait until everything is on the disk; raise `StorageError` if something was not written.

        Do nothing if the recorder is already closed, or if `write` has already raised an error.
        """
        with self._guard:
            if self._closed:
                return
            self._closed = True
            broken = self._fault is not None
        try:
            if not self._finished or broken:
                self._saves.append(self._database.submit(self._give_up))
            if not broken:
                for save in self._saves:
                    save.result()
        finally:
            self._owner.turns.discard(self._turn)

    def keep_unfinished(self, run_id: str) -> None:
        """Mark the turn as resumable, so that it stays open even if this process ends first."""
        token = unfinished_token(run_id)
        self._database.submit(lambda connection: set_owner(connection, self._turn, token))

    def suspend(self) -> None:
        """Wait until everything is on the disk; leave the turn open for a later resume."""
        self._save()
        with self._guard:
            self._closed = True
        try:
            for save in self._saves:
                save.result()
        finally:
            self._owner.turns.discard(self._turn)

    def _open_again(self, connection: apsw.Connection) -> None:
        reopen_turn(connection, self._turn, without_keys(self._all, self._redact), self._owner)

    def _save_quietly(self) -> None:
        try:
            self._save()
        except StorageError as fault:
            self._fail(fault)

    def _save(self) -> None:
        with self._guard:
            events, self._pending = self._pending, []
            self._due = False
            if not events or self._closed:
                return
            finished = events[-1] if isinstance(events[-1], RunFinished) else None
        if finished is not None:
            save = self._database.submit(lambda connection: self._end(connection, finished))
        else:
            save = self._database.submit(lambda connection: self._add(connection, events))
        self._saves = [each for each in self._saves if not each.done()]
        self._saves.append(save)
        save.add_done_callback(self._saved)

    def _saved(self, save: Future[None]) -> None:
        fault = None if save.cancelled() else save.exception()
        if isinstance(fault, StorageError):
            self._fail(fault)

    def _fail(self, fault: StorageError) -> None:
        with self._guard:
            self._fault = self._fault or fault

    def _add(self, connection: apsw.Connection, events: list[Event]) -> None:
        self._name_run(connection, events)
        add_part(connection, self._turn, without_keys(events, self._redact))

    def _end(self, connection: apsw.Connection, finished: RunFinished) -> None:
        self._name_run(connection, self._all)
        events = without_keys(self._all, self._redact)
        end_turn(connection, self._turn, events, finished.status)

    def _name_run(self, connection: apsw.Connection, events: list[Event]) -> None:
        if isinstance(events[0], RunStarted):
            connection.execute(
                "UPDATE turns SET run_id = ? WHERE id = ?", (events[0].run_id, self._turn)
            )

    def _give_up(self, connection: apsw.Connection) -> None:
        if self._all:
            self._name_run(connection, self._all)
        interrupt_turn(connection, self._turn, without_keys(self._all, self._redact))
