"""The tools ``knowledge_search`` and ``list_discoveries``: what is kept on this machine."""

import asyncio

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import KnowledgeFilter, KnowledgeHit, place_words
from desktop_agent.core.research import Discovery
from desktop_agent.mcp_server.arguments import DiscoveryArguments, KnowledgeArguments
from desktop_agent.mcp_server.reply import Call, Reply, fenced
from desktop_agent.mcp_server.results import (
    DiscoveriesResult,
    DiscoveryItem,
    KnowledgeSearchResult,
    PassageItem,
)

_NO_DOCUMENTS = "No documents are indexed on this machine (desktop-agent knowledge add FOLDER)."


async def knowledge_search(call: Call, asked: KnowledgeArguments) -> Reply:
    """Gives passages of the person's documents.

    Raises:
        AgentError: there is no such collection, or the index cannot be read.
    """
    session = call.session
    if not await session.has_documents():
        value = KnowledgeSearchResult(query=asked.query, passages=(), note=_NO_DOCUMENTS)
        return Reply(_NO_DOCUMENTS, value)
    only = await _only(call, asked.collection.strip()) if asked.collection.strip() else None
    found = await session.knowledge.search(asked.query, only=only, limit=asked.count)
    value = KnowledgeSearchResult(
        query=found.query, passages=tuple(_passage(hit) for hit in found.hits), note=found.note
    )
    count = len(found.hits)
    head = f"{count} {'passage' if count == 1 else 'passages'} of the documents on this machine."
    if found.note:
        head += f" {found.note}"
    text = "\n\n".join(_passage_text(number, each) for number, each in enumerate(value.passages, 1))
    return Reply(fenced(head, text, "documents") if text else head, value)


async def _only(call: Call, name: str) -> KnowledgeFilter:
    collections = await call.session.knowledge.collections()
    for each in collections:
        if name in (each.id, each.name):
            return KnowledgeFilter(collections=(each.id,))
    known = ", ".join(each.name for each in collections) or "none"
    raise AgentError(f"There is no collection {name!r}.", f"There are: {known}.")


def _passage(hit: KnowledgeHit) -> PassageItem:
    return PassageItem(
        title=hit.document.title,
        url=hit.document.url,
        place=place_words(hit.place),
        text=hit.text,
        score=hit.score,
    )


def _passage_text(number: int, passage: PassageItem) -> str:
    place = f", {passage.place}" if passage.place else ""
    return f"{number}. {passage.title}{place}\n   {passage.url}\n{passage.text}"


async def list_discoveries(call: Call, asked: DiscoveryArguments) -> Reply:
    """Gives findings that were kept, the newest first; raises `StorageError`."""
    kept = (await asyncio.to_thread(call.session.discoveries.read)).items
    words = asked.query.casefold().split()
    fitting = [each for each in kept if _has_all(each, words)]
    given = tuple(
        DiscoveryItem(
            timestamp=each.timestamp,
            title=each.title,
            description=each.description,
            url=each.url,
            run_id=each.run_id,
        )
        for each in fitting[: asked.count]
    )
    value = DiscoveriesResult(discoveries=given, total=len(fitting))
    head = f"{len(given)} of {len(fitting)} kept discoveries."
    text = "\n\n".join(_discovery_text(each) for each in given)
    return Reply(fenced(head, text, "kept discoveries") if text else head, value)


def _has_all(discovery: Discovery, words: list[str]) -> bool:
    text = f"{discovery.title}\n{discovery.description}\n{discovery.url}".casefold()
    return all(word in text for word in words)


def _discovery_text(discovery: DiscoveryItem) -> str:
    lines = (f"{discovery.timestamp}  {discovery.title}", discovery.description, discovery.url)
    return "\n".join(line for line in lines if line)
