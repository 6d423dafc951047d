"""Serving one client by the standard streams."""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mcp.server.stdio import stdio_server

from desktop_agent.mcp_server.pipe import PipeLines
from desktop_agent.mcp_server.server import AgentServer

if TYPE_CHECKING:
    from desktop_agent.app import Session

_LAST_WORDS_S = 0.2
"""Seconds for the answers of calls that were stopped by a signal."""


async def serve_stdio(session: "Session", stop: asyncio.Event) -> None:
    """Serves until the client has gone away or ``stop`` is set; all runs have ended then.

    Meanwhile standard output carries the protocol alone: what anything else prints goes to
    standard error.
    """
    server = AgentServer(session)
    serving = asyncio.ensure_future(_serve(server))
    stopping = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait([serving, stopping], return_when=asyncio.FIRST_COMPLETED)
        await server.aclose()
        await asyncio.wait([serving], timeout=_LAST_WORDS_S)
    finally:
        for task in (serving, stopping):
            task.cancel()
        await asyncio.wait([serving, stopping])
    if not serving.cancelled() and (error := serving.exception()) is not None:
        _unless_gone(error)


async def _serve(server: AgentServer) -> None:
    with _stdin() as descriptor:
        lines = cast("Any", PipeLines(descriptor))  # all that is asked of it is its lines
        async with stdio_server(stdin=lines) as (incoming, outgoing):
            protocol = server.protocol
            await protocol.run(incoming, outgoing, protocol.create_initialization_options())


@contextmanager
def _stdin() -> Iterator[int]:
    """Gives standard input under another number; programs that we start find an empty one."""
    own = os.dup(sys.stdin.fileno())
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    yield own  # it is never closed: a thread may still wait in it when the program ends


def _unless_gone(error: BaseException) -> None:
    """Raises the error unless it says that the client has closed our output."""
    if isinstance(error, BaseExceptionGroup):
        _, rest = error.split((BrokenPipeError, ConnectionError))
        if rest is not None:
            raise rest
    elif not isinstance(error, BrokenPipeError | ConnectionError):
        raise error
