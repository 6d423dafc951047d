"""Searches in all that is indexed, with whatever models there are."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from desktop_agent.core.errors import AgentError, ModelTimeout, Offline
from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, KnowledgeResult
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.index.remote import RemoteIndex
from desktop_agent.knowledge.ingest.embedding import FindEmbedder
from desktop_agent.knowledge.retriever import Rerank, Retriever
from desktop_agent.llm.embedding import Embedder

FindRerank = Callable[[], Awaitable[Rerank]]
"""Gives what puts passages in order; raises `AgentError` where no model can."""

_KNOWN_FOR_S = 10.0
"""Seconds for which it is taken as known that there is no embedding model."""
_ASKED_FOR_S = 3.0


class Searching:
    """Searches indexes, by words and meaning as far as there is an embedding model."""

    def __init__(
        self,
        indexes: Sequence[Index],
        settings: Callable[[], KnowledgeSettings],
        find_embedder: FindEmbedder,
        find_rerank: FindRerank | None,
    ) -> None:
        self._indexes = indexes
        self._settings = settings
        self._find_embedder = find_embedder
        self._find_rerank = find_rerank
        self._fault: AgentError | None = None
        self._fault_until = 0.0

    async def search(
        self, query: str, sources: Collection[int], only: KnowledgeFilter | None, limit: int | None
    ) -> KnowledgeResult:
        """Gives passages; of the first index, only what is of one of ``sources``.

        Raises:
            StorageError: no index could be read.
        """
        settings, notes = self._settings(), list[str]()
        embedder = await self._embedder(notes)
        rerank = await self._rerank(notes) if settings.rerank else None
        retriever = Retriever(self._indexes, settings, embedder, rerank=rerank)
        result = await retriever.search(query, only=only, limit=limit)
        hits = (hit for hit in result.hits if _is_live(hit.document, self._indexes, sources))
        note = " ".join(each for each in (result.note, *notes) if each)
        return replace(result, hits=tuple(hits), note=note)

    async def wanted_model(self, kept: str = "") -> str:
        """Return the name of the embedding model that there is, or "".

        ``kept`` is whose vectors the first index holds; without it all indexes are asked.
        """
        try:
            return (await self._found(kept or await self._kept())).name
        except AgentError:
            return ""

    def forget(self) -> None:
        """Has the embedding model looked for anew where there was none."""
        self._fault = None

    async def _embedder(self, notes: list[str]) -> Embedder | None:
        """Gives the model for the query; none, and a note, where it cannot be had."""
        kept = await self._kept()
        if not kept:  # no vectors to compare with
            return None
        try:
            return await self._found(kept)
        except AgentError as error:
            notes.append(str(error))
            return None

    async def _kept(self) -> str:
        """Gives whose vectors there are."""
        for index in self._indexes:
            try:
                model = await index.embedding()
            except Offline:  # the search says so
                continue
            if model is not None and model.name:
                return model.name
        return ""

    async def _found(self, kept: str) -> Embedder:
        if self._fault is not None and time.monotonic() < self._fault_until:
            raise self._fault
        try:
            async with asyncio.timeout(_ASKED_FOR_S):
                embedder = await self._find_embedder(kept)
        except TimeoutError:
            self._fault = ModelTimeout("The server of the embedding model does not answer.")
        except AgentError as error:
            self._fault = error
        else:
            self._fault = None
            return embedder
        self._fault_until = time.monotonic() + _KNOWN_FOR_S
        raise self._fault

    async def _rerank(self, notes: list[str]) -> Rerank | None:
        try:
            return await self._find_rerank() if self._find_rerank is not None else None
        except AgentError as error:
            notes.append(f"The passages were not put in order by the chat model: {error}")
            return None


def _is_live(document: DocumentRecord, indexes: Sequence[Index], sources: Collection[int]) -> bool:
    """Tells whether a document is still wanted: its source may have been removed just now."""
    remote = (index.id for index in indexes if isinstance(index, RemoteIndex))
    return document.collection in remote or document.source in sources
