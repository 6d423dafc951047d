"""The file of records: a line of JSON for the setup, then one for each question that was asked.

A line counts when it is whole: one that a crash cut short is dropped when the file is opened again.
Where a question was asked twice, the later line counts.
"""

import json
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from desktop_agent.bench.record import Record, Setup
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.storage.private_file import append_line, open_regular

_FORMAT = 1


class RecordFile:
    """A file that grows by a record at a time, each on the disk before the next is begun.

    Whoever writes holds `storage.file_lock.locked` of its path meanwhile.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, setup: Setup) -> dict[str, Record]:
        """Gives what an earlier run has recorded, by item, or begins the file.

        Raises:
            RecordingError: it was made with another setup (the message names what differs), or it
                is no file of records.
            StorageError: it cannot be read or written.
        """
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            if len(whole) < len(data):
                os.truncate(self.path, len(whole))
        except OSError as error:
            raise _cannot_be_read(self.path, error) from None
        if not whole:
            self._write({"type": "setup", "format": _FORMAT, **setup.to_dict()})
            return {}
        before, records = _parse(self.path, whole)
        different = before.differences(setup)
        if different:
            raise RecordingError(
                f"{self.path} was made with other settings ({'; '.join(different[:8])}).",
                "Set them as they were, begin anew with --fresh, or name another folder with --out.",
            )
        return records

    def append(self, record: Record) -> None:
        """Adds a record and waits until it is on the disk; raises `StorageError`."""
        self._write({"type": "item", **record.to_dict()})

    def set_aside(self) -> Path | None:
        """Moves the file out of the way; gives where to, None where there was none."""
        if not self.path.exists():
            return None
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        kept = self.path.with_name(f"{self.path.stem}.before-{stamp}{self.path.suffix}")
        try:
            self.path.replace(kept)
        except OSError as error:
            raise StorageError(
                f"{self.path} cannot be moved: {error.strerror}.", "Name another folder with --out."
            ) from None
        return kept

    def _write(self, value: Mapping[str, Any]) -> None:
        append_line(self.path, json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def read_records(path: Path) -> tuple[Setup, dict[str, Record]]:
    """Reads a file of records, without what a crash cut short.

    Raises:
        RecordingError: it is no file of records; names the line.
        StorageError: it cannot be read.
    """
    try:
        with open_regular(path) as file:
            data = file.read()
    except OSError as error:
        raise _cannot_be_read(path, error) from None
    return _parse(path, data[: data.rfind(b"\n") + 1])


def _parse(path: Path, data: bytes) -> tuple[Setup, dict[str, Record]]:
    lines = data.split(b"\n")[:-1]
    first = _object(path, 1, lines[0] if lines else b"")
    if first.get("type") != "setup" or first.get("format") != _FORMAT:
        raise _no_records(path, 1, f"it does not begin with a setup of format {_FORMAT}")
    setup = _checked(path, 1, Setup, first, {"type", "format"})
    records: dict[str, Record] = {}
    for number, line in enumerate(lines[1:], start=2):
        record = _checked(path, number, Record, _object(path, number, line), {"type"})
        records[record.id] = record
    return setup, records


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise _no_records(path, number, "it is no JSON") from None
    if not isinstance(value, dict):
        raise _no_records(path, number, "it is no JSON object")
    return value


def _checked(path: Path, number: int, kind: type, value: dict[str, Any], less: set[str]) -> Any:
    from pydantic import ValidationError

    try:
        return _reader(kind).validate_python({k: v for k, v in value.items() if k not in less})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise _no_records(path, number, f"{where}: {first['msg']}") from None


@cache
def _reader(kind: type) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def _no_records(path: Path, number: int, fault: str) -> RecordingError:
    return RecordingError(
        f"{path}, line {number}: this is no file of a benchmark's records ({fault}).",
        "Name a file that `bench` has written.",
    )


def _cannot_be_read(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{path} cannot be read: {error.strerror}.", "Name another folder with --out."
    )
