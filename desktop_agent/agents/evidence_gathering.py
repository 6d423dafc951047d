"""Gather evidence from documents and the web without a model, and format it for prompts."""

import asyncio
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_agent.agents.answers.answer_form import is_worked_out, policy
from desktop_agent.agents.reply_parsing import tagged
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import EVIDENCE, deadline, rest, step
from desktop_agent.core.errors import AgentError, ModelError
from desktop_agent.core.events import EvidenceFound, Notice, current_step, in_step
from desktop_agent.core.research import Passage, QuestionType
from desktop_agent.core.text import CHARACTERS_PER_TOKEN
from desktop_agent.evidence.confidence import second_hop
from desktop_agent.evidence.extraction.relevance import relevant, worth_opening
from desktop_agent.evidence.grounding.evidence_answer import quotes_text
from desktop_agent.evidence.pack_assembly import Assembly
from desktop_agent.evidence.passages import Ranking
from desktop_agent.evidence.question.follow_ups import is_about_wording
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.question.queries import QueryFamily, looking_for, query_families, quoted
from desktop_agent.evidence.records import Document, EvidencePack, Hop
from desktop_agent.evidence.text.fold import words
from desktop_agent.tools.knowledge import ENGINE, Found
from desktop_agent.tools.web import failure_line
from desktop_agent.web.ledger import is_web_off

if TYPE_CHECKING:
    from desktop_agent.llm.embedding import Embedder  # which needs numpy

# --- Evidence in prompts: marked data, and the rule on how to treat it

_SHARE, _MOST_CHARACTERS = 0.3, 8_000
MOST_QUOTE = 700
"""Maximum length of a quote in a prompt, in characters."""

_TRUST = """\
The block above holds what a search for this question found. It is newer than your memory: where they \
differ, believe the sources."""
_AGREED = "The sources agree on the leading candidate: answer with it, first."
_LEADS = "If the quotes say so, answer with the leading candidate."
_FAILED = "The web search failed for this question: do not repeat it, and say what is not checked."


async def evidence_prompt(ctx: RunContext, pack: EvidencePack) -> str:
    """Return the evidence block that is appended to the question.

    Without evidence, return a note that a search failed, or "" if none did.
    """
    if not pack.passages and not pack.candidates:
        return _FAILED if any(hop.failed for hop in pack.hops) else ""
    lines = evidence_lines(pack, await characters(ctx, _SHARE, _MOST_CHARACTERS))
    if ctx.question.history and pack.reading.text != ctx.question.text.strip():
        lines = f"Searched for: {pack.reading.text}\n{lines}"
    block = ctx.fence.wrap(lines, "web evidence")
    return f"{block}\n{_TRUST} {leading(pack)}".rstrip()


def leading(pack: EvidencePack) -> str:
    """Return the instructions for using the leading candidate, or "" if there is none."""
    return (_AGREED if pack.answer else _LEADS) if pack.candidates else ""


async def characters(ctx: RunContext, share: float, most: int) -> int:
    """Return ``share`` of the model's context size in characters, but at most ``most``."""
    limit = await ctx.model.context_tokens() if ctx.model is not None else 0
    return min(most, int(limit * CHARACTERS_PER_TOKEN * share))


def evidence_lines(pack: EvidencePack, room: int) -> str:
    """Format evidence in about ``room`` characters, strongest first."""
    lines: list[str] = []
    for at, candidate in enumerate(pack.candidates[:4]):
        cited = "".join(f"[{number}]" for number in candidate.sources[:4])
        place = "Other candidate" if at else "Leading candidate"
        value = candidate.value if at else pack.answer or candidate.value
        lines.append(f"{place}: {value} {cited}".rstrip())
    lines += pack.notes
    asked = set(words(pack.reading.text))
    documents = {document.number: document for document in pack.documents}
    quotes: dict[Document, list[str]] = {}
    for number, quote in _quotes(pack):
        if number in documents:
            quotes.setdefault(documents[number], []).append(quote[:MOST_QUOTE])
            room -= len(quote[:MOST_QUOTE])
        if room < 0:
            break
    for document, said in quotes.items():
        dated = f" ({document.date[:10]})" if document.date else ""
        # small models take a title that repeats the question for the answer
        title = "" if asked.issuperset(words(document.title)) else document.title
        lines += (f"\n[{document.number}] {title}{dated}".rstrip(), _where(document), *said)
    return "\n".join(lines)


def _where(document: Document) -> str:
    """Return a document's URL or, to keep a local file's path private, a fixed phrase."""
    return "one of the user's own documents" if document.url.startswith("file:") else document.url


