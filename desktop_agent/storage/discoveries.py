"""Saved discoveries in a file with one JSON object per line, shared by all processes of a user."""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Discovery
from desktop_agent.storage.files import append_line, locked, write_atomic

ExportFormat = Literal["markdown", "csv", "json"]

_FIELDS = tuple(field.name for field in fields(Discovery))
_NEEDED = frozenset({"timestamp", "title", "description"})
_LONG_AGO = datetime.min.replace(tzinfo=UTC)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class DiscoveryList:
    """Discoveries, newest first; ``skipped`` counts unreadable lines."""

    items: tuple[Discovery, ...]
    skipped: int = 0


class DiscoveryLog:
    """The discoveries in a JSONL file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, discovery: Discovery) -> None:
        """Add a discovery and wait until it is on the disk.

        Raises:
            StorageError: it cannot be written.
        """
        line = json.dumps(_to_dict(discovery), ensure_ascii=False)
        with locked(self._path):
            append_line(self._path, line)

    def read(self) -> DiscoveryList:
        """Return all discoveries, newest first; at equal times, last written first.

        Raises:
            StorageError: the file exists but cannot be read.
        """
        found, skipped = [], 0
        for line in self._lines():
            discovery = _from_line(line)
            if discovery is not None:
                found.append(discovery)
            elif line.strip():
                skipped += 1
        found.reverse()
        found.sort(key=_moment, reverse=True)
        return DiscoveryList(tuple(found), skipped)

    def remove(self, discovery: Discovery) -> bool:
        """Remove a discovery atomically; return False if it was not there. Other lines stay.

        Raises:
            StorageError: the file cannot be read or written.
        """
        with locked(self._path):
            lines = self._lines()
            for index, line in enumerate(lines):
                if _from_line(line) == discovery:
                    del lines[index]
                    write_atomic(self._path, b"".join(each + b"\n" for each in lines))
                    return True
        return False

    def export(self, kind: ExportFormat) -> str:
        """Export all discoveries as a document, newest first.

        Raises:
            StorageError: the file cannot be read.
        """
        items = self.read().items
        if kind == "json":
            return json.dumps([_to_dict(each) for each in items], ensure_ascii=False, indent=2)
        return _csv(items) if kind == "csv" else _markdown(items)

    def _lines(self) -> list[bytes]:
        try:
            return self._path.read_bytes().removesuffix(b"\n").split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(
                f"{self._path} cannot be read: {error.strerror}.", "Check who may read it."
            ) from None


def _to_dict(discovery: Discovery) -> dict[str, str]:
    """Return the JSON object, without empty optional fields."""
    pairs = asdict(discovery).items()
    return {name: value for name, value in pairs if value or name in _NEEDED}


def _from_line(line: bytes) -> Discovery | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or not data.keys() >= _NEEDED:
        return None
    known: Mapping[str, Any] = {name: data[name] for name in _FIELDS if data.get(name) is not None}
    if not all(isinstance(value, str) for value in known.values()) or not known.keys() >= _NEEDED:
        return None
    return Discovery(**known)


def _moment(discovery: Discovery) -> datetime:
    try:
        moment = datetime.fromisoformat(discovery.timestamp)
    except ValueError:
        return _LONG_AGO
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _csv(items: tuple[Discovery, ...]) -> str:
    """Format as RFC 4180 CSV; cells that a spreadsheet would evaluate are made text (OWASP)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(_FIELDS)
    for each in items:
        cells = (str(getattr(each, name)) for name in _FIELDS)
        writer.writerow("'" + cell if cell.startswith(_FORMULA) else cell for cell in cells)
    return out.getvalue()


def _markdown(items: tuple[Discovery, ...]) -> str:
    parts = ["# Discoveries"]
    for each in items:
        lines = [f"## {_inline(each.title)}", each.timestamp]
        if re.fullmatch(r"https?://[^\s<>]+", each.url):
            lines.append(f"<{each.url}>")
        paragraphs = (_inline(part) for part in re.split(r"\n\s*\n", each.description))
        parts.append("\n\n".join([*lines, *paragraphs]))
    return "\n\n".join(parts) + "\n"


def _inline(text: str) -> str:
    """Return the text on one line with Markdown escaped."""
    return re.sub(r"([\\`*_\[\]<>#|~&!])", r"\\\1", " ".join(text.split()))
