"""Gather evidence from documents and the web without a model, and format it for prompts."""

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.attachments import notify_unused
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import EVIDENCE, deadline, rest, step
from desktop_agent.core.citations import best_check
from desktop_agent.core.errors import AgentError, ModelError
from desktop_agent.core.events import EvidenceFound, Notice, in_step
from desktop_agent.core.research import Claim, QuotedPassage
from desktop_agent.evidence.confidence import second_hop
from desktop_agent.evidence.extraction.relevance import relevant, worth_opening
from desktop_agent.evidence.grounding.evidence_answer import quotes_text
from desktop_agent.evidence.pack_assembly import Assembly
from desktop_agent.evidence.question.follow_ups import is_about_wording
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.question.queries import (
    QueryFamily,
    looking_for,
    query_families,
    quoted,
)
from desktop_agent.evidence.records import (
    Document,
    EvidencePack,
    Hop,
    Intent,
    Passage,
    Reading,
)
from desktop_agent.llm.context_window import CHARACTERS_PER_TOKEN
from desktop_agent.tools.knowledge import ENGINE, Found
from desktop_agent.web.ledger import is_offline

if TYPE_CHECKING:
    from desktop_agent.llm.embedding import Embedder  # which needs numpy

# --- Evidence in prompts: marked data, and the rule on how to treat it

_SHARE = 0.3
_MOST_CHARACTERS = 8_000
_MOST_QUOTE = 700

_TRUST = """\
The block above holds what a search for this question found. It is newer than your memory: where they \
differ, believe the sources."""
_AGREED = "The sources agree on the leading candidate: answer with it, first."
_LEADS = "If the quotes say so, answer with the leading candidate."
_FAILED = "The web search failed for this question: do not repeat it, and say what is not checked."
_REPAIR = """\
Your answer does not hold to the evidence: {reason}
What the sources say is the value in this block:
{value}

Write the answer again. State that value as the answer, in the first sentence, and cite its source. \
Do not name another value in its place, and do not speak of this correction."""
_CONTRADICTED = """\
These statements of your answer are contradicted by the pages that were read:
{quotes}"""
_CORRECTION = """\
{contradicted}

Write the answer again so that it agrees with the quotes, and cite them. Leave out what no source \
says. Do not speak of this correction."""


async def evidence_prompt(ctx: RunContext, pack: EvidencePack) -> str:
    """Return the evidence block to append to the question.

    Without evidence, say that the search failed, or return "" if it found nothing.
    """
    if not pack.passages and not pack.candidates:
        return _FAILED if any(hop.failed for hop in pack.hops) else ""
    room = await characters(ctx, _SHARE, _MOST_CHARACTERS)
    lines = evidence_lines(pack, room)
    if ctx.question.history and pack.reading.text != ctx.question.text.strip():
        lines = f"Searched for: {pack.reading.text}\n{lines}"
    block = ctx.fence.wrap(lines, "web evidence")
    return f"{block}\n{_TRUST} {leading(pack)}".rstrip()


def leading(pack: EvidencePack) -> str:
    """Return what to do with the leading candidate of `evidence_lines`, if there is one."""
    return (_AGREED if pack.answer else _LEADS) if pack.candidates else ""


async def characters(ctx: RunContext, share: float, most: int) -> int:
    """Return the number of characters in ``share`` of the model's context, at most ``most``."""
    limit = await ctx.model.context_tokens() if ctx.model is not None else 0
    return min(most, int(limit * CHARACTERS_PER_TOKEN * share))


def repair_prompt(ctx: RunContext, value: str, reason: str) -> str:
    """Return a prompt that asks the model to state ``value``.

    ``reason`` says how the answer departs from the evidence.
    """
    return _REPAIR.format(reason=reason, value=ctx.fence.wrap(value, "web evidence"))


def correction_prompt(ctx: RunContext, contradicted: Sequence[Claim]) -> str:
    """Return a prompt that asks the model to remove statements that the sources contradict.

    The prompt quotes the sources.
    """
    return _CORRECTION.format(contradicted=contradiction_block(ctx, contradicted))


def contradiction_block(ctx: RunContext, contradicted: Sequence[Claim]) -> str:
    """Return a block of the contradicted statements, each with the quote that contradicts it."""
    lines = []
    for claim in contradicted:
        check = best_check(claim.checks)
        cited = f"Source [{check.source}]" if check is not None else "A source"
        lines.append(f"- You wrote: {claim.text}\n  {cited} says: {claim.quote[:_MOST_QUOTE]}")
    return _CONTRADICTED.format(quotes=ctx.fence.wrap("\n".join(lines), "web evidence"))


