"""The ``flag_discovery`` tool, which saves a finding."""

from collections.abc import Callable

from pydantic import Field

from desktop_agent.core.events import DiscoveryFlagged
from desktop_agent.core.research import Discovery
from desktop_agent.tools.sources import RunSources
from desktop_agent.tools.toolbox import Arguments, Emit, Tool, ToolResult


class FlagDiscoveryArguments(Arguments):
    """What was found."""

    title: str = Field(
        min_length=1,
        max_length=200,
        description="for example: Larch forests grow north of 72 degrees",
    )
    description: str = Field(
        min_length=1,
        max_length=4000,
        description="for example: Maps end them at 70 degrees; a survey of 2024 found more",
    )
    url: str = Field("", max_length=2000, description="for example: https://example.org/survey")


class FlagDiscovery(Tool[FlagDiscoveryArguments]):
    """A tool that saves a finding; ``keep`` stores its title, description and URL.

    The URL must be one of the run's sources or one that the user mentioned. The default is the URL
    of the page or document that the run read last. ``used`` is True once something was saved.
    """

    name = "flag_discovery"
    description = (
        "Keep a finding that is surprising, important or worth coming back to. Use it seldom, and "
        "never for the plain answer to the question."
    )
    takes = FlagDiscoveryArguments

    def __init__(
        self, keep: Callable[[str, str, str], Discovery], sources: RunSources, emit: Emit
    ) -> None:
        self.used = False
        self._keep = keep
        self._sources = sources
        self._emit = emit

    async def run(self, arguments: FlagDiscoveryArguments) -> ToolResult:
        if arguments.url and not self._sources.knows(arguments.url):
            reason = f"{arguments.url} is no source of this run. Give the address of one, or none."
            return ToolResult({"error": reason}, "address not seen before", ok=False)
        url = arguments.url or self._sources.last_read
        kept = self.flag(arguments.title, arguments.description, url)
        return ToolResult({"kept": kept.title, "timestamp": kept.timestamp}, kept.title)

    def flag(self, title: str, description: str, url: str) -> Discovery:
        """Save a finding and report it."""
        self.used = True
        kept = self._keep(title, description, url)
        self._emit(DiscoveryFlagged(title=kept.title, description=kept.description, url=kept.url))
        return kept
