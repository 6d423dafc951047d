"""Write backups as ZIP files, and read backups that may be damaged or malicious."""

import errno
import glob
import hashlib
import json
import logging
import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, BinaryIO, Final

import apsw

from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import BackupInfo
from desktop_agent.storage.backup.contents import (
    COUNTS,
    MANIFEST,
    MOST_MEMBERS,
    Manifest,
    Member,
    Newer,
    Source,
    databases,
    from_bytes,
    is_safe,
    to_bytes,
)
from desktop_agent.storage.database import UNWRITABLE, DatabaseSchema, open_to_read, schema_of
from desktop_agent.storage.files import (
    create_file,
    make_folder,
    open_regular_file,
    refuse_special_file,
    sync_folder,
    try_lock,
)
from desktop_agent.storage.mcp_servers import without_secrets
from desktop_agent.storage.run_archive import check_end
from desktop_agent.storage.runs import FILE_NAME

# --- Progress and cancellation of a backup

CHUNK: Final = 1 << 20
"""Maximum number of bytes of a file that are held in memory at once."""


class Stopped(Exception):
    """Raised when the caller cancels a backup or restore."""


class Watch:
    """Reports the progress of a backup or restore, and checks whether it has been cancelled."""

    def __init__(self, stopped: Callable[[], bool], notify: Callable[[int, int], None]) -> None:
        self._stopped = stopped
        self._notify = notify
        self._done = 0
        self.total = 0

    def add(self, size: int) -> None:
        """Add processed bytes and report progress; raise `Stopped` if cancelled."""
        if self._stopped():
            raise Stopped
        self._done += size
        self.total = max(self.total, self._done)
        self._notify(self._done, self.total)


def mebibytes(size: int) -> str:
    """Format a size in MiB, rounded up: ``1,024 MiB``."""
    return f"{-(-size >> 20):,} MiB"


# --- Consistent copies of databases and files that other processes may be using

_PAGES = 2048
"""Number of pages copied between two checks for cancellation (a few milliseconds)."""
_BUSY_MS = 10_000


def copy_database(
    source: Path, target: Path, going_on: Callable[[int], None], counted: str = ""
) -> tuple[int, int]:
    """Copy a snapshot of a database to a new file; return its schema version and a row count.

    The count is the result of the query ``counted``, or 0 if no query is given. ``going_on`` is
    called with the number of bytes just copied, and may raise an exception to cancel the copy.
    Raise `apsw.Error` if one of the files cannot be read or written, and `FileNotFoundError` if the
    source does not exist.
    """
    if not source.exists():
        raise FileNotFoundError(source)
    with closing(_open_source(source)) as read, closing(apsw.Connection(str(target))) as write:
        write.execute("PRAGMA journal_mode = OFF").fetchall()
        write.execute("PRAGMA synchronous = OFF").fetchall()  # a temporary copy
        read.execute("BEGIN")
        version = int(read.execute("PRAGMA user_version").get)  # the first read fixes the snapshot
        size = int(read.execute("PRAGMA page_size").get)
        count = int(read.execute(counted).get) if counted else 0
        with write.backup("main", read, "main") as copying:
            left = -1
            while not copying.done:
                copying.step(_PAGES)
                done = (copying.page_count if left < 0 else left) - copying.remaining
                left = copying.remaining
                going_on(max(0, done) * size)
        read.execute("ROLLBACK")
    return version, count


def _open_source(source: Path) -> apsw.Connection:
    connection = apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        connection.set_busy_timeout(_BUSY_MS)
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except UNWRITABLE:  # backups are needed most if the disk is full or read-only
        connection.close()
        return open_to_read(source)
    except BaseException:
        connection.close()
        raise
    return connection


_BLOCK = 1 << 16


