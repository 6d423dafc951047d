"""Gathers evidence without a model: from the person's documents and, in rounds, from the web."""

import asyncio
from collections.abc import Sequence

from desktop_agent.agents.attachments import tell_unused
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.deadline import deadline
from desktop_agent.agents.rest import rest
from desktop_agent.core.allocation import for_evidence
from desktop_agent.core.current_step import in_step
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import (
    EvidenceFound,
    Notice,
    StepFinished,
    StepStarted,
    StepStatus,
)
from desktop_agent.core.research import QuotedPassage, Source
from desktop_agent.evidence.assemble import Assembly
from desktop_agent.evidence.extraction.relevance import relevant
from desktop_agent.evidence.pack import Document, EvidencePack, Hop, Intent
from desktop_agent.evidence.question.queries import QueryFamily, query_families, quoted
from desktop_agent.evidence.question.standing import stands_alone
from desktop_agent.evidence.selection import worth_reading
from desktop_agent.tools.run_knowledge import ENGINE
from desktop_agent.web.ledger import is_offline

AGENT = "evidence"
OUT_OF_TIME = "The time for gathering evidence ran out; the rest was not looked at."
"""The note of a pack that is poorer for it."""
NOT_ASKED = "The network is off: the web was not asked."

_PAGES_A_HOP = 5
_PAGE_S = 12.0


def searchable(ctx: RunContext) -> bool:
    """Whether gathering evidence makes sense: there is where to look, and the question stands alone."""
    if is_offline() and ctx.knowledge is None:
        return False
    return understood_alone(ctx)


def understood_alone(ctx: RunContext) -> bool:
    """Whether the question can be understood without the turns before it."""
    return not ctx.question.history or stands_alone(ctx.question.text)


async def build_evidence(ctx: RunContext) -> EvidencePack:
    """Gives what the documents and the web say to the question, in at most three rounds of searching.

    It takes at most 40 % of what is left of the budget and no more than a minute. A search that
    fails, a page that cannot be read and time that runs out make the pack poorer, never an error.
    """
    step_id = ctx.new_step_id()
    ctx.emit(
        StepStarted(step_id=step_id, agent=AGENT, title="Gather evidence", parent_id=ctx.parent_id)
    )
    if ctx.model is None:
        tell_unused(ctx, step_id)
    assembly = Assembly(ctx.reading, ctx.today)
    hops: list[Hop] = []
    notes: list[str] = []
    status: StepStatus = "stopped"
    summary = ""
    try:
        with in_step(step_id):
            try:
                async with deadline(ctx.budget, for_evidence(ctx.budget.remaining_s)):
                    await _look_in_documents(ctx, step_id, hops)
                    if not is_offline() or ctx.knowledge is None:
                        await _gather(ctx, step_id, assembly, hops)
            except TimeoutError:
                notes.append(OUT_OF_TIME)
            if is_offline() and not ctx.web.reached:
                notes.append(NOT_ASKED)
            pack = await asyncio.to_thread(assembly.pack, ctx.web.sources.documents(), hops, notes)
            ctx.emit(evidence_event(pack, ctx.web.sources.all()))
        status, summary = "ok", _summary(pack)
    finally:
        ctx.emit(StepFinished(step_id=step_id, status=status, summary=summary))
    return pack


async def read_pages(
    ctx: RunContext, documents: Sequence[Document], step_id: str = "", seconds: float = _PAGE_S
) -> None:
    """Reads pages side by side; one that cannot be read is told of and left out."""

    async def read(document: Document) -> None:
        try:
            async with asyncio.timeout(seconds):
                await ctx.web.read(document.url)
        except TimeoutError:
            text = f"{document.url} was not read: it took more than {seconds:g} s."
            ctx.emit(Notice(text=text, step_id=step_id))
        except AgentError as error:
            ctx.emit(Notice(text=error.message, step_id=step_id))

    async with asyncio.TaskGroup() as group:
        for document in documents:
            if not ctx.web.was_refused(document.url):
                group.create_task(read(document))


