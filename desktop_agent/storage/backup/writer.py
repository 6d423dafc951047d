"""Writes backups as a single ZIP file, built next to its target and renamed when complete."""

import errno
import glob
import hashlib
import json
import logging
import os
import re
import shutil
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Final

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import BackupInfo
from desktop_agent.storage.backup.contents import (
    MANIFEST,
    Manifest,
    Member,
    Source,
    is_safe,
    to_bytes,
)
from desktop_agent.storage.backup.copies import (
    Watch,
    chunks,
    copy_database,
    files_below,
    mebibytes,
    whole_lines,
)
from desktop_agent.storage.files import make_folder, refuse_special_file, sync_folder, try_lock
from desktop_agent.storage.mcp_servers import is_secret
from desktop_agent.storage.runs import FILE_NAME

# --- The servers file without the secrets that users wrote into it

_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")
_KEYS = ("mcpServers", "servers")


def without_secrets(data: bytes) -> bytes | None:
    """Replace the secrets in a servers file by placeholders; return None if it cannot be parsed.

    Values stored in the keyring already have placeholders. After a restore, a server asks for the
    missing values when it is started.
    """
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None if data.strip() else data
    if not isinstance(document, dict):
        return None
    changed = False
    for table in (document.get(key) for key in _KEYS):
        for name, server in table.items() if isinstance(table, dict) else ():
            if isinstance(server, dict):
                changed |= _clean(str(name), server)
    return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n" if changed else data


def _clean(name: str, server: dict[str, Any]) -> bool:
    changed = False
    for table in (server.get("env"), server.get("headers")):
        if not isinstance(table, dict):
            continue
        for key, value in list(table.items()):
            if isinstance(value, str) and _is_bare(key, value):
                table[key] = _placeholder(name, key)
                changed = True
    arguments = server.get("args")
    if isinstance(arguments, list):
        for place, each in enumerate(arguments):
            before = arguments[place - 1] if place else ""
            if not isinstance(each, str) or not isinstance(before, str):
                continue
            option, equals, value = each.rpartition("=")
            follows = before.startswith("-") and "=" not in before and not value.startswith("-")
            if _is_bare(option or (before if follows else ""), value):
                key = (option or (before if follows else "")).lstrip("-") or f"argument-{place}"
                arguments[place] = f"{option}{equals}{_placeholder(name, key)}"
                changed = True
    return changed


def _is_bare(key: str, value: str) -> bool:
    return "${" not in value and is_secret(key, value)


def _placeholder(server: str, key: str) -> str:
    return f"${{keyring:mcp:{server}:{_UNSAFE.sub('_', key)[:128]}}}"


logger = logging.getLogger(__name__)

_LEVEL = 1
"""Compression level: 3 takes twice as long for a twelfth less."""


def write_backup(sources: Sequence[Source], target: Path, version: str, watch: Watch) -> BackupInfo:
    """Write all sources to ``target``; an existing file is kept until the new one is complete.

    Raises:
        StorageError: a file cannot be read or written; the text says which, and what to do.
        Stopped: ``watch`` was cancelled; nothing is left behind.
    """
    target = target.absolute()
    refuse_special_file(target)
    make_folder(target.parent)
    watch.total = _size_of_all(sources)
    work: Path | None = None
    _remove_left(target)
    try:
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        part = work / "part"
        with os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with suppress(OSError):
                try_lock(file.fileno())
            info = _Writer(file, work, version, watch, index=_has_index(sources)).write(sources)
            file.flush()
            os.fsync(file.fileno())
        refuse_special_file(target)  # it may have been made meanwhile
        part.replace(target)
        sync_folder(target.parent)
        return info
    except (OSError, apsw.FullError) as error:
        raise _told(error, target, watch.total) from None
    except apsw.Error as error:
        raise StorageError(
            f"The backup cannot be made: a database cannot be read ({error}).",
            "Run desktop-agent doctor; if it is damaged, put a copy in its place.",
        ) from None
    finally:
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)


def _remove_left(target: Path) -> None:
    """Remove the leftovers of killed backups to the same target; active ones hold a lock."""
    for left in target.parent.glob(f".{glob.escape(target.name)}.????????"):
        with suppress(OSError):
            if (part := left / "part").exists():
                with part.open("rb+") as file:
                    try_lock(file.fileno())
            shutil.rmtree(left)


