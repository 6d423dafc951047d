"""Contents of a backup: its sources, the items that a restore replaces, and the manifest.

Backups leave out the cache, logs, crash reports, add-ons, and keys, which are in the system's
keyring. They also leave out the last data from the update signers, because a backup must not make
an older version trusted again. The SQLite document index is included only on request, since it can
be rebuilt. The LanceDB index is never included, because its files cannot be copied consistently
while in use.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from desktop_agent.core.maintenance import BackupInfo
from desktop_agent.storage.conversations.schema import FORM as CONVERSATIONS
from desktop_agent.storage.database import DatabaseSchema
from desktop_agent.storage.files import name_with
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.runs import FORM as RUN_LIST

Kind = Literal["file", "lines", "database", "folder", "servers"]


class Source(NamedTuple):
    """A file or folder to back up: ``name`` in the backup, ``path`` on this machine.

    A source of kind ``lines`` is cut after its last complete line, and one of kind ``servers`` is
    stored without secrets. ``counted`` is a field of `BackupInfo` and the database query for its
    value.
    """

    name: str
    path: Path
    kind: Kind
    form: DatabaseSchema | None = None
    counted: tuple[str, str] | None = None


class Item(NamedTuple):
    """A file or folder that a restore replaces as a whole.

    Items with ``moves`` are in the data folder and are renamed. The others are small, may be
    symbolic links, and are written in place.
    """

    name: str
    path: Path
    moves: bool


def sources(
    paths: Paths, forms: Mapping[str, DatabaseSchema], *, index: bool = False
) -> tuple[Source, ...]:
    """Return all sources of a backup.

    Databases come first, so that the files they refer to are included too. ``forms`` maps the file
    names of document databases to their schemas.
    """
    paths = paths._replace(workspace=None)
    query = "SELECT count(*) FROM conversations WHERE deleted IS NULL"
    knowledge = paths.knowledge
    found = [
        _data(paths.conversations_file, "database", CONVERSATIONS, ("conversations", query)),
        _data(paths.run_list_file, "database", RUN_LIST),
        Source(
            "data/knowledge/catalogue.db",
            knowledge / "catalogue.db",
            "database",
            forms.get("catalogue.db"),
            ("folders", "SELECT count(*) FROM sources WHERE kind IN ('folder', 'file')"),
        ),
    ]
    if index:
        path = knowledge / "index.db"
        found.append(Source("data/knowledge/index.db", path, "database", forms.get("index.db")))
    found += [
        *(_config(each, "file") for each in _config_files(paths)),
        _config(paths.mcp_file, "servers"),
        _data(paths.schedules_file, "file"),
        *(_data(each, "lines") for each in _line_files(paths)),
        *(_data(each, "folder") for each in _folders(paths)),
    ]
    return tuple(found)


class Names(NamedTuple):
    """The member names that a backup may contain: files, and anything below the folders."""

    files: frozenset[str]
    folders: tuple[str, ...]

    def hold(self, name: str) -> bool:
        """Return whether ``name`` is an allowed member name."""
        return name in self.files or name.startswith(self.folders)


def names(found: Iterable[Source]) -> Names:
    """Return the member names that the sources can produce."""
    every = tuple(found)
    files = frozenset(each.name for each in every if each.kind != "folder")
    return Names(files, tuple(f"{each.name}/" for each in every if each.kind == "folder"))


def items(paths: Paths) -> tuple[Item, ...]:
    """Return all items that a restore replaces, in the order of replacement."""
    paths = paths._replace(workspace=None)
    databases = (paths.conversations_file, paths.run_list_file)
    journals = (name_with(each, end) for each in databases for end in ("-wal", "-shm", "-journal"))
    data = (
        *databases,
        *journals,
        paths.knowledge,
        *_folders(paths),
        paths.schedules_file,
        *_line_files(paths),
    )
    config = (*_config_files(paths), paths.mcp_file)
    return (
        *(Item(f"data/{each.name}", each, moves=True) for each in data),
        *(Item(f"config/{each.name}", each, moves=False) for each in config),
    )


def databases(found: Iterable[Source]) -> dict[str, DatabaseSchema]:
    """Return the schemas of the databases by their names in the backup."""
    return {each.name: each.form for each in found if each.form is not None}


def _config_files(paths: Paths) -> tuple[Path, ...]:
    folder = paths.config
    return (paths.settings_file, folder / "mcp-decisions.json", folder / "window.ini")


def _line_files(paths: Paths) -> tuple[Path, ...]:
    return (paths.discoveries_file, paths.ledger_file, name_with(paths.ledger_file, ".1"))


def _folders(paths: Paths) -> tuple[Path, ...]:
    return (paths.runs, paths.unfinished, paths.snapshots, paths.templates)


def _data(
    path: Path,
    kind: Kind,
    form: DatabaseSchema | None = None,
    counted: tuple[str, str] | None = None,
) -> Source:
    return Source(f"data/{path.name}", path, kind, form, counted)


def _config(path: Path, kind: Kind) -> Source:
    return Source(f"config/{path.name}", path, kind)


# --- The manifest: a JSON member that lists all others with size and hash

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""Format version, which is increased when older programs can no longer read the backup."""

