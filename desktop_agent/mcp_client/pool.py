"""All configured servers together: their tools under names of their own, ended together."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer, McpServerState, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.mcp_client.calling import Progress
from desktop_agent.mcp_client.link import ServerLink
from desktop_agent.mcp_client.names import shown_names
from desktop_agent.mcp_client.reply import RemoteReply
from desktop_agent.mcp_client.surroundings import Surroundings


class ServerPool:
    """``told`` is given the state of a server whenever it has changed."""

    def __init__(
        self, around: Surroundings, told: Callable[[McpServerState], None] = lambda _state: None
    ) -> None:
        self._around = around
        self._told = told
        self._links: dict[str, ServerLink] = {}

    async def configure(self, servers: Sequence[McpServer]) -> None:
        """Takes over what is configured now; a server that is another now, or gone, is ended."""
        wanted = {server.name: server for server in servers}
        old = [each for name, each in self._links.items() if wanted.get(name) != each.server]
        self._links = {
            name: self._links[name]
            if name in self._links and self._links[name] not in old
            else self._link(server)
            for name, server in wanted.items()
        }
        await _all_ended(old)

    @property
    def states(self) -> tuple[McpServerState, ...]:
        """How it stands with each server, in the order of the configuration."""
        named = self._named()
        return tuple(_renamed(link.state, named) for link in self._links.values())

    async def start(
        self, names: Collection[str], *, offline: bool, taken: Collection[str] = ()
    ) -> tuple[tuple[RemoteTool, ...], tuple[AgentError, ...]]:
        """Starts servers side by side; gives their tools, and why some could not be started.

        A tool is not called by a name that is in ``taken``.
        """
        links = [
            link
            for name, link in self._links.items()
            if name in names and link.server.may_start and link.works(offline=offline)
        ]
        outcomes = await asyncio.gather(
            *(link.start(offline=offline) for link in links), return_exceptions=True
        )
        faults = []
        for outcome in outcomes:
            if isinstance(outcome, AgentError):
                faults.append(outcome)
            elif isinstance(outcome, BaseException):
                raise outcome
        named = self._named(taken)
        tools = [tool for link in links for tool in link.tools]
        return tuple(_shown(tool, named) for tool in tools), tuple(faults)

    async def call(
        self, tool: RemoteTool, arguments: JsonObject, progress: Progress, *, offline: bool
    ) -> RemoteReply:
        """Calls a tool; raises `AgentError` as `ServerLink.call`, or where its server is gone."""
        link = self._links.get(tool.server)
        if link is None or not link.server.may_start:
            raise AgentError(f"The server {tool.server!r} is no longer there.")
        return await link.call(tool, arguments, progress, offline=offline)

    async def try_again(self, name: str, *, offline: bool) -> McpServerState:
        """Starts a server anew, whatever became of it before; its state says how that went."""
        link = self._links.get(name)
        if link is None:
            raise AgentError(f"There is no server {name!r}.")
        if not link.server.confirmed:
            raise AgentError(
                f"The server {name!r} came with a backup, and is not started until you confirm it.",
                f"If you trust it: desktop-agent servers confirm {name}",
            )
        await self.end(name)
        try:
            await link.start(offline=offline)
        except AgentError as error:
            state = link.state
            if state.problem:
                return state
            return replace(state, status="failed", problem=error.message, remedy=error.remedy)
        return _renamed(link.state, self._named())

    async def end(self, name: str) -> None:
        """Ends a server; it is started anew when it is wanted again."""
        if link := self._links.get(name):
            await link.aclose()
            link.forgive()

    async def go_offline(self) -> None:
        """Ends the sessions that need the network."""
        await _all_ended([each for each in self._links.values() if not each.works(offline=True)])

    async def aclose(self) -> None:
        """Ends all servers."""
        links, self._links = list(self._links.values()), {}
        await _all_ended(links)

    def _link(self, server: McpServer) -> ServerLink:
        def told() -> None:
            if self._links.get(server.name) is link:
                self._told(_renamed(link.state, self._named()))

        link = ServerLink(server, self._around, told)
        return link

    def _named(self, taken: Collection[str] = ()) -> dict[tuple[str, str], str]:
        tools = (tool for link in self._links.values() for tool in link.tools)
        return dict(shown_names(((tool.server, tool.name) for tool in tools), taken))


async def _all_ended(links: Sequence[ServerLink]) -> None:
    await asyncio.gather(*(link.aclose() for link in links))


def _shown(tool: RemoteTool, named: dict[tuple[str, str], str]) -> RemoteTool:
    return replace(tool, shown=named.get((tool.server, tool.name), tool.shown))


def _renamed(state: McpServerState, named: dict[tuple[str, str], str]) -> McpServerState:
    return replace(state, tools=tuple(_shown(tool, named) for tool in state.tools))
