"""Open the knowledge base (index, reader and embedding model) according to the settings."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import ModelNotFound, Offline
from desktop_agent.core.maintenance import FileProblem, RepairedFile
from desktop_agent.core.models import SEARCH_MODEL
from desktop_agent.core.network import is_loopback
from desktop_agent.core.settings import KnowledgeSettings, Settings
from desktop_agent.knowledge.document_reader import DocumentReader, ReadingOptions
from desktop_agent.knowledge.index.base import Index
from desktop_agent.knowledge.index.lance import LanceIndex, RemoteIndex, host_of
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.ingest.sources import Pages
from desktop_agent.knowledge.knowledge_base import KnowledgeBase
from desktop_agent.llm.embedding import Embedder, TextKind
from desktop_agent.storage.paths import Paths
from desktop_agent.web.ledger import in_network_scope, is_offline, note_refusal, note_use

if TYPE_CHECKING:
    from desktop_agent.runs.services import Services

_SEARCH_MODEL_TOKENS = 256  # it reads no more of a text: longer passages would be found by half


def open_documents(
    paths: Paths,
    settings: Callable[[], Settings],
    services: Callable[[], "Services"],
    alone: Callable[[], AbstractContextManager[None]],
    on_problem: Callable[[FileProblem], object],
) -> KnowledgeBase:
    """Return the user's knowledge base; its files are opened or created on first use.

    ``services`` returns the services for the current settings. ``alone`` returns the network scope
    for requests outside a run. ``on_problem`` is called with each damaged file that has been set
    aside.
    """

    async def find_embedder(kept: str) -> Embedder:
        with services().hold() as working, _scope(alone):
            wanted = working.settings.knowledge
            if wanted.embedding_provider == "built-in":
                embedder = await _search_model(working)
            else:
                if wanted.embedding_provider == "openai":
                    await working.read_keys()
                embedder = await working.models.embedder(wanted, kept)
            found = _InScope(embedder, alone)
            working.take()  # an index can take hours, and the settings may change meanwhile
            finalize(found, working.let_go)
            return found

    loop = asyncio.get_running_loop()

    def notify(found: FileProblem) -> None:
        on_problem(found)
        # an index without documents is filled again
        if isinstance(found, RepairedFile) and found.saved is None:
            with suppress(RuntimeError):  # if the program is closing, the next start does it
                loop.call_soon_threadsafe(base.update)

    if settings().knowledge.engine == "lancedb":
        index: Index = LanceIndex(str(paths.knowledge / "lance"))
    else:
        index = SqliteIndex(paths.knowledge / "index.db", notify)
    base = KnowledgeBase(
        paths.knowledge,
        lambda: settings().knowledge,
        index=index,
        remote=_open_remote(settings().knowledge.lancedb_uri.strip(), alone),
        find_embedder=find_embedder,
        reader=DocumentReader(lambda: _reading_options(settings().knowledge)),
        pages=Pages(paths.snapshots, paths.discoveries_file),
        on_problem=notify,
    )
    return base


async def _search_model(services: "Services") -> Embedder:
    own = await asyncio.to_thread(lambda: services.embedder)
    if own is None:
        raise ModelNotFound(
            "The search model isn't downloaded yet, so documents are searched by keyword only.",
            f"Get it with: desktop-agent models pull {SEARCH_MODEL}",
            SEARCH_MODEL,
        )
    return own


class _InScope:
    """An embedding model that uses the calling run's network scope, or ``alone`` outside a run."""

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


def _scope(alone: Callable[[], AbstractContextManager[None]]) -> AbstractContextManager[None]:
    return nullcontext() if in_network_scope() else alone()


def _open_remote(
    uri: str, alone: Callable[[], AbstractContextManager[None]]
) -> tuple[RemoteIndex, ...]:
    if not uri:
        return ()
    host = host_of(uri, os.environ)
    name = uri.rstrip("/").rpartition("/")[2] or uri

    def reach() -> None:
        """Record the connection that LanceDB is about to open, or refuse it if offline."""
        if not host:
            return
        with _scope(alone):
            if is_offline() and not is_loopback(host):
                note_refusal("documents", host)
                raise Offline(
                    f"The network is switched off, but the documents in {name} are at {host}.",
                    "Switch it on to search them as well.",
                )
            note_use("documents", host)

    return (RemoteIndex("remote", name, uri, reach),)


def _reading_options(settings: KnowledgeSettings) -> ReadingOptions:
    tokens = settings.chunk_tokens
    if settings.embedding_provider == "built-in":
        tokens = min(tokens, _SEARCH_MODEL_TOKENS)
    return ReadingOptions(
        max_bytes=settings.max_file_mb << 20,
        tokens=tokens,
        overlap=settings.chunk_overlap,
        ocr_languages=settings.ocr_languages,
    )
