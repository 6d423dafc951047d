"""What a backup says of itself: a JSON member that names every other one, with its size and hash."""

import json
import re
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from desktop_agent.core.backup import BackupInfo

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
"""Raised when older programs could no longer read what is written."""

MOST_MEMBERS: Final = 2_000_000
_MARK = "desktop-agent-backup"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_COUNTS = tuple(field.name for field in fields(BackupInfo) if field.type in (int, "int"))
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"\\|?*\ud800-\udfff]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 400


class Newer(ValueError):
    """It was written by a program that knows more."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the backup; ``size`` in bytes, unpacked."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """``databases`` has the version of each database's tables, by its name."""

    info: BackupInfo
    members: tuple[Member, ...]
    databases: dict[str, int]


def to_bytes(manifest: Manifest) -> bytes:
    """Spells a manifest."""
    document = {
        "kind": _MARK,
        "format": FORMAT,
        "info": asdict(manifest.info),
        "databases": manifest.databases,
        "members": [[each.name, each.size, each.sha256] for each in manifest.members],
    }
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def from_bytes(data: bytes) -> Manifest:
    """Reads a manifest, also of an older format.

    Raises:
        Newer: it is of a newer format; the text is the version of the program that wrote it.
        ValueError: it is none; the text says what is wrong.
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
    """Tells whether a name leads to the same file below a folder on every system, and nowhere else."""
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
