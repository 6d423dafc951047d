"""Until when each search engine is left alone: a small JSON file that may be lost at any time."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_agent.storage.private_file import write_atomic

_MOST_BYTES = 64 * 1024


def load_rests(file: Path) -> dict[str, Any]:
    """Gives what was last saved; nothing when the file is missing, damaged or too large."""
    try:
        with file.open("rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
        rests = json.loads(data) if len(data) <= _MOST_BYTES else None
    except (OSError, ValueError, RecursionError):
        return {}
    return rests if isinstance(rests, dict) else {}


def save_rests(file: Path, rests: Mapping[str, Any]) -> None:
    """Keeps the rests (JSON values by engine) in the place of those before.

    Raises:
        StorageError: the file cannot be written.
    """
    write_atomic(file, json.dumps(dict(rests), indent=1).encode())