def files_below(name: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield names and paths of files below a folder, except temporary files, locks and links."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        inner = f"{name}/{entry.name}"
        if entry.name.startswith(".") or entry.name.endswith(".lock"):
            continue
        if entry.is_dir(follow_symlinks=False):
            with suppress(FileNotFoundError):
                yield from files_below(inner, Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield inner, Path(entry.path)


def chunks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Yield the next ``size`` bytes of a file in chunks, or fewer if it has been truncated."""
    while size > 0 and (chunk := file.read(min(CHUNK, size))):
        size -= len(chunk)
        yield chunk


def whole_lines(file: IO[bytes], size: int) -> int:
    """Return the total size of complete lines in the first ``size`` bytes, and rewind the file."""
    while size > 0:
        start = max(0, size - _BLOCK)
        file.seek(start)
        end = file.read(size - start).rfind(b"\n")
        if end >= 0:
            size = start + end + 1
            break
        size = start
    file.seek(0)
    return size


# --- Writing

logger = logging.getLogger(__name__)

_LEVEL = 1
"""Compression level; level 3 saves only 8 % more and takes twice as long."""


def write_backup(sources: Sequence[Source], target: Path, version: str, watch: Watch) -> BackupInfo:
    """Write all sources to ``target``, replacing an existing file once the backup is complete.

    Raise `StorageError` if a file cannot be read or written, and `Stopped` if the backup was
    cancelled. In either case, no partial file remains.
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
        with create_file(part) as file:
            with suppress(OSError):
                try_lock(file.fileno())
            info = _Writer(file, work, version, watch).write(sources)
            file.flush()
            os.fsync(file.fileno())
        refuse_special_file(target)  # it may have been created meanwhile
        part.replace(target)
        sync_folder(target.parent)
        return info
    except (OSError, apsw.FullError) as error:
        raise _write_error(error, target, watch.total) from None
    except apsw.Error as error:
        raise StorageError(
            f"Couldn't make the backup: a database can't be read ({error}).",
            "Run desktop-agent doctor. If the database is damaged, replace it with a backup copy.",
        ) from None
    finally:
        if work is not None:
            shutil.rmtree(work, ignore_errors=True)


def _remove_left(target: Path) -> None:
    """Remove temporary files left behind by killed backups to this target, except locked ones."""
    for left in target.parent.glob(f".{glob.escape(target.name)}.????????"):
        with suppress(OSError):
            if (part := left / "part").exists():
                with part.open("rb+") as file:
                    try_lock(file.fileno())
            shutil.rmtree(left)


class _Writer:
    def __init__(self, file: BinaryIO, work: Path, version: str, watch: Watch) -> None:
        self._file = file
        self._work = work
        self._watch = watch
        self._counts: Counter[str] = Counter()
        self._members: list[Member] = []
        self._databases: dict[str, int] = {}
        self._left_out = 0
        self._made = datetime.now(UTC).isoformat(timespec="seconds")
        self._version = version

    def write(self, sources: Sequence[Source]) -> BackupInfo:
        with zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as target:
            for source in sources:
                with suppress(FileNotFoundError):  # it never existed or has just been removed
                    self._add(target, source)
            info = self._summary(sources)
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
                return  # it was created but never filled
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

    def _summary(self, sources: Iterable[Source]) -> BackupInfo:
        self._counts["bytes"] = sum(each.size for each in self._members)
        counts = {name: self._counts[name] for name in COUNTS}
        index = any(
            each.name == "data/knowledge/index.db" and each.path.exists() for each in sources
        )
        return BackupInfo(made=self._made, version=self._version, **counts, index=index)


def _schedules_in(path: Path) -> int:
    try:
        return len(json.loads(path.read_bytes())["schedules"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return 0  # the backup contains it anyway


def _size_of_all(sources: Iterable[Source]) -> int:
    """Return the number of bytes to process; databases count twice, since they are copied first."""
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


def _write_error(error: OSError | apsw.Error, target: Path, total: int) -> StorageError:
    full = isinstance(error, apsw.FullError) or getattr(error, "errno", 0) in (
        errno.ENOSPC,
        errno.EDQUOT,
    )
    if full:
        return StorageError(
            f"{target.parent} is full: the backup needs up to {mebibytes(total)} there.",
            "Free up space, or choose another disk. Nothing was changed.",
        )
    what = getattr(error, "filename", None) or target
    why = getattr(error, "strerror", None) or error
    return StorageError(
        f"Couldn't make the backup: {what}: {why}.", "Check the read and write permissions there."
    )


# --- Reading

_PER_MEMBER = 512
"""Maximum size of a ZIP directory entry in bytes: the name twice, plus the fixed fields."""
_LISTED: Final = 2048
"""Maximum number of bytes per member in the manifest."""
_SPARE: Final = 64 << 20
"""Bytes that must stay free on the disk."""
_MOST_SMALL: Final = 4 << 20
"""Size in bytes of the largest member that `read_members` returns."""
_SYNCED_SINGLY: Final = 1_000
_ANOTHER = "Choose another backup; nothing was changed."
_KINDS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def look(path: Path, known: Sequence[Source]) -> BackupInfo:
    """Return a backup's summary from its manifest, without reading the other members.

    Raise `StorageError` if the file is not a backup, is damaged, was written by a newer program, or
    contains a member that belongs to none of the ``known`` sources.
    """
    with _opened(path, known) as (_archive, manifest):
        return manifest.info


def unpack(path: Path, folder: Path, known: Sequence[Source], watch: Watch) -> BackupInfo:
    """Unpack a backup into a new folder, verifying every byte and each database.

    Raise `StorageError` in the same cases as `look`, or if there is not enough disk space, and
    `Stopped` if the restore was cancelled. After an error, the folder is unusable.
    """
    with _opened(path, known) as (archive, manifest):
        total = sum(each.size for each in manifest.members)
        free = shutil.disk_usage(folder.parent).free
        if total + _SPARE > free:
            raise StorageError(
                f"{folder.parent} has too little space: {mebibytes(total + _SPARE)} needed, "
                f"{mebibytes(free)} free.",
                "Free up space. Nothing was changed.",
            )
        watch.total = total
        try:
            make_folder(folder)
            for member in manifest.members:
                _unpack_one(archive, member, folder, watch, sync=not _syncs_all(manifest))
            _write(folder / MANIFEST, to_bytes(manifest))
        except OSError as error:
            raise StorageError(
                f"Couldn't unpack the backup: {error.strerror or error}.",
                f"{folder.parent} needs {mebibytes(total)}. Nothing was changed.",
            ) from None
        for name, form in databases(known).items():
            if name in manifest.databases and (fault := fault_of(folder / name, form)):
                raise StorageError(f"{path} cannot be used: its {name} {fault}.", _ANOTHER)
        if _syncs_all(manifest):
            os.sync()
        return manifest.info


def read_members(path: Path, known: Sequence[Source], wanted: Collection[str]) -> dict[str, bytes]:
    """Return the verified contents of the ``wanted`` members; raise the same errors as `look`."""
    found: dict[str, bytes] = {}
    with _opened(path, known) as (archive, manifest):
        for member in manifest.members:
            if member.name not in wanted:
                continue
            if member.size > _MOST_SMALL:
                raise ValueError(f"{member.name} is too large")
            with archive.open(member.name) as packed:
                data = packed.read(member.size + 1)
            if len(data) != member.size or hashlib.sha256(data).hexdigest() != member.sha256:
                raise ValueError(f"{member.name} has changed since it was written")
            found[member.name] = data
    return found


@contextmanager
def _opened(path: Path, known: Sequence[Source]) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    try:
        with open_regular_file(path) as file:
            size = check_end(file, MOST_MEMBERS, _PER_MEMBER)
            with zipfile.ZipFile(file) as archive:
                manifest = _manifest(archive, size)
                _check(archive, manifest, known)
                _check_versions(manifest, databases(known))
                yield archive, manifest
    except Newer as error:
        raise StorageError(
            f"{path} was written by a newer version of Desktop Agent ({error}).",
            "Update Desktop Agent, then restore it; nothing was changed.",
        ) from None
    except OSError as error:
        raise StorageError(
            f"{path} cannot be read: {error.strerror or error}.",
            "Check its name and read permissions.",
        ) from None
    except (
        ValueError,
        EOFError,
        RuntimeError,
        NotImplementedError,
        KeyError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        why = str(error).rstrip(".")[:200]
        raise StorageError(f"{path} isn't a backup or is damaged: {why}.", _ANOTHER) from None


def _manifest(archive: zipfile.ZipFile, size: int) -> Manifest:
    listed = archive.infolist()
    if sum(each.compress_size for each in listed) > size:
        raise ValueError("its entries overlap")
    for each in listed:
        if each.compress_type not in _KINDS or each.flag_bits & 0x1:
            raise ValueError("an entry uses an unknown compression method")
        if stat.S_IFMT(each.external_attr >> 16) not in (0, stat.S_IFREG):
            raise ValueError("an entry isn't a regular file")
    try:
        info = archive.getinfo(MANIFEST)
    except KeyError:
        raise ValueError("it has no list of contents") from None
    if info.file_size > (len(listed) + 32) * _LISTED:
        raise ValueError("its list of contents is too long")
    return from_bytes(archive.read(info))


def _check(archive: zipfile.ZipFile, manifest: Manifest, known: Sequence[Source]) -> None:
    """Raise `ValueError` if a member is unlisted or duplicated, or has an invalid name.

    A name is invalid if it is unsafe or belongs to none of the ``known`` sources.
    """
    there = {each.filename: each.file_size for each in archive.infolist()}
    listed = {each.name: each.size for each in manifest.members}
    count = len(archive.infolist())
    if len(there) != count or len(listed) != len(manifest.members) or count != len(listed) + 1:
        raise ValueError("its contents don't match its list of contents")
    files = {each.name for each in known if each.kind != "folder"}
    folders = tuple(f"{each.name}/" for each in known if each.kind == "folder")
    for name, size in listed.items():
        if there.get(name) != size:
            raise ValueError(f"{name[:80]!r} doesn't match its entry in the list")
        if not is_safe(name) or not (name in files or name.startswith(folders)):
            raise ValueError(f"it contains {name[:80]!r}, which doesn't belong in a backup")
    if sum(listed.values()) != manifest.info.bytes:
        raise ValueError("its sizes do not add up")


def _check_versions(manifest: Manifest, forms: Mapping[str, DatabaseSchema]) -> None:
    for name, version in manifest.databases.items():
        form = forms.get(name)
        if form is None:
            raise ValueError(f"it refers to an unknown database, {name[:80]!r}")
        if version > len(form.steps):
            raise Newer(manifest.info.version)
    missing = {each.name for each in manifest.members if each.name in forms} - {*manifest.databases}
    if missing:
        raise ValueError(f"{min(missing)} has no version")


def _syncs_all(manifest: Manifest) -> bool:
    """Return whether to sync the whole disk; syncing 100,000 files one by one takes minutes."""
    return hasattr(os, "sync") and len(manifest.members) > _SYNCED_SINGLY


def _unpack_one(
    archive: zipfile.ZipFile, member: Member, folder: Path, watch: Watch, *, sync: bool
) -> None:
    place = folder.joinpath(*member.name.split("/"))
    make_folder(place.parent)
    digest, size = hashlib.sha256(), 0
    with archive.open(member.name) as packed, create_file(place) as file:
        while chunk := _next(packed, member.size - size):
            size += len(chunk)
            digest.update(chunk)
            file.write(chunk)
            watch.add(len(chunk))
        if sync:
            file.flush()
            os.fsync(file.fileno())
    if size != member.size or digest.hexdigest() != member.sha256:
        raise ValueError(f"{member.name} has changed since it was written")


def _next(packed: IO[bytes], left: int) -> bytes:
    """Read the next chunk; raise `ValueError` if the member exceeds its declared size."""
    chunk = packed.read(min(CHUNK, left + 1))
    if len(chunk) > left:
        raise ValueError("an entry is larger than its stated size")
    return chunk


def _write(path: Path, data: bytes) -> None:
    with create_file(path) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def fault_of(path: Path, form: DatabaseSchema) -> str:
    """Return why an unpacked database is unusable, or "" if it is usable.

    The file is not changed. The schema is compared with the program's own before any table is read,
    because a foreign view or trigger could run forever or delete data.
    """
    try:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        with closing(apsw.Connection(f"{path.as_uri()}?immutable=1", flags=flags)) as connection:
            version = int(connection.execute("PRAGMA user_version").get)
            mark = int(connection.execute("PRAGMA application_id").get)
            if version and mark != form.application_id:
                return "belongs to something else"
            if version > len(form.steps):
                return "was written by a newer version of Desktop Agent"
            if not form.made(schema_of(connection), version):
                return "has tables, views or triggers that don't belong to Desktop Agent"
            if connection.execute("PRAGMA quick_check(1)").get != "ok":
                return "is damaged"
    except (apsw.Error, UnicodeError):
        return "is damaged"
    return ""
