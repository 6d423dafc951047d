"""From the settings to the knowledge base: its index, its reader, who embeds."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.settings import KnowledgeSettings, Settings
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.ingest.pages import Pages
from desktop_agent.knowledge.knowledge_base import KnowledgeBase
from desktop_agent.knowledge.reading import DocumentReader
from desktop_agent.knowledge.reranker import rerank
from desktop_agent.knowledge.retriever import Rerank
from desktop_agent.llm.embedding import Embedder, TextKind
from desktop_agent.storage.paths import Paths
from desktop_agent.web.ledger import in_network_scope, is_offline

if TYPE_CHECKING:
    from desktop_agent.services import Services

_PROCESSES = 1
"""That read files: the window and a local model want the other cores."""


def open_documents(
    paths: Paths,
    settings: Callable[[], Settings],
    services: Callable[[], "Services"],
    alone: Callable[[], AbstractContextManager[None]],
) -> KnowledgeBase:
    """Gives the person's documents; no file is made before something is added.

    ``services`` gives what works by the settings as they are now, ``alone`` the network switch for
    what happens outside of a run.
    """

    async def find_embedder(kept: str) -> Embedder:
        working = services()
        wanted = working.settings.knowledge
        if wanted.embedding_provider == "openai":
            await working.read_keys()
        with _scope(alone):
            offline = is_offline()
            return _InScope(
                await working.models.embedder(wanted, kept=kept, offline=offline), alone
            )

    async def find_rerank() -> Rerank:
        model = await services().models.model(settings().llm.provider)

        async def ordered(query: str, passages: Sequence[str]) -> Sequence[int]:
            with _scope(alone):
                return await rerank(model, query, passages)

        return ordered

    return KnowledgeBase(
        paths.knowledge,
        lambda: settings().knowledge,
        index=_open_index(paths, settings().knowledge),
        find_embedder=find_embedder,
        open_reader=_open_reader,
        pages=Pages(paths.snapshots, paths.discoveries_file),
        find_rerank=find_rerank,
    )


class _InScope:
    """An embedding model that obeys the switch of the run that asks it, or else the program's."""

    def __init__(
        self, embedder: Embedder, alone: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self._embedder = embedder
        self._alone = alone

    @property
    def name(self) -> str:
        return self._embedder.name

    async def embed(self, texts: Sequence[str], kind: TextKind) -> NDArray[np.float32]:
        with _scope(self._alone):
            return await self._embedder.embed(texts, kind)

    async def aclose(self) -> None:
        """Leaves it open: it is kept with the other models."""


def _scope(alone: Callable[[], AbstractContextManager[None]]) -> AbstractContextManager[None]:
    return nullcontext() if in_network_scope() else alone()


def _open_index(paths: Paths, settings: KnowledgeSettings) -> Index:
    if settings.engine == "lancedb":
        from desktop_agent.knowledge.index.lance_index import LanceIndex

        return LanceIndex(str(paths.knowledge / "lance"))
    return SqliteIndex(paths.knowledge / "index.db")


def _open_reader(settings: KnowledgeSettings) -> DocumentReader:
    return DocumentReader(
        max_bytes=settings.max_file_mb << 20,
        tokens=settings.chunk_tokens,
        overlap=settings.chunk_overlap,
        processes=_PROCESSES,
    )
