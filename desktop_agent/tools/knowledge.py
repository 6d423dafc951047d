"""Search the user's documents during a run, and provide the ``knowledge_search`` tool."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import Field

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import PageRead, SearchAttempt
from desktop_agent.core.research import Outcome, Page, Source
from desktop_agent.tools.recorded_results import CUT_SHORT, RecordedResults
from desktop_agent.tools.toolbox import Arguments, Emit, Tool, ToolResult
from desktop_agent.tools.web import RunWeb

if TYPE_CHECKING:
    from desktop_agent.core.knowledge import Excerpt, KnowledgeHit
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase

ENGINE = "documents"
"""The name under which document search appears among the search engines."""

_TEXT = "text/markdown"


@dataclass(frozen=True, slots=True)
class Found:
    """A passage and the source to cite for it."""

    hit: "KnowledgeHit"
    source: Source


@dataclass(eq=False)
class RunKnowledge:
    """Searches the user's documents for one run, emits events, and numbers the sources.

    ``keep`` stores the text of a source and returns its SHA-256 hash, so that citations can be
    opened even after the file has changed. Documents are as untrusted as web pages, so ``web``
    checks them for instructions to a model.
    """

    _documents: "KnowledgeBase"
    _web: RunWeb
    _keep: Callable[[Page], str]
    _emit: Emit
    _memory: RecordedResults
    texts: list[str] = field(default_factory=list)
    """The document texts read in this run, which must not leak through URLs."""
    _kept: dict[str, Source] = field(default_factory=dict)

    async def search(self, query: str, limit: int | None = None) -> tuple[Sequence[Found], str]:
        """Return the matching passages, best first, and a note on anything that limited the search.

        Raise `StorageError` if the index cannot be read.
        """
        from desktop_agent.core.knowledge import KnowledgeResult

        result = await self._memory.once(
            "documents",
            (query, limit),
            KnowledgeResult,
            lambda: self._documents.search(query, limit=limit),
            StorageError(CUT_SHORT),
        )
        self._emit(
            SearchAttempt(
                engine=ENGINE,
                query=query,
                outcome=Outcome.OK if result.hits else Outcome.NO_RESULTS,
                results=len(result.hits),
                ms=result.ms,
                detail=result.note,
            )
        )
        found = [Found(hit, await self._source(hit)) for hit in result.hits]
        return found, result.note

    async def _source(self, hit: "KnowledgeHit") -> Source:
        from desktop_agent.core.knowledge import Excerpt

        cut = StorageError(CUT_SHORT)
        excerpt = await self._memory.once(
            "excerpt", hit, Excerpt, lambda: self._documents.excerpt(hit), cut
        )
        known = self._kept.get(excerpt.key)
        if known is None:
            if not excerpt.snapshot:
                name = await asyncio.to_thread(self._keep, _page(excerpt))
                excerpt = replace(excerpt, snapshot=name)
            await self._web.screen(excerpt.text, excerpt.title, "A document")
            known = self._kept[excerpt.key] = self._web.sources.read_excerpt(excerpt)
            self.texts.append(excerpt.text)
            self._emit(
                PageRead(
                    url=excerpt.url,
                    final_url=excerpt.url,
                    title=known.title,
                    chars=len(excerpt.text),
                    snapshot=excerpt.snapshot,
                )
            )
        return known


def _page(excerpt: "Excerpt") -> Page:
    return Page(
        url=excerpt.url,
        final_url=excerpt.url,
        title=f"{excerpt.title}, {excerpt.part}" if excerpt.part else excerpt.title,
        text=excerpt.text,
        media_type=_TEXT,
        fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
        total_chars=len(excerpt.text),
        published=excerpt.date,
    )


# --- The tool ``knowledge_search``


class KnowledgeSearchArguments(Arguments):
    """What to look for."""

    query: str = Field(
        min_length=1,
        max_length=1000,
        description="for example: notice period in the lease of Mill Lane",
    )
    count: int = Field(6, ge=1, le=20)


class KnowledgeSearch(Tool[KnowledgeSearchArguments]):
    """A tool that searches the user's documents and returns passages as untrusted data."""

    name = "knowledge_search"
    description = (
        "Search the user's own documents (files, pages read before). Gives numbered passages."
    )
    takes = KnowledgeSearchArguments

    def __init__(self, knowledge: RunKnowledge) -> None:
        self._knowledge = knowledge

    async def run(self, arguments: KnowledgeSearchArguments) -> ToolResult:
        found, note = await self._knowledge.search(arguments.query, arguments.count)
        if not found:
            said = "No document speaks of this. Try other words, or search the web."
            return ToolResult({"passages": [], "note": f"{said} {note}".strip()}, "nothing")
        content = {"passages": [_formatted(each) for each in found], "cite_as": "[source number]"}
        if note:
            content["note"] = note
        count = len(found)
        return ToolResult(content, f"{count} passage{'s' if count > 1 else ''}")


def _formatted(found: Found) -> dict[str, object]:
    from desktop_agent.core.knowledge import place_words

    hit = found.hit
    told: dict[str, object] = {"source": found.source.number, "title": hit.document.title}
    where = place_words(hit.place)
    if where:
        told["place"] = where
    if hit.document.date:
        told["date"] = hit.document.date[:10]
    told["untrusted_document_text"] = hit.text
    return told
