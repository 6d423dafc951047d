"""The record file: a line of JSON for the setup, then one for each question asked.

When the file is reopened, a line truncated by a crash is dropped. If a question was asked twice,
the later record counts.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from desktop_agent.bench.datasets import Place, json_row
from desktop_agent.bench.scoring import Support
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.storage.files import append_line, open_regular_file

# --- Records and their setup

LONGEST_KEPT = 4_000
"""Maximum length of a recorded answer; ``prediction_chars`` is the original length."""

Status = Literal["answered", "abstained", "failed"]


@dataclass(frozen=True, slots=True)
class Record:
    """The result of one question.

    ``digest`` is that of the item, and ``f1`` is in [0, 1]. ``status`` is ``abstained`` if the run
    found too little or its answer says that it does not know, and ``failed`` if ``error`` prevented
    an answer. ``grade`` is the judge's grade, or "" without a judge.

    Seconds, tokens and ``model_calls`` exclude the judge. ``searches`` counts requests to search
    engines, and ``blocked_searches`` counts searches that no engine answered. ``at`` is ISO 8601 in
    UTC.
    """

    id: str
    digest: str
    prediction: str
    gold: str
    correct: bool
    f1: float
    status: Status
    seconds: float
    prompt_tokens: int = 0
    completion_tokens: int = 0
    model_calls: int = 0
    searches: int = 0
    blocked_searches: int = 0
    grade: str = ""
    judge_tokens: int = 0
    support: Support | None = None
    prediction_chars: int = 0
    error: str = ""
    run_id: str = ""
    at: str = ""

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    @property
    def done(self) -> bool:
        """False if the question failed, so that a resumed benchmark asks it again."""
        return self.status != "failed"


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup that produced a record file.

    ``settings`` holds everything else that affects answers.
    """

    benchmark: str
    strategy: str
    provider: str
    model: str
    settings: dict[str, Any]

    @property
    def title(self) -> str:
        by = f", {self.provider}/{self.model}" if self.model else ""
        return f"{self.benchmark}, {self.strategy}{by}"

    def differences(self, other: "Setup") -> list[str]:
        """Return the differences from ``other``, each as ``name: here -> there``."""
        names = ("benchmark", "strategy", "provider", "model")
        here = {name: getattr(self, name) for name in names} | self.settings
        there = {name: getattr(other, name) for name in names} | other.settings
        return [
            f"{name}: {here.get(name)!r} -> {there.get(name)!r}"
            for name in dict.fromkeys((*here, *there))
            if here.get(name) != there.get(name)
        ]


_FORMAT = 1


class RecordFile:
    """An append-only file of records, each saved before the next question starts.

    Writers must hold the `storage.files.locked` lock on its path.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, setup: Setup) -> dict[str, Record]:
        """Return an earlier run's records by item ID, or create the file and return {}.

        Raise `RecordingError` if the file has a different setup or is not a record file, and
        `StorageError` if it cannot be read or written.
        """
        try:
            data = self.path.read_bytes() if self.path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]
            if len(whole) < len(data):
                os.truncate(self.path, len(whole))
        except OSError as error:
            raise _cannot_be_read(self.path, error) from None
        if not whole:
            self._write({"type": "setup", "format": _FORMAT, **asdict(setup)})
            return {}
        before, records = _parse(self.path, whole)
        different = before.differences(setup)
        if different:
            raise RecordingError(
                f"{self.path} was created with different settings ({'; '.join(different[:8])}).",
                "Change them back, start over with --fresh, or use another folder with --out.",
            )
        return records

    def append(self, record: Record) -> None:
        """Append a record and wait until it is on disk; raise `StorageError` if that fails."""
        self._write({"type": "item", **asdict(record)})

    def set_aside(self) -> Path | None:
        """Rename the file and return its new path, or return None if it does not exist."""
        if not self.path.exists():
            return None
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        kept = self.path.with_name(f"{self.path.stem}.before-{stamp}{self.path.suffix}")
        try:
            self.path.replace(kept)
        except OSError as error:
            raise StorageError(
                f"{self.path} can't be moved: {error.strerror}.", "Use another folder with --out."
            ) from None
        return kept

    def _write(self, value: Mapping[str, Any]) -> None:
        append_line(self.path, json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def read_records(path: Path) -> tuple[Setup, dict[str, Record]]:
    """Read a record file, ignoring a line truncated by a crash; errors name the line."""
    try:
        with open_regular_file(path) as file:
            data = file.read()
    except OSError as error:
        raise _cannot_be_read(path, error) from None
    return _parse(path, data[: data.rfind(b"\n") + 1])


def _parse(path: Path, data: bytes) -> tuple[Setup, dict[str, Record]]:
    rows = []
    for number, line in enumerate(data.split(b"\n")[:-1] or [b""], start=1):
        place = Place(path, f"line {number}", "a file written by `bench`", RecordingError)
        rows.append(json_row(line, place, number))
    if rows[0].values.get("type") != "setup" or rows[0].values.get("format") != _FORMAT:
        rows[0].place.refuse(f"it is no setup of a benchmark in format {_FORMAT}")
    records = (row.read(Record) for row in rows[1:])
    return rows[0].read(Setup), {record.id: record for record in records}


def _cannot_be_read(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{path} cannot be read: {error.strerror}.", "Use another folder with --out."
    )
