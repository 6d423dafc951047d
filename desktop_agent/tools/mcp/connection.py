"""An MCP session that runs in its own task.

The SDK requires each context to be exited in the task that entered it, but a session outlives the
run that first needed the server. The session's task therefore starts with an empty context instead
of inheriting a run's context variables.
"""

import asyncio
import hashlib
import json
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from contextvars import Context
from typing import TYPE_CHECKING, Any

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.network import connection_failure
from desktop_agent.core.text import clipped, short_line
from desktop_agent.tools.mcp.calls import Progress, RemoteReply, call_tool
from desktop_agent.tools.mcp.transport import (
    UNREADABLE,
    ConnectionDependencies,
    SessionMonitor,
    client_of,
    load_sdk,
)

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool as ListedTool

# --- Server errors for the user

_LONGEST = 300


class ServerLost(AgentError):
    """Raised when the connection to a server is lost; the next call opens a new one."""


def _first_of(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _start_fault(
    server: McpServer,
    error: BaseException,
    dependencies: ConnectionDependencies,
    monitor: SessionMonitor,
) -> AgentError:
    error = _first_of(error)
    what = f"The server {server.name!r}"
    if isinstance(error, AgentError):
        return error
    if monitor.status in (401, 403):
        return AgentError(
            f"{what} refused access (HTTP {monitor.status}).",
            "It needs a token in headers; signing in through a browser is not supported.",
        )
    if monitor.status:
        return AgentError(f"{what} returned HTTP {monitor.status}.", "Check its address.")
    if isinstance(error, TimeoutError):
        seconds = dependencies.settings().start_timeout_s
        return AgentError(
            f"{what} did not start within {seconds:g} s.",
            "Look at its log, or raise mcp.start_timeout_s.",
        )
    if isinstance(error, FileNotFoundError) and server.command:
        where = "its folder" if error.filename == server.cwd else f"{server.command!r}"
        return AgentError(f"{what} can't be started: there is no {where}.", "Install it first.")
    if isinstance(error, PermissionError) and server.command:
        return AgentError(f"{what} can't be started: {server.command!r} isn't allowed to run.")
    if server.url:
        return AgentError(
            f"{what} cannot be reached: {connection_failure(error)}.", "Check its address."
        )
    told = short_line(dependencies.redact(str(error)), _LONGEST).rstrip(".") or "it says no more"
    return AgentError(f"{what} stopped while starting: {told}.", "Look at its log.")


# --- Listed tools, made safe for a model: clipped, bounded, fingerprinted

MOST_TOOLS = 128
"""Maximum number of tools per server; more would fill up a model's context."""
LONGEST_DESCRIPTION = 1000
_LONGEST_NAME = 256
_MOST_PAGES = 50
_LARGEST_SCHEMA = 16 * 1024
_DEEPEST_SCHEMA = 24
_ANY: JsonObject = {"type": "object"}


async def list_tools(client: "Client", server: McpServer) -> tuple[RemoteTool, ...]:
    """Return a server's tools under their original names. SDK exceptions propagate."""
    found: dict[str, RemoteTool] = {}
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor, cache_mode="bypass")
        for tool in page.tools:
            if len(found) < MOST_TOOLS and 0 < len(tool.name) <= _LONGEST_NAME:
                found.setdefault(tool.name, _remote(tool, server))
        cursor = page.next_cursor
        if not cursor or len(found) >= MOST_TOOLS:
            break
    return tuple(found.values())


def _remote(tool: "ListedTool", server: McpServer) -> RemoteTool:
    told = tool.model_dump(mode="json", by_alias=True, exclude_none=True)
    told.pop("_meta", None)  # not shown to anyone, and may vary
    schema = told.get("inputSchema")
    warning = _too_much(schema)
    hints = tool.annotations
    return RemoteTool(
        server=server.name,
        name=tool.name,
        shown=tool.name,
        description=clipped(_readable(tool.description or tool.title or ""), LONGEST_DESCRIPTION),
        parameters=_ANY if warning or not isinstance(schema, dict) else schema,
        fingerprint=_fingerprint(told, server),
        warning=warning,
        read_only=hints is not None and hints.read_only_hint is True,
    )


