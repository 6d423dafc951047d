"""The MCP server over standard input and output, for a single client."""

import asyncio
import os
import re
import sys
import threading
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from mcp.server.stdio import stdio_server

from desktop_agent.frontends.mcp_server.server import AgentServer

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- Lines of a pipe

_PIECE = 65_536
MOST_BYTES = 4 * 1024 * 1024
"""Maximum length of a line; longer lines are dropped."""
_AHEAD = 16
"""Maximum number of lines to read ahead."""


_ESCAPES = re.compile(
    r"(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|(\\.)"
)


def replace_lone_surrogate_escapes(line: str) -> str:
    """Replace escaped lone surrogates in a line of JSON, because the SDK drops such messages."""
    return _ESCAPES.sub(lambda found: found[1] or found[2] or r"\ufffd", line)


async def pipe_lines(descriptor: int) -> AsyncGenerator[str, None]:
    """Yield the lines read from a file descriptor; waiting for a line can be cancelled.

    A thread reads the descriptor, because no event loop can wait for every kind of pipe. It is a
    daemon thread, which does not keep the program alive while it waits for a client.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[str | None] = asyncio.Queue()
    room = threading.Semaphore(_AHEAD)

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed
            for line in _lines(descriptor):
                room.acquire()
                loop.call_soon_threadsafe(arrived.put_nowait, line)
            loop.call_soon_threadsafe(arrived.put_nowait, None)

    threading.Thread(target=read, name="mcp stdin", daemon=True).start()
    while (line := await arrived.get()) is not None:
        room.release()
        yield line


def _lines(descriptor: int) -> Iterator[str]:
    held = bytearray()
    too_long = False
    while piece := _piece(descriptor):
        *ends, rest = piece.split(b"\n")
        for end in ends:
            held += end
            yield "" if too_long or len(held) > MOST_BYTES else _decoded(held)
            held.clear()
            too_long = False
        held += rest
        if len(held) > MOST_BYTES:
            held.clear()
            too_long = True
    if held and not too_long:
        yield _decoded(held)


def _piece(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _PIECE)
    except OSError:  # the descriptor was closed
        return b""


def _decoded(line: bytearray) -> str:
    return replace_lone_surrogate_escapes(line.decode("utf-8", "replace"))


_LAST_WORDS_S = 0.2
"""Maximum number of seconds to wait for stopped calls to be answered."""


async def serve_stdio(session: "Session", stop: asyncio.Event) -> None:
    """Serve until the client disconnects or ``stop`` is set, and all runs have ended.

    Standard output carries only the protocol; other output goes to standard error.
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
        lines = cast("Any", pipe_lines(descriptor))  # the SDK only iterates over it
        async with stdio_server(stdin=lines) as (incoming, outgoing):
            protocol = server.protocol
            await protocol.run(incoming, outgoing, protocol.create_initialization_options())


@contextmanager
def _stdin() -> Iterator[int]:
    """Yield a duplicate of standard input; child processes inherit an empty one instead."""
    own = os.dup(sys.stdin.fileno())
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    yield own  # never closed, as the thread may still be reading when the program ends


def _unless_gone(error: BaseException) -> None:
    """Re-raise an error unless it is due to the client having disconnected."""
    if isinstance(error, BaseExceptionGroup):
        _, rest = error.split((BrokenPipeError, ConnectionError))
        if rest is not None:
            raise rest
    elif not isinstance(error, BrokenPipeError | ConnectionError):
        raise error
