"""The recording of a run while it goes on, written by a thread of its own."""

import os
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from desktop_agent.core.codec import event_to_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import Event
from desktop_agent.storage.private_file import make_folder
from desktop_agent.storage.runs import FILE_NAME

WRITTEN_AFTER_S: Final = 0.1
"""How long an event may wait to be written with those that follow it."""

_DISK = "Check that the disk is not full and who may write to that folder."


class RunRecorder:
    """Writes one run to ``<folder>/<UTC time>-<run_id>.jsonl``; `write` never waits for the disk.

    A model that is quick says several hundred words a second, and each is an event: handing each
    to the system by itself took the window's thread more time than showing it.
    """

    def __init__(self, folder: Path, run_id: str, *, started: datetime | None = None) -> None:
        moment = (started or datetime.now(UTC)).astimezone(UTC)
        stamp = f"{moment:%Y%m%dT%H%M%S}.{moment.microsecond // 1000:03}Z"
        self.path = folder / f"{stamp}-{run_id}.jsonl"
        if not FILE_NAME.fullmatch(self.path.name):
            raise StorageError(f"{run_id!r} cannot name a run: use letters, digits, - and _.")
        make_folder(folder)
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            file = os.fdopen(os.open(self.path, flags, 0o600), "wb")
        except OSError as error:
            raise StorageError(f"{self.path} cannot be made: {error.strerror}.", _DISK) from None
        self._guard = threading.Lock()
        self._pending: list[Event] = []
        self._some = threading.Event()
        self._end = threading.Event()
        self._closed = False
        self._fault: StorageError | None = None
        self._thread = threading.Thread(
            target=self._run, args=(file,), name=f"recording {run_id}", daemon=True
        )
        self._thread.start()

    def write(self, event: Event) -> None:
        """Takes an event; the system has it a tenth of a second later, and it outlives this process.

        Raises:
            StorageError: it, or an earlier one, cannot be written.
        """
        with self._guard:
            if self._closed:
                raise StorageError(
                    f"{self.path} cannot be written: the recording is closed.", _DISK
                )
            if self._fault is not None:
                raise self._fault
            self._pending.append(event)
        if not self._some.is_set():
            self._some.set()

    def close(self) -> None:
        """Waits until all is on the disk; a second call, or one after an error, does nothing.

        Raises:
            StorageError: the disk refused.
        """
        with self._guard:
            told = self._closed or self._fault is not None
            self._closed = True
        self._end.set()
        self._some.set()
        self._thread.join()
        if not told and self._fault is not None:
            raise self._fault

    def _run(self, file: BinaryIO) -> None:
        try:
            with file:
                while not self._end.is_set():
                    self._some.wait()
                    self._end.wait(WRITTEN_AFTER_S)
                    self._some.clear()
                    self._write(file, self._take())
                self._write(file, self._take())
                os.fsync(file.fileno())
        except OSError as error:
            with self._guard:
                self._fault = StorageError(f"{self.path} cannot be written: {error}.", _DISK)
                self._pending.clear()

    def _take(self) -> list[Event]:
        with self._guard:
            events, self._pending = self._pending, []
        return events

    @staticmethod
    def _write(file: BinaryIO, events: Sequence[Event]) -> None:
        file.writelines(
            event_to_json(event).encode("utf-8", "backslashreplace") + b"\n" for event in events
        )
        file.flush()
