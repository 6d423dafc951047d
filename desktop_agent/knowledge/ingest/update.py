"""Compare the sources with the index, then read and embed what has changed."""

import asyncio
import gc
import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from operator import itemgetter
from pathlib import Path

from desktop_agent import __version__
from desktop_agent.core.knowledge import DocumentRecord, IngestProgress
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.core.text import display_name
from desktop_agent.knowledge.catalogue import Catalogue, Failure, Source
from desktop_agent.knowledge.document_reader import DocumentReader
from desktop_agent.knowledge.file_paths import readable
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.ingest.documents import (
    AT_ONCE,
    Done,
    DoneQueue,
    read_document,
    remove_documents,
    write_batches,
)
from desktop_agent.knowledge.ingest.embedding import Embedding, FindEmbedder
from desktop_agent.knowledge.ingest.progress import (
    Pace,
    ProgressMeter,
)
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

    ``lock`` is the path of the lock that the indexing process holds. ``leave_out`` lists the
    program's own folders, which are never scanned.
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
class Plan:
    """The work to be done by an update.

    ``weight`` is the total weight of the files to read (see `weight_of`). ``known`` maps keys to
    the records of files that are read again. ``remove`` lists the keys of documents to remove, and
    ``solved`` the source and path of each solved problem. ``presence`` maps each source id to a
    pair: whether the source is missing, and its device.
    """

    read: list[ToRead] = field(default_factory=list)
    weight: int = 0
    known: dict[str, DocumentRecord] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    solved: list[tuple[int, str]] = field(default_factory=list)
    presence: dict[int, tuple[bool, str]] = field(default_factory=dict)


