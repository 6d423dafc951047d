"""A tool of a server of the Model Context Protocol, as one of a run's tools."""

import asyncio
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Protocol

from desktop_agent.core.current_step import current_step
from desktop_agent.core.events import Notice
from desktop_agent.core.file_names import shown_name
from desktop_agent.core.mcp import RemoteTool
from desktop_agent.core.messages import JsonObject, ToolCall, ToolSpec
from desktop_agent.core.short_line import short_line
from desktop_agent.evidence.instructions import find_instructions
from desktop_agent.mcp_client.reply import RemoteReply
from desktop_agent.tools.argument_schema import argument_fault
from desktop_agent.tools.run_memory import RunMemory
from desktop_agent.tools.run_web import RunWeb
from desktop_agent.tools.toolbox import AnyTool, Emit, ToolResult

MOST_CHARACTERS = 50_000
_SUMMARY = 120
_PROGRESS_EVERY_S = 1.0


class CallRemote(Protocol):
    """Calls a tool of a server; raises `AgentError`."""

    async def __call__(
        self,
        tool: RemoteTool,
        arguments: JsonObject,
        progress: Callable[[float, float | None, str], None],
    ) -> RemoteReply: ...


class RememberedCalls:
    """Calls whose replies a run that goes on has from its memory: a call may have changed something."""

    def __init__(self, inner: CallRemote, memory: RunMemory) -> None:
        self._inner = inner
        self._memory = memory

    async def __call__(
        self,
        tool: RemoteTool,
        arguments: JsonObject,
        progress: Callable[[float, float | None, str], None],
    ) -> RemoteReply:
        """As the call itself."""
        return await self._memory.once(
            "server",
            (tool.server, tool.name, arguments),
            RemoteReply,
            lambda: self._inner(tool, arguments, progress),
            lambda: RemoteReply("It was cut short before the program was closed.", ok=False),
        )


class McpTool(AnyTool):
    """Has the user asked before each call, and takes what comes back for data."""

    remembered: ClassVar[bool] = False

    def __init__(self, tool: RemoteTool, call: CallRemote, web: RunWeb, emit: Emit) -> None:
        self.name = tool.shown
        self.description = tool.description or f"{tool.name}, a tool of {tool.server}."
        self._tool = tool
        self._call = call
        self._web = web
        self._emit = emit

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, self.description, self._tool.parameters)

    async def fault(self, call: ToolCall) -> str:
        fault = await asyncio.to_thread(argument_fault, call.arguments, self._tool.parameters)
        return f"{self.name}: {fault}" if fault else ""

    def asks_for(self, _call: ToolCall, _outside: str) -> RemoteTool:
        return self._tool

    async def answer(self, call: ToolCall) -> ToolResult:
        reply = await self._call(self._tool, call.arguments, self._progress())
        origin = f"{self._tool.server}/{shown_name(self._tool.name)}"
        text = _cut(reply.text)
        await self._web.screen(text, origin, "The result of a tool")
        content: dict[str, Any] = {"tool": self.name, "result" if reply.ok else "error": text}
        return ToolResult(content, short_line(text, _SUMMARY) or "no result", reply.ok)

    def _progress(self) -> Callable[[float, float | None, str], None]:
        step_id, told_at = current_step(), time.monotonic()

        def tell(done: float, total: float | None, text: str) -> None:
            nonlocal told_at
            now = time.monotonic()
            if now - told_at < _PROGRESS_EVERY_S:
                return
            told_at = now
            far = f"{done:g} of {total:g}" if total else f"{done:g}"
            said = short_line(shown_name(text), _SUMMARY) if text else ""
            line = f"{self._tool.server}: {said} ({far})" if said else f"{self._tool.server}: {far}"
            self._emit(Notice(text=line, step_id=step_id))

        return tell


def screened(tool: RemoteTool) -> RemoteTool:
    """Gives the tool with a warning where what its server tells of it gives orders to a model."""
    told = "\n".join((tool.name, tool.description, *_texts(tool.parameters)))
    found = find_instructions(told)
    if not found:
        return tool
    quote = short_line(found[0].quote, 160)
    return replace(tool, warning=f"What its server says of it gives orders to models: “{quote}”")


def _texts(schema: Any) -> Iterator[str]:
    match schema:
        case str():
            yield schema
        case dict():
            for key, value in schema.items():
                yield key
                yield from _texts(value)
        case list():
            for each in schema:
                yield from _texts(each)


def _cut(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    left = len(text) - MOST_CHARACTERS
    return f"{text[:MOST_CHARACTERS]}\n[{left:,} more characters are left out]"
