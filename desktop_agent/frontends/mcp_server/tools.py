"""The tools of the server: their names, descriptions and implementations."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import aclosing
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from mcp_types import Tool, ToolAnnotations
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from desktop_agent.core.answers import verdict_on
from desktop_agent.core.citations import unsupported_lines
from desktop_agent.core.errors import AgentError
from desktop_agent.core.event_lines import describe, describe_attempt, search_hit_text
from desktop_agent.core.events import AnswerGiven, RunFinished, RunStarted
from desktop_agent.core.fence import Fence
from desktop_agent.core.knowledge import KnowledgeFilter, KnowledgeHit, place_words
from desktop_agent.core.research import Discovery, EngineAttempt, Page, Question
from desktop_agent.core.text import short_line
from desktop_agent.frontends.mcp_server import schemas
from desktop_agent.frontends.mcp_server.schemas import (
    ClaimItem,
    DiscoveriesResult,
    DiscoveryArguments,
    DiscoveryItem,
    FetchArguments,
    FetchResult,
    KnowledgeArguments,
    KnowledgeSearchResult,
    PassageItem,
    ResearchArguments,
    ResearchResult,
    SearchArguments,
    SearchResult,
    SourceItem,
)

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Progress notifications

Send = Callable[[float, float | None, str], Awaitable[None]]
"""A function that sends the progress, the total (if known) and a message."""

_LEAST_STEP = 0.001
BEAT_S = 10.0
"""Seconds of silence after which the last message is repeated, so that no client times out."""


class Progress:
    """Sends progress messages with the elapsed seconds; MCP requires increasing values."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._in_turn = asyncio.Lock()
        self._began = time.monotonic()
        self._last: float | None = None
        self._last_at = 0.0
        self._total: float | None = None
        self._message = ""

    def begin(self, total_s: float | None) -> None:
        """Start counting; ``total_s`` is the time budget in seconds, or None."""
        self._began = time.monotonic()
        self._total = total_s

    async def tell(self, message: str) -> None:
        """Send the client a progress message."""
        async with self._in_turn:
            self._message = message
            gone = time.monotonic() - self._began
            if self._last is not None:
                gone = max(gone, self._last + _LEAST_STEP)
            self._last, self._last_at = gone, time.monotonic()
            await self._send(round(gone, 3), self._total, message)

    async def beat(self) -> None:
        """Repeat the last message after every `BEAT_S` seconds of silence, until cancelled."""
        while True:
            rest = self._last_at + BEAT_S - time.monotonic()
            if rest > 0:
                await asyncio.sleep(rest)
            else:
                await self.tell(self._message)


# --- Calls and replies