@dataclass(slots=True)
class Comparison:
    """Compares sources with the indexed ``records`` (by key) and with earlier ``problems``.

    Files whose size and time match their record are not read again. Files that could not be read
    are retried only if they have changed or ``again`` is set. Records whose source is not in
    ``sources`` are orphans.
    """

    records: Mapping[str, DocumentRecord]
    problems: Problems
    sources: Collection[int]
    max_file_mb: int
    again: bool = False
    _by_path: dict[tuple[str, str], DocumentRecord] = field(init=False)
    _plan: Plan = field(default_factory=Plan)
    _seen: set[str] = field(default_factory=set)
    _still: set[tuple[int, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._by_path = {(each.collection, each.path): each for each in self.records.values()}

    def plan(self, looks: Iterable[Look]) -> Plan:
        """Return the work to do, which includes removing records of files that were not found."""
        looked = list(looks)
        for look in looked:
            for found in look.found:
                self._compare(found)
            look.missing = look.missing or not look.is_there()
            for each in (*look.unseen, *look.not_read()):
                self._fail(look.source.id, each.path, each.reason, each.remedy, each.reason)
            self._plan.presence[look.source.id] = (look.missing, look.device)
        self._find_vanished(looked)
        self._plan.read.sort(key=itemgetter(3), reverse=True)  # newest first
        return self._plan

    def _compare(self, found: Found) -> None:
        record = self._record_of(found)
        key = record.key if record is not None else found.key
        if key in self._seen:  # the first of two overlapping sources of a collection owns the file
            return
        self._seen.add(key)
        same = record and (record.modified_ns, record.size) == (found.modified_ns, found.size)
        place = found.source.id, found.path
        read_again = self.again and place in self.problems
        if record is not None and same and record.source in self.sources and not read_again:
            if place in self.problems:  # what was not read of the file
                self._still.add(place)
            return
        if not self._is_refused(found):
            row = (found.source.id, found.path, found.size, found.modified_ns, found.text)
            self._plan.read.append(row)
            self._plan.weight += weight_of(found)
            if record is not None and not read_again:
                self._plan.known[key] = record
        elif record is not None:  # the indexed text is not the current text of the file
            self._plan.remove.append(key)

    def _is_refused(self, found: Found) -> bool:
        """Return whether to skip a file as unreadable, recording the reason if it is new."""
        mark = fingerprint(found, self.max_file_mb)
        if self.problems.get((found.source.id, found.path)) == mark and not self.again:
            self._still.add((found.source.id, found.path))
            return True
        if found.text is not None or found.size <= self.max_file_mb << 20:
            return False
        name = display_name(Path(found.path).name)
        reason = f"{name} is larger than {self.max_file_mb} MiB."
        remedy = "Raise knowledge.max_file_mb to have it indexed."
        self._fail(found.source.id, found.path, reason, remedy, mark)
        return True

    def _record_of(self, found: Found) -> DocumentRecord | None:
        """Return a file's record, looked up by path if possible, which is faster than by key."""
        if os.name == "nt" or "\\" not in found.path:
            record = self._by_path.get((found.source.collection, found.path))
            if record is not None:
                return record
        return self.records.get(found.key)

    def _fail(self, source: int, path: str, reason: str, remedy: str, mark: str) -> None:
        self._still.add((source, path))
        if self.problems.get((source, path)) != mark or self.again:
            self._plan.failures.append(Failure(source, path, reason, remedy, mark))

    def _find_vanished(self, looks: Iterable[Look]) -> None:
        by_source = {look.source.id: look for look in looks}
        for key, record in self.records.items():
            if key not in self._seen and self._is_gone(by_source, record.source, record.path):
                self._plan.remove.append(key)
        waiting = {row[:2] for row in self._plan.read} if self.problems else set()
        for source, path in self.problems.keys() - self._still - waiting:
            if self._is_gone(by_source, source, readable(path)):
                self._plan.solved.append((source, path))

    def _is_gone(self, looks: Mapping[int, Look], source: int, path: str) -> bool:
        """Return whether a file that no scan found is gone or belongs to a removed source."""
        look = looks.get(source)
        if look is None:
            return source not in self.sources
        folders = (readable(unseen.path) for unseen in look.unseen)
        return not look.missing and not any(
            path == folder or path.startswith(f"{folder}{os.sep}") for folder in folders
        )


def fingerprint(found: Found, max_file_mb: int) -> str:
    """Describe the conditions under which a read failed; it is retried only once they change."""
    return f"{__version__}:{max_file_mb}:{found.size}:{found.modified_ns}"


def weight_of(found: Found) -> int:
    """Return a file's weight in progress estimates: its size in bytes, but at least 2,000."""
    return max(found.size, _LEAST_BYTES)


# --- Planning

_TOLD_EVERY_S = 0.2


async def plan_update(parts: Parts, request: Request, sources: Mapping[int, Source]) -> Plan:
    """Compare the sources with the index, and return the work to do."""
    stopped = threading.Event()
    entered = _folder_meter(parts)
    limit_mb, only = parts.settings().max_file_mb, request.sources
    wanted = [each for key, each in sources.items() if only is None or key in only]
    try:
        with _without_full_collection():
            problems = await parts.catalogue.fingerprints()
            records = await parts.index.records()

            def plan() -> Plan:
                by_key = {record.key: record for record in records}
                comparison = Comparison(by_key, problems, sources, limit_mb, again=request.again)
                pages, leave_out = parts.pages, parts.leave_out
                return comparison.plan(
                    look_at(each, pages, leave_out, stopped.is_set, entered) for each in wanted
                )

            return await asyncio.to_thread(plan)
    finally:
        stopped.set()


@contextmanager
def _without_full_collection() -> Iterator[None]:
    """Suspend garbage collection of the oldest generation.

    Traversing the records of 100,000 files would block the GUI for a tenth of a second.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, 1_000_000)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)


def _folder_meter(parts: Parts) -> Callable[[str], None]:
    """Return a function that reports the folder being scanned, at most five times a second."""
    loop, next_s = asyncio.get_running_loop(), 0.0

    def entered(folder: str) -> None:
        nonlocal next_s
        if time.monotonic() >= next_s:
            next_s = time.monotonic() + _TOLD_EVERY_S
            change = partial(parts.meter.change, current=display_name(folder))
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(change)

    return entered


_CHECK_S = 1.0


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
        plan = await self._compare()
        await gather_or_cancel((self._read_all(plan), self._embed()))

    async def check(self) -> None:
        """Raise `Paused` if indexing has been paused, checking at most once a second."""
        now = time.monotonic()
        if now - self._checked >= _CHECK_S:
            self._checked = now
            if await self._parts.catalogue.is_paused():
                raise Paused

    async def _compare(self) -> Plan:
        parts = self._parts
        self.sources = self._live = await parts.catalogue.sources()
        plan = await plan_update(parts, self._request, self.sources)
        await remove_documents(parts.index, plan.remove)
        self.changed += len(plan.remove)
        await parts.catalogue.change_problems(plan.failures, plan.solved)
        was = {key: (each.missing, each.device) for key, each in self.sources.items()}
        if changed := {key: now for key, now in plan.presence.items() if was[key] != now}:
            await parts.catalogue.note_presence(changed)
        self._meter.change(total=len(plan.read), removed=len(plan.remove))
        return plan

    # --- Reading

    async def _read_all(self, plan: Plan) -> None:
        if plan.read:
            self._meter.change(state="reading")
            self._left = plan.weight
            self._failed = set(await self._parts.catalogue.fingerprints())
            await self._read_and_write(plan)
        if await self._embedding.count():
            self._meter.change(state="embedding", current="")
        self._embedding.finish()

    async def _read_and_write(self, plan: Plan) -> None:
        queue: DoneQueue = asyncio.Queue(maxsize=4)
        waiting = iter(plan.read)

        async def read() -> None:
            for source, path, size, modified_ns, text in waiting:
                if source not in self._live:  # it was removed meanwhile
                    continue
                found = Found(self.sources[source], path, size, modified_ns, text)
                name = display_name(Path(found.path).name)
                self._meter.change(current=name)
                known, notify = plan.known.get(found.key), partial(self._show_page, name)
                reader, index = self._parts.reader, self._parts.index
                await queue.put(await read_document(reader, index, found, known, notify))

        async def read_and_end() -> None:
            await gather_or_cancel(read() for _ in range(AT_ONCE))
            await queue.put(None)

        await gather_or_cancel((read_and_end(), write_batches(queue, self._put)))

    def _show_page(self, name: str, page: int, of: int) -> None:
        """Report that a scanned page is being recognized, which takes seconds."""
        self._meter.change(current=f"{name} ({page}/{of})")

    async def _put(self, batch: Sequence[Done]) -> None:
        """Write a batch, omitting documents whose source has since been removed."""
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
            Failure(
                done.found.source.id,
                done.found.path,
                done.problem.message,
                done.problem.remedy,
                fingerprint(done.found, limit_mb),
            )
            for done in batch
            if done.problem is not None
        ]
        solved = {(done.found.source.id, done.found.path) for done in batch} & self._failed
        await parts.catalogue.change_problems(failures, solved)
        failed = sum(done.document is None and done.problem is not None for done in batch)
        await self._report(batch, sum(len(each.chunks) for each in documents), failed)

    async def _report(self, batch: Sequence[Done], chunks: int, failures: int) -> None:
        weight = sum(weight_of(done.found) for done in batch)
        self._pace.add(weight)
        self._left -= weight
        now = self._meter.now
        self._meter.change(
            done=now.done + len(batch), chunks=now.chunks + chunks, problems=now.problems + failures
        )
        left = await self._embedding.count()
        self._meter.change(eta_s=self._seconds_left(left))

    def _seconds_left(self, unembedded: int) -> float | None:
        """Return the longer of the estimates for reading and embedding, which run concurrently."""
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
