"""The recording of a run while it goes on."""

from datetime import UTC, datetime
from pathlib import Path

from desktop_agent.core.codec import event_to_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import Event
from desktop_agent.storage.line_writer import LineWriter
from desktop_agent.storage.private_file import make_folder
from desktop_agent.storage.runs import FILE_NAME, find_run


class RunRecorder:
    """Writes one run to ``<folder>/<UTC time>-<run_id>.jsonl``; `write` never waits for the disk.

    With ``goes_on`` the run was recorded up to a point: it goes on in the same file.

    Raises:
        StorageError: the file cannot be made.
    """

    def __init__(
        self,
        folder: Path,
        run_id: str,
        *,
        started: datetime | None = None,
        goes_on: bool = False,
    ) -> None:
        known = find_run(folder, run_id) if goes_on else None
        self.path = known or folder / _name(run_id, started or datetime.now(UTC))
        if not FILE_NAME.fullmatch(self.path.name):
            raise StorageError(f"{run_id!r} cannot name a run: use letters, digits, - and _.")
        make_folder(folder)
        self._lines = LineWriter[Event](
            self.path, event_to_json, name=f"recording {run_id}", goes_on=known is not None
        )

    def write(self, event: Event) -> None:
        """Takes an event; the system has it a tenth of a second later, and it outlives this process.

        Raises:
            StorageError: it, or an earlier one, cannot be written.
        """
        self._lines.write(event)

    def close(self) -> None:
        """Waits until all is on the disk; a second call, or one after an error, does nothing.

        Raises:
            StorageError: the disk refused.
        """
        self._lines.close()

    def suspend(self) -> None:
        """As `close`: a recording without an end goes on where it was left."""
        self._lines.close()


def _name(run_id: str, started: datetime) -> str:
    moment = started.astimezone(UTC)
    return f"{moment:%Y%m%dT%H%M%S}.{moment.microsecond // 1000:03}Z-{run_id}.jsonl"
