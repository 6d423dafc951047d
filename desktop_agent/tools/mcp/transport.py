"""Open MCP sessions over stdio or HTTP, monitor them, and capture the servers' stderr."""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from desktop_agent.core.mcp import McpServer
from desktop_agent.core.settings import McpSettings
from desktop_agent.web.connections import session_client

if TYPE_CHECKING:
    from mcp import Client
    from mcp.shared.message import SessionMessage

# --- Dependencies of connections


@dataclass(frozen=True, slots=True)
class ConnectionDependencies:
    """Settings and callbacks that an MCP connection needs.

    ``http_transport`` creates the httpx2 transport, which is closed with the connection. ``scope``
    is the network scope for the connection itself; tool calls use the caller's scope instead.
    ``fill_in`` replaces placeholders with secrets and may block. ``redact`` removes secrets from
    displayed text.
    """

    http_transport: Callable[[], Any]
    settings: Callable[[], McpSettings]
    environ: Callable[[], Mapping[str, str]]
    scope: Callable[[], AbstractContextManager[None]]
    fill_in: Callable[[McpServer], McpServer]
    redact: Callable[[str], str]


MOST_JUNK = 200
"""Number of invalid lines after which a server program is considered broken."""

UNREADABLE = "x-unreadable"
"""Marks a schema that replaces an invalid one; see `connection.list_tools`."""


def _with_readable_tools(item: Any) -> None:
    """Replace invalid tools and drop unnamed ones, so that the SDK accepts the rest of the list."""
    from mcp_types import Tool
    from pydantic import ValidationError

    result = getattr(getattr(item, "message", None), "result", None)
    if not (isinstance(result, dict) and isinstance(result.get("tools"), list)):
        return
    readable = []
    for tool in result["tools"]:
        try:
            Tool.model_validate(tool, by_name=False)
            broken = tool["inputSchema"].get("type") != "object"
        except ValidationError:
            broken = True
        if not broken:
            readable.append(tool)
        elif isinstance(tool, dict) and isinstance(tool.get("name"), str):
            readable.append(
                {"name": tool["name"], "inputSchema": {"type": "object", UNREADABLE: True}}
            )
    result["tools"] = readable


class WatchedStream:
    """The incoming stream of a session.

    At its end, ``ended`` is called with the error, or with "" if no error occurred.
    """

    def __init__(self, inner: Any, ended: Callable[[str], None]) -> None:
        self._inner = inner
        self._ended = ended
        self._junk = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "SessionMessage | Exception":
        try:
            item: SessionMessage | Exception = await self._inner.__anext__()
        except StopAsyncIteration:
            self._ended("")
            raise
        if isinstance(item, Exception):
            self._junk += 1
            if self._junk > MOST_JUNK:
                self._ended("it writes to its standard output what are no messages")
                raise StopAsyncIteration
        else:
            _with_readable_tools(item)
        return item

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *raised: object) -> bool | None:
        done: bool | None = await self._inner.__aexit__(*raised)
        return done


# --- The environment of a server's program

_PASSED_ON: Final = (
    "APPDATA", "COMSPEC", "HOME", "HOMEDRIVE", "HOMEPATH", "LANG", "LC_ALL", "LC_CTYPE",
    "LOCALAPPDATA", "LOGNAME", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE", "SHELL",
    "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TERM", "TMP", "TMPDIR", "TZ", "USER", "USERNAME",
    "USERPROFILE", "WINDIR",
)  # fmt: skip


