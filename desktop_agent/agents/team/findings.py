"""What the team has found, as messages: the evidence first, then the results of each query."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.evidence import read_pages
from desktop_agent.agents.evidence_prompt import characters, evidence_lines, where
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Notice
from desktop_agent.core.messages import Message
from desktop_agent.core.research import SearchReport
from desktop_agent.evidence.claims.ranking import best_passages
from desktop_agent.evidence.claims.words import folded_words, language_of, stem, stop_words
from desktop_agent.evidence.pack import Document, EvidencePack
from desktop_agent.tools.web_search import failure_line
from desktop_agent.web.ledger import is_offline

_SHARE = 0.5
_MOST_CHARACTERS = 6_000
_PAGES = 3
_PASSAGES = 6
_SAME = 0.8


async def first_findings(ctx: RunContext, pack: EvidencePack) -> list[Message]:
    """Gives what was gathered before the team began; nothing where nothing was found."""
    if not pack.candidates and not pack.passages:
        return []
    lines = evidence_lines(pack, await _room(ctx))
    return [Message("user", ctx.fence.wrap(lines, "web evidence"))]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search has brought, which is not yet marked as data; ``origin`` says where from."""

    text: str
    origin: str


async def look_up(ctx: RunContext, query: str) -> list[Message]:
    """Gives what `search_for` gives as messages, marked as data."""
    found = await search_for(ctx, query)
    return [Message("user", ctx.fence.wrap(each.text, each.origin)) for each in found]


async def search_for(ctx: RunContext, query: str) -> list[Finding]:
    """Searches, reads the first pages, and gives the results with the passages that fit."""
    own = await _in_documents(ctx, query)
    if ctx.knowledge is not None and is_offline():
        return own
    report, sources = await ctx.web.search(query)
    known = (ctx.web.sources.document(source.number) for source in sources)
    unread = [document for document in known if document is not None and not document.read]
    await read_pages(ctx, unread[:_PAGES])
    seen = [ctx.web.sources.document(source.number) for source in sources]
    documents = tuple(document for document in seen if document is not None)
    passages = await asyncio.to_thread(best_passages, ctx.reading, documents, _PASSAGES)
    lines = [f"Search for: {query}", *_results(report, documents)]
    lines += [f"[{each.source}] says: {each.text}" for each in passages]
    text = "\n".join(lines)[: await _room(ctx)]
    return [*own, Finding(text, "web search")]


async def _in_documents(ctx: RunContext, query: str) -> list[Finding]:
    """Gives the passages of the person's documents that fit."""
    if ctx.knowledge is None:
        return []
    try:
        found, note = await ctx.knowledge.search(query, _PASSAGES)
    except AgentError as error:
        ctx.emit(Notice(text=f"The documents were not searched: {error}", level="warning"))
        return []
    lines = [f"Search in the user's documents for: {query}", *filter(None, (note,))]
    lines += [f"[{each.source.number}] {each.source.title}: {each.hit.text}" for each in found]
    if not found:
        lines.append("Nothing was found.")
    text = "\n".join(lines)[: await _room(ctx)]
    return [Finding(text, "document search")]


def same_in_substance(query: str, other: str) -> bool:
    """True when two queries ask for the same: four fifths of their content words, all numbers."""
    words, others = _content_stems(query), _content_stems(other)
    if not words or not others:
        return query.casefold().split() == other.casefold().split()
    numbers = {word for word in words if word.isdigit()}
    if numbers != {word for word in others if word.isdigit()}:
        return False
    return len(words & others) >= _SAME * len(words | others)


def _content_stems(query: str) -> set[str]:
    language = language_of(query) or "en"
    stop = stop_words(language)
    return {stem(word, language) for word in folded_words(query) if word not in stop}


def _results(report: SearchReport, documents: Sequence[Document]) -> list[str]:
    if report.failed:
        return [f"The search failed: {failure_line(report.attempts)}"]
    if not documents:
        return ["No engine has a result for this query."]
    return [f"[{each.number}] {each.title} — {where(each)}\n{each.snippet}" for each in documents]


async def _room(ctx: RunContext) -> int:
    """Characters that one finding may take, so that all of them fit into the context."""
    return await characters(ctx, _SHARE / (ctx.settings.team_rounds + 1), _MOST_CHARACTERS)
