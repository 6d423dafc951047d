"""Find the items to index: files, stored pages and discoveries."""

import hashlib
import json
import mimetypes
import os
import stat
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.research import Fetch
from desktop_agent.core.text import display_name
from desktop_agent.knowledge.catalogue import Source
from desktop_agent.knowledge.file_paths import document_key, readable
from desktop_agent.knowledge.loaders.document import file_types, not_read
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.snapshots import SnapshotStore, read_fetches
from desktop_agent.web.extract.media_type import kind_name

# --- Items that a scan finds


@dataclass(frozen=True, slots=True)
class Text:
    """The text of a stored page or a discovery; the suffix of ``name`` determines its type.

    ``load`` may raise `StorageError`.
    """

    load: Callable[[], bytes]
    name: str
    title: str
    url: str
    date: str


@dataclass(slots=True)
class Found:
    """An item in a source; ``path`` is a file's exact path, or an id in a built-in source."""

    source: Source
    path: str
    size: int
    modified_ns: int
    text: Text | None = None

    @property
    def place(self) -> tuple[int, str]:
        return self.source.id, self.path

    @property
    def key(self) -> str:
        """The key of the item's document, computed on demand because few files need it."""
        return document_key(self.source.collection, self.path)


_LEFT_OUT = frozenset(
    (
        "__macosx", "__pycache__", "$recycle.bin", "bower_components", "cvs", "lost+found",
        "node_modules", "site-packages", "system volume information",
    )
)  # fmt: skip
"""Lower-case names of folders to skip, which belong to programs or the system."""

_MARKS = frozenset({"CACHEDIR.TAG", "pyvenv.cfg"})
"""Files that mark a folder as a cache (bford.info/cachedir) or a virtual environment."""

_NOT_SHOWN = (".", "~$")
"""How names begin of hidden files, and of lock files next to documents that are open in Office."""

_LONGEST_SUFFIX = 11
_MOST_KINDS = 100

_HIDDEN = stat.FILE_ATTRIBUTE_HIDDEN | stat.FILE_ATTRIBUTE_SYSTEM


