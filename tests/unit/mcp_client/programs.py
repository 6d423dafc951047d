"""Servers to be started by tests, and what starts them."""

import os
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

from desktop_agent.core.mcp import McpServer, RemoteTool
from desktop_agent.core.settings import McpSettings
from desktop_agent.llm.providers.httpx2_bridge import Httpx2Bridge
from desktop_agent.tools.mcp.calls import RemoteReply
from desktop_agent.tools.mcp.pool import ServerPool
from desktop_agent.tools.mcp.transport import ConnectionDependencies
from desktop_agent.web.ledger import LedgerTransport
from tests.servers import mcp_bare

BARE = str(Path(mcp_bare.__file__))


def bare(name: str = "probe", manners: str = "", **env: str) -> McpServer:
    """The server by hand; it needs nothing but the standard library."""
    return McpServer(name, sys.executable, ("-S", BARE), {"MANNERS": manners, **env})


def web_transport() -> Any:
    return Httpx2Bridge(LedgerTransport("mcp"))


@asynccontextmanager
async def pool_of(
    *servers: McpServer,
    start_s: float = 20,
    call_s: float = 20,
    environ: Callable[[], Mapping[str, str]] = lambda: os.environ,
    scope: Callable[[], AbstractContextManager[None]] = nullcontext,
    redact: Callable[[str], str] = lambda text: text,
) -> AsyncIterator[ServerPool]:
    settings = McpSettings(timeout_s=call_s, start_timeout_s=start_s)
    around = ConnectionDependencies(
        web_transport, lambda: settings, environ, scope, lambda server: server, redact
    )
    pool = ServerPool(around, lambda _state: None)
    await pool.configure(servers)
    try:
        yield pool
    finally:
        await pool.aclose()


async def tools_of(pool: ServerPool, *names: str) -> dict[str, RemoteTool]:
    """Starts servers that must not fail; gives their tools by their own names."""
    wanted = names or tuple(state.server.name for state in pool.states)
    tools, faults = await pool.start(wanted, offline=False)
    assert not faults, faults
    return {tool.name: tool for tool in tools}


async def call(pool: ServerPool, tool: RemoteTool, **arguments: Any) -> RemoteReply:
    return await pool.call(tool, arguments, lambda *_far: None, offline=False)
