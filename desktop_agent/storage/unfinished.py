"""Runs that go on after the program was closed: what they have learnt, a file each.

``<folder>/<run_id>.jsonl`` begins with what was asked; each further line is one thing that the run
has learnt, or how it stands with its sleep. The file is there from the moment at which the run can
go on later until its end.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_agent.core.errors import StorageError
from desktop_agent.core.messages import JsonObject
from desktop_agent.storage.file_lock import locked
from desktop_agent.storage.line_writer import LineWriter
from desktop_agent.storage.private_file import append_line, make_folder


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A run as it was left: what was asked, and the lines that followed, in order."""

    run_id: str
    asked: JsonObject
    lines: tuple[JsonObject, ...]


class UnfinishedFile:
    """The file of one run, which no other process may carry out meanwhile."""

    def __init__(self, path: Path, held: ExitStack, redact: Callable[[str], str]) -> None:
        self._path = path
        self._held = held
        self._redact = redact
        self._lines = LineWriter[JsonObject](
            path, self._encoded, name=f"unfinished {path.stem}", goes_on=True
        )

    def write(self, line: JsonObject) -> None:
        """Adds a line; it outlives this process a tenth of a second later. Raises `StorageError`."""
        self._lines.write(line)

    def close(self) -> None:
        """Leaves the run for another time. Raises `StorageError`."""
        try:
            self._lines.close()
        finally:
            self._held.close()

    def remove(self) -> None:
        """The run has ended: forgets it."""
        with suppress(StorageError):
            self._lines.close()
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageError(f"{self._path} cannot be removed: {error.strerror}.") from None
        finally:
            self._held.close()
            with suppress(OSError):
                _lock_of(self._path).unlink(missing_ok=True)

    def _encoded(self, line: JsonObject) -> str:
        return self._redact(json.dumps(line, separators=(",", ":")))


class UnfinishedRuns:
    """The folder of runs that go on later; several processes may share it.

    ``redact`` takes keys out of what is kept.
    """

    def __init__(self, folder: Path, redact: Callable[[str], str] = str) -> None:
        self._folder = folder
        self._redact = redact

    def holds(self, run_id: str) -> bool:
        """True for a run that goes on later, or goes on now and could do so later."""
        return self._path(run_id).exists()

    def run_ids(self) -> tuple[str, ...]:
        """Gives the runs, the one that was changed longest ago first."""
        found = []
        for path in self._folder.glob("*.jsonl"):
            with suppress(OSError):  # it has just ended elsewhere
                found.append((path.stat().st_mtime_ns, path.stem))
        return tuple(run_id for _, run_id in sorted(found))

    def hold(self, run_id: str) -> ExitStack | None:
        """Keeps all others from a run until `begin` or `let_go`; None where another has it.

        Whatever ends this process lets it go. Raises `StorageError` where there is no folder for it.
        """
        make_folder(self._folder)
        try:
            return _hold(self._path(run_id))
        except StorageError:
            return None

    def let_go(self, run_id: str, held: ExitStack) -> None:
        """Ends `hold` of a run that has not begun."""
        with suppress(OSError):
            _lock_of(self._path(run_id)).unlink(missing_ok=True)
        held.close()

    def begin(
        self, run_id: str, asked: JsonObject, held: ExitStack | None = None
    ) -> UnfinishedFile:
        """Makes the file of a run, which may be ``held``; what was asked is then on the disk.

        Raises:
            StorageError: it cannot be written, or is there already.
        """
        path = self._path(run_id)
        make_folder(self._folder)
        held = held or _hold(path)
        try:
            _refuse_second(path)
            append_line(path, self._redact(json.dumps(asked, separators=(",", ":"))))
            return UnfinishedFile(path, held, self._redact)
        except BaseException:
            held.close()
            raise

    def take(self, run_id: str) -> tuple[Unfinished, UnfinishedFile] | None:
        """Gives a run to be carried out; None where another process does, or nothing is whole of it.

        Raises:
            StorageError: it cannot be read.
        """
        path = self._path(run_id)
        if not path.exists():
            return None
        try:
            held = _hold(path)
        except StorageError:
            return None
        try:
            lines = _read(path)
            if not lines:
                path.unlink(missing_ok=True)
                held.close()
                return None
            file = UnfinishedFile(path, held, self._redact)
        except BaseException:
            held.close()
            raise
        return Unfinished(run_id, lines[0], tuple(lines[1:])), file

    def _path(self, run_id: str) -> Path:
        return self._folder / f"{run_id}.jsonl"


def _hold(path: Path) -> ExitStack:
    held = ExitStack()
    held.enter_context(locked(path, timeout_s=0))
    return held


def _refuse_second(path: Path) -> None:
    if path.exists():
        raise StorageError(f"{path} cannot be made: it is there already.")


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _read(path: Path) -> list[JsonObject]:
    """Reads what is whole, up to the first line that is not."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.") from None
    found: list[JsonObject] = []
    for line in data.split(b"\n")[:-1]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(value, dict):
            break
        found.append(value)
    return found
