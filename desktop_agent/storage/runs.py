"""Recorded runs: each a file of the very events that its readers saw, one JSON object a line."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from desktop_agent.core.codec import event_from_json
from desktop_agent.core.errors import NewerRecording, RecordingError, StorageError
from desktop_agent.core.events import Event, Notice, RunFinished, RunStarted

FILE_NAME = re.compile(r"(\d{8}T\d{6}\.\d{3}Z)-([A-Za-z0-9_-]{1,64})\.jsonl")
_STAMP = "%Y%m%dT%H%M%S.%fZ"
_ADDED = "the recording ends here"
"""The error of an end that the recording does not hold."""
_PASSED_OVER = "A damaged line of the recording was passed over: "


def read_run(path: Path, *, strict: bool = False) -> Iterator[Event]:
    """Yield the events of a recorded run; the last is always `RunFinished`.

    In the place of a damaged line stands a `Notice` that names it. Of a run that was cut short (a
    crash, a full disk) an end is added: ``stopped``, with an error that says so. With ``strict`` a
    damaged line is an error.

    Raises:
        RecordingError: it is not a recorded run; the line is named.
    """
    try:
        with path.open("rb") as file:
            yield from read_lines(file, path.name, strict=strict)
    except OSError as error:
        raise RecordingError(
            f"{path} cannot be read: {error.strerror}.", "Check the name and who may read it."
        ) from None


def read_lines(lines: Iterable[bytes], name: str, *, strict: bool = False) -> Iterator[Event]:
    """Yield the events of a recording that is called ``name``, one a line; as `read_run`."""
    last: Event | None = None
    damaged: list[RecordingError] = []  # since the last event
    for number, line in enumerate(lines, start=1):
        try:
            event = _read_line(name, number, line)
        except NewerRecording:
            raise
        except RecordingError as error:
            if strict:
                raise
            damaged.append(error)
            continue
        if event is None:
            break
        if isinstance(last, RunFinished):
            raise RecordingError(f"{name}, line {number}: the run goes on after its end.")
        yield from _notices(damaged, last, event)
        damaged.clear()
        last = event
        yield event
    if last is None:
        told = damaged[0].message if damaged else f"{name} holds no events."
        raise RecordingError(told, "Choose another recording.")
    if not isinstance(last, RunFinished):
        yield from _notices(damaged, last, last)
        yield RunFinished(
            run_id=last.run_id,
            seq=last.seq + len(damaged) + 1,
            t=last.t,
            status="stopped",
            error=_ADDED,
        )


def _notices(damaged: Iterable[RecordingError], last: Event | None, near: Event) -> Iterator[Event]:
    """Yield what stands in the place of damaged lines, after ``last``."""
    for seq, error in enumerate(damaged, start=0 if last is None else last.seq + 1):
        text = f"{_PASSED_OVER}{error.message}"
        yield Notice(run_id=near.run_id, seq=seq, t=near.t, text=text, level="warning")


def stands_for_damage(event: Event) -> bool:
    """Tell whether an event that was read stands in the place of a damaged line."""
    return isinstance(event, Notice) and event.text.startswith(_PASSED_OVER)


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
    *events, end = read_run(path, strict=True)  # a run does not go on from what is damaged
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
    raise type(wrong)(f"{name}, line {number}: {wrong.message}", wrong.remedy)


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
