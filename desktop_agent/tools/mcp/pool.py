"""Start, restart and stop the configured MCP servers, and give their tools unique names."""

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from desktop_agent.core.errors import AgentError, Offline
from desktop_agent.core.mcp import McpServer, McpServerState, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.network import host_of, is_loopback
from desktop_agent.tools.mcp.calls import Progress, RemoteReply
from desktop_agent.tools.mcp.connection import Connection, ServerLost
from desktop_agent.tools.mcp.transport import ConnectionDependencies
from desktop_agent.web.ledger import note_refusal

# --- Tool names for models: ``server_tool``, with digits if two would be equal

LONGEST = 64
"""Maximum length of a tool name that providers accept, in characters."""
_ODD = re.compile(r"[^A-Za-z0-9_-]+")
_TELLING = 8
"""Number of hexadecimal digits added to tool names that would otherwise be equal."""

Key = tuple[str, str]
"""A server's name and the original name of one of its tools."""


def shown_names(tools: Iterable[Key], taken: Collection[str] = ()) -> Mapping[Key, str]:
    """Map each tool to a unique name that is not in ``taken``.

    If names clash, each gets a suffix of digits derived from the original names. No tool can
    therefore take the name of another, and the order of the servers does not matter.
    """
    keys = sorted(set(tools))
    plain = {key: _name(key) for key in keys}
    wanted = Counter(plain.values())
    unsafe = {*taken, *(name for name, times in wanted.items() if times > 1)}
    named: dict[Key, str] = {}
    for key in keys:
        digits = 0
        name = plain[key]
        while name in unsafe or (digits and (name in wanted or name in named.values())):
            digits += _TELLING
            name = _name(key, digits)
        named[key] = name
    return named


def _name(key: Key, digits: int = 0) -> str:
    name = "_".join(_ODD.sub("_", part).strip("_") or "tool" for part in key)
    if len(name) > LONGEST and not digits:
        digits = _TELLING  # the part that is cut off may be the only difference
    if not digits:
        return name
    mark = hashlib.sha256("\0".join(key).encode("utf-8", "replace")).hexdigest()[:digits]
    return f"{name[: LONGEST - 1 - len(mark)]}_{mark}"


# --- A server: started on demand, restarted after it ended

MOST_FAILURES = 5
"""Number of consecutive failures after which only the user can restart a server."""


@dataclass(eq=False, slots=True)
class ServerLink:
    """An MCP server that is started on demand, and restarted if it has ended."""

    server: McpServer
    _dependencies: ConnectionDependencies
    _on_change: Callable[[], None]
    _connection: Connection | None = None
    _ending: list[Connection] = field(default_factory=list)
    _failures: int = 0
    _fault: AgentError | None = None
    _last: Connection | None = None
    _tools: tuple[RemoteTool, ...] = ()

    @property
    def tools(self) -> tuple[RemoteTool, ...]:
        if self._connection is not None and self._connection.open:
            self._tools = self._connection.tools
        return self._tools

    @property
    def state(self) -> McpServerState:
        self._notice_end()
        held = self._connection
        fault = self._fault
        return McpServerState(
            server=self.server,
            status=self._status(),
            tools=self.tools,
            version=held.version if held is not None else "",
            problem=fault.message if fault is not None else "",
            remedy=fault.remedy if fault is not None else "",
            log=self._log,
        )

    def works(self, *, offline: bool) -> bool:
        if not offline:
            return True
        if self.server.url:
            return is_loopback(host_of(self.server.url))
        return self.server.offline

    async def call(
        self, tool: RemoteTool, arguments: JsonObject, progress: Progress, *, offline: bool = False
    ) -> RemoteReply:
        """Call ``tool``, provided that its definition has not changed. Calls are never retried.

        Raise `AgentError` if the server cannot be started or ends, if the call takes too long, or
        if the tool has changed or no longer exists.
        """
        connection = await self.start(offline=offline)
        now = next((each for each in connection.tools if each.name == tool.name), None)
        if now is None:
            raise AgentError(
                f"The server {self.server.name!r} no longer has the tool {tool.name!r}."
            )
        if now.fingerprint != tool.fingerprint:
            raise AgentError(
                f"The server {self.server.name!r} now describes {tool.name!r} differently.",
                "It will be offered again with the next question.",
            )
        try:
            reply = await connection.call(tool.name, arguments, progress)
        finally:
            self._notice_end()
        self._failures = 0
        return replace(reply, text=self._dependencies.redact(reply.text))

    def reset_failures(self) -> None:
        self._failures = 0

    async def aclose(self) -> None:
        connection, self._connection = self._connection, None
        ending, self._ending = self._ending, []
        if connection is not None:
            ending.append(connection)
        await asyncio.gather(*(each.aclose() for each in ending))
        if connection is not None:
            self._fault = None
            self._on_change()

    async def start(self, *, offline: bool = False) -> Connection:
        """Connect to the server, starting it if necessary; raise `AgentError` on failure."""
        if not self.works(offline=offline):
            if self.server.url:
                note_refusal("mcp", host_of(self.server.url) or self.server.url)
            raise Offline(
                f"The server {self.server.name!r} may need the network, which is switched off.",
                "If it needs no network, turn on Works offline for it.",
            )
        self._notice_end()
        if self._connection is None:
            if self._failures >= MOST_FAILURES:
                raise self._fault or AgentError(f"The server {self.server.name!r} has failed.")
            self._fault = None
            self._connection = Connection(self.server, self._dependencies, self._connection_changed)
            self._on_change()
        connection = self._connection
        await connection.ready()
        return connection

    def _connection_changed(self) -> None:
        self._notice_end()
        self._on_change()

    def _notice_end(self) -> None:
        """Clean up after the connection has ended, counting each failure only once."""
        held = self._connection
        if held is None or held.open or held.starting:
            return
        self._connection = None
        self._ending = [*(each for each in self._ending if not each.over), held]
        self._failures += 1
        self._last = held
        self._fault = held.fault
        if self._fault is not None and self._failures >= MOST_FAILURES:
            remedy = f"It failed {self._failures} times in a row. Check its log, then try again."
            self._fault = AgentError(self._fault.message, remedy)

    @property
    def _log(self) -> tuple[str, ...]:
        lines = self._connection.log if self._connection is not None else ()
        return lines or (self._last.log if self._last is not None else ())

    def _status(self) -> Literal["off", "idle", "starting", "ready", "failed"]:
        if not self.server.enabled:
            return "off"
        if self._connection is None:
            restarts = self._fault is None or isinstance(self._fault, ServerLost)
            return "idle" if restarts else "failed"
        return "starting" if self._connection.starting else "ready"