def environment(own: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables that every program needs, plus ``own``.

    All others are left out, because servers must not see this program's keys and settings.
    """
    told = {
        name: value
        for name, value in environ.items()
        # such a value is a shell function, which some shells execute
        if name.upper() in _PASSED_ON and not value.startswith("()")
    }
    return {**told, **own}


# --- The last stderr lines of a server's program, for diagnosis

LINES = 50
_LONGEST = 500
_CHUNK = 64 * 1024
_BREATH_S = 0.02
"""Pause after each full chunk, in seconds, to slow down programs that flood their output."""


class ErrorOutput:
    """A pipe that keeps the last lines of stderr; ``redact`` removes secrets from them.

    It is read in a thread, because there is no other portable way to wait for a pipe. The thread
    ends when all processes that write to the pipe have ended.
    """

    def __init__(self, name: str, redact: Callable[[str], str]) -> None:
        self._redact = redact
        self._lines: deque[str] = deque(maxlen=LINES)
        reading, writing = os.pipe()
        self.file: TextIO = os.fdopen(writing, "w", encoding="utf-8")
        """The write end for the server's program; close it once the program has started."""
        thread = threading.Thread(
            target=self._read, args=(reading,), name=f"stderr of {name}", daemon=True
        )
        thread.start()

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(self._redact, tuple(self._lines)))

    def _read(self, reading: int) -> None:
        rest = b""
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            while chunk := pipe.read(_CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                self._lines.extend(map(_shown, whole[-LINES:]))
                rest = rest[:_LONGEST]
                if len(chunk) == _CHUNK:
                    time.sleep(_BREATH_S)
        if rest:
            self._lines.append(_shown(rest))


def _shown(line: bytes) -> str:
    text = line[:_LONGEST].decode("utf-8", "replace")
    return "".join(each if each.isprintable() else " " for each in text).rstrip()


# --- Opening a session, over stdio or HTTP


@dataclass(slots=True)
class SessionMonitor:
    """Monitors a session, and collects the server's stderr and the last HTTP error status.

    ``ended`` is called when the session ends, with the error, or with "" if no error occurred.
    ``changed`` is called when the server's tool list changes.
    """

    ended: Callable[[str], None]
    changed: Callable[[], None]
    output: ErrorOutput | None = None
    status: int = 0
    """The last HTTP error status, or 0 if there was none."""

    async def heard(self, message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            self.changed()

    async def answered(self, response: Any) -> None:
        if response.status_code >= 400:
            self.status = response.status_code


def load_sdk() -> None:
    """Import the MCP SDK. Call this in a thread, because it takes 1.5 seconds."""
    import mcp
    import mcp.client.stdio
    import mcp.client.streamable_http
    import mcp.client.subscriptions  # noqa: F401 - imported only to load them


def client_of(
    server: McpServer, dependencies: ConnectionDependencies, monitor: SessionMonitor
) -> "Client":
    """Return the SDK client for a server; it must be entered and exited in the same task.

    The client declares that it supports neither elicitation nor sampling.
    """
    from mcp import Client
    from mcp_types import Implementation

    from desktop_agent import __version__

    # the SDK logs a traceback for each invalid line, so a server could fill the disk
    for name in ("mcp.client", "client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    opened = (
        _stdio(server, dependencies, monitor)
        if server.command
        else _http(server, dependencies, monitor)
    )
    return Client(
        opened,
        message_handler=monitor.heard,
        client_info=Implementation(name="desktop-agent", version=__version__),
    )


@asynccontextmanager
async def _stdio(
    server: McpServer, dependencies: ConnectionDependencies, monitor: SessionMonitor
) -> AsyncIterator[tuple[Any, Any]]:
    from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=server.command,
        args=list(server.args),
        env=environment(server.env, dependencies.environ()),
        cwd=server.cwd or None,
        encoding_error_handler="replace",
    )
    output = monitor.output = ErrorOutput(server.name, dependencies.redact)
    async with AsyncExitStack() as stack:
        with output.file:
            opened = stdio_client(parameters, output.file)
            reading, writing = await stack.enter_async_context(opened)
        yield WatchedStream(reading, monitor.ended), writing


@asynccontextmanager
async def _http(
    server: McpServer, dependencies: ConnectionDependencies, monitor: SessionMonitor
) -> AsyncIterator[tuple[Any, Any]]:
    from mcp.client.streamable_http import streamable_http_client

    client = session_client(dependencies.http_transport(), server.headers, monitor.answered)
    async with client, streamable_http_client(server.url, http_client=client) as streams:
        reading, writing = streams
        yield WatchedStream(reading, monitor.ended), writing
