"""Serving any number of clients by streamable HTTP, on this machine alone."""

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from desktop_agent.core.errors import AgentError
from desktop_agent.mcp_server.http_guard import HttpGuard
from desktop_agent.mcp_server.server import AgentServer

if TYPE_CHECKING:
    from desktop_agent.app import Session

_HOST = "127.0.0.1"
_WAITING = 64
_MOST_SESSIONS = 100
_LAST_WORDS_S = 3
"""Seconds at most for the answers of calls that were stopped by a signal."""
_OPEN_STREAMS_S = 1
"""Seconds that clients have to hang up then."""


async def serve_http(
    session: "Session", port: int, token: str, stop: asyncio.Event, ready: Callable[[str], None]
) -> None:
    """Serves on 127.0.0.1 until ``stop`` is set; ``ready`` is told the URL. Port 0 takes any.

    Raises:
        AgentError: the port is taken.
    """
    server = AgentServer(session)
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        manager = StreamableHTTPSessionManager(server.protocol, max_sessions=_MOST_SESSIONS)
        guard = HttpGuard(manager.handle_request, token, port)
        web = _Web(_config(guard))
        async with manager.run():
            serving = asyncio.ensure_future(web.serve(sockets=[listener]))
            stopping = asyncio.ensure_future(stop.wait())
            try:
                ready(f"http://{_HOST}:{port}/mcp")
                await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
            finally:
                stopping.cancel()
                await server.aclose()
                with suppress(TimeoutError):
                    await asyncio.wait_for(guard.wait_answered(), _LAST_WORDS_S)
                web.should_exit = True
                await serving


class _Web(uvicorn.Server):
    """uvicorn that leaves signals to us."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: HttpGuard) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_OPEN_STREAMS_S,
    )


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if os.name == "posix":  # elsewhere it would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((_HOST, port))
        except OSError as error:
            raise AgentError(
                f"Nobody can listen on port {port}: {error.strerror}.",
                "Name another one: desktop-agent mcp --http PORT",
            ) from None
        listener.listen(_WAITING)
        yield listener
