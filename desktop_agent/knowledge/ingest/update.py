"""Compare the sources with the index, then read and embed what has changed."""

import asyncio
import gc
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

from desktop_agent import __version__
from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.knowledge import DocumentRecord, IngestProgress
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.core.text import display_name
from desktop_agent.knowledge.catalogue import Catalogue, Failure, Source
from desktop_agent.knowledge.document_reader import DocumentReader
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.index.base import Index, NewChunk, NewDocument, joined
from desktop_agent.knowledge.ingest.embedding import Embedding, FindEmbedder
from desktop_agent.knowledge.ingest.progress import Pace, ProgressMeter
from desktop_agent.knowledge.ingest.sources import Found, Look, Pages, Text, look_at
from desktop_agent.system.tasks import finish, gather_or_cancel


@dataclass(frozen=True, slots=True)
class Request:
    """A request to compare sources with the index.

    ``sources`` are the ids of the sources to compare, or None for all. ``again`` retries files that
    could not be read, and ``rebuild`` drops all vectors.
    """

    sources: frozenset[int] | None = None
    again: bool = False
    rebuild: bool = False

    def merged(self, other: "Request | None") -> "Request":
        """Return a request that covers this one and ``other``."""
        if other is None:
            return self
        is_whole = self.sources is None or other.sources is None
        return Request(
            sources=None if is_whole else (self.sources or frozenset()) | (other.sources or set()),
            again=self.again or other.again,
            rebuild=self.rebuild or other.rebuild,
        )


@dataclass(frozen=True, slots=True)
class Parts:
    """The dependencies of an update.

    ``lock`` is the path of the indexing lock. ``leave_out`` lists the program's own folders, which
    are never scanned.
    """

    catalogue: Catalogue
    index: Index
    settings: Callable[[], KnowledgeSettings]
    find_embedder: FindEmbedder
    reader: DocumentReader
    pages: Pages
    meter: ProgressMeter
    lock: Path
    leave_out: Collection[str]


# --- Comparison of sources and index

_LEAST_BYTES = 2_000

Problems = Mapping[tuple[int, str], str]
"""Fingerprints of unreadable files and folders, by source and exact path."""


ToRead = tuple[int, str, int, int, Text | None]
"""The fields of a `Found`, with the id of its source.

Plain tuples are exempt from garbage collection, which with 100,000 objects would repeatedly block
the GUI for a tenth of a second.
"""


