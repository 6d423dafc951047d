"""The web as one run sees it: every search and every page of it goes through here."""

import asyncio
from dataclasses import replace

from desktop_agent.core.errors import FetchError
from desktop_agent.core.events import Notice, PageRead, SearchAttempt, SearchFailed
from desktop_agent.core.research import EngineAttempt, Page, PageFormat, SearchReport, Source
from desktop_agent.evidence.instructions import Instruction, find_instructions
from desktop_agent.tools.remembered import Reader, Search
from desktop_agent.tools.sources import RunSources, exact_url
from desktop_agent.tools.toolbox import Emit, OutsideText
from desktop_agent.web.fetch.truncate import truncate

_QUOTED = 160


class RunWeb:
    """Searches and reads, reports it as events, and numbers what was seen.

    It notes all that came from ``outside``. It looks for sentences that give orders to a model,
    and warns of them; nothing rests on that.
    """

    def __init__(self, search: Search, fetch: Reader, sources: RunSources, emit: Emit) -> None:
        self._search = search
        self._fetch = fetch
        self._emit = emit
        self._warned: set[str] = set()
        self._pages: dict[tuple[str, PageFormat], Page] = {}
        self._unreadable: dict[tuple[str, PageFormat], FetchError] = {}
        self.sources = sources
        self.outside = OutsideText()
        self.reached = False
        """Whether an engine has answered, or a page was read."""

    async def search(
        self, query: str, count: int | None = None
    ) -> tuple[SearchReport, tuple[Source, ...]]:
        """Searches; the sources are those of the report's hits, in their order."""
        report = await self._search.search(query, count, self._report)
        self.outside.saw("search results")
        if report.failed:
            self._emit(SearchFailed(attempts=report.attempts))
        self.reached = self.reached or not report.failed
        for hit in report.hits:
            orders = find_instructions(f"{hit.title}\n{hit.snippet}")
            self._warn(orders, hit.url, "A search result")
        return report, self.sources.saw_report(report)

    async def read(
        self,
        url: str,
        format: PageFormat = "markdown",  # noqa: A002 - the reader's own name for it
        max_length: int | None = None,
    ) -> tuple[Page, Source]:
        """Reads a page once a run; whether it may be read is for the caller to ask `RunSources`.

        Raises:
            FetchError: as `FetchService.fetch`.
        """
        key = (exact_url(url), format)
        page = self._pages.get(key)
        if key in self._unreadable:
            raise self._unreadable[key]
        if page is None:
            try:
                page = self._pages[key] = await self._fetch.fetch(url, format)
                self.reached = True
            except FetchError as error:
                self.outside.saw(url)  # what a server answers can stand in the error
                self._unreadable[key] = error
                raise
            await self._tell(page)
        self.outside.saw(page.final_url)
        # a page that gives orders may offer an address for each thing that could be told away
        orders = page.final_url in self._warned
        source = self.sources.read_page(replace(page, links=()) if orders else page)
        if max_length is not None and len(page.text) > max_length:
            page = replace(page, text=truncate(page.text, max_length), truncated=True)
        return page, source

    async def screen(self, text: str, name: str, what: str) -> None:
        """Notes a text that came from elsewhere, such as a file, and looks for orders in it."""
        self.outside.saw(name)
        # a long text takes milliseconds, which the window's thread must not lose
        self._warn(await asyncio.to_thread(find_instructions, text), name, what)

    def was_refused(self, url: str) -> bool:
        """True for an address that could not be read in this run."""
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
        # a long page takes milliseconds, which the window's thread must not lose
        text = "\n".join((page.title, page.author, page.site, page.stored or page.text))
        orders = await asyncio.to_thread(find_instructions, text)
        self._warn(orders, page.final_url, "A page")

    def _report(self, attempt: EngineAttempt) -> None:
        self._emit(
            SearchAttempt(
                engine=attempt.engine,
                query=attempt.query,
                outcome=attempt.outcome,
                results=attempt.results,
                ms=attempt.ms,
                detail=attempt.detail,
            )
        )

    def _warn(self, found: tuple[Instruction, ...], url: str, what: str) -> None:
        if found and url not in self._warned:
            self._warned.add(url)
            quote = " ".join(found[0].quote.split())[:_QUOTED]
            self._emit(
                Notice(
                    text=f"{what} gives orders to the model, which are not followed: “{quote}” ({url})",
                    level="warning",
                )
            )