class _Writer:
    def __init__(
        self, file: BinaryIO, work: Path, version: str, watch: Watch, *, index: bool
    ) -> None:
        self._file = file
        self._work = work
        self._watch = watch
        self._counts: Counter[str] = Counter()
        self._members: list[Member] = []
        self._databases: dict[str, int] = {}
        self._left_out = 0
        self._info = BackupInfo(
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            version=version,
            **dict.fromkeys(_COUNTED, 0),
            bytes=0,
            index=index,
        )

    def write(self, sources: Iterable[Source]) -> BackupInfo:
        with zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as target:
            for source in sources:
                with suppress(FileNotFoundError):  # it was removed just now, or never there
                    self._add(target, source)
            info = self._finished()
            manifest = Manifest(info, tuple(self._members), self._databases)
            target.writestr(MANIFEST, to_bytes(manifest))
        if self._left_out:
            logger.warning("files were left out of a backup", extra={"files": self._left_out})
        return info

    def _add(self, target: zipfile.ZipFile, source: Source) -> None:
        match source.kind:
            case "database":
                self._add_database(target, source)
            case "servers":
                clean = without_secrets(source.path.read_bytes())
                if clean is None:
                    self._left_out += 1
                else:
                    self._pack(target, source.name, iter((clean,)), len(clean))
            case "folder":
                for name, path in files_below(source.name, source.path):
                    with suppress(FileNotFoundError):
                        self._add_file(target, name, path, lines=path.suffix == ".jsonl")
            case kind:
                self._add_file(target, source.name, source.path, lines=kind == "lines")
                if source.name == "data/schedules.json":
                    self._counts["schedules"] = _schedules_in(source.path)

    def _add_database(self, target: zipfile.ZipFile, source: Source) -> None:
        copy = self._work / "copy.db"
        field, query = source.counted or ("", "")
        try:
            version, count = copy_database(source.path, copy, self._watch.add, query)
            if not version:
                return  # it was made, and never filled
            self._databases[source.name] = version
            self._counts[field] += count
            with copy.open("rb") as file:
                size = os.fstat(file.fileno()).st_size
                self._pack(target, source.name, chunks(file, size), size)
        finally:
            copy.unlink(missing_ok=True)

    def _add_file(self, target: zipfile.ZipFile, name: str, path: Path, *, lines: bool) -> None:
        if not is_safe(name):
            self._left_out += 1
            return
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if lines:
                size = whole_lines(file, size)
            self._pack(target, name, chunks(file, size), size)

    def _pack(
        self, target: zipfile.ZipFile, name: str, data: Iterator[bytes], expected: int
    ) -> None:
        digest, size, lines = hashlib.sha256(), 0, 0
        large = expected > zipfile.ZIP64_LIMIT // 2
        with target.open(name, "w", force_zip64=large) as member:
            for chunk in data:
                digest.update(chunk)
                member.write(chunk)
                size += len(chunk)
                lines += chunk.count(b"\n") if name == "data/discoveries.jsonl" else 0
                self._watch.add(len(chunk))
        self._members.append(Member(name, size, digest.hexdigest()))
        self._count(name, lines)

    def _count(self, name: str, lines: int) -> None:
        folder, _, file = name.rpartition("/")
        if folder == "data/runs" and FILE_NAME.fullmatch(file):
            self._counts["runs"] += 1
        elif name.startswith("data/snapshots/") and name.endswith(".txt"):
            self._counts["snapshots"] += 1
        elif folder == "data/templates" and name.endswith(".json"):
            self._counts["templates"] += 1
        self._counts["discoveries"] += lines

    def _finished(self) -> BackupInfo:
        total = sum(each.size for each in self._members)
        counts: dict[str, Any] = {name: self._counts[name] for name in _COUNTED}
        return replace(self._info, **counts, bytes=total)


_COUNTED: Final = (
    "conversations", "runs", "snapshots", "discoveries", "templates", "schedules", "folders",
)  # fmt: skip


def _schedules_in(path: Path) -> int:
    try:
        return len(json.loads(path.read_bytes())["schedules"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return 0  # it is kept as it is


def _size_of_all(sources: Iterable[Source]) -> int:
    """Return the total work in bytes: a database is copied and then packed."""
    total = 0
    for source in sources:
        with suppress(OSError):
            if source.kind == "folder":
                for _name, path in files_below(source.name, source.path):
                    with suppress(OSError):
                        total += path.stat().st_size
            else:
                total += source.path.stat().st_size * (2 if source.kind == "database" else 1)
    return total


def _has_index(sources: Iterable[Source]) -> bool:
    return any(each.name == "data/knowledge/index.db" and each.path.exists() for each in sources)


def _told(error: OSError | apsw.Error, target: Path, total: int) -> StorageError:
    full = isinstance(error, apsw.FullError) or getattr(error, "errno", 0) in (
        errno.ENOSPC,
        errno.EDQUOT,
    )
    if full:
        return StorageError(
            f"{target.parent} is full: the backup takes up to {mebibytes(total)} there.",
            "Make room, or choose another disk; nothing was changed.",
        )
    what = getattr(error, "filename", None) or target
    why = getattr(error, "strerror", None) or error
    return StorageError(
        f"The backup cannot be made: {what}: {why}.", "Check who may read and write there."
    )
