"""Runs on disk: recordings, the list of background runs, and unfinished runs."""

import json
import logging
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import apsw

from desktop_agent.core.codec import event_from_json, event_to_json, from_json, to_json
from desktop_agent.core.errors import NewerRecording, RecordingError, StorageError
from desktop_agent.core.events import Event, Notice, RunFinished, RunStarted
from desktop_agent.core.maintenance import FileProblem
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.models import ModelSpeed
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunRecord
from desktop_agent.storage.database import Database, DatabaseSchema
from desktop_agent.storage.files import (
    LineWriter,
    locked,
    make_folder,
    name_with,
    open_regular_file,
    read_file,
    remove_file,
)
from desktop_agent.storage.transactions import reads, writes

FILE_NAME = re.compile(r"(\d{8}T\d{6}\.\d{3}Z)-([A-Za-z0-9_-]{1,64})\.jsonl")
_ADDED = "the recording ends here"
"""Error message of the final event that is added to an incomplete recording."""


def read_run(path: Path, *, strict: bool = False) -> Iterator[Event]:
    """Yield the events of a recorded run; the last is always `RunFinished`.

    If ``strict`` is True, a damaged line is an error; otherwise, it is replaced with a `Notice`
    that names the line. If the recording is cut short, for example by a crash or a full disk, a
    final event with the status ``stopped`` and an error is added. Raise `RecordingError`, which
    names the line, if the file is not a recorded run.
    """
    try:
        with open_regular_file(path) as file:
            yield from read_lines(file, path.name, strict=strict)
    except OSError as error:
        raise RecordingError(
            f"{path} cannot be read: {error.strerror}.", "Check its name and read permissions."
        ) from None


def read_lines(lines: Iterable[bytes], name: str, *, strict: bool = False) -> Iterator[Event]:
    """Yield the events in the lines of a recording, as `read_run` does; errors mention ``name``."""
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
            raise RecordingError(
                f"{name}, line {number}: there are more entries after the end of the run."
            )
        yield from _notices(damaged, last, event)
        damaged.clear()
        last = event
        yield event
    if last is None:
        why = damaged[0].message if damaged else f"{name} contains no events."
        raise RecordingError(why, "Choose another recording.")
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
    for seq, error in enumerate(damaged, start=0 if last is None else last.seq + 1):
        text = f"A damaged line of the recording was skipped: {error.message}"
        yield Notice(run_id=near.run_id, seq=seq, t=near.t, text=text, level="warning")


def recorded_events(folder: Path, run_id: str, *, strict: bool = False) -> tuple[Event, ...]:
    """Return the events of a run that were recorded so far, or () if there are none.

    Unlike `read_run`, this does not add a final event. With ``strict``, a damaged line raises
    `RecordingError`.
    """
    try:
        path = find_run(folder, run_id)
        if path is None or not path.stat().st_size:
            return ()
        *events, end = read_run(path, strict=strict)
    except OSError:
        return ()
    except (RecordingError, StorageError):
        if strict:
            raise
        return ()
    added = isinstance(end, RunFinished) and end.error == _ADDED
    return tuple(events) if added else (*events, end)


def _read_line(name: str, number: int, line: bytes) -> Event | None:
    """Return the event in a line, or None if it is an incomplete last line."""
    try:
        return event_from_json(line.decode("utf-8"))
    except UnicodeDecodeError:
        wrong = RecordingError("The line is not UTF-8 text.")
    except RecordingError as error:
        wrong = error
    if not line.endswith(b"\n"):
        return None
    raise type(wrong)(f"{name}, line {number}: {wrong.message}", wrong.remedy)


def remove_runs(folder: Path, run_ids: Collection[str]) -> None:
    """Delete the recordings of the given runs, ignoring missing ones."""
    if not run_ids:
        return
    for found in _recordings(folder):
        if found[2] in run_ids:
            remove_file(folder / found[0])


def find_run(folder: Path, run_id: str) -> Path | None:
    """Return the path of a run's recording, or None if it does not exist."""
    found = next((each[0] for each in _recordings(folder) if each[2] == run_id), None)
    return folder / found if found is not None else None


def recorded_questions(folder: Path, run_ids: Collection[str]) -> dict[str, str]:
    """Return the questions of the given runs, keyed by run id, omitting unrecorded runs."""
    found = {}
    for each in _recordings(folder):
        if each[2] in run_ids:
            with suppress(RecordingError, OSError), (folder / each[0]).open("rb") as file:
                event = _read_line(each[0], 1, file.readline())
                if isinstance(event, RunStarted):
                    found[each[2]] = event.question
    return found


_SPEEDS_FROM = 20
"""Number of the latest recordings from which speeds are taken."""
_LEAST_WRITTEN = 16


