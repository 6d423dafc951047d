"""The highest versions that were ever verified here: nothing older is taken, whatever is lost beside.

The library keeps the last signed lists and refuses what is older than they are. Lists that were
damaged or lost would be fetched anew, and an older one that has not expired yet would pass. These
few numbers stand in a file of their own, written so that a power cut leaves the old or the new one.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from desktop_agent.storage.private_file import write_atomic
from desktop_agent.updates.faults import older

_FILE = "seen.json"
_MOST_BYTES = 4096
_LISTS = ("timestamp", "snapshot", "targets")


def refuse_older(folder: Path, built_in: bytes) -> None:
    """Holds the lists that were just verified against the highest seen, and keeps the higher.

    The number of the signers' list counts for this build's own chain (``built_in``). Those of the
    other lists count as long as the same keys sign: new keys may count anew, which is how signers
    take back a number that a thief has driven up (TUF 1.0, 5.3.11).

    Raises:
        UpdateError: something is older than what was verified before.
        StorageError: the numbers cannot be kept.
    """
    now = _verified(folder, built_in)
    seen = _load(folder / _FILE)
    held = [name for name in _LISTS if seen.get("keys") == now["keys"]]
    if seen.get("chain") == now["chain"]:
        held.append("root")
    for name in held:
        highest = seen.get(name)
        if isinstance(highest, int) and now[name] < highest:
            raise older()
    if now != seen:
        write_atomic(folder / _FILE, json.dumps(now).encode())


def _verified(folder: Path, built_in: bytes) -> dict[str, Any]:
    """Reads what the library has put here after it had verified it."""
    root, timestamp, snapshot = (_signed(folder, name) for name in ("root", *_LISTS[:2]))
    keys = [sorted(root["roles"][name]["keyids"]) for name in _LISTS]
    return {
        "chain": hashlib.sha256(built_in).hexdigest(),
        "keys": hashlib.sha256(json.dumps(keys).encode()).hexdigest(),
        "root": root["version"],
        "timestamp": timestamp["version"],
        "snapshot": snapshot["version"],
        "targets": snapshot["meta"]["targets.json"]["version"],
    }


def _signed(folder: Path, name: str) -> dict[str, Any]:
    signed: dict[str, Any] = json.loads((folder / f"{name}.json").read_bytes())["signed"]
    return signed


def _load(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            said = json.loads(opened.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}