@dataclass(slots=True)
class ServerPool:
    """All configured servers; ``on_change`` is called with a server's name when it changes."""

    _dependencies: ConnectionDependencies
    _on_change: Callable[[str], None]
    _links: dict[str, ServerLink] = field(default_factory=dict)

    async def configure(self, servers: Sequence[McpServer]) -> None:
        """Apply a new configuration, stopping the servers that it changes or removes."""
        wanted = {server.name: server for server in servers}
        old = [each for name, each in self._links.items() if wanted.get(name) != each.server]
        self._links = {
            name: self._links[name]
            if name in self._links and self._links[name] not in old
            else ServerLink(server, self._dependencies, partial(self._on_change, server.name))
            for name, server in wanted.items()
        }
        await _all_ended(old)

    @property
    def states(self) -> tuple[McpServerState, ...]:
        named = self._named()
        return tuple(_renamed(link.state, named) for link in self._links.values())

    async def start(
        self, names: Collection[str], *, offline: bool, taken: Collection[str] = ()
    ) -> tuple[tuple[RemoteTool, ...], tuple[AgentError, ...]]:
        """Start servers in parallel; return their tools, and the errors of those that fail."""
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
        """Call a tool like `ServerLink.call`.

        Also raise `AgentError` if the server is gone or disabled.
        """
        link = self._links.get(tool.server)
        if link is None or not link.server.may_start:
            raise AgentError(f"The server {tool.server!r} is no longer there.")
        return await link.call(tool, arguments, progress, offline=offline)

    async def try_again(self, name: str, *, offline: bool) -> McpServerState:
        """Restart a server and return its state; raise `AgentError` if it must not be started."""
        link = self._links.get(name)
        if link is None:
            raise AgentError(f"There is no server named {name!r}.")
        if not link.server.confirmed:
            raise AgentError(
                f"The server {name!r} was restored from a backup and won't start until you confirm it.",
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
        if link := self._links.get(name):
            await link.aclose()
            link.reset_failures()

    async def go_offline(self) -> None:
        await _all_ended([each for each in self._links.values() if not each.works(offline=True)])

    async def aclose(self) -> None:
        links, self._links = list(self._links.values()), {}
        await _all_ended(links)

    def _named(self, taken: Collection[str] = ()) -> dict[tuple[str, str], str]:
        tools = (tool for link in self._links.values() for tool in link.tools)
        return dict(shown_names(((tool.server, tool.name) for tool in tools), taken))


async def _all_ended(links: Sequence[ServerLink]) -> None:
    await asyncio.gather(*(link.aclose() for link in links))


def _shown(tool: RemoteTool, named: dict[tuple[str, str], str]) -> RemoteTool:
    return replace(tool, shown=named.get((tool.server, tool.name), tool.shown))


def _renamed(state: McpServerState, named: dict[tuple[str, str], str]) -> McpServerState:
    return replace(state, tools=tuple(_shown(tool, named) for tool in state.tools))