def _fingerprint(told: JsonObject, server: McpServer) -> str:
    """Hash a tool's definition together with its server's identity."""
    who = [server.name, server.command, list(server.args), server.url]
    text = json.dumps([who, told], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _readable(text: str) -> str:
    """Remove invisible characters, so that the user and a model see the same text."""
    return "".join(
        each for each in text if each in "\n\t" or unicodedata.category(each)[0] != "C"
    ).strip()


def _too_much(schema: Any) -> str:
    if isinstance(schema, dict) and UNREADABLE in schema:
        return "What it takes is described against the protocol, so models are not told of it."
    if len(json.dumps(schema)) > _LARGEST_SCHEMA:
        return "What it takes is described at such length that models are not told of it."
    if max(_depths(schema)) > _DEEPEST_SCHEMA:
        return "What it takes is nested so deeply that models are not told of it."
    return ""


def _depths(schema: Any) -> Iterator[int]:
    below = [(schema, 0)]
    while below:
        value, depth = below.pop()
        yield depth
        inner = value.values() if isinstance(value, dict) else value
        if isinstance(value, dict | list):
            below += [(each, depth + 1) for each in inner]


_RELIST_EVERY_S = 0.5
_MOST_UNANSWERED = 3
"""Number of consecutive timed-out calls after which the server is considered hung."""
_LISTEN_AGAIN_S = 5.0
_END_WITHIN_S = 15.0
_SESSION_OVER = "Session terminated"
"""The SDK's message when an HTTP server no longer recognizes the session."""


class Connection:
    """A connection to an MCP server; ``on_change`` is called when its state or tools change."""

    def __init__(
        self,
        server: McpServer,
        dependencies: ConnectionDependencies,
        on_change: Callable[[], None],
    ) -> None:
        self.server = server
        self.tools: tuple[RemoteTool, ...] = ()
        self.version = ""
        self.fault: AgentError | None = None
        """The error that ended the connection or prevented it, or None."""
        self._dependencies = dependencies
        self._on_change = on_change
        self._client: Client | None = None
        self._wake = asyncio.Event()
        self._leaving = False
        self._changed = False
        self._unanswered = 0
        self._monitor = SessionMonitor(self._lost, self._list_changed)
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ready.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._task = asyncio.create_task(
            self._live(), name=f"server {server.name}", context=Context()
        )

    @property
    def starting(self) -> bool:
        return not self._ready.done()

    @property
    def open(self) -> bool:
        return self._client is not None

    @property
    def over(self) -> bool:
        return self._task.done()

    @property
    def log(self) -> tuple[str, ...]:
        return self._monitor.output.lines if self._monitor.output is not None else ()

    async def ready(self) -> None:
        """Wait until tools can be called; raise `AgentError` if the connection fails."""
        await asyncio.shield(self._ready)

    async def call(self, name: str, arguments: JsonObject, progress: Progress) -> RemoteReply:
        """Call a tool. Cancelling the call does not end the session.

        Raise `ServerLost` if the connection is lost, and `AgentError` if the call times out or the
        server violates the protocol.
        """
        from mcp import MCPError  # imported here: it is slow, and loaded by now

        client = self._client
        if client is None:
            raise self._gone()
        seconds = self._dependencies.settings().timeout_s
        try:
            async with asyncio.timeout(seconds):
                reply = await call_tool(client, name, arguments, progress)
        except MCPError as refused:
            return self._refusal(refused.message)
        except TimeoutError:
            self._unanswered += 1
            if self._unanswered >= _MOST_UNANSWERED:
                self._lost("it does not answer any more")
            raise AgentError(
                f"{name} on the server {self.server.name!r} took longer than {seconds:g} s.",
                "Ask for less, or raise mcp.timeout_s.",
            ) from None
        except Exception as error:  # noqa: BLE001 - the SDK raises many kinds of errors
            raise self._meant(_first_of(error)) from None
        self._unanswered = 0
        return reply

    async def aclose(self) -> None:
        """End the session, along with the server process and all its child processes."""
        self._leaving = True
        self._wake.set()
        if self.starting:
            self._task.cancel()
        _done, left = await asyncio.wait({self._task}, timeout=_END_WITHIN_S)
        if left:
            self._task.cancel()
            await asyncio.wait(left)

    async def _live(self) -> None:
        try:
            with self._dependencies.scope():
                async with AsyncExitStack() as stack:
                    async with asyncio.timeout(self._dependencies.settings().start_timeout_s):
                        await asyncio.to_thread(load_sdk)
                        filled = await asyncio.to_thread(self._dependencies.fill_in, self.server)
                        client = client_of(filled, self._dependencies, self._monitor)
                        await stack.enter_async_context(client)
                        self.tools = await list_tools(client, self.server)
                    info = client.server_info
                    self.version = info.version if info is not None else ""
                    self._client = client
                    self._ready.set_result(None)
                    self._on_change()
                    await self._stay(client)
        except Exception as error:  # noqa: BLE001 - whatever the SDK raises ends this session alone
            if self.fault is None and not self._leaving:
                self.fault = _start_fault(self.server, error, self._dependencies, self._monitor)
        finally:
            self._client = None
            if not self._ready.done():
                self._ready.set_exception(self.fault or self._gone())
            self._on_change()

    async def _stay(self, client: "Client") -> None:
        following = asyncio.create_task(_follow(client, self._list_changed))
        try:
            while not self._leaving:
                await self._wake.wait()
                self._wake.clear()
                if self._changed and not self._leaving:
                    self._changed = False
                    await self._list_anew(client)
        finally:
            self._client = None
            following.cancel()
            await asyncio.wait({following})

    async def _list_anew(self, client: "Client") -> None:
        try:
            async with asyncio.timeout(self._dependencies.settings().timeout_s):
                self.tools = await list_tools(client, self.server)
        except Exception:  # noqa: BLE001 - the old list stays; the next call reports the fault
            return
        self._on_change()
        await asyncio.sleep(_RELIST_EVERY_S)  # a server may report changes endlessly

    def _list_changed(self) -> None:
        self._changed = True
        self._wake.set()

    def _lost(self, why: str) -> None:
        if self._leaving:
            return
        if self.starting:  # the error that follows says more than this, unless there is a reason
            if why:
                self.fault = AgentError(f"The server {self.server.name!r} is broken: {why}.")
            return
        self._leaving = True
        self._client = None
        self._wake.set()
        self.fault = self._gone(why)

    def _gone(self, why: str = "") -> ServerLost:
        return ServerLost(
            f"The server {self.server.name!r} has ended{f': {why}' if why else ''}.",
            "It is started anew at the next call.",
        )

    def _refusal(self, message: str) -> RemoteReply:
        """Return the server's error as a failed reply.

        Raise `ServerLost` if the session has ended.
        """
        if self.server.url and message == _SESSION_OVER:
            self._lost("")
        if self._client is None:
            raise self._gone()
        self._unanswered = 0
        return RemoteReply(message, ok=False)

    def _meant(self, error: BaseException) -> BaseException:
        if isinstance(error, AgentError):
            return error
        if self._client is None:
            return self._gone()
        return AgentError(
            f"The server {self.server.name!r} sent a response that doesn't follow the protocol.",
            "Try again. If it keeps happening, tell the server's developers.",
        )


async def _follow(client: "Client", changed: Callable[[], None]) -> None:
    """Subscribe to changes in the tool list, as required since protocol version 2026-07-28."""
    from mcp.client.subscriptions import SubscriptionLost
    from mcp_types.version import MODERN_PROTOCOL_VERSIONS

    tools = client.server_capabilities.tools
    if tools is None or not tools.list_changed:
        return
    # other versions notify without a subscription
    while client.protocol_version in MODERN_PROTOCOL_VERSIONS:
        try:
            async with client.listen(tools_list_changed=True) as news:
                async for _event in news:
                    changed()
                return
        except SubscriptionLost:
            await asyncio.sleep(_LISTEN_AGAIN_S)
            changed()  # changes in the meantime were missed
        except Exception:  # noqa: BLE001 - without notifications, the first list stays
            return
