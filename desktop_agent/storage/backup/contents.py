"""The contents of a backup: its sources, the items that a restore replaces, and the manifest.

Backups leave out the cache, logs, crash reports and add-ons. They also leave out keys, which are in
the system keyring, and the update client's trusted metadata, because restoring old metadata could
make the program trust an outdated version again. The SQLite document index can be rebuilt and is
included only on request. The LanceDB index is never included, because its files cannot be copied
consistently while they are in use.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import BackupInfo
from desktop_agent.storage.conversations.schema import FORM as CONVERSATIONS
from desktop_agent.storage.database import DatabaseSchema
from desktop_agent.storage.files import name_with
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.runs import FORM as RUN_LIST

Kind = Literal["file", "lines", "database", "folder", "servers"]


class Source(NamedTuple):
    """A file or folder to back up, under the name ``name``.

    Sources of kind ``lines`` are truncated after the last complete line, and those of kind
    ``servers`` are stored without secrets. ``counted`` is a field of `BackupInfo` and the query
    that computes it.
    """

    name: str
    path: Path
    kind: Kind
    form: DatabaseSchema | None = None
    counted: tuple[str, str] | None = None


class Item(NamedTuple):
    """A file or folder that a restore replaces as a whole.

    If ``moves`` is True, the item is in the data folder and is renamed. Otherwise, it is a small
    file, possibly a symbolic link, and is overwritten in place.
    """

    name: str
    path: Path
    moves: bool


def sources(
    paths: Paths, forms: Mapping[str, DatabaseSchema], *, index: bool = False
) -> tuple[Source, ...]:
    """Return all sources of a backup, optionally with the document index.

    Databases come first, so that the files they refer to are included too. ``forms`` maps the file
    names of document databases to their schemas.
    """
    paths = paths._replace(workspace=None)
    config, knowledge = paths.config, paths.knowledge
    query = "SELECT count(*) FROM conversations WHERE deleted IS NULL"
    folders = "SELECT count(*) FROM sources WHERE kind IN ('folder', 'file')"
    of_documents = [
        ("catalogue.db", ("folders", folders)),
        *([("index.db", None)] if index else []),
    ]
    return (
        Source(
            "data/conversations.db",
            paths.conversations_file,
            "database",
            CONVERSATIONS,
            ("conversations", query),
        ),
        Source("data/runs.db", paths.run_list_file, "database", RUN_LIST),
        *(
            Source(f"data/knowledge/{name}", knowledge / name, "database", forms.get(name), counted)
            for name, counted in of_documents
        ),
        Source("config/settings.toml", paths.settings_file, "file"),
        Source("config/mcp-decisions.json", config / "mcp-decisions.json", "file"),
        Source("config/window.ini", config / "window.ini", "file"),
        Source("config/mcp.json", paths.mcp_file, "servers"),
        Source("data/schedules.json", paths.schedules_file, "file"),
        Source("data/discoveries.jsonl", paths.discoveries_file, "lines"),
        Source("data/ledger.jsonl", paths.ledger_file, "lines"),
        Source("data/ledger.jsonl.1", name_with(paths.ledger_file, ".1"), "lines"),
        Source("data/runs", paths.runs, "folder"),
        Source("data/unfinished", paths.unfinished, "folder"),
        Source("data/snapshots", paths.snapshots, "folder"),
        Source("data/templates", paths.templates, "folder"),
    )


def items(paths: Paths) -> tuple[Item, ...]:
    """Return all items that a restore replaces, in the order of replacement."""
    found = [each for each in sources(paths, {}) if "/knowledge/" not in each.name]
    moved = [(each.name, each.path) for each in found if each.name.startswith("data/")]
    moved += [
        (f"{each.name}{ending}", name_with(each.path, ending))
        for each in found
        if each.kind == "database"
        for ending in ("-wal", "-shm", "-journal")
    ]
    moved.append(("data/knowledge", paths.knowledge))
    return (
        *(Item(name, path, moves=True) for name, path in moved),
        *(Item(each.name, each.path, False) for each in found if each.name.startswith("config/")),
    )


def databases(found: Iterable[Source]) -> dict[str, DatabaseSchema]:
    """Return the schemas of all databases among the sources, keyed by their name in the backup."""
    return {each.name: each.form for each in found if each.form is not None}


# --- The manifest: a JSON member that lists all others with size and hash

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""Format version, which is increased when older programs can no longer read the backup."""

MOST_MEMBERS: Final = 2_000_000
_MARK = "desktop-agent-backup"
COUNTS = tuple(field.name for field in fields(BackupInfo) if field.type in (int, "int"))
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*\ud800-\udfff]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 400


_Count = Annotated[int, Field(ge=0)]


class Newer(ValueError):
    """Raised when a backup was written by a newer program, whose version is the message."""


class Member(NamedTuple):
    """A file in the backup, with its uncompressed size in bytes."""

    name: str
    size: _Count
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup's list of contents; ``databases`` maps database names to schema versions."""

    info: BackupInfo
    members: tuple[Member, ...]
    databases: dict[str, int]


def to_bytes(manifest: Manifest) -> bytes:
    """Serialize a manifest as JSON."""
    document = {"kind": _MARK, "format": FORMAT, **asdict(manifest)}
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def from_bytes(data: bytes) -> Manifest:
    """Parse a manifest; raise `Newer` or, if it is invalid, `ValueError` with the reason."""
    try:
        document = json.loads(data)
        if document["kind"] != _MARK:
            raise ValueError("it is a different kind of list")
        if document["format"] > FORMAT:
            raise Newer(str(document["info"].get("version", ""))[:40])
        if type(document["format"]) is not int or document["format"] < 1:
            raise ValueError("its format version isn't valid")
        manifest: Manifest = from_json(Manifest, document)
    except (KeyError, TypeError, AttributeError, RecursionError, StorageError):
        raise ValueError("its list of contents cannot be read") from None
    info = manifest.info
    if any(getattr(info, name) < 0 for name in COUNTS):
        raise ValueError("some of the numbers in it aren't valid")
    return replace(manifest, info=replace(info, made=info.made[:40], version=info.version[:40]))


def is_safe(name: str) -> bool:
    """Return whether a name is a relative path without ``..`` that is valid on every system."""
    parts = name.split("/")
    return (
        len(name) <= _LONGEST
        and len(parts) >= 2
        and not _UNSAFE.search(name)
        and all(map(_is_plain, parts))
    )


def _is_plain(part: str) -> bool:
    return bool(part.strip(". ")) and part[-1] not in ". " and not _RESERVED.fullmatch(part)
