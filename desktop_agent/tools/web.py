"""Web access for a run, and the ``web_search`` and ``web_fetch`` tools."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from pydantic import Field

from desktop_agent.core.errors import FetchError
from desktop_agent.core.events import Notice, PageRead, SearchAttempt, SearchFailed
from desktop_agent.core.messages import ToolSpec
from desktop_agent.core.research import (
    EngineAttempt,
    Outcome,
    Page,
    PageFormat,
    SearchReport,
    Source,
)
from desktop_agent.core.text import truncate
from desktop_agent.evidence.prompt_injection import instruction_in
from desktop_agent.tools.exfiltration import carries
from desktop_agent.tools.recorded_results import CUT_SHORT, RecordedResults
from desktop_agent.tools.sources import RunSources, exact_url
from desktop_agent.tools.toolbox import Arguments, Emit, OutsideText, Tool, ToolResult, refusal

if TYPE_CHECKING:
    from desktop_agent.web.fetch.service import FetchService
    from desktop_agent.web.search.service import SearchService

_QUOTED = 160


@dataclass(eq=False)
class RunWeb:
    """Searches the web and reads pages for one run, emits events, and numbers the sources.

    The origin of untrusted text is recorded in ``outside``. If text contains instructions to a
    model, a warning is emitted, and links on such a page are not added to ``sources``. No other
    protection depends on detecting instructions.
    """

    _search: "SearchService"
    _fetch: "FetchService"
    sources: RunSources
    _emit: Emit
    _memory: RecordedResults
    outside: OutsideText = field(default_factory=OutsideText)
    reached: bool = False
    """True once an engine has answered or a page has been read."""
    fruitless: set[str] = field(default_factory=set)
    """Queries to which an engine had no result."""
    _warned: set[str] = field(default_factory=set)
    _screened: set[tuple[str, str]] = field(default_factory=set)
    _pages: dict[tuple[str, PageFormat], Page] = field(default_factory=dict)
    _unreadable: dict[tuple[str, PageFormat], FetchError] = field(default_factory=dict)

    @property
    def engines(self) -> tuple[str, ...]:
        """The names of the configured search engines, in order."""
        return self._search.names

    async def search(
        self, query: str, count: int | None = None
    ) -> tuple[SearchReport, tuple[Source, ...]]:
        """Search the web; return a report and the sources for its hits, in the same order."""
        report = await self.ask(query, count)
        return report, self.saw(report)

    async def ask(self, query: str, count: int | None = None, engine: str = "") -> SearchReport:
        """Search the web without adding the hits to the sources; pass the report to `saw` for that.

        If ``engine`` is given, only that engine is queried. This allows a caller to search in
        advance and still control the order of the sources.
        """
        return await self._memory.once(
            "search",
            (query, count, engine) if engine else (query, count),
            SearchReport,
            lambda: self._search.search(query, count, self._tell_attempt, engine),
            SearchReport(query, (), ()),
        )

    def _tell_attempt(self, attempt: EngineAttempt) -> None:
        told = {each.name: getattr(attempt, each.name) for each in fields(attempt)}
        self._emit(SearchAttempt(**told))

    def saw(self, report: SearchReport) -> tuple[Source, ...]:
        """Add a search's hits to the run's sources, and return the sources in the same order."""
        self.outside.saw("search results")
        if report.failed:
            self._emit(SearchFailed(attempts=report.attempts))
        self.reached = self.reached or not report.failed
        none = (each.query for each in report.attempts if each.outcome is Outcome.NO_RESULTS)
        self.fruitless.update(none)
        for hit in report.hits:
            text = f"{hit.title}\n{hit.snippet}"
            if (hit.url, text) not in self._screened:  # several queries find the same
                self._screened.add((hit.url, text))
                self._warn(instruction_in(text), hit.url, "A search result")
        return self.sources.saw_report(report)

    async def read(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the reader's own name for it
        max_length: int | None = None,
    ) -> tuple[Page, Source]:
        """Read a page, at most once per run. Callers must check `RunSources.may_read` first."""
        key = (exact_url(url), format)
        page = self._pages.get(key)
        if key in self._unreadable:
            raise self._unreadable[key]
        if page is None:
            try:
                page = self._pages[key] = await self._memory.once(
                    "page",
                    (url, format, None),
                    Page,
                    lambda: self._fetch.fetch(url, format),
                    FetchError(CUT_SHORT),
                )
                self.reached = True
            except FetchError as error:
                self.outside.saw(url)  # the error may contain text from the server
                if error.message != CUT_SHORT:  # the run that is resumed might read it later
                    self._unreadable[key] = error
                raise
            await self._tell(page)
        self.outside.saw(page.final_url)
        # the links of a page with instructions could each encode something it wants to learn
        orders = page.final_url in self._warned
        source = self.sources.read_page(replace(page, links=()) if orders else page)
        if max_length is not None and len(page.text) > max_length:
            page = replace(page, text=truncate(page.text, max_length), truncated=True)
        return page, source

    async def screen(self, text: str, name: str, what: str) -> None:
        """Record that untrusted text was read from ``name``; warn if it contains instructions."""
        self.outside.saw(name)
        # in a thread: a long text takes milliseconds, which would block the UI
        self._warn(await asyncio.to_thread(instruction_in, text), name, what)

    def was_refused(self, url: str) -> bool:
        return (exact_url(url), "markdown") in self._unreadable

    async def _tell(self, page: Page) -> None:
        self._emit(
            PageRead(
                url=page.url,
                final_url=page.final_url,
                title=page.title,
                chars=page.total_chars,
                snapshot=page.snapshot,
                wall=page.wall,
            )
        )
        # in a thread: a long page takes milliseconds, which would block the UI
        text = "\n".join((page.title, page.author, page.site, page.stored or page.text))
        order = await asyncio.to_thread(instruction_in, text)
        self._warn(order, page.final_url, "A page")

    def _warn(self, order: str, url: str, what: str) -> None:
        if order and url not in self._warned:
            self._warned.add(url)
            quote = order[:_QUOTED]
            text = (
                f"{what} contains instructions for the model, which are ignored: “{quote}” ({url})"
            )
            self._emit(Notice(text=text, level="warning"))


# --- The tool ``web_search``


class WebSearchArguments(Arguments):
    """What to search for."""

    query: str = Field(
        min_length=1, max_length=500, description="for example: current CEO of Acme Corp"
    )
    count: int = Field(8, ge=1, le=20)
    provider: str = Field("", description="one engine; all in turn if left out")


class WebSearch(Tool[WebSearchArguments]):
    """A tool that searches the web and returns numbered results."""

    name = "web_search"
    description = "Search the web with a few key words. Gives numbered results with title, url, snippet, date."
    takes = WebSearchArguments

    def __init__(self, web: RunWeb) -> None:
        self._web = web

    @property
    def spec(self) -> ToolSpec:
        """The schema, which lists the configured engines if there is more than one."""
        spec, engines = super().spec, self._web.engines
        told: dict[str, Any] = spec.parameters["properties"]
        provider = told.pop("provider")
        if len(engines) > 1:
            told["provider"] = {**provider, "enum": engines}
            del told["provider"]["default"]
        return spec

    async def run(self, arguments: WebSearchArguments) -> ToolResult:
        web, engine = self._web, arguments.provider.lower()
        if engine not in ("", *web.engines):
            reason = f"There is no provider {engine!r}. Choose from: {', '.join(web.engines)}."
            return refusal(reason)
        report = await web.ask(arguments.query, arguments.count, engine)
        if engine and report.failed:  # the others were not asked, so the web search has not failed
            reason = f"{failure_line(report.attempts)}. Search again without provider."
            return refusal(reason)
        sources = web.saw(report)
        if report.failed:
            return _failure(report)
        if not report.hits:
            return ToolResult(
                {"results": [], "note": "No engine has a result for this query. Try other words."},
                "no results",
            )
        results = []
        for source, hit in zip(sources, report.hits, strict=True):
            entry = {"source": source.number, "title": hit.title, "url": hit.url}
            entry |= {"snippet": hit.snippet}
            if hit.date:
                entry["date"] = hit.date
            if hit.kind == "news":
                entry["kind"] = hit.kind
            results.append(entry)
        return ToolResult(
            {"results": results, "cite_as": "[source number]"}, f"{len(results)} results"
        )


def _failure(report: SearchReport) -> ToolResult:
    attempts = [
        {"engine": a.engine, "outcome": a.outcome.value, "detail": a.detail}
        for a in report.attempts
    ]
    return ToolResult(
        {
            "error": "web search failed",
            "attempts": attempts,
            "do": "Do not retry or rephrase. Say in your answer that web search failed, then "
            "answer from your own knowledge and say that it was not checked.",
        },
        "web search failed",
        ok=False,
    )


def failure_line(attempts: tuple[EngineAttempt, ...]) -> str:
    """Summarize why no engine returned results, with the last error of each engine.

    Attempts skipped during a cool-down or for lack of a key are ignored for engines that were also
    queried.
    """
    tried = [attempt for attempt in attempts if attempt.outcome is not Outcome.SKIPPED]
    last = {attempt.engine: attempt for attempt in attempts}
    last |= {attempt.engine: attempt for attempt in tried}
    return "; ".join(
        f"{a.engine}: {a.outcome.value.replace('_', ' ')}" + (f" ({a.detail})" if a.detail else "")
        for a in last.values()
    )


# --- The tool ``web_fetch``

DEFAULT_LENGTH = 12_000


class WebFetchArguments(Arguments):
    """Which page to read, and how much of it."""

    url: str = Field(
        min_length=1, max_length=2000, description="for example: https://example.org/news/2026"
    )
    format: PageFormat = Field("markdown")
    max_length: int = Field(DEFAULT_LENGTH, ge=1, le=200_000)


class WebFetch(Tool[WebFetchArguments]):
    """A tool that reads a page, stores a snapshot, and returns the text as untrusted data.

    ``private`` returns what must not leak through a URL composed by a model: what the user wrote,
    text read from the user's documents, and keys.
    """

    name = "web_fetch"
    description = (
        "Read a web page whose address the user wrote or a search found, or a page linked from it."
    )
    takes = WebFetchArguments

    def __init__(self, web: RunWeb, private: Callable[[], Sequence[str]] = tuple) -> None:
        self._web = web
        self._private = private

    async def run(self, arguments: WebFetchArguments) -> ToolResult:
        sources = self._web.sources
        if not sources.may_read(arguments.url):
            reason = (
                f"{arguments.url} may not be read: neither the user nor a search nor a page that "
                "these named has named it, or enough links of its site were followed. Choose an "
                "address from the search results."
            )
            return ToolResult({"error": reason}, "address not named before", ok=False)
        if not sources.was_named(arguments.url):
            seen = [source for source in sources.all() if not source.url.startswith("file:")]
            public = [*(source.title for source in seen), *(source.url for source in seen)]
            carried = await asyncio.to_thread(carries, arguments.url, self._private(), public)
            if carried:
                reason = f"That address may not be read: {carried}."
                return ToolResult({"error": reason}, "address carries private text", ok=False)
        sources.follow(arguments.url)
        page, source = await self._web.read(arguments.url, arguments.format, arguments.max_length)
        return ToolResult(
            {
                "source": source.number,
                "url": page.final_url,
                "title": page.title,
                **_known(page),
                "untrusted_page_text": page.text,
                "truncated": page.truncated,
                **({"cut": page.cut} if page.cut else {}),
            },
            f"{page.title or page.final_url} ({page.total_chars:,} characters)",
        )


def _known(page: Page) -> dict[str, str]:
    """Return a page's metadata, which is as untrusted as its text."""
    said = {"author": page.author, "site": page.site, "date": page.published}
    if page.wall:
        said["preview_only"] = "The rest of this page is paid for; only its beginning was read."
    return {name: value for name, value in said.items() if value}
