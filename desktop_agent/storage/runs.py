"""Recorded runs: each a file of the very events that its readers saw, one JSON object a line."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from desktop_agent.core.codec import event_from_json
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import Event, RunFinished, RunStarted

FILE_NAME = re.compile(r"(\d{8}T\d{6}\.\d{3}Z)-([A-Za-z0-9_-]{1,64})\.jsonl")
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_ADDED = "the recording ends here"
"""The error of an end that the recording does not hold."""


def read_run(path: Path) -> Iterator[Event]:
    """Yields the events of a recorded run; the last is always `RunFinished`.

    Of a run that was cut short (a crash, a full disk) what is whole is given, and an end is added:
    ``stopped``, with an error that says so.

    Raises:
        RecordingError: it is not a recorded run; the line is named.
    """
    try:
        with path.open("rb") as file:
            yield from read_lines(file, path.name)
    except OSError as error:
        raise RecordingError(
            f"{path} cannot be read: {error.strerror}.", "Check the name and who may read it."
        ) from None


def read_lines(lines: Iterable[bytes], name: str) -> Iterator[Event]:
    """Yields the events of a recording that is called ``name``; as `read_run`."""
    last: Event | None = None
    for number, line in enumerate(lines, start=1):
        event = _read_line(name, number, line)
        if event is None:
            break
        if isinstance(last, RunFinished):
            raise RecordingError(f"{name}, line {number}: the run goes on after its end.")
        last = event
        yield event
    if last is None:
        raise RecordingError(f"{name} holds no events.", "Choose another recording.")
    if not isinstance(last, RunFinished):
        yield RunFinished(
            run_id=last.run_id,
            seq=last.seq + 1,
            t=last.t,
            status="stopped",
            error=_ADDED,
        )


def read_whole(path: Path) -> tuple[Event, ...]:
    """Gives what is whole of a recording, without an end where it has none.

    Raises:
        RecordingError: as `read_run`, but for a recording without events.
    """
    try:
        if not path.stat().st_size:
            return ()
    except OSError:
        return ()
    *events, end = read_run(path)
    added = isinstance(end, RunFinished) and end.error == _ADDED
    return tuple(events) if added else (*events, end)


def _read_line(name: str, number: int, line: bytes) -> Event | None:
    """Gives the event, or None for a last line that was torn."""
    try:
        return event_from_json(line.decode("utf-8"))
    except UnicodeDecodeError:
        wrong = RecordingError("The line is not text in UTF-8.")
    except RecordingError as error:
        wrong = error
    if not line.endswith(b"\n"):
        return None
    raise RecordingError(f"{name}, line {number}: {wrong.message}", wrong.remedy)


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A recording; ``question`` is empty when its first line cannot be read."""

    path: Path
    run_id: str
    started: datetime
    question: str = ""
    strategy: str = ""


def remove_runs(folder: Path, run_ids: Collection[str]) -> None:
    """Deletes the recordings of these runs; those that are not there are passed over.

    Raises:
        StorageError: one cannot be deleted.
    """
    if not run_ids:
        return
    for each in _recordings(folder):
        if each[2] in run_ids:
            try:
                (folder / each[0]).unlink(missing_ok=True)
            except OSError as error:
                raise StorageError(
                    f"{folder / each[0]} cannot be deleted: {error.strerror}."
                ) from None


def find_run(folder: Path, run_id: str) -> Path | None:
    """Gives the recording of a run, or None where there is none.

    Raises:
        StorageError: the folder is there but cannot be read.
    """
    found = next((each[0] for each in _recordings(folder) if each[2] == run_id), None)
    return folder / found if found is not None else None


def list_runs(folder: Path) -> tuple[RecordedRun, ...]:
    """Gives the recordings in a folder, newest first; other files are passed over.

    Raises:
        StorageError: the folder is there but cannot be read.
    """
    names = sorted(_recordings(folder), key=lambda found: found[0], reverse=True)
    return tuple(_summary(folder / found[0], found[2], found[1]) for found in names)


def _recordings(folder: Path) -> list[re.Match[str]]:
    """Gives the names of the recordings: the whole, the time, the run's id."""
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(f"{folder} cannot be read: {error.strerror}.") from None
    return [found for found in map(FILE_NAME.fullmatch, names) if found is not None]


def _summary(path: Path, run_id: str, stamp: str) -> RecordedRun:
    started = datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
    try:
        first = next(islice(read_run(path), 1))
    except RecordingError:
        first = None
    if isinstance(first, RunStarted):
        return RecordedRun(path, run_id, started, first.question, first.strategy)
    return RecordedRun(path, run_id, started)
