"""A knowledge base in a folder of its own, with a model that counts what it embeds."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np

from desktop_agent.core.errors import ModelNotFound
from desktop_agent.core.knowledge import IngestProgress
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge import worker_main
from desktop_agent.knowledge.document_reader import DocumentReader, ReadingOptions
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.ingest.sources import Pages
from desktop_agent.knowledge.knowledge_base import KnowledgeBase
from tests.servers.word_vectors import word_vector


class WordEmbedder:
    """Embeds the words of a text, or raises ``fault``."""

    def __init__(self, name: str = "test/words", dimensions: int = 32) -> None:
        self.name = name
        self.dimensions = dimensions
        self.embedded: list[str] = []
        self.fault: Exception | None = None
        self.delay_s = 0.0

    async def embed(self, texts: Sequence[str], kind: str) -> np.ndarray:
        await asyncio.sleep(self.delay_s)
        if self.fault is not None:
            raise self.fault
        if kind == "document":
            self.embedded += texts
        return np.array([word_vector(text, self.dimensions) for text in texts], dtype=np.float32)


class World:
    """Everything that a knowledge base needs, under ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "knowledge"
        self.documents = root / "documents"
        self.documents.mkdir(exist_ok=True)
        self.pages = Pages(root / "snapshots", root / "discoveries.jsonl")
        self.settings = KnowledgeSettings(watch=False, max_file_mb=1, ocr_languages="eng+deu")
        self.embedder: WordEmbedder | None = None
        self.opened: list[str] = []

    def set(self, **changes) -> None:
        self.settings = self.settings.model_copy(update=changes)

    def write(self, name: str, text: str) -> Path:
        path = self.documents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    async def find_embedder(self, kept: str) -> WordEmbedder:
        if self.embedder is None:
            raise ModelNotFound("There is no embedding model.", "Pull one.")
        return self.embedder

    def options(self) -> ReadingOptions:
        settings = self.settings
        return ReadingOptions(
            settings.max_file_mb << 20,
            settings.chunk_tokens,
            settings.chunk_overlap,
            settings.ocr_languages,
        )

    def reader(self) -> DocumentReader:
        return CountingReader(self.opened, self.options)

    def base(self, **more) -> KnowledgeBase:
        return KnowledgeBase(
            self.folder,
            lambda: self.settings,
            index=SqliteIndex(self.folder / "index.db"),
            find_embedder=self.find_embedder,
            reader=self.reader(),
            pages=self.pages,
            **more,
        )

    @asynccontextmanager
    async def open(self, **more) -> AsyncIterator[KnowledgeBase]:
        base = self.base(**more)
        try:
            yield base
        finally:
            await base.aclose()

    @asynccontextmanager
    async def indexed(self) -> AsyncIterator[KnowledgeBase]:
        async with self.open() as base:
            await base.add([self.documents])
            await base.wait()
            yield base


class CountingReader(DocumentReader):
    """Reads in this process, which starts sooner, and notes which files it opens."""

    def __init__(self, opened: list[str], options: Callable[[], ReadingOptions]) -> None:
        super().__init__(options)
        self._opened = opened

    async def ask(self, request, body, name):
        if request["path"] is not None and not request["page"]:
            self._opened.append(Path(request["path"]).name)
        request = json.loads(json.dumps(request))
        reply = await asyncio.to_thread(worker_main._answer, request, body)
        return reply.head, list(reply.parts)


async def updated(base: KnowledgeBase) -> IngestProgress:
    base.update()
    return await base.wait()


async def found(base: KnowledgeBase, query: str) -> list[str]:
    result = await base.search(query)
    return [Path(hit.document.path).name for hit in result.hits]
