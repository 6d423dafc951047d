"""What the window needs of the person's servers; see `servers.Servers`."""

from collections.abc import Callable, Sequence
from typing import Protocol

from desktop_agent.core.mcp import Decision, McpServer, McpServerState


class Configured(Protocol):
    """The servers; what cannot be done raises `AgentError`."""

    async def states(self) -> Sequence[McpServerState]: ...

    async def add(self, text: str, *, replace: bool = False) -> Sequence[McpServer]: ...

    async def confirm(self, name: str) -> object: ...

    async def change(self, server: McpServer) -> object: ...

    async def remove(self, name: str) -> object: ...

    async def try_server(self, name: str) -> McpServerState: ...

    async def decide(self, server: str, tool: str, decision: Decision) -> object: ...

    async def forget_decisions(self, server: str) -> object: ...

    def watch(self, watcher: Callable[[McpServerState], object]) -> Callable[[], object]: ...


class ServersSession(Protocol):
    """The session as far as servers go."""

    @property
    def servers(self) -> Configured: ...