def measured_speeds(folder: Path) -> dict[tuple[str, str], ModelSpeed]:
    """Return the median speeds in the latest recordings, by provider and model.

    If a call does not report its writing speed, its whole duration counts as writing.
    """
    found: dict[tuple[str, str], tuple[list[float], list[float]]] = {}
    for name in sorted((each[0] for each in _recordings(folder)), reverse=True)[:_SPEEDS_FROM]:
        with suppress(OSError, ValueError, KeyError), (folder / name).open("rb") as lines:
            for call in (json.loads(line) for line in lines if b'"type":"model_call"' in line):
                written, ms = call["completion_tokens"], call["ms"]
                told = written / ms * 1000 if written >= _LEAST_WRITTEN and ms else 0.0
                speeds = call.get("prompt_speed", 0.0), call.get("speed") or told
                kept = found.setdefault((call.get("provider", ""), call["model"]), ([], []))
                for speed, values in zip(speeds, kept, strict=True):
                    values.extend([speed] if speed else [])
    return {
        model: ModelSpeed(*(median(each) if each else 0.0 for each in values))
        for model, values in found.items()
    }


def _recordings(folder: Path) -> list[re.Match[str]]:
    """Return a regex match for each recording's file name."""
    try:
        names = [path.name for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(f"{folder} cannot be read: {error.strerror}.") from None
    return [found for found in map(FILE_NAME.fullmatch, names) if found is not None]


# --- Recording an active run


class RunRecorder(LineWriter[Event]):
    """Writes a run to ``<folder>/<UTC time>-<run_id>.jsonl``, or continues a resumed run's file."""

    def __init__(
        self, folder: Path, run_id: str, *, started: datetime | None = None, resumed: bool = False
    ) -> None:
        known = find_run(folder, run_id) if resumed else None
        path = known or folder / recording_name(run_id, started or datetime.now(UTC))
        if not FILE_NAME.fullmatch(path.name):
            raise StorageError(
                f"{run_id!r} can't be used as a run name. Use letters, digits, - and _."
            )
        make_folder(folder)
        super().__init__(path, event_to_json, name=f"recording {run_id}", append=known is not None)


def recording_name(run_id: str, started: datetime) -> str:
    """Return the file name of a run's recording."""
    moment = started.astimezone(UTC)
    return f"{moment:%Y%m%dT%H%M%S}.{moment.microsecond // 1000:03}Z-{run_id}.jsonl"


# --- The list of background runs: queued, running, ended

logger = logging.getLogger(__name__)

_FIRST = """
CREATE TABLE runs (
    run_id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    asked TEXT NOT NULL,
    known TEXT NOT NULL,
    question TEXT NOT NULL
) STRICT;
CREATE INDEX runs_by_time ON runs (asked DESC);
CREATE INDEX runs_open ON runs (state);
"""

FORM = DatabaseSchema(
    steps=(_FIRST,),
    application_id=0x44416772,  # "DAgr"
    holds="background runs",
    if_damaged="Move it away to begin anew: answers stand in the conversations, not there.",
    pragmas=("secure_delete = ON",),
)


class RunList(Database):
    """The background runs, including finished ones, in a file that several processes may share.

    Any method may raise `StorageError` if the file cannot be read or written.
    """

    def __init__(
        self, path: Path, on_problem: Callable[[FileProblem], object] | None = None
    ) -> None:
        super().__init__(path, FORM, on_problem=on_problem)

    @writes
    def add(self, connection: apsw.Connection, known: RunRecord, question: Question) -> None:
        asked = json.dumps(to_json(Question, question))
        connection.execute(
            "INSERT INTO runs VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
            " state = excluded.state, known = excluded.known, question = excluded.question",
            (known.run_id, known.state, known.asked, _dumped(known), asked),
        )

    @writes
    def update(self, connection: apsw.Connection, known: RunRecord) -> None:
        connection.execute(
            "UPDATE runs SET state = ?, known = ? WHERE run_id = ?",
            (known.state, _dumped(known), known.run_id),
        )

    async def list(self, most: int) -> tuple[RunRecord, ...]:
        """Return up to ``most`` of the newest runs, plus all unfinished ones, newest first."""
        found = []
        for row in await self._known(most) if self.path.exists() else ():
            try:
                found.append(_loaded(row))
            except (ValueError, StorageError) as fault:  # it must not hide the other runs
                logger.warning("a background run was passed over", extra={"fault": str(fault)})
        return tuple(found)

    @reads
    def _known(self, connection: apsw.Connection, most: int) -> tuple[str, ...]:
        rows = connection.execute(
            "SELECT known FROM runs WHERE run_id IN"
            " (SELECT run_id FROM runs ORDER BY asked DESC LIMIT ?)"
            " OR state NOT IN (SELECT value FROM json_each(?))"
            " ORDER BY asked DESC, rowid DESC",
            (most, json.dumps(sorted(ENDED))),
        )
        return tuple(str(known) for (known,) in rows)

    async def get(self, run_id: str) -> tuple[RunRecord, Question] | None:
        return await self._stored(run_id) if self.path.exists() else None

    @reads
    def _stored(
        self, connection: apsw.Connection, run_id: str
    ) -> tuple[RunRecord, Question] | None:
        query = "SELECT known, question FROM runs WHERE run_id = ?"
        row: Any = connection.execute(query, (run_id,)).fetchone()
        if row is None:
            return None
        return _loaded(row[0]), from_json(Question, json.loads(row[1]))

    @writes
    def forget(self, connection: apsw.Connection, run_id: str) -> None:
        connection.execute("DELETE FROM runs WHERE run_id = ?", (run_id,))


def _dumped(known: RunRecord) -> str:
    return json.dumps(to_json(RunRecord, known))


def _loaded(text: str) -> RunRecord:
    known: RunRecord = from_json(RunRecord, json.loads(text))
    return known


# --- Unfinished runs: recorded results, one file each, to resume from after a restart
#
# Each line of ``<folder>/<run_id>.jsonl`` is one recorded result or a change of the run's pause; the
# question is in the list of runs. The file exists from the moment the run becomes resumable until
# its end.


class UnfinishedFile:
    """The file of one unfinished run, locked against other processes.

    With ``append``, the file must exist; otherwise, it must not. If it cannot be opened, the lock
    is released.
    """

    def __init__(
        self, path: Path, held: ExitStack, redact: Callable[[str], str], *, append: bool
    ) -> None:
        self._path = path
        self._held = held
        self._redact = redact
        try:
            self._lines = LineWriter[JsonObject](
                path, self._encoded, name=f"unfinished {path.stem}", append=append
            )
        except BaseException:
            held.close()
            raise

    def write(self, line: JsonObject) -> None:
        """Queue a line, which is on disk about a tenth of a second later."""
        self._lines.write(line)

    def close(self) -> None:
        """Close the file so that the run can be resumed later; raise `StorageError` on failure."""
        try:
            self._lines.close()
        finally:
            self._held.close()

    def remove(self) -> None:
        with suppress(StorageError):
            self._lines.close()
        try:
            remove_file(self._path)
        finally:
            self._held.close()
            with suppress(OSError):
                name_with(self._path, ".lock").unlink(missing_ok=True)

    def _encoded(self, line: JsonObject) -> str:
        return self._redact(json.dumps(line, separators=(",", ":")))


class UnfinishedRuns:
    """The folder of resumable runs, which several processes may share.

    ``redact`` removes keys from everything that is written.
    """

    def __init__(self, folder: Path, redact: Callable[[str], str] = str) -> None:
        self._folder = folder
        self._redact = redact

    def holds(self, run_id: str) -> bool:
        """Return whether the folder contains a run, active or not."""
        return self._path(run_id).exists()

    def run_ids(self) -> tuple[str, ...]:
        """Return the ids of the runs, least recently changed first."""
        found = []
        for path in self._folder.glob("*.jsonl"):
            with suppress(OSError):  # another process has just ended it
                found.append((path.stat().st_mtime_ns, path.stem))
        return tuple(run_id for _, run_id in sorted(found))

    def hold(self, run_id: str) -> ExitStack | None:
        """Lock a run until the returned stack is closed; return None if it is already locked.

        Raise `StorageError` if the folder cannot be created.
        """
        make_folder(self._folder)
        try:
            return _hold(self._path(run_id))
        except StorageError:
            return None

    def release(self, run_id: str, held: ExitStack) -> None:
        with suppress(OSError):
            name_with(self._path(run_id), ".lock").unlink(missing_ok=True)
        held.close()

    def begin(self, run_id: str, held: ExitStack | None = None) -> UnfinishedFile:
        """Create the file of a run. ``held`` is the lock from `hold`, if the caller has it.

        Raise `StorageError` if the file cannot be created or already exists.
        """
        path = self._path(run_id)
        make_folder(self._folder)
        return UnfinishedFile(path, held or _hold(path), self._redact, append=False)

    def take(self, run_id: str) -> tuple[list[JsonObject], UnfinishedFile] | None:
        """Return the lines of a run to resume, or None if it is missing or locked elsewhere."""
        path = self._path(run_id)
        held = self.hold(run_id) if path.exists() else None
        if held is None:
            return None
        file = UnfinishedFile(path, held, self._redact, append=True)
        return _read(path), file

    def _path(self, run_id: str) -> Path:
        return self._folder / f"{run_id}.jsonl"


def _hold(path: Path) -> ExitStack:
    held = ExitStack()
    held.enter_context(locked(path, timeout_s=0))
    return held


def _read(path: Path) -> list[JsonObject]:
    """Return all lines before the first damaged one."""
    found: list[JsonObject] = []
    for line in (read_file(path) or b"").split(b"\n")[:-1]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(value, dict):
            break
        found.append(value)
    return found