async def _look_in_documents(ctx: RunContext, step_id: str, hops: list[Hop]) -> None:
    """Searches the person's documents; an index that fails makes the evidence poorer, never an error."""
    if ctx.knowledge is None:
        return
    query = ctx.question.text
    try:
        found, note = await ctx.knowledge.search(query)
    except AgentError as error:
        ctx.emit(Notice(text=f"The documents were not searched: {error}", level="warning"))
        return
    if note:
        ctx.emit(Notice(text=note, step_id=step_id))
    hops.append(Hop(ENGINE, (query,), relevant=bool(found)))


async def _gather(ctx: RunContext, step_id: str, assembly: Assembly, hops: list[Hop]) -> None:
    """Searches and reads until the question is settled; what is computed runs in a thread.

    That takes up to 100 ms, which the window must not feel.
    """
    quote_next = False
    for family in query_families(ctx.reading, ctx.today):
        if ctx.model is None:
            await rest(ctx)  # no model call will come at which the person could pause the run
        asked = quoted(family, ctx.reading.entity) if quote_next else family
        seen = await _searched(ctx, asked)
        if ctx.web.sources.failed_attempts:
            hops.append(Hop(asked.name, asked.queries, relevant=False, failed=True))
            return
        general = ctx.reading.intent is Intent.GENERAL
        new = [each for each in seen if not ctx.web.was_refused(each.url)]
        of_use = [each for each in new if general or relevant(each, ctx.reading)]
        if not of_use:
            note = f"no result speaks of “{ctx.reading.entity}”" if new else "nothing new"
            hops.append(Hop(asked.name, asked.queries, relevant=False, note=note))
            quote_next = True
            continue
        hops.append(Hop(asked.name, asked.queries))
        sighted = await asyncio.to_thread(assembly.weighed, ctx.web.sources.documents())
        chosen = worth_reading(ctx.reading, of_use, sighted.candidates, _PAGES_A_HOP)
        await read_pages(ctx, chosen, step_id)
        if await asyncio.to_thread(assembly.settled, ctx.web.sources.documents()):
            return


async def _searched(ctx: RunContext, family: QueryFamily) -> tuple[Document, ...]:
    """Gives what the queries of a family found, each address once."""
    numbers: dict[int, None] = {}
    for query in family.queries:
        _report, sources = await ctx.web.search(query)
        numbers |= dict.fromkeys(source.number for source in sources)
    found = (ctx.web.sources.document(number) for number in numbers)
    return tuple(document for document in found if document is not None)


def evidence_event(pack: EvidencePack, sources: Sequence[Source]) -> EvidenceFound:
    """Gives the pack as an event, with the sources that it rests on."""
    used = {number for candidate in pack.candidates for number in candidate.sources}
    used |= {passage.source for passage in pack.passages}
    snapshots = {document.number: document.snapshot for document in pack.documents}
    return EvidenceFound(
        question=pack.reading.text,
        intent=pack.reading.intent.value,
        entity=pack.reading.entity,
        extracted_answer=pack.answer,
        confidence=round(pack.confidence, 3),
        sources=tuple(source for source in sources if source.number in used),
        candidates=tuple(
            {
                "value": candidate.value,
                "confidence": round(candidate.confidence, 3),
                "domains": list(candidate.domains),
                "sources": list(candidate.sources),
                "why": candidate.why,
            }
            for candidate in pack.candidates
        ),
        passages=tuple(
            QuotedPassage(
                each.source,
                each.text,
                each.heading,
                each.start,
                each.end,
                snapshots.get(each.source, "") if each.start >= 0 else "",
            )
            for each in pack.passages
        ),
        notes=pack.notes,
        sufficient=pack.sufficient,
    )


def _summary(pack: EvidencePack) -> str:
    if pack.answer:
        return f"{pack.answer} (confidence {pack.confidence:.2f})"
    if pack.sufficient:
        return f"{len(pack.passages)} passages"
    return "insufficient evidence"
