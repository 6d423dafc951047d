"""A server as this program holds on to it: started when wanted, started anew when it has ended."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal
from urllib.parse import urlsplit

from desktop_agent.core.errors import AgentError, Offline
from desktop_agent.core.loopback import is_loopback
from desktop_agent.core.mcp import McpServer, McpServerState, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.mcp_client.calling import Progress
from desktop_agent.mcp_client.connection import Connection
from desktop_agent.mcp_client.faults import ServerLost
from desktop_agent.mcp_client.reply import RemoteReply
from desktop_agent.mcp_client.surroundings import Surroundings
from desktop_agent.web.ledger import note_refusal

MOST_FAILURES = 5
"""In a row, after which a server is left alone until the person tries it again."""
_FIRST_REST_S = 0.25
_LONGEST_WAIT_S = 3.0
"""A rest that is longer is not waited for: the call fails at once and says so."""


class ServerLink:
    """``told`` is called whenever the state has changed."""

    def __init__(
        self, server: McpServer, around: Surroundings, told: Callable[[], None] = lambda: None
    ) -> None:
        self.server = server
        self._around = around
        self._told = told
        self._connection: Connection | None = None
        self._ending: list[Connection] = []
        self._failures = 0
        self._rests_until = 0.0
        self._fault: AgentError | None = None
        self._last: Connection | None = None
        self._tools: tuple[RemoteTool, ...] = ()

    @property
    def tools(self) -> tuple[RemoteTool, ...]:
        """What it listed last, under its own names."""
        if self._connection is not None and self._connection.open:
            self._tools = self._connection.tools
        return self._tools

    @property
    def state(self) -> McpServerState:
        """How it stands with the server."""
        self._look()
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
        """Tells whether the server may be used where the network is switched off, or is on."""
        if not offline:
            return True
        if self.server.url:
            return is_loopback(urlsplit(self.server.url).hostname or "")
        return self.server.offline

    async def start(self, *, offline: bool = False) -> tuple[RemoteTool, ...]:
        """Starts the server if it is not up, and gives its tools.

        Raises:
            AgentError: it could not be started, or rests after it has failed too often.
        """
        return (await self._connected(offline=offline)).tools

    async def call(
        self, tool: RemoteTool, arguments: JsonObject, progress: Progress, *, offline: bool = False
    ) -> RemoteReply:
        """Calls a tool as it was when ``tool`` was listed; never twice.

        Raises:
            AgentError: the server cannot be started, has ended meanwhile or took too long, or says
                other things of the tool now.
        """
        connection = await self._connected(offline=offline)
        now = next((each for each in connection.tools if each.name == tool.name), None)
        if now is None:
            raise AgentError(f"The server {self.server.name!r} has no tool {tool.name!r} now.")
        if now.fingerprint != tool.fingerprint:
            raise AgentError(
                f"The server {self.server.name!r} says other things of {tool.name!r} than before.",
                "It is offered anew with the next question.",
            )
        try:
            reply = await connection.call(tool.name, arguments, progress)
        finally:
            self._look()
        self._failures = 0
        return replace(reply, text=self._around.redact(reply.text))

    def forgive(self) -> None:
        """Forgets the failures: the person has changed something, or wants it tried."""
        self._failures = 0
        self._rests_until = 0.0

    async def aclose(self) -> None:
        """Ends the server."""
        connection, self._connection = self._connection, None
        ending, self._ending = self._ending, []
        if connection is not None:
            ending.append(connection)
        await asyncio.gather(*(each.aclose() for each in ending))
        if connection is not None:
            self._fault = None
            self._told()

    async def _connected(self, *, offline: bool) -> Connection:
        if not self.works(offline=offline):
            if self.server.url:
                note_refusal("mcp", urlsplit(self.server.url).hostname or self.server.url)
            raise Offline(
                f"The server {self.server.name!r} may need the network, which is switched off.",
                "Mark it as working offline if it does.",
            )
        self._look()
        if self._connection is None:
            await self._rest()
        if self._connection is None:  # another caller may have begun meanwhile
            self._fault = None
            self._connection = Connection(self.server, self._around, self._heard)
            self._told()
        connection = self._connection
        await connection.ready()
        return connection

    async def _rest(self) -> None:
        if self._failures >= MOST_FAILURES:
            raise self._fault or AgentError(f"The server {self.server.name!r} has failed.")
        left = self._rests_until - time.monotonic()
        if left > _LONGEST_WAIT_S:
            raise AgentError(
                f"The server {self.server.name!r} has ended several times in a row.",
                f"It is started anew in {left:.0f} s.",
            )
        if left > 0:
            await asyncio.sleep(left)

    def _heard(self) -> None:
        self._look()
        self._told()

    def _look(self) -> None:
        """Notices that the connection has ended, and counts that once."""
        held = self._connection
        if held is None or held.open or held.starting:
            return
        self._connection = None
        self._ending = [*(each for each in self._ending if not each.over), held]
        self._failures += 1
        self._rests_until = time.monotonic() + _FIRST_REST_S * 2 ** (self._failures - 1)
        self._last = held
        self._fault = held.fault
        if self._fault is not None and self._failures >= MOST_FAILURES:
            remedy = f"It failed {self._failures} times in a row: look at its log, then try it."
            self._fault = AgentError(self._fault.message, remedy)

    @property
    def _log(self) -> tuple[str, ...]:
        """What the program has written, or the one before it as long as it is silent."""
        lines = self._connection.log if self._connection is not None else ()
        return lines or (self._last.log if self._last is not None else ())

    def _status(self) -> Literal["off", "idle", "starting", "ready", "failed"]:
        if not self.server.enabled:
            return "off"
        if self._connection is None:
            restarts = self._fault is None or isinstance(self._fault, ServerLost)
            return "idle" if restarts else "failed"
        return "starting" if self._connection.starting else "ready"
