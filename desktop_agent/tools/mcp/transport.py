"""The messages of a server on their way in: noticed when they end, cut off when they are junk."""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from desktop_agent.core.mcp import McpServer
from desktop_agent.core.settings import McpSettings
from desktop_agent.web.connections import session_client

if TYPE_CHECKING:
    from mcp import Client
    from mcp.shared.message import SessionMessage

# --- What connections to servers need of the program around them.


def _environ() -> Mapping[str, str]:
    return os.environ


def _as_it_is(text: str) -> str:
    return text


def _filled_in(server: McpServer) -> McpServer:
    return server


@dataclass(frozen=True, slots=True)
class ConnectionDependencies:
    """``http_transport`` makes the httpx2 transport of one connection, which is closed with it.

    ``scope`` is the network switch that holds for a connection as such; a call is made in the scope
    of who calls. ``fill_in`` puts secrets in the place of their placeholders; it may block.
    ``redact`` takes secrets out of what is shown.
    """

    http_transport: Callable[[], Any]
    settings: Callable[[], McpSettings] = McpSettings
    environ: Callable[[], Mapping[str, str]] = _environ
    scope: Callable[[], AbstractContextManager[None]] = nullcontext
    fill_in: Callable[[McpServer], McpServer] = _filled_in
    redact: Callable[[str], str] = _as_it_is


MOST_JUNK = 200
"""Lines that are no messages, after which a program is taken for broken."""


UNREADABLE = "x-unreadable"
"""Marks in a schema that the server's own was none; see `listing`."""


def _with_readable_tools(item: Any) -> None:
    """Replace what breaks the protocol in a list of tools, so that it costs that one tool alone.

    The SDK refuses the whole list otherwise. A tool without a name is taken out.
    """
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
    """Hands on what ``inner`` brings; ``ended`` is told once, with what was wrong or with ""."""

    def __init__(self, inner: Any, ended: Callable[[str], None]) -> None:
        self._inner = inner
        self._ended = ended
        self._junk = 0

    @property
    def last_context(self) -> Any:
        """The context of who sent the last message, where the transport knows it."""
        return getattr(self._inner, "last_context", None)

    async def receive(self) -> "SessionMessage | Exception":
        """Gives the next message; raises what the transport raises at the end."""
        item: SessionMessage | Exception = await self._inner.receive()
        return item

    async def aclose(self) -> None:
        """Closes the stream."""
        await self._inner.aclose()

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

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        done: bool | None = await self._inner.__aexit__(kind, error, trace)
        return done


class WatchedTransport(AbstractAsyncContextManager[tuple[Any, Any]]):
    """A transport of the SDK whose incoming stream is watched; ``started`` is told once it is up."""

    def __init__(
        self,
        inner: AbstractAsyncContextManager[tuple[Any, Any]],
        ended: Callable[[str], None],
        started: Callable[[], None],
    ) -> None:
        self._inner = inner
        self._ended = ended
        self._started = started

    async def __aenter__(self) -> tuple[Any, Any]:
        try:
            reading, writing = await self._inner.__aenter__()
        finally:
            self._started()
        return WatchedStream(reading, self._ended), writing

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        return await self._inner.__aexit__(kind, error, trace)


# --- What the program of a server finds in its environment.

_PASSED_ON: Final = (
    "APPDATA", "COMSPEC", "HOME", "HOMEDRIVE", "HOMEPATH", "LANG", "LC_ALL", "LC_CTYPE",
    "LOCALAPPDATA", "LOGNAME", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE", "SHELL",
    "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TERM", "TMP", "TMPDIR", "TZ", "USER", "USERNAME",
    "USERPROFILE", "WINDIR",
)  # fmt: skip


def environment(own: Mapping[str, str], environ: Mapping[str, str]) -> dict[str, str]:
    """Gives what a program needs to run at all, and what is configured for it (``own``).

    Nothing else is passed on: the keys and settings of this program are not for servers.
    """
    told = {
        name: value
        for name, value in environ.items()
        # a value that begins so is a function of a shell, which some shells carry out
        if name.upper() in _PASSED_ON and not value.startswith("()")
    }
    return {**told, **own}