@dataclass(frozen=True, slots=True)
class Call:
    """The context of a tool call.

    ``room`` limits how many research runs may take place at once.
    """

    session: "Session"
    progress: Progress
    room: asyncio.Semaphore


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of a tool call, as text for a model and as a value for a program."""

    text: str
    value: schemas.Result


def fenced(head: str, outside: str, origin: str) -> str:
    """Return ``head``, then untrusted text between delimiters that the text cannot forge."""
    fence = Fence.new()
    return f"{head}\n\n{fence.rule}\n\n{fence.wrap(outside, origin)}"


# --- research


async def research(call: Call, asked: ResearchArguments) -> Reply:
    """Answer a question; raise `AgentError` if there is no answer.

    If the call is cancelled, the run is stopped, but its recording is still completed.
    """
    beating = asyncio.ensure_future(call.progress.beat())
    try:
        if call.room.locked():
            await call.progress.tell("waits until another run has ended")
        async with call.room:
            await call.progress.tell("gets ready")
            await call.session.warm_up()
            return await _run(call, asked)
    finally:
        beating.cancel()


async def _run(call: Call, asked: ResearchArguments) -> Reply:
    run = call.session.ask(
        Question(
            asked.question,
            strategy=asked.strategy,
            budget_s=asked.budget_s,
            offline=asked.offline,
            servers=(),  # there is no user to approve their tools
            background=True,
        )
    )
    started: RunStarted | None = None
    answer: AnswerGiven | None = None
    async with aclosing(run.events()) as events:
        async for event in events:
            if isinstance(event, RunStarted):
                started = event
                call.progress.begin(event.budget_s or None)
            elif isinstance(event, AnswerGiven):
                answer = event
            elif isinstance(event, RunFinished):
                assert started is not None
                return reply_of(started, answer, event)
            if (line := describe(event)) is not None:
                await call.progress.tell(line.text.strip())
    raise AssertionError("a run ended without its last event")


def reply_of(started: RunStarted, answer: AnswerGiven | None, finished: RunFinished) -> Reply:
    """Return the reply for the client; raise `AgentError` if there is no answer."""
    if finished.status in ("failed", "stopped") or answer is None:
        what = finished.error or "The run was stopped before it had an answer."
        written = (
            f" Until then it had written: {answer.text}"
            if answer is not None and answer.incomplete
            else ""
        )
        raise AgentError(f"{what} (run {finished.run_id})", f"{finished.remedy}{written}".strip())
    verdict = verdict_on(answer, finished.status, strategy=started.strategy)
    value = ResearchResult(
        status="answered" if finished.status == "answered" else "insufficient",
        answer=answer.text,
        question_type=answer.question_type,
        grounded=answer.grounded,
        from_internal_knowledge=answer.from_internal_knowledge,
        verdict=str(verdict),
        sources=tuple(SourceItem.model_validate(each) for each in answer.sources),
        claims=tuple(ClaimItem.model_validate(each) for each in answer.claims),
        run_id=finished.run_id,
        strategy=started.strategy,
        elapsed_s=round(finished.t, 1),
    )
    quotes_pages = started.provider in ("none", "") or started.strategy == "evidence"
    sources = "\n".join((*_source_lines(answer), *unsupported_lines(answer.claims)))
    return Reply(_text(value, sources, quotes_pages=quotes_pages), value)


def _text(value: ResearchResult, sources: str, *, quotes_pages: bool) -> str:
    head = "\n".join(_head(value))
    if quotes_pages:  # the answer consists of quotations
        return fenced(head, "\n\n".join(filter(None, (value.answer, sources))), "web pages")
    head = f"{head}\n\n{value.answer}"
    return fenced(head, sources, "the sources of the answer") if sources else head


def _head(value: ResearchResult) -> Iterator[str]:
    kind = f", a question of the type {value.question_type}" if value.question_type else ""
    status = "Answered" if value.status == "answered" else "The evidence does not suffice"
    yield f"{status} in {value.elapsed_s:g} s{kind}; run {value.run_id}."
    if value.verdict:
        yield f"Verdict: {value.verdict}."


def _source_lines(answer: AnswerGiven) -> Iterator[str]:
    for source in answer.sources:
        read = "" if source.read else " (only its snippet was seen)"
        yield f"[{source.number}] {short_line(source.title, 200)} {source.url}{read}"


# --- web_search and web_fetch


async def web_search(call: Call, asked: SearchArguments) -> Reply:
    """Search the web; if no engine answers, raise an `AgentError` that lists all attempts."""
    await call.session.warm_up()
    telling: set[asyncio.Task[None]] = set()

    def tell(attempt: EngineAttempt) -> None:
        line = describe_attempt(attempt).text.strip()
        telling.add(asyncio.ensure_future(call.progress.tell(line)))

    try:
        report = await call.session.search(asked.query, asked.count, tell)
    finally:
        if telling:
            await asyncio.wait(telling)
    lines = "\n".join(f"- {describe_attempt(attempt).text.strip()}" for attempt in report.attempts)
    if report.failed:
        raise AgentError(
            f"The search failed: none of the {len(report.attempts)} attempts got an answer.\n{lines}",
            "\nTry again later. To see what you can set up, run desktop-agent doctor.",
        )
    count = "1 result" if len(report.hits) == 1 else f"{len(report.hits)} results"
    head = f"The search gave {count}.\n{lines}"
    hits = "\n\n".join(search_hit_text(number, hit) for number, hit in enumerate(report.hits, 1))
    text = fenced(head, hits, "web search") if hits else head
    return Reply(text, SearchResult.model_validate(report))


async def web_fetch(call: Call, asked: FetchArguments) -> Reply:
    """Fetch a page; raise `FetchError` if it is unavailable or its address is not allowed."""
    await call.session.warm_up()
    page = await call.session.fetch(asked.url, asked.format, asked.max_length)
    value = FetchResult.model_validate(asdict(page) | {"preview_only": bool(page.wall)})
    return Reply(fenced(_page_head(page), f"{page.title}\n\n{page.text}", page.final_url), value)


def _page_head(page: Page) -> str:
    parts = [
        f"A page was read: {page.cut or f'{page.total_chars:,} characters'}, {page.media_type}."
    ]
    if len(page.text) < page.total_chars:
        parts.append("It was cut; ask with a larger max_length for more.")
    if page.wall:
        parts.append("It is a preview: the rest is paid for.")
    return " ".join(parts)


# --- knowledge_search and list_discoveries

_NO_DOCUMENTS = "No documents are indexed on this machine (desktop-agent knowledge add FOLDER)."


async def knowledge_search(call: Call, asked: KnowledgeArguments) -> Reply:
    """Return passages of the user's documents.

    Raises:
        AgentError: the collection does not exist, or the index cannot be read.
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
    raise AgentError(f"There is no collection named {name!r}.", f"Available: {known}.")


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
    """Return matching discoveries, newest first; raise `StorageError` if they cannot be read."""
    kept = (await asyncio.to_thread(call.session.discoveries.read)).items
    words = asked.query.casefold().split()
    fitting = [each for each in kept if _has_all(each, words)]
    given = tuple(DiscoveryItem.model_validate(each) for each in fitting[: asked.count])
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


