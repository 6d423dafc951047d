"""The knowledge base, through which frontends and tools access the user's documents."""

import asyncio
import stat
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from desktop_agent.core.errors import AgentError, ModelTimeout, Offline, Unreadable
from desktop_agent.core.knowledge import (
    CollectionInfo,
    CollectionKind,
    DocumentRecord,
    Excerpt,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeResult,
    KnowledgeStatus,
    Place,
    Problem,
    SourceInfo,
    SourceKind,
)
from desktop_agent.core.maintenance import FileProblem
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.catalogue import Catalogue, Source
from desktop_agent.knowledge.catalogue import Collection as StoredCollection
from desktop_agent.knowledge.document_reader import DocumentReader
from desktop_agent.knowledge.file_paths import readable, whole_path
from desktop_agent.knowledge.index.base import (
    LAST_CHUNK,
    Counts,
    EmbeddingModel,
    Index,
    joined,
    read_text,
)
from desktop_agent.knowledge.index.lance import RemoteIndex
from desktop_agent.knowledge.ingest.embedding import FindEmbedder
from desktop_agent.knowledge.ingest.job import Job, try_indexing_lock
from desktop_agent.knowledge.ingest.progress import ProgressMeter
from desktop_agent.knowledge.ingest.sources import Pages
from desktop_agent.knowledge.ingest.update import Parts, Request, remove_documents
from desktop_agent.knowledge.ingest.watch import Watch
from desktop_agent.knowledge.retriever import Retriever
from desktop_agent.llm.embedding import Embedder

# --- Check of an added file or folder


def _check_added(path: Path, own: Collection[str]) -> tuple[SourceKind, str]:
    """Return the kind and absolute path of a new source; raise `Unreadable` if it is unusable."""
    path = Path(whole_path(path.expanduser()))
    shown = readable(str(path))
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise Unreadable(
            f"{shown} cannot be added: {error.strerror or error}.", "Check its name."
        ) from None
    if stat.S_ISREG(mode):
        return "file", str(path)
    if not stat.S_ISDIR(mode):
        raise Unreadable(f"{shown} cannot be added: it is neither a file nor a folder.")
    if any(path.is_relative_to(folder) for folder in own):
        raise Unreadable(
            f"{shown} cannot be added: Desktop Agent keeps its own files there.",
            "To index the pages it has read, switch on knowledge.pages.",
        )
    return "folder", str(path)


# --- Cited excerpts: all of a short document, else the chunks around the passage

# characters up to which a document is cited as a whole; longer ones would slow down citation checks
_WHOLE = 30_000
_STRIDE = 8  # chunks per part, plus one on either side, so that no passage is at an edge
_SNAPSHOT = "snapshot:"


async def _excerpt(index: Index, hit: KnowledgeHit) -> Excerpt:
    """Return the part of a document to cite for a passage; nearby passages share the same part."""
    document = hit.document
    title = document.title or document.path
    number, whole = hit.ordinal // _STRIDE, document.chars <= _WHOLE
    first, last = (0, LAST_CHUNK) if whole else (number * _STRIDE - 1, (number + 1) * _STRIDE)
    chunks = await index.neighbours(document.key, first, last)
    if not chunks:  # it was removed since it was found
        return Excerpt(f"{document.key}/gone", title, document.url, hit.text, hit.place.start)
    stored = whole and document.path.startswith(_SNAPSHOT)
    return Excerpt(
        document.key if whole else f"{document.key}/{number}",
        title,
        document.url,
        joined(chunks),
        start=chunks[0].place.start,
        part="" if whole else _part([chunk.place for chunk in chunks]),
        date=document.date,
        snapshot=document.path.removeprefix(_SNAPSHOT) if stored else "",
    )


def _part(places: Sequence[Place]) -> str:
    """Describe a part by its pages or, failing that, by its label, lines or headings."""
    pages = [place.page for place in places if place.page]
    if pages:
        return _span("page", pages[0], pages[-1])
    if places[0].label:
        return places[0].label
    if places[0].first_line:
        return _span("line", places[0].first_line, places[-1].last_line)
    titles = next((place.headings for place in places if place.headings), ())
    return " > ".join(titles[-2:]) or f"from character {places[0].start:,}"


def _span(unit: str, first: int, last: int) -> str:
    return f"{unit}s {first}-{last}" if last > first else f"{unit} {first}"


# --- Descriptions of collections and sources


