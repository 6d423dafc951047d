"""Manage MCP servers for frontends and runs."""

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from desktop_agent.core.errors import AgentError, ServerTaken, SettingsError
from desktop_agent.core.mcp import Decision, McpServer, McpServerState, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.settings import Settings
from desktop_agent.storage.mcp_servers import (
    McpDecisions,
    McpFile,
    bind_secrets,
    check_name,
    fill_in_secrets,
    forget_secrets,
    keep_secrets,
    move_secrets,
    read_pasted,
)
from desktop_agent.storage.secrets import Secrets
from desktop_agent.tools.mcp.pool import ServerPool
from desktop_agent.tools.mcp.transport import ConnectionDependencies
from desktop_agent.web.ledger import is_offline

if TYPE_CHECKING:
    from desktop_agent.tools.mcp.calls import RemoteReply
    from desktop_agent.tools.mcp.tool import McpTool
    from desktop_agent.tools.recorded_results import RecordedResults
    from desktop_agent.tools.toolbox import Emit
    from desktop_agent.tools.web import RunWeb


class OfferedTools(NamedTuple):
    """The tools offered to a run, and messages about failed servers and omitted tools."""

    tools: tuple[RemoteTool, ...] = ()
    faults: tuple[str, ...] = ()


class Servers:
    """A manager for the user's MCP servers. Use it from a single event loop.

    ``file`` stores the servers, and the user's decisions on their tools are stored next to it.
    ``alone`` returns the network scope for work outside a run. ``http_transport`` creates the
    httpx2 transport of an HTTP connection.
    """

    def __init__(
        self,
        file: Path,
        secrets: Secrets,
        environ: Mapping[str, str],
        settings: Callable[[], Settings],
        alone: Callable[[], AbstractContextManager[None]],
        http_transport: Callable[[], Any],
    ) -> None:
        self._file = McpFile(file)
        self._decisions = McpDecisions(file.with_name("mcp-decisions.json"))
        self._secrets = secrets
        self._settings = settings
        self._around = ConnectionDependencies(
            http_transport=http_transport,
            settings=lambda: settings().mcp,
            environ=lambda: environ,
            scope=alone,
            fill_in=lambda server: fill_in_secrets(server, secrets, environ),
            redact=secrets.redact,
        )
        self._pool = ServerPool(self._around, self._notify)
        self._watchers: dict[object, Callable[[str], object]] = {}
        self._warnings: dict[str, str] = {}
        self._configuring = asyncio.Lock()

    async def states(self) -> tuple[McpServerState, ...]:
        """Return the state of every server without starting any.

        Raise `SettingsError` if the configuration is invalid.
        """
        await self._configure()
        return tuple([await self._judged_state(state) for state in self._pool.states])

    async def add(
        self, given: str | McpServer, name: str = "", *, replace: bool = False
    ) -> tuple[McpServer, ...]:
        """Add one server, or all servers in a configuration in any of the common formats.

        ``name`` applies to a single server without a name. Secrets are moved to the keyring. If a
        server with the same name but a different command or URL exists, raise `ServerTaken` unless
        ``replace`` is True, which deletes the existing server's secrets and tool decisions. Raise
        `AgentError` if the input is invalid.
        """
        servers = (given,) if isinstance(given, McpServer) else read_pasted(given, name)
        there = {each.name: each for each in await self._configure()}
        for server in servers:
            check_name(server.name, "what was given")
            old = there.get(server.name)
            if old is not None and _is_another(old, server) and not replace:
                raise ServerTaken(
                    f"Another server named {server.name!r} already exists: {old.target}.",
                    "Replace it, or give the new one another name.",
                )
        kept = []
        for server in servers:
            each = await asyncio.to_thread(self._keep, server, there.get(server.name))
            await self._pool.end(each.name)  # its configuration may have changed
            kept.append(each)
        await self._configure()
        return tuple(kept)

    def _keep(self, server: McpServer, old: McpServer | None) -> McpServer:
        if old is not None:
            bind_secrets([old], self._secrets.record)
        kept = keep_secrets(server, self._secrets)
        self._file.put(kept)
        if old is not None and _is_another(old, server):
            self._decisions.forget(server.name)
            forget_secrets(old, self._secrets, kept)
        elif old is not None and old.confirmed:
            move_secrets(old, kept, self._secrets.record)
        return kept

    async def change(self, server: McpServer) -> McpServer:
        """Replace the server of the same name with a changed one; raise `AgentError` on failure."""
        old = next((each for each in await self._configure() if each.name == server.name), None)
        kept = await asyncio.to_thread(keep_secrets, server, self._secrets)
        await asyncio.to_thread(self._file.put, kept)
        if old is not None:
            await asyncio.to_thread(move_secrets, old, kept, self._secrets.record)
        await self._pool.end(server.name)  # a stored secret may have changed
        await self._configure()
        return kept

    async def edit(self, old: McpServer, text: str) -> tuple[McpServer, ...]:
        """Change a server to match ``text``, keeping its name and switches.

        ``text`` is in any format that `add` accepts. Raise `AgentError` if it is invalid.
        """
        wanted = read_pasted(text, old.name)
        if len(wanted) > 1:
            raise SettingsError("This is more than one server.", "Add the others separately.")
        kept = replace(
            wanted[0],
            name=old.name,
            enabled=old.enabled,
            default=old.default,
            offline=old.offline,
        )
        return (await self.change(kept),)

    async def confirm(self, name: str) -> McpServer:
        """Allow a server restored from a backup to start; raise `AgentError` if it is unknown.

        The server gets no access to secrets stored for another server of the same name.
        """
        server = await self._named(name)
        if not server.confirmed:
            server = replace(server, confirmed=True)
            await asyncio.to_thread(self._file.put, server)
            await self._configure()
        return server

    async def remove(self, name: str) -> bool:
        """Remove a server and its secrets; return False if the server does not exist."""
        servers = await self._configure()
        removed = await asyncio.to_thread(self._file.remove, name)
        await asyncio.to_thread(self._decisions.forget, name)
        await self._configure()
        for server in servers:
            if server.name == name:
                await asyncio.to_thread(forget_secrets, server, self._secrets)
        return removed

    async def try_server(self, name: str) -> McpServerState:
        """Restart a server and return its new state; raise `AgentError` if it is unknown."""
        await self._named(name)
        state = await self._pool.try_again(name, offline=self._settings().network.offline)
        return await self._judged_state(state)

    async def decide(self, server: str, tool: str, decision: Decision) -> None:
        """Store a decision on a tool's current version; with ``once``, the user is always asked."""
        if decision == "once":
            await asyncio.to_thread(self._decisions.forget, server, tool)
        else:
            known = (each for state in self._pool.states for each in state.tools)
            found = next(
                (each for each in known if (each.server, each.name) == (server, tool)), None
            )
            if found is None:
                raise SettingsError(f"The server {server!r} has no tool {tool!r}.", "Try it first.")
            await self.keep(found, decision)
        self._notify(server)

    async def forget_decisions(self, server: str) -> None:
        await asyncio.to_thread(self._decisions.forget, server)
        self._notify(server)

    def watch(self, watcher: Callable[[str], object]) -> Callable[[], object]:
        """Call ``watcher`` with the name of each server that has changed.

        Return a function to unsubscribe it.
        """
        key = object()
        self._watchers[key] = watcher
        return lambda: self._watchers.pop(key, None)

    async def aclose(self) -> None:
        await self._pool.aclose()

    # --- for runs

    def standing(self, tool: RemoteTool) -> tuple[Literal["ask", "always", "never"], bool]:
        """Return the stored decision on a tool, and whether the tool has changed since then."""
        return self._decisions.of(tool)

    async def keep(self, tool: RemoteTool, answer: Literal["always", "never"]) -> None:
        """Store a decision on a tool's current version; raise `StorageError` on failure."""
        await asyncio.to_thread(self._decisions.keep, tool, answer)

    async def tools_for(
        self, names: Collection[str] | None, *, offline: bool, taken: Collection[str] = ()
    ) -> OfferedTools:
        """Start the named servers, and return the tools that may be offered to a model.

        If ``names`` is None, start the default servers. Tools set to ``never`` are left out. Tools
        with a warning are also left out, unless the user has allowed them. No tool gets a name that
        is in ``taken``.
        """
        if not self._settings().mcp.enabled:
            return OfferedTools()
        try:
            servers = await self._configure()
        except AgentError as error:
            return OfferedTools(faults=(str(error),))
        wanted = {
            each.name
            for each in servers
            if each.may_start and (each.default if names is None else each.name in names)
        }
        if not wanted:
            return OfferedTools()
        tools, faults = await self._pool.start(wanted, offline=offline, taken=taken)
        judged = await self._judged(tools)
        left_out = [each for each in judged if each.decision == "ask" and each.warning]
        offered = tuple(
            each for each in judged if each.decision != "never" and each not in left_out
        )
        said = (f"{each.name} of {each.server} is left out: {each.warning}" for each in left_out)
        return OfferedTools(offered, (*map(str, faults), *said))

    def as_tools(
        self,
        offered: Sequence[RemoteTool],
        web: "RunWeb",
        emit: "Emit",
        memory: "RecordedResults",
    ) -> "tuple[McpTool, ...]":
        """Wrap offered tools for a run; calls recorded in ``memory`` are not repeated."""
        from desktop_agent.tools.mcp.tool import McpTool

        return tuple(McpTool(tool, self._call, web, emit, memory) for tool in offered)

    async def _call(
        self,
        tool: RemoteTool,
        arguments: JsonObject,
        progress: Callable[[float, float | None, str], None],
    ) -> "RemoteReply":
        return await self._pool.call(tool, arguments, progress, offline=is_offline())

    async def obey_network_switch(self) -> None:
        """Close the sessions that need the network if it is switched off."""
        if self._settings().network.offline:
            await self._pool.go_offline()

    # --- internal

    async def _named(self, name: str) -> McpServer:
        servers = await self._configure()
        server = next((each for each in servers if each.name == name), None)
        if server is None:
            raise SettingsError(f"There is no server named {name!r}.", "Add it first.")
        return server

    async def _configure(self) -> tuple[McpServer, ...]:
        async with self._configuring:
            servers = await asyncio.to_thread(self._file.load)
            await self._pool.configure(servers)
        await self.obey_network_switch()
        return servers

    async def _judged_state(self, state: McpServerState) -> McpServerState:
        return replace(state, tools=await self._judged(state.tools))

    async def _judged(self, tools: Sequence[RemoteTool]) -> tuple[RemoteTool, ...]:
        """Add warnings and the user's decisions to tools, checking each description only once."""
        new = [tool for tool in tools if tool.fingerprint not in self._warnings]
        if new:
            self._warnings |= await asyncio.to_thread(_warnings_of, new)
        await asyncio.to_thread(self._decisions.load)
        return tuple(
            replace(
                tool,
                warning=self._warnings[tool.fingerprint],
                decision=self._decisions.of(tool).decision,
            )
            for tool in tools
        )

    def _notify(self, server: str) -> None:
        for watcher in tuple(self._watchers.values()):
            watcher(server)


def _is_another(old: McpServer, new: McpServer) -> bool:
    """Return whether servers of the same name differ in command, arguments, folder or URL."""
    return (old.command, old.args, old.cwd, old.url) != (new.command, new.args, new.cwd, new.url)


def _warnings_of(tools: Sequence[RemoteTool]) -> dict[str, str]:
    from desktop_agent.tools.mcp.tool import warning_of

    return {tool.fingerprint: warning_of(tool) for tool in tools}
