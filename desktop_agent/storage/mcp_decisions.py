"""What the person has decided of servers' tools for good: always, or never.

A decision counts for a tool as it was described then. A server that tells other things of the tool
later is asked about anew, so that it cannot change what was allowed.
"""

import json
import threading
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from desktop_agent.core.mcp import RemoteTool
from desktop_agent.storage.file_lock import locked
from desktop_agent.storage.private_file import write_atomic

_MOST_BYTES = 4 * 1024 * 1024
_ANSWERS = ("always", "never")

Kept = Literal["always", "never"]


class _Decided(NamedTuple):
    answer: Kept
    fingerprint: str


class Standing(NamedTuple):
    """What is decided of a tool; ``changed`` says that it was decided of it as it was before."""

    decision: Literal["ask", "always", "never"]
    changed: bool = False


class McpDecisions:
    """The decisions in a file. What changes them writes it: use a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[tuple[str, str], _Decided] | None = None
        self._guard = threading.Lock()

    def load(self) -> None:
        """Reads the file, where that was not done yet."""
        with self._guard:
            self._all()

    def of(self, tool: RemoteTool) -> Standing:
        """Tells what is decided of a tool, from memory once it is loaded."""
        decided = self._all().get((tool.server, tool.name))
        if decided is None:
            return Standing("ask")
        if decided.answer == "never" or decided.fingerprint == tool.fingerprint:
            return Standing(decided.answer)
        return Standing("ask", changed=True)

    def keep(self, tool: RemoteTool, answer: Kept) -> None:
        """Keeps a decision for the tool as it is described now.

        Raises:
            StorageError: it cannot be written; the decision then counts until the program ends.
        """
        key = (tool.server, tool.name)
        with self._guard:
            self._known = {**self._all(), key: _Decided(answer, tool.fingerprint)}
            with locked(self._path):
                self._write({**_read(self._path), key: self._known[key]})

    def forget(self, server: str, tool: str = "") -> None:
        """Forgets what was decided of a tool, or of all tools of a server; raises `StorageError`."""
        with self._guard, locked(self._path):
            left = {
                key: each
                for key, each in _read(self._path).items()
                if key[0] != server or (tool and key[1] != tool)
            }
            self._known = left
            self._write(left)

    def keep_only(self, servers: Collection[str], known: Path) -> None:
        """Leave the decisions on tools of some servers that stand in the file ``known`` as well.

        Raises:
            StorageError: it cannot be written.
        """
        with self._guard:
            there = _read(known)
            left = {
                key: each
                for key, each in _read(self._path).items()
                if key[0] in servers and there.get(key) == each
            }
            self._known = left
            self._write(left)

    def _all(self) -> Mapping[tuple[str, str], _Decided]:
        if self._known is None:
            self._known = _read(self._path)
        return self._known

    def _write(self, decisions: Mapping[tuple[str, str], _Decided]) -> None:
        rows = [
            {"server": server, "tool": tool, "answer": each.answer, "of": each.fingerprint}
            for (server, tool), each in sorted(decisions.items())
        ]
        write_atomic(self._path, (json.dumps(rows, indent=1) + "\n").encode())


def _read(path: Path) -> dict[tuple[str, str], _Decided]:
    """Gives the decisions of a file; none where it is missing or damaged: then all is asked anew."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        rows = json.loads(data) if len(data) <= _MOST_BYTES else []
    except (OSError, ValueError, RecursionError):
        return {}
    found: dict[tuple[str, str], _Decided] = {}
    for row in rows if isinstance(rows, list) else []:
        if not isinstance(row, dict):
            continue
        server, tool, answer, of = (row.get(key) for key in ("server", "tool", "answer", "of"))
        if not (isinstance(server, str) and isinstance(tool, str) and isinstance(of, str)):
            continue
        if answer in _ANSWERS:
            found[server, tool] = _Decided(answer, of)
    return found