# --- What the program of a server writes to stderr: its last lines, for the person who looks why.

LINES = 50
_LONGEST = 500
_CHUNK = 64 * 1024
_BREATH_S = 0.02
"""Seconds between two full chunks: a program that floods waits for us, not we for it."""


class ErrorOutput:
    """A pipe whose last lines are kept; ``redact`` takes secrets out of them.

    It is read in a thread, as a pipe can be waited for on every system in this way alone; the
    thread ends when every process that writes to it has ended.
    """

    def __init__(self, name: str, redact: Callable[[str], str]) -> None:
        self._redact = redact
        self._lines: deque[str] = deque(maxlen=LINES)
        reading, writing = os.pipe()
        self.file: TextIO = os.fdopen(writing, "w", encoding="utf-8")
        """For the program; to be closed here once it has been started."""
        thread = threading.Thread(
            target=self._read, args=(reading,), name=f"stderr of {name}", daemon=True
        )
        thread.start()

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, the oldest first."""
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


# --- Opens a session with a server: its program over stdin and stdout, or its address over HTTP.


class SessionMonitor:
    """What is known of a session from outside: why it ended, what its program wrote, HTTP's word.

    ``ended`` is told with what was wrong, or "" ; ``changed`` when the server's list has changed.
    """

    def __init__(self, ended: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.ended = ended
        self.changed = changed
        self.output: ErrorOutput | None = None
        self.status = 0
        """The last HTTP status that was an error, or 0."""

    async def heard(self, message: Any) -> None:
        """Takes a notification of the server."""
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            self.changed()

    async def answered(self, response: Any) -> None:
        """Takes a response of HTTP."""
        if response.status_code >= 400:
            self.status = response.status_code


def load_sdk() -> None:
    """Imports the SDK, which takes one and a half seconds: to be done in a thread."""
    import mcp
    import mcp.client.stdio
    import mcp.client.streamable_http
    import mcp.client.subscriptions  # noqa: F401 - all of them for their being there


def client_of(
    server: McpServer, around: ConnectionDependencies, witness: SessionMonitor
) -> "Client":
    """Gives the SDK's client for a server; it is to be entered and left in one task.

    Nothing is asked of the person or of a model for a server: it is told that we cannot.
    """
    from mcp import Client
    from mcp_types import Implementation

    from desktop_agent import __version__

    # the SDK logs each line that is no message with a traceback: a server could fill the disk so
    for name in ("mcp.client", "client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    opened = _stdio(server, around, witness) if server.command else _http(server, around, witness)
    return Client(
        opened,
        message_handler=witness.heard,
        client_info=Implementation(name="desktop-agent", version=__version__),
    )


def _stdio(
    server: McpServer, around: ConnectionDependencies, witness: SessionMonitor
) -> WatchedTransport:
    from mcp.client.stdio import StdioServerParameters, stdio_client

    parameters = StdioServerParameters(
        command=server.command,
        args=list(server.args),
        env=environment(server.env, around.environ()),
        cwd=server.cwd or None,
        encoding_error_handler="replace",
    )
    output = witness.output = ErrorOutput(server.name, around.redact)
    inner = stdio_client(parameters, output.file)
    return WatchedTransport(inner, witness.ended, output.file.close)


def _http(
    server: McpServer, around: ConnectionDependencies, witness: SessionMonitor
) -> WatchedTransport:
    return WatchedTransport(_http_session(server, around, witness), witness.ended, lambda: None)


@asynccontextmanager
async def _http_session(
    server: McpServer, around: ConnectionDependencies, witness: SessionMonitor
) -> AsyncIterator[tuple[Any, Any]]:
    from mcp.client.streamable_http import streamable_http_client

    client = session_client(around.http_transport(), server.headers, witness.answered)
    async with client, streamable_http_client(server.url, http_client=client) as streams:
        yield streams