# --- What the server offers


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool offered to clients. ``carry_out`` receives an instance of ``arguments``."""

    tool: Tool
    arguments: type[schemas.Arguments]
    carry_out: Callable[[Call, Any], Coroutine[Any, Any, Reply]]


@cache
def offers() -> dict[str, Offer]:
    """Return the tools by name."""
    made = (
        _offer(
            "Research a question",
            "Answers a question by research: searches the web and the person's documents, reads "
            "pages, drafts, checks, and gives the answer with numbered sources and a mark for each "
            "citation (supported, partly, contradicted, unconfirmed). It takes from seconds to some "
            "minutes; its steps are told by progress notifications, and cancelling stops it at "
            "once. Several may be asked at once. For a list of pages alone web_search is quicker.",
            schemas.ResearchArguments,
            schemas.ResearchResult,
            research,
            open_world=True,
            read_only=False,  # it may save discoveries, and its run is recorded
        ),
        _offer(
            "Search the web",
            "Gives results of web search engines: title, address, snippet. If no engine answers, "
            "the error says of each why.",
            schemas.SearchArguments,
            schemas.SearchResult,
            web_search,
            open_world=True,
        ),
        _offer(
            "Read a web page",
            "Reads a page or a PDF by http or https and gives its readable text without menus and "
            "advertising. Addresses inside private networks are refused.",
            schemas.FetchArguments,
            schemas.FetchResult,
            web_fetch,
            open_world=True,
        ),
        _offer(
            "Search the person's documents",
            "Gives the passages of the documents indexed on this machine that fit best, by words "
            "and by meaning, with file, page and heading.",
            schemas.KnowledgeArguments,
            schemas.KnowledgeSearchResult,
            knowledge_search,
        ),
        _offer(
            "List kept discoveries",
            "Gives the findings that earlier research has kept on this machine, the newest first.",
            schemas.DiscoveryArguments,
            schemas.DiscoveriesResult,
            list_discoveries,
        ),
    )
    return {offer.tool.name: offer for offer in made}


class _Untitled(GenerateJsonSchema):
    """A schema generator that omits titles, which would only repeat the field names."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the same for every field
        return False


def _schema(model: type[BaseModel], mode: JsonSchemaMode) -> dict[str, Any]:
    schema = model.model_json_schema(mode=mode, schema_generator=_Untitled)
    return {name: each for name, each in schema.items() if name not in ("title", "description")}


def _offer(
    title: str,
    description: str,
    takes: type[schemas.Arguments],
    gives: type[schemas.Result],
    carry_out: Callable[[Call, Any], Coroutine[Any, Any, Reply]],
    *,
    open_world: bool = False,
    read_only: bool = True,
) -> Offer:
    tool = Tool(
        name=carry_out.__name__,
        title=title,
        description=description,
        input_schema=_schema(takes, "validation"),
        output_schema=_schema(gives, "serialization"),
        annotations=ToolAnnotations(
            title=title,
            read_only_hint=read_only,
            destructive_hint=False,
            idempotent_hint=read_only,
            open_world_hint=open_world,
        ),
    )
    return Offer(tool, takes, carry_out)