@dataclass(slots=True)
class Comparison:
    """Compares sources with the indexed ``records`` (by key) and with earlier ``problems``.

    Files whose size and time match their record are not read again. Files that could not be read
    are retried only if they have changed or ``again`` is set. Records whose source is not in
    ``sources`` are orphans.

    The result is the work to do: ``read`` lists the files to read, newest first, ``known`` maps
    keys to the records of files that are read again, ``remove`` lists the keys of documents to
    remove, and ``solved`` the source and path of each solved problem. ``presence`` maps each source
    id to a pair: whether the source is missing, and its device.
    """

    records: Mapping[str, DocumentRecord]
    problems: Problems
    sources: Collection[int]
    max_file_mb: int
    again: bool = False
    read: list[ToRead] = field(default_factory=list)
    known: dict[str, DocumentRecord] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    solved: list[tuple[int, str]] = field(default_factory=list)
    presence: dict[int, tuple[bool, str]] = field(default_factory=dict)
    _by_path: dict[tuple[str, str], DocumentRecord] = field(init=False)
    _seen: set[str] = field(default_factory=set)
    _still: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._by_path = {(each.collection, each.path): each for each in self.records.values()}

    def compare(self, looks: Iterable[Look]) -> None:
        """Compare all that the scans find, consuming them; what they do not find is removed."""
        looked = list(looks)
        for look in looked:
            for found in look.found:
                self._compare(found)
            look.missing = look.missing or not look.is_there()
            for path, error in (look.unseen | look.not_read()).items():
                self._fail(look.source.id, path, error.message, error.remedy, error.message)
            self.presence[look.source.id] = (look.missing, look.device)
        self._find_vanished(looked)
        self.read.sort(key=itemgetter(3), reverse=True)  # newest first
        # while files are read, the garbage collector would visit them again and again
        self.records, self._by_path = {}, {}

    def _compare(self, found: Found) -> None:
        record = self._record_of(found)
        key = record.key if record is not None else found.key
        if key in self._seen:  # the first of two overlapping sources of a collection owns the file
            return
        self._seen.add(key)
        same = record and (record.modified_ns, record.size) == (found.modified_ns, found.size)
        read_again = self.again and found.place in self.problems
        if record is not None and same and record.source in self.sources and not read_again:
            if found.place in self.problems:  # what was not read of the file
                self._still.add(found.place)
            return
        if not self._is_refused(found):
            self.read.append((*found.place, found.size, found.modified_ns, found.text))
            if record is not None and not read_again:
                self.known[key] = record
        elif record is not None:  # the indexed text is not the current text of the file
            self.remove.append(key)

    def _is_refused(self, found: Found) -> bool:
        """Return whether to skip a file as unreadable, recording the reason if it is new."""
        mark = fingerprint(found, self.max_file_mb)
        if self.problems.get(found.place) == mark and not self.again:
            self._still.add(found.place)
            return True
        if found.text is not None or found.size <= self.max_file_mb << 20:
            return False
        name = display_name(Path(found.path).name)
        reason = f"{name} is larger than {self.max_file_mb} MiB."
        remedy = "Raise knowledge.max_file_mb to have it indexed."
        self._fail(*found.place, reason, remedy, mark)
        return True

    def _record_of(self, found: Found) -> DocumentRecord | None:
        """Look up a file's record by path if possible, which is faster than by key."""
        if os.name == "nt" or "\\" not in found.path:
            record = self._by_path.get((found.source.collection, found.path))
            if record is not None:
                return record
        return self.records.get(found.key)

    def _fail(self, source: int, path: str, reason: str, remedy: str, mark: str) -> None:
        self._still.add((source, path))
        if self.problems.get((source, path)) != mark or self.again:
            self.failures.append(Failure(source, path, reason, remedy, mark))

    def _find_vanished(self, looks: Iterable[Look]) -> None:
        by_source = {look.source.id: look for look in looks}
        for key, record in self.records.items():
            if key not in self._seen and self._is_gone(by_source, record.source, record.path):
                self.remove.append(key)
        waiting = {row[:2] for row in self.read} if self.problems else set()
        for source, path in self.problems.keys() - self._still - waiting:
            if self._is_gone(by_source, source, readable(path)):
                self.solved.append((source, path))

    def _is_gone(self, looks: Mapping[int, Look], source: int, path: str) -> bool:
        """Return whether a file missing from all scans is gone or belongs to a removed source."""
        look = looks.get(source)
        if look is None:
            return source not in self.sources
        folders = map(readable, look.unseen)
        return not look.missing and not any(
            path == folder or path.startswith(f"{folder}{os.sep}") for folder in folders
        )


def fingerprint(found: Found, max_file_mb: int) -> str:
    """Return a string that changes once an unreadable file is worth reading again."""
    return f"{__version__}:{max_file_mb}:{found.size}:{found.modified_ns}"


def _weight(size: int) -> int:
    """Return a file's weight in progress estimates: its size in bytes, but at least 2,000."""
    return max(size, _LEAST_BYTES)


@contextmanager
def _without_full_collection() -> Iterator[None]:
    """Suspend full garbage collection, which takes 0.1 s for 100,000 files and blocks the GUI."""
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, 1_000_000)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)


_TOLD_EVERY_S = 0.2


def _folder_meter(meter: ProgressMeter) -> Callable[[str], None]:
    """Return a function that reports the current folder, at most five times a second."""
    loop, next_s = asyncio.get_running_loop(), 0.0

    def entered(folder: str) -> None:
        nonlocal next_s
        if time.monotonic() >= next_s:
            next_s = time.monotonic() + _TOLD_EVERY_S
            change = partial(meter.change, current=display_name(folder))
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(change)

    return entered


# --- Reading and writing

_AT_ONCE = 2  # files requested at once, so that one is read while the next is being sent
_BATCH_S = 0.5
_BATCH_CHARS = 2_000_000
_BATCH_DOCUMENTS = 200
_REMOVED_AT_ONCE = 500
_CHECK_S = 1.0


@dataclass(frozen=True, slots=True)
class Done:
    """A processed item. If ``document`` and ``problem`` are both None, its file no longer exists.

    If both are set, part of the file could not be read.
    """

    found: Found
    document: NewDocument | None = None
    problem: Unreadable | None = None


DoneQueue = asyncio.Queue[Done | None]
"""Processed items, followed by None."""


async def _gather(queue: DoneQueue, batch: list[Done]) -> bool:
    """Fill a batch, until it is large enough or half a second old; return False if it is the last."""
    done, chars = await queue.get(), 0
    with suppress(TimeoutError):
        async with asyncio.timeout(_BATCH_S):
            while done is not None:
                batch.append(done)
                chars += len(done.document.text) if done.document is not None else 0
                if chars >= _BATCH_CHARS or len(batch) >= _BATCH_DOCUMENTS:
                    return True
                done = await queue.get()
            return False
    return True