def evidence_lines(pack: EvidencePack, room: int) -> str:
    """Format an evidence pack in about ``room`` characters, with the strongest evidence first."""
    lines: list[str] = []
    for at, candidate in enumerate(pack.candidates[:4]):
        cited = "".join(f"[{number}]" for number in candidate.sources[:4])
        place = "Other candidate" if at else "Leading candidate"
        value = candidate.value if at else pack.answer or candidate.value
        lines.append(f"{place}: {value} {cited} {candidate.why}".rstrip())
    lines += pack.notes
    documents = {document.number: document for document in pack.documents}
    quotes: dict[Document, list[str]] = {}
    for number, quote in _quotes(pack):
        if (document := documents.get(number)) is not None:
            quotes.setdefault(document, []).append(quote[:_MOST_QUOTE])
            room -= len(quote[:_MOST_QUOTE])
        if room < 0:
            break
    for document, said in quotes.items():
        dated = f" ({document.date[:10]})" if document.date else ""
        lines += (f"\n[{document.number}] {document.title}{dated}", where(document), *said)
    return "\n".join(lines)


def where(document: Document) -> str:
    """Return a document's URL.

    For a local file, return a fixed phrase instead, so that its path stays private.
    """
    return "one of the user's own documents" if document.url.startswith("file:") else document.url


def _quotes(pack: EvidencePack) -> list[tuple[int, str]]:
    """Return quotes for the leading candidates, then the best passages, without duplicates.

    A quote that occurs in a passage is replaced with the full passage.
    """
    passages = [(passage.source, passage.text) for passage in pack.passages]
    quotes = [
        next(
            (p for p in passages if p[0] == said.source and said.quote in p[1]),
            (said.source, said.quote),
        )
        for candidate in pack.candidates[:3]
        for said in candidate.sightings[:3]
    ]
    unique: dict[str, int] = {}
    for number, quote in (*quotes, *passages):
        if quote and not any(quote in other for other in unique):
            unique[quote] = number
    return [(number, quote) for quote, number in unique.items()]


AGENT = "evidence"
OUT_OF_TIME = "The time for gathering evidence ran out; the rest was not looked at."
"""Note in an evidence pack that is incomplete because time ran out."""
_NOT_ASKED = "The network is off: the web was not asked."

_PAGES_A_HOP = 5
_PAGE_S = 12.0
_EMBEDDING_S = 10.0
_MOST_PRELIMINARY = 3
"""Maximum number of events with preliminary evidence."""


def searchable(ctx: RunContext) -> bool:
    """Return whether the question needs a search and there are sources to search.

    A number that is worked out from what the question itself gives needs none.
    """
    if is_worked_out(ctx.reading):
        return False
    rewords = ctx.question.history and is_about_wording(ctx.question.text)
    return (not is_offline() or ctx.knowledge is not None) and not rewords


async def build_evidence(
    ctx: RunContext, *, preliminary: bool = True, seconds: float = math.inf
) -> EvidencePack:
    """Gather evidence from documents and, in up to three search rounds, from the web.

    If the question identifies its subject only by a description (``the director of Jaws``), an
    extra round may follow the first. Gathering takes at most ``seconds``, 40% of the remaining time
    and one minute. Failures and timeouts reduce the evidence but do not raise an exception. If
    ``preliminary``, events show the evidence as it comes in.
    """
    notes: list[str] = []
    with step(ctx, AGENT, "Gather evidence") as gathering, in_step(gathering.step_id):
        if ctx.model is None:
            notify_unused(ctx, gathering.step_id)
        search = _Gathering(ctx, gathering.step_id, preliminary=preliminary)
        try:
            async with deadline(ctx.budget, min(seconds, EVIDENCE.of(ctx.budget.remaining_s))):
                await _look_in_documents(ctx, gathering.step_id, search.hops)
                if not is_offline() or ctx.knowledge is None:
                    await search.run()
        except TimeoutError:
            notes.append(OUT_OF_TIME)
        if is_offline() and not ctx.web.reached:
            notes.append(_NOT_ASKED)
        documents = ctx.web.sources.documents()
        assembly = search.assembly
        if assembly.reading is not ctx.reading:
            notes.append(f"What was looked up in the end: {assembly.reading.text}")
        similarity = await _similarity(ctx, assembly, documents)
        pack = await asyncio.to_thread(assembly.pack, documents, search.hops, notes, similarity)
        ctx.emit(_evidence_event(ctx, pack))
        gathering.end(_summary(pack))
    return pack


async def with_later_sources(ctx: RunContext, pack: EvidencePack | None) -> EvidencePack:
    """Return the evidence in all sources of the run, including those that tools have found."""
    documents = ctx.web.sources.documents()
    if pack is None:
        pack = EvidencePack(ctx.reading)
    if documents == pack.documents:
        return pack
    assembly = Assembly(pack.reading, ctx.today)
    return await asyncio.to_thread(assembly.pack, documents, pack.hops, pack.notes)