def _quotes(pack: EvidencePack) -> list[tuple[int, str]]:
    """Return quotes for the leading candidates, then the best passages, without duplicates."""
    passages = [(passage.source, passage.text) for passage in pack.passages]
    sightings = (each for candidate in pack.candidates[:3] for each in candidate.sightings[:3])
    said = [(each.source, each.quote) for each in sightings if each.quote]
    found: list[tuple[int, str]] = []
    for number, quote in (*said, *passages):
        holding = (each for each in passages if each[0] == number and quote in each[1])
        whole = next(holding, (number, quote))
        if not any(whole[1] in other for _, other in found):
            found.append(whole)
    return found


# --- Gathering

AGENT = "evidence"
OUT_OF_TIME = "The time for gathering evidence ran out; the rest was not checked."
"""Note in an evidence pack that is incomplete because time ran out."""
_NOT_ASKED = "The web was not searched."

_PAGES_A_HOP = 5
_PAGE_S = 12.0
_EMBEDDING_S = 10.0
_PAGES, _PASSAGES = 3, 6
"""Numbers of pages that `search_for` reads, and of passages that it returns."""
_LONGEST_QUERY = 200
_MOST_PRELIMINARY = 3
"""Maximum number of events with preliminary evidence."""


def searchable(ctx: RunContext) -> bool:
    """Return whether the question calls for a search and there is anything to search."""
    rewords = ctx.question.history and is_about_wording(ctx.question.text)
    sources = not is_web_off() or ctx.knowledge is not None
    return sources and not rewords and not is_worked_out(ctx.reading)


def form_of(ctx: RunContext) -> str:
    """Return the instructions on the answer's format, which come last in a prompt.

    The model must reason before it states a number if the question gives the figures or there are
    no sources.
    """
    kind = ctx.reading.question_type
    sources = not is_web_off() or ctx.knowledge is not None or ctx.question.attachments
    worked = is_worked_out(ctx.reading) or (kind is QuestionType.NUMERIC and not sources)
    return policy(kind, bare=ctx.question.bare, worked=worked)


async def gathered(ctx: RunContext) -> EvidencePack:
    """Gather the evidence for a run's question; the result is empty if no search is needed."""
    return await build_evidence(ctx) if searchable(ctx) else EvidencePack(ctx.reading)


async def build_evidence(
    ctx: RunContext, *, preliminary: bool = True, seconds: float = math.inf
) -> EvidencePack:
    """Gather evidence from documents and, in up to three search rounds, from the web.

    If the question only describes its subject (``the director of Jaws``), another round may follow
    the first. Gathering takes at most one minute, at most 40% of the remaining time, and at most
    ``seconds``. Failures and timeouts raise no exception. If ``preliminary`` is True, evidence is
    also emitted as it comes in.
    """
    notes: list[str] = []
    with step(ctx, AGENT, "Gather evidence") as gathering, in_step(gathering.step_id):
        if ctx.model is None:
            _notify_unused(ctx, gathering.step_id)
        search = _Gathering(ctx, events_left=_MOST_PRELIMINARY if preliminary else 0)
        try:
            async with deadline(ctx.budget, min(seconds, EVIDENCE.of(ctx.budget.remaining_s))):
                await search.run()
        except TimeoutError:
            notes.append(OUT_OF_TIME)
        if is_web_off() and not ctx.web.reached:
            notes.append(_NOT_ASKED)
        documents, assembly = ctx.web.sources.documents(), search.assembly
        if assembly.reading is not ctx.reading:
            notes.append(f"Final lookup: {assembly.reading.text}")
        similarity: dict[Passage, float] = {}
        if ctx.embedder is not None:
            # without it, pages are ranked by words alone, which is good enough
            with suppress(ModelError, TimeoutError):
                async with asyncio.timeout(min(_EMBEDDING_S, ctx.budget.remaining_s / 2)):
                    similarity = await embedded_similarity(ctx.embedder, assembly, documents)
        pack = await asyncio.to_thread(assembly.pack, documents, search.hops, notes, similarity)
        ctx.emit(_evidence_event(ctx, pack))
        gathering.end(_summary(pack))
    return pack


async def with_later_sources(ctx: RunContext, pack: EvidencePack) -> EvidencePack:
    """Return the evidence updated with the sources that tools have found since."""
    documents = ctx.web.sources.documents()
    if documents == pack.documents:
        return pack
    assembly = Assembly(pack.reading, ctx.today)
    return await asyncio.to_thread(assembly.pack, documents, pack.hops, pack.notes)


