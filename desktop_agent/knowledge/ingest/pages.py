"""The built-in sources: pages that were read, and discoveries."""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from desktop_agent.core.research import Discovery
from desktop_agent.knowledge.catalogue_rows import Source
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.ingest.found import Found, Text
from desktop_agent.storage.discoveries import DiscoveryLog
from desktop_agent.storage.snapshots import Fetch, SnapshotStore

_HASH_DIGITS = 64


@dataclass(slots=True)
class Pages:
    """Finds the newest snapshot of each page in ``snapshots``, and the findings in ``discoveries``.

    What was read of a snapshot's fetches is kept for the next look.
    """

    snapshots: Path
    discoveries: Path
    _fetches: dict[str, tuple[int, int, Fetch | None]] = field(default_factory=dict)

    def found(self, source: Source) -> Iterator[Found]:
        """Gives what is in a built-in source.

        Raises:
            StorageError: the discoveries are there, but cannot be read.
        """
        if source.kind == "snapshots":
            return self._found_snapshots(source)
        return self._found_discoveries(source)

    def signature(self) -> object:
        """Gives what is another one when pages were read, or discoveries made; for a thread."""
        folders = [folder.stat().st_mtime_ns for folder in _listed(self.snapshots)]
        try:
            state = self.discoveries.stat()
        except OSError:
            return sorted(folders)
        return sorted(folders), state.st_size, state.st_mtime_ns

    def _found_snapshots(self, source: Source) -> Iterator[Found]:
        newest: dict[str, tuple[str, Fetch]] = {}
        for name, fetch in self._all_fetches():
            known = newest.get(fetch.final_url)
            if known is None or known[1].fetched_at < fetch.fetched_at:
                newest[fetch.final_url] = (name, fetch)
        store, given = SnapshotStore(self.snapshots), set[str]()
        # the same text at several addresses is one document
        for name, fetch in sorted(newest.values(), key=lambda each: each[1].fetched_at)[::-1]:
            if name in given:
                continue
            given.add(name)
            path = f"snapshot:{name}"
            yield Found(
                source,
                path,
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

    def _all_fetches(self) -> Iterator[tuple[str, Fetch]]:
        """Gives the newest fetch of each snapshot that is of a page."""
        for file in self._fetch_files():
            name = file.name[:_HASH_DIGITS]
            try:
                found = file.stat()
                known = self._fetches.get(name)
                if known is None or known[:2] != (found.st_size, found.st_mtime_ns):
                    known = (found.st_size, found.st_mtime_ns, _page_of(Path(file)))
                    self._fetches[name] = known
            except OSError:
                continue
            if known[2] is not None:
                yield name, known[2]

    def _fetch_files(self) -> "Iterator[os.DirEntry[str]]":
        for folder in _listed(self.snapshots):
            if folder.is_dir(follow_symlinks=False):
                for file in _listed(Path(folder.path)):
                    if file.name.endswith(".jsonl"):
                        yield file

    def _found_discoveries(self, source: Source) -> Iterator[Found]:
        for each in DiscoveryLog(self.discoveries).read().items:
            body = f"{each.title}\n\n{each.description}".encode("utf-8", "replace")
            path = f"discovery:{_identity(each)}"
            yield Found(
                source,
                path,
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


def _listed(folder: Path) -> "Iterable[os.DirEntry[str]]":
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:  # there is none before the first page is read
        return ()


def _page_of(file: Path) -> Fetch | None:
    """Gives the newest fetch over the web: a file that was cited is a document of its own."""
    newest: Fetch | None = None
    for line in file.read_bytes().splitlines():
        try:
            fetch = Fetch(**json.loads(line))
            is_newer = newest is None or newest.fetched_at <= fetch.fetched_at
            if is_newer and fetch.final_url.startswith(("https:", "http:")):
                newest = fetch
        except (ValueError, TypeError, AttributeError, RecursionError):
            continue  # a torn line costs one entry
    return newest


def _identity(discovery: Discovery) -> str:
    told = json.dumps(asdict(discovery), sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()


def _nanoseconds(timestamp: str) -> int:
    try:
        return int(datetime.fromisoformat(timestamp).timestamp() * 1_000_000) * 1_000
    except (ValueError, OverflowError):
        return 0
