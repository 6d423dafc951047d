"""The tool ``web_fetch``: the page reader as a model sees it."""

from pydantic import Field

from desktop_agent.core.research import PageFormat
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
    """Reads a page, keeps a snapshot of it, and gives its text as untrusted data."""

    name = "web_fetch"
    description = (
        "Read a web page whose address the user wrote, a search found, or a page that you have "
        "read links to on its own site. Gives its text."
    )
    takes = WebFetchArguments

    def __init__(self, web: RunWeb) -> None:
        self._web = web

    async def run(self, arguments: WebFetchArguments) -> ToolResult:
        if not self._web.sources.may_read(arguments.url):
            reason = (
                f"{arguments.url} may not be read: neither the user nor a search nor the site of a "
                "page that was read has named it. Choose an address from the search results."
            )
            return ToolResult({"error": reason}, "address not named before", ok=False)
        page, source = await self._web.read(arguments.url, arguments.format, arguments.max_length)
        return ToolResult(
            {
                "source": source.number,
                "url": page.final_url,
                "title": page.title,
                "untrusted_page_text": page.text,
                "truncated": page.truncated,
            },
            f"{page.title or page.final_url} ({page.total_chars:,} characters)",
        )