async def _similarity(
    ctx: RunContext, assembly: Assembly, documents: Sequence[Document]
) -> dict[Passage, float]:
    """Return the `embedded_similarity` of passages.

    The result is empty if there is no embedding model or the model fails. In that case no notice is
    emitted, because ranking by words alone is good enough.
    """
    if ctx.embedder is None:
        return {}
    try:
        async with asyncio.timeout(min(_EMBEDDING_S, ctx.budget.remaining_s / 2)):
            return await embedded_similarity(ctx.embedder, assembly, documents)
    except (ModelError, TimeoutError):
        return {}


async def embedded_similarity(
    embedder: "Embedder", assembly: Assembly, documents: Sequence[Document]
) -> dict[Passage, float]:
    """Return the cosine similarity between the question and each shortlisted passage.

    Raise `ModelError` if the embedding model fails.
    """
    passages = await asyncio.to_thread(assembly.shortlist, documents)
    if not passages:
        return {}
    titles = {document.number: document.title for document in documents}
    texts = [f"{titles[passage.source]}\n{passage.text}" for passage in passages]
    query = await embedder.embed([assembly.reading.text], "query")
    vectors = await embedder.embed(texts, "document")
    return dict(zip(passages, (vectors @ query[0]).tolist(), strict=True))


async def read_pages(
    ctx: RunContext, documents: Sequence[Document], step_id: str = "", seconds: float = _PAGE_S
) -> None:
    """Read pages in parallel, emitting a notice for each page that cannot be read."""

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


async def search_documents(
    ctx: RunContext, query: str, limit: int | None = None
) -> tuple[Sequence[Found], str] | None:
    """Search the user's documents and return the results with a note.

    Return None if nothing was searched.
    """
    if ctx.knowledge is None:
        return None
    try:
        return await ctx.knowledge.search(query, limit)
    except AgentError as error:
        ctx.emit(Notice(text=f"The documents were not searched: {error}", level="warning"))
        return None


async def _look_in_documents(ctx: RunContext, step_id: str, hops: list[Hop]) -> None:
    query = ctx.reading.text
    if (searched := await search_documents(ctx, query)) is not None:
        found, note = searched
        if note:
            ctx.emit(Notice(text=note, step_id=step_id))
        hops.append(Hop(ENGINE, (query,), relevant=bool(found)))


