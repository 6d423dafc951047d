"""An adapter that makes an MCP server's tools available to a run."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, ClassVar

from desktop_agent.core.events import Notice, current_step
from desktop_agent.core.mcp import RemoteTool
from desktop_agent.core.messages import JsonObject, ToolCall, ToolSpec
from desktop_agent.core.text import clipped, display_name, short_line
from desktop_agent.evidence.prompt_injection import instruction_in
from desktop_agent.tools.mcp.calls import Progress, RemoteReply
from desktop_agent.tools.recorded_results import CUT_SHORT, RecordedResults
from desktop_agent.tools.toolbox import AnyTool, Emit, ToolResult
from desktop_agent.tools.web import RunWeb

# --- Checking arguments against an untrusted JSON Schema

_SLOW = ("pattern", "patternProperties", "format")
"""Keywords that evaluate regular expressions from the schema, which may take forever."""
_LONGEST = 300


def argument_fault(arguments: JsonObject, schema: JsonObject) -> str:
    """Describe what is wrong with the arguments, or return "" if they are valid.

    If the schema is invalid, all arguments are accepted, because the server checks them anyway.
    Remote references in the schema are never fetched.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError, best_match
    from jsonschema.validators import extend, validator_for
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    kind = validator_for(schema, default=Draft202012Validator)
    quick: Mapping[str, Any] = dict.fromkeys(_SLOW, lambda *_what: None)
    try:
        checker: Any = extend(kind, quick)  # type: ignore[no-untyped-call]  # left open by the stubs
        checking = checker(schema, registry=Registry())
        error = best_match(checking.iter_errors(dict(arguments)))
    except (SchemaError, Unresolvable, RecursionError, ValueError, TypeError, AttributeError):
        return ""
    if error is None:
        return ""
    where = ".".join(str(part) for part in error.absolute_path) or "arguments"
    return short_line(f"the argument {where!r} is invalid: {error.message}", _LONGEST)


MOST_CHARACTERS = 50_000
_SUMMARY = 120
_PROGRESS_EVERY_S = 1.0


CallServer = Callable[[RemoteTool, JsonObject, Progress], Awaitable[RemoteReply]]
"""A function that calls an MCP server's tool and may raise `AgentError`."""


class McpTool(AnyTool):
    """An MCP server's tool; calls need approval, and results are treated as untrusted."""

    remembered: ClassVar[bool] = False

    def __init__(
        self,
        tool: RemoteTool,
        call: CallServer,
        web: RunWeb,
        emit: Emit,
        memory: RecordedResults,
    ) -> None:
        self.name = tool.shown
        self.description = tool.description or f"{tool.name}, a tool of {tool.server}."
        self._tool = tool
        self._call = call
        self._web = web
        self._emit = emit
        self._memory = memory

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, self.description, self._tool.parameters)

    async def fault(self, call: ToolCall) -> str:
        fault = await asyncio.to_thread(argument_fault, call.arguments, self._tool.parameters)
        return f"{self.name}: {fault}" if fault else ""

    def asks_for(self, _call: ToolCall, _outside: str) -> RemoteTool:
        return self._tool

    async def answer(self, call: ToolCall) -> ToolResult:
        tool = self._tool
        reply = await self._memory.once(  # calls may have side effects
            "server",
            (tool.server, tool.name, call.arguments),
            RemoteReply,
            lambda: self._call(tool, call.arguments, self._progress()),
            RemoteReply(CUT_SHORT, ok=False),
        )
        origin = f"{tool.server}/{display_name(tool.name)}"
        text = _cut(reply.text)
        await self._web.screen(text, origin, "The result of a tool")
        content: dict[str, Any] = {"tool": self.name, "result" if reply.ok else "error": text}
        return ToolResult(content, short_line(text, _SUMMARY) or "no result", reply.ok)

    def _progress(self) -> Progress:
        step_id, told_at = current_step(), time.monotonic()

        def tell(done: float, total: float | None, text: str) -> None:
            nonlocal told_at
            now = time.monotonic()
            if now - told_at < _PROGRESS_EVERY_S:
                return
            told_at = now
            far = f"{done:g} of {total:g}" if total else f"{done:g}"
            said = short_line(display_name(text), _SUMMARY) if text else ""
            line = f"{self._tool.server}: {said} ({far})" if said else f"{self._tool.server}: {far}"
            self._emit(Notice(text=line, step_id=step_id))

        return tell


def warning_of(tool: RemoteTool) -> str:
    """Return a warning if a tool's definition instructs models, or else ``tool.warning``."""
    told = "\n".join((tool.name, tool.description, *_texts(tool.parameters)))
    if not (order := instruction_in(told)):
        return tool.warning
    return f"Its definition contains instructions to models: “{clipped(order, 160)}”"


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
