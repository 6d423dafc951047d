"""The ledger of all requests sent or refused.

The ledger is a JSON Lines file with mode 0600. When it is full, it is renamed to
``ledger.jsonl.1``, replacing any previous file, so that there are at most two files of
``most_bytes`` each.
"""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.network import OutboundRequest
from desktop_agent.storage.files import (
    append_line,
    csv_text,
    locked,
    name_with,
    read_file,
    remove_file,
)

logger = logging.getLogger(__name__)

LedgerFormat = Literal["csv", "json"]

_MOST_BYTES = 5 * 1024 * 1024
_BATCH_S = 0.2
"""Seconds that the writer waits for more entries, since a search sends several at once."""


class NetworkLedger:
    """The ledger file, which several processes may share.

    `append` never blocks: it leaves writing to a thread, which ends when all is written. All other
    methods block, so call them in a thread. They raise `StorageError` if a file cannot be read or
    removed.
    """

    def __init__(self, path: Path, most_bytes: int = _MOST_BYTES) -> None:
        self._path = path
        self._old = name_with(path, ".1")
        self._most_bytes = most_bytes
        self._guard = threading.Lock()
        self._waiting: list[OutboundRequest] = []
        self._writer: threading.Timer | None = None

    def append(self, entry: OutboundRequest) -> None:
        """Queue an entry, to be written within a fraction of a second or on `flush`."""
        with self._guard:
            self._waiting.append(entry)
            if self._writer is None:
                self._writer = threading.Timer(_BATCH_S, self._write_all)
                self._writer.start()

    def flush(self) -> None:
        with self._guard:
            writer, self._writer = self._writer, None
        if writer is not None:
            writer.cancel()
            writer.join()
        self._write_all()

    def read(self) -> tuple[OutboundRequest, ...]:
        """Return all entries, newest first, skipping invalid lines."""
        self.flush()
        with locked(self._path):
            data = [read_file(path) or b"" for path in (self._old, self._path)]
        found = [entry for each in data for entry in _entries(each)]
        found.reverse()
        return tuple(found)

    def clear(self) -> None:
        self.flush()
        with locked(self._path):
            for path in (self._path, self._old):
                remove_file(path)

    def export(self, kind: LedgerFormat) -> str:
        """Return all entries as JSON or CSV, newest first, with times in ISO 8601 (UTC)."""
        entries = map(asdict, self.read())
        rows = [{"time": _iso(entry.pop("at")), **entry} for entry in entries]
        if kind == "json":
            return json.dumps(rows, ensure_ascii=False, indent=1)
        header = ["time", *(field.name for field in fields(OutboundRequest)[1:])]
        return csv_text(header, (row.values() for row in rows))

    def _write_all(self) -> None:
        with self._guard:
            batch, self._waiting, self._writer = self._waiting, [], None
        try:
            if batch:
                self._write(batch)
        except StorageError as fault:  # entries are lost, but the run goes on
            logger.warning("the ledger was not written", extra={"fault": str(fault)})

    def _write(self, batch: list[OutboundRequest]) -> None:
        lines = "\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in batch)
        with locked(self._path):
            self._make_room(len(lines.encode("utf-8", "backslashreplace")) + 1)
            append_line(self._path, lines)

    def _make_room(self, coming: int) -> None:
        try:
            if self._path.stat().st_size + coming > self._most_bytes:
                self._path.replace(self._old)
        except FileNotFoundError:
            return
        except OSError as error:
            raise StorageError(f"{self._path} cannot be renamed: {error.strerror}.") from None


def _entries(data: bytes) -> Iterator[OutboundRequest]:
    for line in data.split(b"\n"):
        with suppress(ValueError, RecursionError, StorageError):
            yield from_json(OutboundRequest, json.loads(line))


def _iso(at: float) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
    except (OverflowError, ValueError, OSError):
        return ""