class _Gathering:
    """Searches, reads pages and emits preliminary evidence until the question is settled.

    Heavy computation runs in threads, one at a time. The order of the sources, the choice of pages
    and the end of the search depend only on the content of the results and pages. They do not
    depend on the order of arrival, so that a resumed run repeats the same steps.
    """

    def __init__(self, ctx: RunContext, step_id: str, *, preliminary: bool) -> None:
        self.assembly = Assembly(ctx.reading, ctx.today)
        self.hops: list[Hop] = []
        self._ctx = ctx
        self._step_id = step_id
        self._events_left = _MOST_PRELIMINARY if preliminary else 0
        self._shown: tuple[tuple[Document, ...], str] = ((), "")

    async def run(self) -> None:
        """Try the query families in order, with a second hop after the first family."""
        ctx = self._ctx
        useless = ""
        if told := looking_for(ctx.reading):
            self._tell(f"Looking for: {told}")
        for number, family in enumerate(query_families(ctx.reading, ctx.today)):
            if ctx.model is None:
                await rest(ctx)  # without model calls, the user can pause the run only here
            await self.show()
            asked = quoted(family, ctx.reading.entity) if useless else family
            if useless:
                instead = ", ".join(f"\u201c{query}\u201d" for query in asked.queries)
                self._tell(f"Irrelevant: {useless}. Searching instead for {instead}")
            settled = await self._try(asked)
            useless = "" if self.hops[-1].relevant else self.hops[-1].note
            if self.hops[-1].failed or (number == 0 and await self._try_second_hop()) or settled:
                return
            if len(ctx.web.fruitless) > 1 and not ctx.web.sources.documents():
                return  # as a question and by key words, the engines know nothing of it

    def _tell(self, text: str) -> None:
        self._ctx.emit(Notice(text=text, step_id=self._step_id))

    async def show(self) -> None:
        """Emit the evidence so far as a preliminary event, if it has changed."""
        documents = self._ctx.web.sources.documents()
        if not self._events_left or documents == self._shown[0]:
            return
        pack = await asyncio.to_thread(self.assembly.pack, documents)
        event = _evidence_event(self._ctx, pack, preliminary=True)
        if event.text and event.text != self._shown[1]:
            self._events_left -= 1
            self._ctx.emit(event)
        self._shown = (documents, event.text)

    async def _try_second_hop(self) -> bool:
        """Search again with the described subject replaced by its name, if the name is known.

        Return whether this settles the question. If so, the evidence is for the reworded question.
        """
        ctx, first = self._ctx, self.assembly
        pack = await asyncio.to_thread(first.pack, ctx.web.sources.documents())
        question = await asyncio.to_thread(second_hop, first.reading.text, pack, ctx.today)
        if question is None:
            return False
        reading = read_question(question, ctx.today)
        self.assembly = Assembly(reading, ctx.today)
        settled = False
        try:
            for family in query_families(reading, ctx.today)[:1]:
                settled = await self._try(family)
        finally:
            if not settled:
                self.assembly = first
        return settled

    async def _try(self, family: QueryFamily) -> bool:
        """Run the queries of a family and read the top pages.

        Return whether the question is settled.
        """
        web, reading = self._ctx.web, self.assembly.reading
        place, pages = len(self.hops), 0
        any_new = any_of_use = False
        async with aclosing(_searches(self._ctx, family.queries)) as searches:
            async for number, results in searches:
                new = [each for each in results if not web.was_refused(each.url)]
                of_use = [each for each in new if _is_of_use(each, reading)]
                any_new, any_of_use = any_new or bool(new), any_of_use or bool(of_use)
                asked = replace(family, queries=family.queries[:number])
                self.hops[place:] = [self._hop(asked, any_new=any_new, any_of_use=any_of_use)]
                if not of_use:
                    continue
                most = math.ceil(_PAGES_A_HOP * number / len(family.queries)) - pages
                pages += await self._read(of_use, most)
                if await asyncio.to_thread(self.assembly.settled, web.sources.documents()):
                    return True
        return False

    def _hop(self, asked: QueryFamily, *, any_new: bool, any_of_use: bool) -> Hop:
        if self._ctx.web.sources.failed_attempts:
            return Hop(asked.name, asked.queries, relevant=False, failed=True)
        if any_of_use:
            return Hop(asked.name, asked.queries)
        entity = self.assembly.reading.entity
        note = f"no result speaks of “{entity}”" if any_new else "nothing new"
        return Hop(asked.name, asked.queries, relevant=False, note=note)

    async def _read(self, results: Sequence[Document], most: int) -> int:
        """Read the best pages among the results, and return how many were chosen.

        Preliminary evidence is emitted first from the results alone, and again once half of the
        pages have been read.
        """
        candidates = await asyncio.to_thread(
            self.assembly.candidates, self._ctx.web.sources.documents()
        )
        chosen = worth_opening(self.assembly.reading, results, candidates, most)
        async with asyncio.TaskGroup() as group:
            reading = [
                group.create_task(read_pages(self._ctx, (page,), self._step_id)) for page in chosen
            ]
            await self.show()
            for position, page in enumerate(asyncio.as_completed(reading)):
                await page
                if position == (len(reading) - 1) // 2:
                    await self.show()
        return len(chosen)


async def _searches(
    ctx: RunContext, queries: Sequence[str]
) -> AsyncGenerator[tuple[int, tuple[Document, ...]]]:
    """Yield the number of each query, starting at 1, and its results.

    The next query runs while the caller uses the results. Its results get their source numbers only
    when the caller asks for them.
    """
    search = asyncio.create_task(ctx.web.ask(queries[0]))
    try:
        for number in range(1, len(queries) + 1):
            sources = ctx.web.saw(await search)
            if number < len(queries):
                search = asyncio.create_task(ctx.web.ask(queries[number]))
            numbers = dict.fromkeys(source.number for source in sources)
            yield number, ctx.web.sources.documents_of(numbers)
    finally:
        search.cancel()
        await asyncio.wait([search])


def _is_of_use(document: Document, reading: Reading) -> bool:
    return reading.intent is Intent.GENERAL or relevant(document, reading)


def _evidence_event(
    ctx: RunContext, pack: EvidencePack, *, preliminary: bool = False
) -> EvidenceFound:
    used = {number for candidate in pack.candidates for number in candidate.sources}
    used |= {passage.source for passage in pack.passages}
    snapshots = {document.number: document.snapshot for document in pack.documents}
    return EvidenceFound(
        question=ctx.reading.text,
        intent=pack.reading.intent.value,
        entity=pack.reading.entity,
        extracted_answer=pack.answer,
        confidence=round(pack.confidence, 3),
        sources=tuple(source for source in ctx.web.sources.all() if source.number in used),
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
                each.best,
            )
            for each in pack.passages
        ),
        notes=pack.notes,
        sufficient=pack.sufficient,
        text=quotes_text(pack),
        preliminary=preliminary,
    )


def _summary(pack: EvidencePack) -> str:
    if pack.answer:
        return f"{pack.answer} (confidence {pack.confidence:.2f})"
    if pack.sufficient:
        return f"{len(pack.passages)} passages"
    return "insufficient evidence"