async def remove_documents(index: Index, keys: Sequence[str]) -> None:
    """Remove documents in small groups so that other work can run in between."""
    for first in range(0, len(keys), _REMOVED_AT_ONCE):
        await finish(index.remove(keys[first : first + _REMOVED_AT_ONCE]))


def _placed(document: NewDocument, found: Found, **changes: Any) -> NewDocument:
    """Complete a document that was read with where it belongs, and with other ``changes``."""
    record = replace(
        document.record,
        key=found.key,
        collection=found.source.collection,
        source=found.source.id,
        path=readable(found.path),
        **changes,
    )
    return replace(document, record=record)


class Paused(Exception):
    """Raised when this or another process has paused indexing."""


class Update:
    """A single update; only the process that holds the indexing lock may run it."""

    def __init__(self, parts: Parts, request: Request) -> None:
        self._parts = parts
        self._request = request
        self._meter = parts.meter
        self._embedding = Embedding(parts.index, parts.find_embedder, parts.meter, self.check)
        self._pace = Pace()
        self._left = 0
        self.sources: dict[int, Source] = {}
        """The sources in the catalogue when the update began."""
        self._live: Collection[int] = ()
        self._failed: set[tuple[int, str]] = set()
        self._checked = -_CHECK_S
        self.changed = 0
        """The number of documents written or removed."""
        self.has_forgotten = False
        """True once a rebuild has dropped the vectors, so that resuming does not do it again."""

    async def run(self) -> None:
        """Carry out the update; after an error, everything written so far is kept.

        Raises:
            Paused: indexing was paused.
            AgentError: the index, the catalogue or the reader failed.
        """
        parts, request = self._parts, self._request
        await self.check()
        self._meter.change(**asdict(IngestProgress("scanning")))
        await parts.catalogue.keep_pages(wanted=parts.settings().pages)
        if request.rebuild:
            # first clear the name, because vectors of the wanted model would be kept
            await parts.index.use_embedding("")
            self.has_forgotten = True
        self.sources = self._live = await parts.catalogue.sources()
        work = await self._compare()
        await gather_or_cancel((self._read_all(work), self._embed()))

    async def check(self) -> None:
        """Raise `Paused` if indexing has been paused, checking at most once a second."""
        now = time.monotonic()
        if now - self._checked >= _CHECK_S:
            self._checked = now
            if await self._parts.catalogue.is_paused():
                raise Paused

    async def _compare(self) -> Comparison:
        """Compare the sources with the index, remove what is gone, and return the work to do."""
        parts, stopped = self._parts, threading.Event()
        entered, only = _folder_meter(parts.meter), self._request.sources
        wanted = [each for key, each in self.sources.items() if only is None or key in only]
        with _without_full_collection():
            problems = await parts.catalogue.fingerprints()
            records = await parts.index.records()

            def compare() -> Comparison:
                by_key = {record.key: record for record in records}
                limit_mb, again = parts.settings().max_file_mb, self._request.again
                found = Comparison(by_key, problems, self.sources, limit_mb, again=again)
                found.compare(
                    look_at(each, parts.pages, parts.leave_out, stopped.is_set, entered)
                    for each in wanted
                )
                return found

            try:
                work = await asyncio.to_thread(compare)
            finally:
                stopped.set()
        await remove_documents(parts.index, work.remove)
        self.changed += len(work.remove)
        await parts.catalogue.change_problems(work.failures, work.solved)
        was = {key: (each.missing, each.device) for key, each in self.sources.items()}
        if changed := {key: now for key, now in work.presence.items() if was[key] != now}:
            await parts.catalogue.note_presence(changed)
        self._meter.change(total=len(work.read), removed=len(work.remove))
        return work

    async def _read_all(self, work: Comparison) -> None:
        if work.read:
            self._meter.change(state="reading")
            self._left = sum(_weight(size) for _, _, size, _, _ in work.read)
            self._failed = set(await self._parts.catalogue.fingerprints())
            await self._read_and_write(work)
        if await self._embedding.count():
            self._meter.change(state="embedding", current="")
        self._embedding.finish()

    async def _read_and_write(self, work: Comparison) -> None:
        queue: DoneQueue = asyncio.Queue(maxsize=4)
        waiting = iter(work.read)

        async def read() -> None:
            for source, path, size, modified_ns, text in waiting:
                if source not in self._live:  # it was removed meanwhile
                    continue
                found = Found(self.sources[source], path, size, modified_ns, text)
                await queue.put(await self._read(found, work.known.get(found.key)))

        async def read_and_end() -> None:
            await gather_or_cancel(read() for _ in range(_AT_ONCE))
            await queue.put(None)

        async def write() -> None:
            more = True
            while more:
                batch: list[Done] = []
                more = await _gather(queue, batch)
                if batch:
                    await self._put(batch)

        await gather_or_cancel((read_and_end(), write()))

    async def _read(self, found: Found, known: DocumentRecord | None) -> Done:
        """Read one item. If the file's hash matches that of ``known``, reuse the indexed text."""
        path, read = Path(found.path), self._parts.reader.read
        name = display_name(path.name)
        self._meter.change(current=name)

        def notify(page: int, of: int) -> None:  # recognizing a scanned page takes seconds
            self._meter.change(current=f"{name} ({page}/{of})")

        try:
            if found.text is not None:
                return Done(found, await self._read_text(found, found.text))
            new = await read(path, known_sha256=known.sha256 if known else "", notify=notify)
            document = await self._unchanged(found, known) if new is None and known else None
            if document is None and (new := new or await read(path, notify=notify)):
                document = _placed(new, found, url=path.as_uri())
            note, remedy = (document.record.note, document.remedy) if document else ("", "")
            return Done(found, document, Unreadable(note, remedy) if note else None)
        except Unreadable as error:
            if found.text is None and not await asyncio.to_thread(path.exists):
                return Done(found)
            return Done(found, problem=error)

    async def _read_text(self, found: Found, text: Text) -> NewDocument:
        try:
            body = await asyncio.to_thread(text.load)
        except StorageError as error:  # a snapshot that was damaged
            raise Unreadable(error.message, error.remedy) from None
        read = await self._parts.reader.read_bytes(body, text.name)
        title, date = text.title or read.record.title, text.date or read.record.date
        told = {"url": text.url, "title": title, "date": date}
        return _placed(read, found, **told, size=found.size, modified_ns=found.modified_ns)

    async def _unchanged(self, found: Found, known: DocumentRecord) -> NewDocument | None:
        """Return the indexed document, moved here, or None if the index lacks part of it."""
        stored = await self._parts.index.neighbours(known.key, 0, max(0, known.chunks - 1))
        if not stored or len(stored) != known.chunks:
            return None
        chunks = tuple(NewChunk(each.text, each.place) for each in stored)
        document = NewDocument(known, joined(stored), chunks)
        return _placed(document, found, size=found.size, modified_ns=found.modified_ns)

    async def _put(self, batch: Sequence[Done]) -> None:
        """Write a batch, omitting documents whose source has been removed in the meantime."""
        parts = self._parts
        await self.check()
        self._live = await parts.catalogue.sources()
        batch = [done for done in batch if done.found.source.id in self._live]
        documents = [done.document for done in batch if done.document is not None]
        gone = [done.found.key for done in batch if done.document is None]
        if documents:
            await finish(parts.index.put(documents))
            self.changed += len(documents)
            self._embedding.wake()
        if gone:
            await remove_documents(parts.index, gone)
        limit_mb = parts.settings().max_file_mb
        failures = [
            Failure(*found.place, problem.message, problem.remedy, fingerprint(found, limit_mb))
            for found, problem in ((done.found, done.problem) for done in batch)
            if problem is not None
        ]
        solved = {done.found.place for done in batch} & self._failed
        await parts.catalogue.change_problems(failures, solved)
        failed = sum(done.document is None and done.problem is not None for done in batch)
        await self._report(batch, sum(len(each.chunks) for each in documents), failed)

    async def _report(self, batch: Sequence[Done], chunks: int, failures: int) -> None:
        weight = sum(_weight(done.found.size) for done in batch)
        self._pace.add(weight)
        self._left -= weight
        now = self._meter.now
        self._meter.change(
            done=now.done + len(batch), chunks=now.chunks + chunks, problems=now.problems + failures
        )
        left = await self._embedding.count()
        self._meter.change(eta_s=self._seconds_left(left))

    def _seconds_left(self, unembedded: int) -> float | None:
        """Return the longer of the estimates for reading and embedding, which run in parallel."""
        reading = self._pace.seconds_for(self._left)
        now = self._meter.now
        more = now.chunks * (now.total / now.done - 1) if now.done else 0
        embedding = self._embedding.pace.seconds_for(unembedded + more)
        if reading is None or embedding is None:
            return reading
        return max(reading, embedding)

    async def _embed(self) -> None:
        notes = (await self._embedding.run(), self._meter.standing_note)
        self._meter.change(note=" ".join(each for each in notes if each))
