"""Search the user's documents during a run, and provide the ``knowledge_search`` tool."""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pydantic import Field

from desktop_agent.core.conversations import HTML_MARK, JSON_FORMAT, MARKDOWN_MARK, PDF_CREATOR
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import PageRead, SearchAttempt
from desktop_agent.core.research import Outcome, Page, Source
from desktop_agent.tools.recorded_results import CUT_SHORT, RecordedResults
from desktop_agent.tools.toolbox import Arguments, Emit, Tool, ToolResult
from desktop_agent.tools.web import RunWeb

if TYPE_CHECKING:
    from desktop_agent.core.knowledge import Excerpt, KnowledgeHit, KnowledgeResult
    from desktop_agent.knowledge.knowledge_base import KnowledgeBase

ENGINE = "documents"
"""The name under which document search appears among the search engines."""

_TEXT = "text/markdown"
_DEEPEST = 64
"""Maximum factor by which the search is widened to replace exported conversations."""


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
    _exported: dict[str, bool] = field(default_factory=dict)

    async def search(self, query: str, limit: int | None = None) -> tuple[Sequence[Found], str]:
        """Return the matching passages, best first, and a note on anything that limited the search.

        Exported conversations are skipped, because they contain the program's own answers. Raise
        `StorageError` if the index cannot be read.
        """
        result = await self._search(query, limit)
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

    async def _search(self, query: str, limit: int | None) -> "KnowledgeResult":
        result = await self._found(query, limit)
        wanted = len(result.hits)
        asked, left_out = wanted, set[str]()
        while True:
            own = {hit.document.key for hit in result.hits if await self._is_exported(hit)}
            left_out |= own
            hits = tuple(hit for hit in result.hits if hit.document.key not in own)
            if len(hits) >= wanted or len(result.hits) < asked or asked >= _DEEPEST * wanted:
                break
            asked *= 4
            result = await self._found(query, asked)
        if not left_out:
            return result
        note = f"{result.note} {_left_out(len(left_out))}".strip()
        return replace(result, hits=hits[:wanted], note=note)

    async def _found(self, query: str, limit: int | None) -> "KnowledgeResult":
        from desktop_agent.core.knowledge import KnowledgeResult

        return await self._memory.once(
            "documents",
            (query, limit),
            KnowledgeResult,
            lambda: self._documents.search(query, limit=limit),
            StorageError(CUT_SHORT),
        )

    async def _is_exported(self, hit: "KnowledgeHit") -> bool:
        path = hit.document.path
        if path not in self._exported:
            self._exported[path] = await asyncio.to_thread(_holds_exported_chat, path)
        return self._exported[path]

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


def _holds_exported_chat(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            return is_exported_chat(file.read(_LOOKED_AT))
    except (OSError, ValueError):  # deleted, or not a file on this computer
        return False


def _left_out(count: int) -> str:
    conversations = "an exported conversation" if count == 1 else f"{count} exported conversations"
    return f"What was found in {conversations} was left out: earlier answers are no sources."


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


# --- Recognizing exported conversations: they hold the program's own answers, so they are no source

_LOOKED_AT: Final = 1 << 18
"""Number of leading bytes of a file that are enough to recognize an exported conversation."""

_PDF_CREATORS = tuple(
    b"/Creator (" + text.replace(b"(", b"\\(").replace(b")", b"\\)")
    for text in (b"\xfe\xff" + PDF_CREATOR.encode("utf-16-be"), PDF_CREATOR.encode())
)


def is_exported_chat(head: bytes) -> bool:
    """Return whether a file that starts with ``head`` is an exported conversation."""
    if head.startswith(b"%PDF-"):
        return any(creator in head for creator in _PDF_CREATORS)
    text = head.decode("utf-8", "ignore").removeprefix("\ufeff").replace("\r\n", "\n")
    if text.startswith("<!DOCTYPE html>"):
        return HTML_MARK in text
    if text.startswith("{"):
        return re.match(rf'\{{\s*"format":\s*"{JSON_FORMAT}"', text) is not None
    _title, _, below = text.partition("\n\n")
    return text.startswith("# ") and below.startswith(MARKDOWN_MARK)
