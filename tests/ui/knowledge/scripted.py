"""A knowledge base that is written down: what the page sees of the real one, and no more."""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from desktop_agent.core.errors import AgentError, StorageError
from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeResult,
    KnowledgeStatus,
    Place,
    Problem,
    SourceInfo,
)

MODEL = "nomic-embed-text"


def record(path: str, title: str, collection: str = "c1", **about: str) -> DocumentRecord:
    url = about.get("url") or Path(path).as_uri()
    return DocumentRecord(
        f"{collection}:{path}", collection, 1, path, url, title, "application/pdf", 1, 1, "00"
    )


def hit(document: DocumentRecord, text: str, word: str, place: Place | None = None) -> KnowledgeHit:
    """Gives a passage in which each ``word`` is marked."""
    marks = tuple(each.span() for each in re.finditer(re.escape(word), text.lower()))
    return KnowledgeHit(1, document, text, place or Place(0, len(text)), 1.0, 1, 1, marks=marks)


class ScriptedKnowledge:
    """Holds what it is given; each call is noted in ``calls``."""

    def __init__(
        self,
        collections: Sequence[CollectionInfo] = (),
        hits: Sequence[KnowledgeHit] = (),
        *,
        model: str = MODEL,
        wanted: str = MODEL,
    ) -> None:
        self.held = list(collections)
        self.hits = tuple(hits)
        self.texts: dict[str, str] = {}
        self.faults: tuple[Problem, ...] = ()
        self.model, self.wanted = model, wanted
        self.note = ""
        self.progress = IngestProgress()
        self.calls: list[tuple[object, ...]] = []
        self.error: AgentError | None = None
        self.answer_after_s = 0.0
        self.watchers: list[Callable[[IngestProgress], None]] = []
        self._last_source = 100

    def happen(self, progress: IngestProgress) -> None:
        self.progress = progress
        for told in list(self.watchers):
            told(progress)

    async def collections(self) -> tuple[CollectionInfo, ...]:
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        return tuple(self.held)

    async def status(self) -> KnowledgeStatus:
        progress = self.progress
        await self._answer()
        return KnowledgeStatus(
            "sqlite", tuple(self.held), progress, self.model, 768, self.wanted, 41_000_000
        )

    async def add(self, paths: Sequence[Path], collection: str = "") -> tuple[SourceInfo, ...]:
        self.calls.append(("add", tuple(paths), collection))
        await self._answer()
        at = next((each for each in self.held if collection in (each.id, each.name)), None)
        if at is None:
            name = collection or "Documents"
            at = CollectionInfo(f"c{len(self.held) + 1}", name, "files")
            self.held.append(at)
        added = tuple(self._source(path, at.id) for path in paths)
        self.held[self.held.index(at)] = replace(at, sources=(*at.sources, *added))
        return added

    async def rename(self, collection: str, name: str) -> None:
        self.calls.append(("rename", collection, name))
        await self._answer()
        self.held = [
            replace(each, name=name) if each.id == collection else each for each in self.held
        ]

    async def remove_source(self, source: int) -> None:
        self.calls.append(("remove_source", source))
        await self._answer()
        self.held = [
            replace(each, sources=tuple(x for x in each.sources if x.id != source))
            for each in self.held
        ]

    async def remove_collection(self, collection: str) -> None:
        self.calls.append(("remove_collection", collection))
        await self._answer()
        self.held = [each for each in self.held if each.id != collection]

    async def problems(self) -> tuple[Problem, ...]:
        self.calls.append(("problems",))
        await self._answer()
        return self.faults

    async def search(
        self, query: str, *, only: KnowledgeFilter | None = None, limit: int | None = None
    ) -> KnowledgeResult:
        self.calls.append(("search", query, only.collections if only else (), limit))
        await self._answer()
        first = query.split(maxsplit=1)[0].lower()
        found = tuple(each for each in self.hits if first in each.text.lower())
        return KnowledgeResult(query, found, self.note, 12)

    async def text(self, key: str) -> str:
        self.calls.append(("text", key))
        await self._answer()
        if key not in self.texts:
            raise StorageError("The document is not indexed any more.")
        return self.texts[key]

    def update(self, *, again: bool = False) -> None:
        self.calls.append(("update", again))

    def pause(self) -> None:
        self.happen(replace(self.progress, state="paused"))

    def resume(self) -> None:
        self.happen(replace(self.progress, state="reading"))

    async def rebuild(self) -> None:
        self.calls.append(("rebuild",))
        self.model = self.wanted

    def watch_progress(self, told: Callable[[IngestProgress], None]) -> Callable[[], None]:
        self.watchers.append(told)
        return lambda: self.watchers.remove(told)

    async def _answer(self) -> None:
        await asyncio.sleep(self.answer_after_s)
        if self.error is not None:
            raise self.error

    def _source(self, path: Path, collection: str) -> SourceInfo:
        self._last_source += 1
        kind = "folder" if path.is_dir() else "file"
        return SourceInfo(self._last_source, collection, kind, str(path))
