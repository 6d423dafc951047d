"""A user's scheduled questions, stored in one JSON file that all processes share."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.runs import Schedule
from desktop_agent.storage.files import locked, read_file, write_atomic

Change = Callable[[Schedule], Schedule | None]

_VERSION = 1
_REMEDY = "Fix it, or move it. If you move it, its schedules are lost."


class ScheduleStore:
    """Reads and writes the schedules atomically.

    All methods access files, so call them in a thread. They raise `StorageError` if the file cannot
    be read or written. An unreadable file is never overwritten.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> tuple[Schedule, ...]:
        """Return all schedules, oldest first."""
        data = read_file(self.path)
        return () if data is None else _read(data, self.path)

    def put(self, kept: Schedule) -> None:
        with locked(self.path):
            others = [each for each in self.load() if each.id != kept.id]
            found = sorted((*others, kept), key=lambda each: each.created)
            self._write(found)

    def update(self, schedule_id: str, change: Change) -> Schedule | None:
        """Apply ``change`` to a schedule under the lock, and return the result.

        Return None if ``change`` returns None or the schedule does not exist. If two processes make
        the same change, only one of them succeeds.
        """
        with locked(self.path):
            every = list(self.load())
            for place, kept in enumerate(every):
                if kept.id == schedule_id:
                    changed = change(kept)
                    if changed is not None and changed != kept:
                        every[place] = changed
                        self._write(every)
                    return changed
        return None

    def remove(self, schedule_id: str) -> Schedule | None:
        """Remove and return a schedule, or return None if it does not exist."""
        with locked(self.path):
            every = self.load()
            found = next((each for each in every if each.id == schedule_id), None)
            if found is not None:
                self._write([each for each in every if each is not found])
        return found

    def _write(self, every: list[Schedule]) -> None:
        whole = {"version": _VERSION, "schedules": [asdict(each) for each in every]}
        text = json.dumps(whole, ensure_ascii=False, indent=1)
        write_atomic(self.path, text.encode("utf-8", "backslashreplace") + b"\n")


def _read(data: bytes, path: Path) -> tuple[Schedule, ...]:
    try:
        whole = json.loads(data)
        version, rows = whole["version"], whole["schedules"]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise StorageError(f"{path} contains no readable schedules.", _REMEDY) from None
    if not isinstance(version, int) or version > _VERSION:
        raise StorageError(
            f"{path} is version {version}; this app supports up to {_VERSION}.",
            "Update Desktop Agent to open it.",
        )
    try:
        return tuple(from_json(Schedule, row) for row in rows)
    except (StorageError, TypeError):
        raise StorageError(f"{path} contains a schedule that can't be read.", _REMEDY) from None
