"""Snapshots of page text as it was read, addressed by SHA-256.

``<folder>/<first two digits>/<hash>.txt`` contains the text. The file ``<hash>.jsonl`` next to it
has one line for each time and URL at which that text was read.
"""

import hashlib
import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Fetch, Page, Snapshot
from desktop_agent.storage.files import append_line, locked, read_file, write_atomic

_HASH = re.compile(r"[0-9a-f]{64}")


class SnapshotStore:
    """The page snapshots in a folder that several processes may share.

    ``redact`` removes keys from everything that is written.
    """

    def __init__(self, folder: Path, redact: Callable[[str], str] = str) -> None:
        self._folder = folder
        self._redact = redact

    def save(self, page: Page) -> str:
        """Save a page's text and a record of its fetch; return the hash of the text."""
        data = self._redact(page.stored or page.text).encode("utf-8", "surrogatepass")
        name = hashlib.sha256(data).hexdigest()
        text_file, fetch_file = self._files(name)
        if not text_file.exists() or text_file.stat().st_size != len(data):
            write_atomic(text_file, data)
        fetch = Fetch(**{field.name: getattr(page, field.name) for field in fields(Fetch)})
        with locked(self._folder / "fetches"):
            line = json.dumps(asdict(fetch), ensure_ascii=False)
            append_line(fetch_file, self._redact(line))
        return name

    def restore(self, snapshot: Snapshot) -> None:
        """Save an imported snapshot; raise `StorageError` if its text does not match its hash."""
        data = snapshot.text.encode("utf-8", "surrogatepass")
        if hashlib.sha256(data).hexdigest() != snapshot.hash:
            raise StorageError(f"The snapshot {snapshot.hash[:80]!r} has different text.")
        text_file, fetch_file = self._files(snapshot.hash)
        with locked(self._folder / "fetches"):
            if not text_file.exists() or text_file.read_bytes() != data:
                write_atomic(text_file, data)
            known = _fetches(fetch_file)
            for fetch in snapshot.fetches:
                if fetch not in known:
                    append_line(fetch_file, json.dumps(asdict(fetch), ensure_ascii=False))

    def load(self, name: str) -> Snapshot:
        """Return a snapshot; raise `StorageError` if it is missing, unreadable or altered."""
        if not _HASH.fullmatch(name):
            raise StorageError(f"{name[:80]!r} isn't a snapshot ID, which has 64 hex digits.")
        text_file, fetch_file = self._files(name)
        data = read_file(text_file)
        if data is None:
            raise StorageError(
                f"The snapshot {name} is not stored here.", "Read the page again to store it."
            )
        if hashlib.sha256(data).hexdigest() != name:
            raise StorageError(
                f"The snapshot {name} was changed or damaged after it was stored.",
                "Do not rely on it; read the page again.",
            )
        return Snapshot(name, data.decode("utf-8", "surrogatepass"), _fetches(fetch_file))

    def _files(self, name: str) -> tuple[Path, Path]:
        folder = self._folder / name[:2]
        return folder / f"{name}.txt", folder / f"{name}.jsonl"


def read_fetches(data: bytes) -> tuple[Fetch, ...]:
    """Parse fetch records from JSON lines, skipping invalid ones."""
    found = []
    for line in data.splitlines():
        with suppress(ValueError, RecursionError, StorageError):
            found.append(from_json(Fetch, json.loads(line)))
    return tuple(found)


def _fetches(file: Path) -> tuple[Fetch, ...]:
    try:
        return read_fetches(file.read_bytes())
    except OSError:
        return ()