def _describe(
    collection: StoredCollection | RemoteIndex,
    kind: CollectionKind,
    counts: Sequence[Counts],
    sources: tuple[SourceInfo, ...] = (),
) -> CollectionInfo:
    return CollectionInfo(
        id=collection.id,
        name=collection.name,
        kind=kind,
        sources=sources,
        documents=sum(each.documents for each in counts),
        chunks=sum(each.chunks for each in counts),
        embedded=sum(each.embedded for each in counts),
        size=sum(each.size for each in counts),
        problems=sum(each.problems for each in sources),
    )


def _describe_source(source: Source, documents: int = 0, problems: int = 0) -> SourceInfo:
    return SourceInfo(
        id=source.id,
        collection=source.collection,
        kind=source.kind,
        path=readable(source.path),
        documents=documents,
        problems=problems,
        missing=source.missing,
    )


_KNOWN_FOR_S = 10.0  # seconds before a missing embedding model is looked for again
_ASKED_FOR_S = 3.0


class KnowledgeBase:
    """The user's collections of documents, which can be indexed and searched.

    Methods raise only `AgentError`. Several processes may share ``folder``: all of them may search
    and change the collections, but only one indexes at a time. Each external table in ``remote`` is
    a read-only collection.
    """

    def __init__(
        self,
        folder: Path,
        settings: Callable[[], KnowledgeSettings],
        *,
        index: Index,
        find_embedder: FindEmbedder,
        reader: DocumentReader,
        pages: Pages,
        remote: Sequence[RemoteIndex] = (),
        on_problem: Callable[[FileProblem], object] | None = None,
    ) -> None:
        self._folder = folder
        self._index = index
        self._settings = settings
        self._find_embedder = find_embedder
        self._embedder_fault: AgentError | None = None
        self._fault_until = 0.0
        self._catalogue = Catalogue(folder / "catalogue.db", on_problem)
        self._meter = ProgressMeter()
        self._remote = tuple(remote)
        self._indexes = (index, *remote)
        self._parts = Parts(
            catalogue=self._catalogue,
            index=index,
            settings=settings,
            find_embedder=find_embedder,
            reader=reader,
            pages=pages,
            meter=self._meter,
            lock=folder / "indexing",
            leave_out=(str(folder), str(pages.snapshots)),
        )
        self._job = Job(self._parts)
        self._watch = Watch(self._parts, self._job)

    # --- Contents

    async def status(self) -> KnowledgeStatus:
        stored = await self._index.embedding() or EmbeddingModel("")
        wanted = ""  # if the model is not available
        with suppress(AgentError):
            wanted = (await self._found_embedder(stored.name)).name
        return KnowledgeStatus(
            engine=self._index.engine,
            collections=await self.collections(),
            progress=self.progress,
            embedding_model=stored.name,
            dimensions=stored.dimensions,
            wanted_model=wanted,
            disk_bytes=await self._index.disk_bytes(),
        )

    async def holds_anything(self) -> bool:
        if self._remote:
            return True
        if not await asyncio.to_thread(self._folder.exists):  # the check must not create files
            return False
        return any(each.documents for each in await self._index.counts())

    async def collections(self) -> tuple[CollectionInfo, ...]:
        """Return the user's collections, sorted by name, then the built-in and external ones."""
        counts = {each.source: each for each in await self._index.counts()}
        problems = Counter(source for source, _ in await self._catalogue.fingerprints())
        described = []
        for each in await self._catalogue.collections():
            there = [counts[source.id] for source in each.sources if source.id in counts]
            documents = {count.source: count.documents for count in there}
            sources = (
                _describe_source(source, documents.get(source.id, 0), problems[source.id])
                for source in each.sources
            )
            described.append(_describe(each, each.kind, there, tuple(sources)))
        for table in self._remote:
            there = []
            with suppress(Offline):  # unknown, and shown as 0
                there = list(await table.counts())
            described.append(_describe(table, "remote", there))
        return tuple(described)

    async def problems(self) -> tuple[Problem, ...]:
        return await self._catalogue.problems()

    async def documents(self, collection: str = "") -> tuple[DocumentRecord, ...]:
        """Return the documents of a collection (name or id), or of all local collections."""
        for each in self._remote:
            if collection in {each.id, each.name}:
                return await each.records()
        if collection:
            sources = {source.id for source in (await self._catalogue.find(collection)).sources}
        else:
            sources = set(await self._catalogue.sources())
        return tuple(each for each in await self._index.records() if each.source in sources)

    async def search(
        self, query: str, *, only: KnowledgeFilter | None = None, limit: int | None = None
    ) -> KnowledgeResult:
        """Return the best passages for a query; ``limit`` defaults to the configured limit."""
        if not self._remote and not await asyncio.to_thread(self._folder.exists):
            return KnowledgeResult(query, (), "There are no documents yet.")
        sources = await self._catalogue.sources()
        retriever = Retriever(self._indexes, self._settings(), self._found_embedder)
        result = await retriever.search(query, only=only, limit=limit)
        remote = {table.id for table in self._remote}
        hits = (  # a source may just have been removed, and its documents not yet
            hit
            for hit in result.hits
            if hit.document.source in sources or hit.document.collection in remote
        )
        return replace(result, hits=tuple(hits))

    async def text(self, key: str) -> str:
        """Return the full text of a document, or "" if it is not indexed."""
        for index in self._indexes:
            if text := await read_text(index, key):
                return text
        return ""

    async def excerpt(self, hit: KnowledgeHit) -> Excerpt:
        """Return the part of a document to cite for a passage."""
        remote = {each.id: each for each in self._remote}
        return await _excerpt(remote.get(hit.document.collection, self._index), hit)

    # --- Changes

    async def add(self, paths: Sequence[Path], collection: str = "") -> tuple[SourceInfo, ...]:
        """Add folders and files, either all of them or none, and start indexing them.

        ``collection`` is a name or id, by default ``Documents``; a missing collection is created.
        Existing sources are returned unchanged.

        Raises:
            Unreadable: a path does not exist, or cannot be indexed.
            StorageError: the collection is the built-in one.
        """
        own = self._parts.leave_out
        checked = await asyncio.to_thread(lambda: [_check_added(path, own) for path in paths])
        added = await self._catalogue.add(checked, collection)
        self.update()
        return tuple(map(_describe_source, added))

    async def rename(self, collection: str, name: str) -> None:
        await self._catalogue.rename(collection, name)

    async def remove_source(self, source: int) -> None:
        """Remove a folder or file and its documents from the index, but not from disk."""
        await self._catalogue.remove_source(source)
        await self._forget([source])

    async def remove_collection(self, collection: str) -> None:
        """Remove a collection (name or id) and its documents from the index."""
        sources = (await self._catalogue.find(collection)).sources
        await self._catalogue.remove_collection(collection)
        await self._forget([source.id for source in sources])

    # --- Indexing

    @property
    def progress(self) -> IngestProgress:
        return self._meter.now

    def watch_progress(self, notify: Callable[[IngestProgress], None]) -> Callable[[], None]:
        """Call ``notify`` on changes, at most five times a second.

        The returned function ends the notifications.
        """
        return self._meter.watch(notify)

    def update(self, *, again: bool = False) -> None:
        """Index changes in the background and, if enabled in the settings, watch folders.

        ``again`` also retries unchanged files that could not be read.
        """
        self._embedder_fault = None  # look for the model again
        self._job.update(again=again)
        self._watch.start()

    def pause(self) -> None:
        """Pause indexing until `resume` is called, even across restarts."""
        self._job.pause()

    def resume(self) -> None:
        self._job.resume()

    async def rebuild(self) -> None:
        """Start embedding everything again with the configured model.

        Raises:
            AgentError: the model is not available; the existing vectors are kept.
        """
        stored = await self._index.embedding()
        await self._find_embedder(stored.name if stored is not None else "")
        self._job.ask(Request(rebuild=True))

    async def wait(self) -> IngestProgress:
        """Wait until indexing has finished or is paused."""
        return await self._job.wait()

    async def aclose(self) -> None:
        """Stop indexing until the next start, and close all files."""
        await self._watch.aclose()
        await self._job.aclose()
        await self._parts.reader.aclose()
        self._meter.close()
        for index in self._indexes:
            await index.aclose()
        await self._catalogue.aclose()

    # --- Embedding model

    async def _found_embedder(self, stored: str) -> Embedder:
        """Find the embedding model, unless that has just failed or takes too long."""
        if self._embedder_fault is not None and time.monotonic() < self._fault_until:
            raise self._embedder_fault
        self._embedder_fault = None
        try:
            async with asyncio.timeout(_ASKED_FOR_S):
                return await self._find_embedder(stored)
        except TimeoutError:
            fault: AgentError = ModelTimeout("The embedding model's server isn't responding.")
        except AgentError as error:
            fault = error
        self._embedder_fault, self._fault_until = fault, time.monotonic() + _KNOWN_FOR_S
        raise fault

    async def _forget(self, sources: Sequence[int]) -> None:
        """Remove the sources' documents, or request an update to do so if the index is locked."""
        held = try_indexing_lock(self._parts.lock)
        if held is None:
            self._job.ask(Request())
            return
        with held:
            for source in sources:
                keys = [record.key for record in await self._index.records(source)]
                await remove_documents(self._index, keys)