MOST_MEMBERS: Final = 2_000_000
_MARK = "desktop-agent-backup"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_COUNTS = tuple(field.name for field in fields(BackupInfo) if field.type in (int, "int"))
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*\ud800-\udfff]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 400


class Newer(ValueError):
    """The backup was written by a newer program."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the backup; ``size`` is its uncompressed size in bytes."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a backup; ``databases`` maps database names to schema versions."""

    info: BackupInfo
    members: tuple[Member, ...]
    databases: dict[str, int]


def to_bytes(manifest: Manifest) -> bytes:
    """Serialize a manifest."""
    document = {
        "kind": _MARK,
        "format": FORMAT,
        "info": asdict(manifest.info),
        "databases": manifest.databases,
        "members": [[each.name, each.size, each.sha256] for each in manifest.members],
    }
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def from_bytes(data: bytes) -> Manifest:
    """Parse a manifest of the current or an older format.

    Raises:
        Newer: the format is newer; the text is the version of the program that wrote it.
        ValueError: the data are not a manifest; the text says what is wrong.
    """
    try:
        document = json.loads(data)
        if document["kind"] != _MARK:
            raise ValueError("it is a list of something else")
        format_, info = document["format"], document["info"]
        if not isinstance(format_, int) or isinstance(format_, bool) or format_ < 1:
            raise ValueError("its format has no number")
        if format_ > FORMAT:
            raise Newer(str(info.get("version", ""))[:40])
        members = tuple(_member(row) for row in document["members"])
        return Manifest(_info(info), members, _databases(document.get("databases", {})))
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("its list of contents cannot be read") from None


def is_safe(name: str) -> bool:
    """Return whether a name refers to the same file on every system, always inside its folder."""
    parts = name.split("/")
    return (
        len(name) <= _LONGEST
        and len(parts) >= 2
        and not _UNSAFE.search(name)
        and all(map(_is_plain, parts))
    )


def _is_plain(part: str) -> bool:
    return bool(part.strip(". ")) and part[-1] not in ". " and not _RESERVED.fullmatch(part)


def _info(values: dict[str, Any]) -> BackupInfo:
    counts = {name: values.get(name, 0) for name in _COUNTS}
    made, version = values["made"], values["version"]
    if not all(type(count) is int and count >= 0 for count in counts.values()):
        raise ValueError("its numbers are none")
    if not isinstance(made, str) or not isinstance(version, str):
        raise TypeError
    index = values.get("index", False) is True
    return BackupInfo(made=made[:40], version=version[:40], **counts, index=index)


def _member(row: Any) -> Member:
    name, size, sha256 = row
    if not isinstance(name, str) or type(size) is not int or size < 0:
        raise TypeError
    if not isinstance(sha256, str) or not _SHA256.fullmatch(sha256):
        raise TypeError
    return Member(name, size, sha256)


def _databases(values: Any) -> dict[str, int]:
    if not all(type(version) is int for version in values.values()):
        raise TypeError
    return dict(values)
