"""The user's saved discoveries, in a JSON Lines file that all processes share."""

import json
import re
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Discovery
from desktop_agent.storage.files import append_line, csv_text, locked, read_file, write_atomic

ExportFormat = Literal["markdown", "csv", "json"]

_FIELDS = tuple(field.name for field in fields(Discovery))
_NEEDED = frozenset({"timestamp", "title", "description"})
_LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DiscoveryList:
    """Discoveries, newest first, and the number of unreadable lines that were skipped."""

    items: tuple[Discovery, ...]
    skipped: int = 0


class DiscoveryLog:
    """The file of discoveries; methods raise `StorageError` if it cannot be read or written."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, discovery: Discovery) -> None:
        with locked(self._path):
            append_line(self._path, _to_line(discovery))

    def read(self) -> DiscoveryList:
        """Return all discoveries, newest first.

        If several have the same time, the last one written comes first.
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
        """Remove a discovery atomically; return False if it is not in the file."""
        return self.change(discovery, None)

    def change(self, old: Discovery, new: Discovery | None) -> bool:
        """Replace a discovery atomically; return False if the old one is not in the file."""
        with locked(self._path):
            lines = self._lines()
            for index, line in enumerate(lines):
                if _from_line(line) == old:
                    lines[index : index + 1] = [] if new is None else [_to_line(new).encode()]
                    write_atomic(self._path, b"".join(each + b"\n" for each in lines))
                    return True
        return False

    def export(self, kind: ExportFormat) -> str:
        items = self.read().items
        if kind == "json":
            return json.dumps([_to_dict(each) for each in items], ensure_ascii=False, indent=2)
        if kind == "csv":
            rows = (asdict(each) | {"tags": ", ".join(each.tags)} for each in items)
            return csv_text(_FIELDS, (row.values() for row in rows))
        return _markdown(items)

    def _lines(self) -> list[bytes]:
        data = read_file(self._path)
        return [] if data is None else data.removesuffix(b"\n").split(b"\n")


def _to_line(discovery: Discovery) -> str:
    return json.dumps(_to_dict(discovery), ensure_ascii=False)


def _to_dict(discovery: Discovery) -> dict[str, Any]:
    pairs = asdict(discovery).items()
    return {name: value for name, value in pairs if value or name in _NEEDED}


def _from_line(line: bytes) -> Discovery | None:
    try:
        data = json.loads(line)
        known = {name: value for name, value in data.items() if value is not None}
        found: Discovery = from_json(Discovery, known)
    except (ValueError, RecursionError, AttributeError, StorageError):
        return None
    return found


def _moment(discovery: Discovery) -> datetime:
    try:
        moment = datetime.fromisoformat(discovery.timestamp)
    except ValueError:
        return _LONG_AGO
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _markdown(items: tuple[Discovery, ...]) -> str:
    parts = ["# Discoveries"]
    for each in items:
        lines = [f"## {_inline(each.title)}", each.timestamp]
        if re.fullmatch(r"https?://[^\s<>]+", each.url):
            lines.append(f"<{each.url}>")
        if each.tags:
            lines.append(" ".join(_inline(f"#{tag}") for tag in each.tags))
        paragraphs = (_inline(part) for part in re.split(r"\n\s*\n", each.description))
        parts.append("\n\n".join([*lines, *paragraphs]))
    return "\n\n".join(parts) + "\n"


def _inline(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>#|~&!])", r"\\\1", " ".join(text.split()))