@dataclass(slots=True)
class FolderScan:
    """A scan of ``root`` for files with one of ``suffixes`` (in lower case, with the dot).

    It skips hidden entries, special files, links to folders, links that leave ``root``, folders in
    ``leave_out`` (exact paths), and folders for version control, dependencies and caches.
    ``unseen`` maps folders that could not be listed to the reason, and ``passed`` maps each other suffix to
    its number of files and the path of the first. Before each folder, ``stopped`` is called; if it
    returns True, the scan ends. Otherwise ``entered`` is called with the folder.
    """

    root: str
    suffixes: Collection[str]
    leave_out: Collection[str] = ()
    stopped: Callable[[], bool] = bool
    entered: Callable[[str], None] = lambda _: None
    unseen: dict[str, Unreadable] = field(default_factory=dict)
    passed: dict[str, tuple[int, str]] = field(default_factory=dict)

    def files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield the path and status of each file below ``root``."""
        pending, visited = [self.root], set[tuple[int, int]]()
        while pending and not self.stopped():
            folder = pending.pop()
            self.entered(folder)
            for entry in self._entries(folder, visited):
                try:
                    if entry.is_dir(follow_symlinks=False):
                        left_out = entry.name.startswith(".") or entry.name.lower() in _LEFT_OUT
                        if not left_out and entry.path not in self.leave_out:
                            pending.append(entry.path)
                    elif entry.name.startswith(_NOT_SHOWN):
                        continue
                    elif _suffix(entry.name) in self.suffixes:
                        found = entry.stat(follow_symlinks=False)
                        if state := self._checked(entry.path, found):
                            yield entry.path, state
                    elif entry.is_file(follow_symlinks=False):
                        self._pass(entry)
                except OSError:
                    continue  # it was just deleted

    def _entries(self, folder: str, visited: set[tuple[int, int]]) -> "Sequence[os.DirEntry[str]]":
        """List a folder, or return nothing if it has already been visited.

        A folder may be reached more than once, for example through a mount.
        """
        try:
            found = Path(folder).stat()
            identity = (found.st_dev, found.st_ino)
            if identity in visited:
                return ()
            visited.add(identity)
            with os.scandir(folder) as entries:
                listed = list(entries)
        except OSError as error:
            name = display_name(Path(folder).name or folder)
            reason = f"The folder {name} can't be opened: {error.strerror or error}."
            self.unseen[folder] = Unreadable(reason, "Check its read permissions.")
            return ()
        return listed if _MARKS.isdisjoint(entry.name for entry in listed) else ()

    def passes_by(self, path: str) -> bool:
        """Return whether a path or one of its parents is excluded from the scan."""
        if any(path == each or path.startswith(f"{each}{os.sep}") for each in self.leave_out):
            return True
        parts = Path(path).relative_to(self.root).parts
        return any(part.startswith(".") or part.lower() in _LEFT_OUT for part in parts)

    def _checked(self, path: str, found: os.stat_result) -> os.stat_result | None:
        if stat.S_ISLNK(found.st_mode):
            target = os.path.realpath(path)  # Path.resolve raises for a link to itself
            if not Path(target).is_relative_to(os.path.realpath(self.root)):
                return None
            found = Path(target).stat()
        if sys.platform == "win32" and found.st_file_attributes & _HIDDEN:
            return None
        return found if stat.S_ISREG(found.st_mode) else None

    def _pass(self, entry: "os.DirEntry[str]") -> None:
        """Count an unsupported file under its suffix, or under "" if the suffix is unusual."""
        suffix = _suffix(entry.name)
        is_kind = suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX
        if not is_kind or (suffix not in self.passed and len(self.passed) >= _MOST_KINDS):
            suffix = ""
        count, first = self.passed.get(suffix, (0, entry.path))
        self.passed[suffix] = count + 1, first

    def not_read(self) -> dict[str, Unreadable]:
        """Map files of unsupported types, or a pattern for several of one type, to the reason."""
        found: dict[str, Unreadable] = {}
        for suffix, (count, first) in sorted(self.passed.items()):
            media_type = mimetypes.guess_type(f"a{suffix}", strict=False)[0] or ""
            error = not_read(display_name(Path(first).name), media_type)
            if count == 1:
                found[first] = error
                continue
            reason = f"{count:,} files of this kind were not read."
            if what := kind_name(media_type)[0]:
                reason = f"{count:,} files of this kind were not read: each is {what}."
            found[f"{self.root}{os.sep}*{suffix}"] = Unreadable(reason, error.remedy)
        return found


def _suffix(name: str) -> str:
    return name[name.rfind(".") :].lower() if "." in name else ""


# --- Built-in sources: read pages and discoveries


@dataclass(slots=True)
class Pages:
    """The sources of the built-in collection: the newest version of each page, and discoveries."""

    snapshots: Path
    discoveries: Path
    _fetches: dict[str, tuple[tuple[int, ...], Fetch | None]] = field(default_factory=dict)

    def found(self, source: Source) -> Iterator[Found]:
        """Yield the items of a built-in source; raise `StorageError` if it cannot be read."""
        is_pages = source.kind == "snapshots"
        return self._found_snapshots(source) if is_pages else self._found_discoveries(source)

    def signature(self) -> object:
        """Return a value that changes whenever a page or discovery is added."""
        states = (
            path.stat() for path in (self.discoveries, *self.snapshots.glob("*")) if path.exists()
        )
        return sorted((state.st_mtime_ns, state.st_size) for state in states)

    def _found_snapshots(self, source: Source) -> Iterator[Found]:
        store = SnapshotStore(self.snapshots)
        latest: dict[str, tuple[str, Fetch]] = {}
        pages: dict[str, Fetch] = {}  # the same text at several addresses is one document
        for name, fetch in sorted(
            self._fetched(), key=lambda each: each[1].fetched_at, reverse=True
        ):
            latest.setdefault(fetch.final_url, (name, fetch))
        for name, fetch in latest.values():
            pages.setdefault(name, fetch)
        for name, fetch in pages.items():
            yield Found(
                source,
                f"snapshot:{name}",
                size=fetch.total_chars,
                modified_ns=_nanoseconds(fetch.fetched_at),
                text=Text(
                    load=partial(_body, store, name),
                    name="page.md",
                    title=readable(fetch.title),
                    url=readable(fetch.final_url),
                    date=fetch.published or fetch.fetched_at[:10],
                ),
            )

    def _fetched(self) -> Iterator[tuple[str, Fetch]]:
        """Yield the hash and newest fetch of each stored page."""
        for file in self.snapshots.glob("*/*.jsonl"):
            try:
                found = file.stat()
                state, fetch = self._fetches.get(file.name, ((), None))
                if state != (found.st_size, found.st_mtime_ns):
                    state, fetch = (found.st_size, found.st_mtime_ns), _page_of(file)
                    self._fetches[file.name] = state, fetch
            except OSError:
                continue
            if fetch is not None:
                yield file.stem, fetch

    def _found_discoveries(self, source: Source) -> Iterator[Found]:
        for each in DiscoveryLog(self.discoveries).read().items:
            body = f"{each.title}\n\n{each.description}".encode("utf-8", "replace")
            exact = json.dumps(asdict(each), sort_keys=True).encode()
            yield Found(
                source,
                f"discovery:{hashlib.sha256(exact).hexdigest()}",
                size=len(body),
                modified_ns=_nanoseconds(each.timestamp),
                text=Text(
                    load=partial(bytes, body),
                    name="discovery.txt",
                    title=readable(each.title),
                    url=readable(each.url),
                    date=each.timestamp[:10],
                ),
            )


def _body(store: SnapshotStore, name: str) -> bytes:
    return store.load(name).text.encode("utf-8", "replace")


def _page_of(file: Path) -> Fetch | None:
    """Return the newest web fetch in a log file, ignoring cited local files."""
    fetches = read_fetches(file.read_bytes())
    pages = (each for each in reversed(fetches) if each.final_url.startswith(("https:", "http:")))
    return max(pages, key=lambda each: each.fetched_at, default=None)


def _nanoseconds(timestamp: str) -> int:
    try:
        return int(datetime.fromisoformat(timestamp).timestamp() * 1_000_000) * 1_000
    except (ValueError, OverflowError):
        return 0


# --- Scans of sources


@dataclass(slots=True)
class Look:
    """The result of scanning a source, complete once ``found`` is exhausted.

    ``missing`` is True if the source does not exist, such as a folder on an unplugged disk.
    """

    source: Source
    found: Iterable[Found] = ()
    unseen: dict[str, Unreadable] = field(default_factory=dict)
    not_read: Callable[[], dict[str, Unreadable]] = dict
    missing: bool = False
    device: str = ""

    def is_there(self) -> bool:
        """Return whether the source still exists; a disk may be unplugged during the scan."""
        return self.source.kind not in {"folder", "file"} or Path(self.source.path).exists()


def look_at(
    source: Source,
    pages: Pages,
    leave_out: Collection[str],
    stopped: Callable[[], bool] = bool,
    entered: Callable[[str], None] = lambda _: None,
) -> Look:
    """Scan a source, blocking the thread; folders are scanned as ``found`` is consumed."""
    if source.kind in {"snapshots", "discoveries"}:
        try:
            return Look(source, list(pages.found(source)))
        except StorageError as error:
            return Look(source, unseen={source.path: Unreadable(error.message, error.remedy)})
    try:
        state = Path(source.path).stat()
    except OSError:
        return Look(source, missing=True, device=source.device)
    device = str(state.st_dev)
    if source.kind == "file":
        if not stat.S_ISREG(state.st_mode):
            return Look(source, missing=True)
        return Look(source, _files(source, [(source.path, state)]), device=device)
    if not stat.S_ISDIR(state.st_mode) or _is_unmounted(source, device):
        return Look(source, missing=True, device=source.device)
    scan = FolderScan(source.path, file_types().suffixes, leave_out, stopped, entered)
    found = _files(source, scan.files())
    return Look(source, found, scan.unseen, scan.not_read, device=device)


def _files(source: Source, files: Iterable[tuple[str, os.stat_result]]) -> Iterator[Found]:
    for path, state in files:
        yield Found(source, path, state.st_size, state.st_mtime_ns)


def _is_unmounted(source: Source, device: str) -> bool:
    """Return whether the folder is just an empty mount point."""
    with suppress(OSError):
        return source.device not in ("", device) and not any(Path(source.path).iterdir())
    return False
