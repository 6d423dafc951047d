"""The tool ``web_fetch``: the page reader as a model sees it."""

import asyncio
from collections.abc import Callable, Sequence

from pydantic import Field

from desktop_agent.core.research import Page, PageFormat
from desktop_agent.tools.carrying import carries
from desktop_agent.tools.run_web import RunWeb
from desktop_agent.tools.toolbox import Arguments, Tool, ToolResult

DEFAULT_LENGTH = 12_000


class WebFetchArguments(Arguments):
    """Which page to read, and how much of it."""

    url: str = Field(min_length=1, max_length=2000, description="Address from search results")
    format: PageFormat = Field("markdown", description="markdown, text or html")
    max_length: int = Field(
        DEFAULT_LENGTH, ge=200, le=200_000, description="Most characters to give"
    )


class WebFetch(Tool[WebFetchArguments]):
    """Reads a page, keeps a snapshot of it, and gives its text as untrusted data.

    ``private`` gives what no address of the model's own making may carry away: what the user wrote,
    what was read of their documents, and keys.
    """

    name = "web_fetch"
    description = (
        "Read a web page whose address the user wrote, a search found, or such a page links to on "
        "its own site. Gives its text."
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
            },
            f"{page.title or page.final_url} ({page.total_chars:,} characters)",
        )


def _known(page: Page) -> dict[str, str]:
    """Gives what a page says of itself, as far as it does; it is as little to be trusted."""
    said = {"author": page.author, "site": page.site, "date": page.published}
    if page.wall:
        said["preview_only"] = "The rest of this page is paid for; only its beginning was read."
    return {name: value for name, value in said.items() if value}
