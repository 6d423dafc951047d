"""The person's own documents: what faces and tools see of them."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    Excerpt,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeResult,
    KnowledgeStatus,
    Problem,
    SourceInfo,
)
from desktop_agent.core.mended import Mended, ReadOnly
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.added import check_added
from desktop_agent.knowledge.catalogue import Catalogue
from desktop_agent.knowledge.excerpt import excerpt
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.index.remote import RemoteIndex
from desktop_agent.knowledge.ingest.documents import remove_documents
from desktop_agent.knowledge.ingest.embedding import FindEmbedder
from desktop_agent.knowledge.ingest.job import Job
from desktop_agent.knowledge.ingest.pages import Pages
from desktop_agent.knowledge.ingest.parts import Parts
from desktop_agent.knowledge.ingest.progress import ProgressMeter
from desktop_agent.knowledge.ingest.readers import OpenReader, Readers
from desktop_agent.knowledge.ingest.request import Request
from desktop_agent.knowledge.ingest.turn import try_turn
from desktop_agent.knowledge.ingest.watch import Watch
from desktop_agent.knowledge.overview import (
    describe_collections,
    describe_remote,
    describe_source,
)
from desktop_agent.knowledge.searching import FindRerank, Searching


def lock_of(folder: Path) -> Path:
    """Gives the path whose lock is held by the process that indexes."""
    return folder / "indexing"


class KnowledgeBase:
    """Collections of documents: kept up to date, searched, and told about.

    All methods belong to one event loop and raise `AgentError`s alone. What is in ``folder`` may be
    shared by several processes: all may search and change the collections, one indexes at a time.
    ``settings`` is asked anew for each update. ``pages`` are the places of what was read before,
    ``remote`` tables that were made elsewhere, each a collection that is searched alone.
    """

    def __init__(  # noqa: PLR0913 - what it is made of
        self,
        folder: Path,
        settings: Callable[[], KnowledgeSettings],
        *,
        index: Index,
        find_embedder: FindEmbedder,
        open_reader: OpenReader,
        pages: Pages,
        remote: Sequence[RemoteIndex] = (),
        find_rerank: FindRerank | None = None,
        mended: Callable[[Mended | ReadOnly], object] | None = None,
    ) -> None:
        self._folder = folder
        self._index = index
        self._find_embedder = find_embedder
        self._catalogue = Catalogue(folder / "catalogue.db", mended)
        self._meter = ProgressMeter()
        self._remote = tuple(remote)
        self._searching = Searching((index, *remote), settings, find_embedder, find_rerank)
        self._parts = Parts(
            catalogue=self._catalogue,
            index=index,
            settings=settings,
            find_embedder=find_embedder,
            readers=Readers(open_reader),
            pages=pages,
            meter=self._meter,
            lock=lock_of(folder),
            leave_out=(str(folder), str(pages.snapshots)),
        )
        self._job = Job(self._parts)
        self._watch = Watch(self._parts, self._job)

    # --- what is there

    async def status(self) -> KnowledgeStatus:
        """Gives the state of the whole."""
        kept = await self._index.embedding()
        return KnowledgeStatus(
            engine=self._index.engine,
            collections=await self.collections(),
            progress=self.progress,
            embedding_model=kept.name if kept is not None else "",
            dimensions=kept.dimensions if kept is not None else 0,
            # with the same answer of the index: indexing may change it meanwhile
            wanted_model=await self._searching.wanted_model(kept.name if kept is not None else ""),
            disk_bytes=await self._index.disk_bytes(),
        )

    async def holds_anything(self) -> bool:
        """Tells whether there is anything to search in."""
        if self._remote:
            return True
        if not await asyncio.to_thread(self._folder.exists):  # looking is to make no files
            return False
        return any(each.documents for each in await self._index.counts())

    async def collections(self) -> tuple[CollectionInfo, ...]:
        """Gives all collections by name, then the built-in one, then those made elsewhere."""
        own = describe_collections(
            await self._catalogue.collections(),
            await self._index.counts(),
            await self._catalogue.problem_counts(),
        )
        remote = [await describe_remote(each) for each in self._remote]
        return (*own, *remote)

    async def problems(self, collection: str = "") -> tuple[Problem, ...]:
        """Gives what could not be indexed, of one collection (by name or id) or of all."""
        found = (await self._catalogue.find(collection)).id if collection else ""
        return await self._catalogue.problems(found)

    async def documents(self, collection: str = "") -> tuple[DocumentRecord, ...]:
        """Gives what is indexed, of one collection (by name or id) or of all of the person's own."""
        for each in self._remote:
            if collection in {each.id, each.name}:
                return await each.records()
        if not collection:
            sources = await self._live_sources()
        else:
            found = await self._catalogue.find(collection)
            sources = {source.id for source in found.sources}
        return tuple(each for each in await self._index.records() if each.source in sources)

    async def search(
        self, query: str, *, only: KnowledgeFilter | None = None, limit: int | None = None
    ) -> KnowledgeResult:
        """Gives the passages that answer a query best, at most ``limit`` or as the settings say.

        Raises:
            StorageError: the index cannot be read.
        """
        if not self._remote and not await asyncio.to_thread(self._folder.exists):
            return KnowledgeResult(query, (), "There are no documents yet.")
        return await self._searching.search(query, await self._live_sources(), only, limit)

    async def text(self, key: str) -> str:
        """Gives the whole text of a document; "" if there is none."""
        for index in (self._index, *self._remote):
            if text := await index.text(key):
                return text
        return ""

    async def excerpt(self, hit: KnowledgeHit) -> Excerpt:
        """Gives what an answer cites of a document for a passage."""
        remote = {each.id: each for each in self._remote}
        return await excerpt(remote.get(hit.document.collection, self._index), hit)

    # --- changes

    async def add(self, paths: Sequence[Path], collection: str = "") -> tuple[SourceInfo, ...]:
        """Adds folders and files, all or none, and begins to index them.

        They go to a collection by its name or id, which is made if there is none; without one, to
        ``Documents``. What is in it already is given as it is.

        Raises:
            Unreadable: one of them is not there, or nothing that could be indexed.
            StorageError: the collection is the built-in one.
        """
        own = self._parts.leave_out
        checked = await asyncio.to_thread(check_added, tuple(paths), tuple(own))
        added = await self._catalogue.add(checked, collection)
        self.update()
        return tuple(describe_source(source) for source in added)

    async def rename(self, collection: str, name: str) -> None:
        """Gives a collection another name."""
        await self._catalogue.rename(collection, name)

    async def remove_source(self, source: int) -> None:
        """Forgets a folder or file with its documents; what is on the disk stays."""
        await self._catalogue.remove_source(source)
        await self._forget([source])

    async def remove_collection(self, collection: str) -> None:
        """Forgets a collection (by name or id) with its documents; what is on the disk stays."""
        sources = (await self._catalogue.find(collection)).sources
        await self._catalogue.remove_collection(collection)
        await self._forget([source.id for source in sources])

    # --- indexing

    @property
    def progress(self) -> IngestProgress:
        """How far the indexing is."""
        return self._meter.now

    def watch_progress(self, told: Callable[[IngestProgress], None]) -> Callable[[], None]:
        """Has ``told`` called after changes, at most five times a second; gives what ends that."""
        return self._meter.watch(told)

    def update(self, *, again: bool = False) -> None:
        """Begins to index in the background what has changed, unless that is under way.

        From then on folders are watched, where the settings want that.

        ``again`` tries what could not be read once more, even if it has not changed since.
        """
        self._searching.forget()
        self._job.update(again=again)
        self._watch.start()

    def pause(self) -> None:
        """Stops the indexing until `resume`, also after a restart."""
        self._job.pause()

    def resume(self) -> None:
        """Goes on with the indexing."""
        self._job.resume()

    async def rebuild(self) -> None:
        """Begins to embed everything anew, with the model that is wanted now.

        Raises:
            AgentError: there is no such model; the vectors stay as they are.
        """
        kept = await self._index.embedding()
        await self._find_embedder(kept.name if kept is not None else "")
        self._job.ask(Request(rebuild=True))

    async def wait(self) -> IngestProgress:
        """Waits until there is nothing more to index, or it is paused."""
        return await self._job.wait()

    async def aclose(self) -> None:
        """Stops the indexing, which goes on at the next start, and closes all files."""
        await self._watch.aclose()
        await self._job.aclose()
        await self._parts.readers.aclose()
        self._meter.close()
        for index in (self._index, *self._remote):
            await index.aclose()
        await self._catalogue.aclose()

    # --- inside

    async def _live_sources(self) -> set[int]:
        collections = await self._catalogue.collections()
        return {source.id for each in collections for source in each.sources}

    async def _forget(self, sources: Sequence[int]) -> None:
        """Takes documents out of the index; later, where it is being written."""
        held = try_turn(self._parts.lock)
        if held is None:
            self._job.ask(Request())
            return
        with held:
            for source in sources:
                keys = [record.key for record in await self._index.records(source)]
                await remove_documents(self._index, keys)