async def embedded_similarity(
    embedder: "Embedder", assembly: Assembly, documents: Sequence[Document]
) -> dict[Passage, float]:
    """Return the cosine similarity of each shortlisted passage to the question.

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
    ctx: RunContext, documents: Sequence[Document], seconds: float = _PAGE_S
) -> None:
    """Read pages in parallel, emitting a notice for each page that cannot be read."""

    async def read(document: Document) -> None:
        try:
            async with asyncio.timeout(seconds):
                await ctx.web.read(document.url)
        except TimeoutError:
            _notify(ctx, f"{document.url} was not read: it took more than {seconds:g} s.")
        except AgentError as error:
            _notify(ctx, error.message)

    async with asyncio.TaskGroup() as group:
        for document in documents:
            if not ctx.web.was_refused(document.url):
                group.create_task(read(document))


def _notify(ctx: RunContext, text: str) -> None:
    ctx.emit(Notice(text=text, step_id=current_step()))


def _notify_unused(ctx: RunContext, step_id: str) -> None:
    """Warn about attachments that are ignored because there is no model."""
    kinds = {each.is_image for each in ctx.question.attachments}
    for text, of_images in (
        ("Images can only be read by a model.", True),
        ("Attached files were not searched: the answer is from the web alone.", False),
    ):
        if of_images in kinds:
            ctx.emit(Notice(text=text, level="warning", step_id=step_id))


async def search_documents(
    ctx: RunContext, query: str, limit: int | None = None
) -> tuple[Sequence[Found], str] | None:
    """Search the user's documents and return the results with a note.

    Return None if there are no documents or the search failed.
    """
    if ctx.knowledge is None:
        return None
    try:
        return await ctx.knowledge.search(query, limit)
    except AgentError as error:
        ctx.emit(Notice(text=f"The documents were not searched: {error}", level="warning"))
        return None


async def search_for(ctx: RunContext, query: str, room: int) -> dict[str, str]:
    """Search documents and the web, and return the results by origin.

    The results of each origin are truncated to ``room`` characters. Web results include passages
    from the top pages. The text is not yet fenced as untrusted data.
    """
    found: dict[str, str] = {}
    if (searched := await search_documents(ctx, query, _PASSAGES)) is not None:
        hits, note = searched
        lines = [f"Search in the user's documents for: {query}", *filter(None, (note,))]
        lines += [f"[{each.source.number}] {each.source.title}: {each.hit.text}" for each in hits]
        lines += [] if hits else ["Nothing was found."]
        found["document search"] = "\n".join(lines)[:room]
    if ctx.knowledge is not None and is_web_off():
        return found
    report, sources = await ctx.web.search(query)
    numbers = [source.number for source in sources]
    unread = [each for each in ctx.web.sources.documents_of(numbers) if not each.read]
    await read_pages(ctx, unread[:_PAGES])
    documents = ctx.web.sources.documents_of(numbers)
    passages = await asyncio.to_thread(lambda: Ranking(ctx.reading, documents).best(_PASSAGES))
    told = [f"[{each.number}] {each.title} — {_where(each)}\n{each.snippet}" for each in documents]
    if report.failed:
        told = [f"The search failed: {failure_line(report.attempts)}"]
    told = told or ["No engine has a result for this query."]
    said = (f"[{each.source}] says: {each.text}" for each in passages)
    found["web search"] = "\n".join((f"Search for: {query}", *told, *said))[:room]
    return found


def parse_query(text: str) -> str:
    """Extract a search query from a reply as one unquoted line, or return "" if there is none."""
    said = tagged(text, "search")
    if said is None:
        said = "" if "\n" in text.strip() or "<" in text else text
    query = " ".join(said.split())
    if query[:1] == query[-1:] and query[:1] in ('"', "'", "`"):
        query = query[1:-1].strip()
    return query[:_LONGEST_QUERY]


class _Gathering:
    """Searches and reads pages until the question is settled, emitting preliminary evidence.

    The steps depend only on content, not on the order of arrival, so that a resumed run repeats
    them.
    """

    def __init__(self, ctx: RunContext, *, events_left: int) -> None:
        self.assembly = Assembly(ctx.reading, ctx.today)
        self.hops: list[Hop] = []
        self._ctx = ctx
        self._events_left = events_left
        self._shown: tuple[tuple[Document, ...], str] = ((), "")

    async def run(self) -> None:
        """Search the documents, then try the query families on the web in order."""
        ctx = self._ctx
        if (searched := await search_documents(ctx, ctx.reading.text)) is not None:
            found, note = searched
            if note:
                _notify(ctx, note)
            self.hops.append(Hop(ENGINE, (ctx.reading.text,), relevant=bool(found)))
        if is_web_off() and ctx.knowledge is not None:
            return
        if told := looking_for(ctx.reading):
            _notify(ctx, f"Looking for: {told}")
        useless = ""
        for number, family in enumerate(query_families(ctx.reading, ctx.today)):
            if ctx.model is None:
                await rest(ctx)  # without model calls, the user can pause the run only here
            await self._show()
            asked = quoted(family, ctx.reading.entity) if useless else family
            if useless:
                instead = ", ".join(f"\u201c{query}\u201d" for query in asked.queries)
                _notify(ctx, f"Irrelevant: {useless}. Searching instead for {instead}")
            settled = await self._try(asked)
            useless = "" if self.hops[-1].relevant else self.hops[-1].note
            if self.hops[-1].failed or (number == 0 and await self._try_second_hop()) or settled:
                return
            if len(ctx.web.fruitless) > 1 and not ctx.web.sources.documents():
                return  # as a question and by key words, the engines know nothing of it

    async def _show(self) -> None:
        """Emit preliminary evidence if it has changed."""
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
        """Search by the name of the described subject; return whether this settles the question."""
        ctx, first = self._ctx, self.assembly
        pack = await asyncio.to_thread(first.pack, ctx.web.sources.documents())
        question = await asyncio.to_thread(second_hop, first.reading.text, pack, ctx.today)
        if question is None:
            return False
        self.assembly = Assembly(read_question(question, ctx.today), ctx.today)
        settled = False
        try:
            settled = await self._try(query_families(self.assembly.reading, ctx.today)[0])
        finally:
            if not settled:
                self.assembly = first
        return settled

    async def _try(self, family: QueryFamily) -> bool:
        """Run a family's queries and read top pages; return whether that settles the question."""
        web, reading = self._ctx.web, self.assembly.reading
        hop = Hop(family.name, (), relevant=False, note="nothing new")
        place, pages = len(self.hops), 0
        search = asyncio.create_task(web.ask(family.queries[0]))
        try:
            for number in range(1, len(family.queries) + 1):
                sources = web.saw(await search)
                if number < len(family.queries):
                    search = asyncio.create_task(web.ask(family.queries[number]))
                numbers = dict.fromkeys(source.number for source in sources)
                results = web.sources.documents_of(numbers)
                new = [each for each in results if not web.was_refused(each.url)]
                of_use = [each for each in new if relevant(each, reading)]
                hop = replace(hop, queries=family.queries[:number])
                if web.sources.failed_attempts:
                    hop = replace(hop, relevant=False, note="", failed=True)
                elif of_use or hop.relevant:
                    hop = replace(hop, relevant=True, note="")
                elif new:
                    hop = replace(hop, note=f"no result mentions “{reading.entity}”")
                self.hops[place:] = [hop]
                if of_use:
                    most = math.ceil(_PAGES_A_HOP * number / len(family.queries)) - pages
                    pages += await self._read(of_use, most)
                    if await asyncio.to_thread(self.assembly.settled, web.sources.documents()):
                        return True
        finally:
            search.cancel()
            await asyncio.wait([search])
        return False

    async def _read(self, results: Sequence[Document], most: int) -> int:
        """Read the best pages among the results, and return how many were chosen."""
        documents = self._ctx.web.sources.documents()
        candidates = await asyncio.to_thread(self.assembly.candidates, documents)
        chosen = worth_opening(self.assembly.reading, results, candidates, most)
        async with asyncio.TaskGroup() as group:
            reading = [group.create_task(read_pages(self._ctx, (page,))) for page in chosen]
            await self._show()
            for position, page in enumerate(asyncio.as_completed(reading)):
                await page
                if position == (len(reading) - 1) // 2:
                    await self._show()
        return len(chosen)


def _evidence_event(
    ctx: RunContext, pack: EvidencePack, *, preliminary: bool = False
) -> EvidenceFound:
    used = {number for candidate in pack.candidates for number in candidate.sources}
    used |= {passage.source for passage in pack.passages}
    candidates: list[dict[str, object]] = [
        {
            "value": candidate.value,
            "confidence": round(candidate.confidence, 3),
            "domains": list(candidate.domains),
            "sources": list(candidate.sources),
            "why": candidate.why,
        }
        for candidate in pack.candidates
    ]
    return EvidenceFound(
        question=ctx.reading.text,
        intent=pack.reading.intent.value,
        entity=pack.reading.entity,
        extracted_answer=pack.answer,
        confidence=round(pack.confidence, 3),
        sources=tuple(source for source in ctx.web.sources.all() if source.number in used),
        candidates=tuple(candidates),
        passages=pack.passages,
        notes=pack.notes,
        sufficient=pack.sufficient,
        text=quotes_text(pack),
        preliminary=preliminary,
    )


def _summary(pack: EvidencePack) -> str:
    if pack.answer:
        return f"{pack.answer} (confidence {pack.confidence:.2f})"
    return f"{len(pack.passages)} passages" if pack.sufficient else "insufficient evidence"
