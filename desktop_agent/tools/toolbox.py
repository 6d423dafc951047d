"""Validate, approve and carry out a run's tool calls."""

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, ToolFinished, ToolStarted, in_step
from desktop_agent.core.mcp import Approval, Approve, RemoteTool
from desktop_agent.core.messages import JsonObject, ToolCall, ToolSpec

Emit = Callable[[Event], None]

_SEEN = '{"note": "The same call as before: its result is the same, and stands above."}'
"""Replaces the result of a repeated call, unless that is shorter."""

MOST_CALLS = 4
"""Number of calls of a round that are carried out."""


class Arguments(BaseModel):
    """Base class for tool arguments. Unknown ones are ignored, because small models invent some."""

    model_config = ConfigDict(
        extra="ignore", frozen=True, str_strip_whitespace=True, defer_build=True
    )


A = TypeVar("A", bound=Arguments)


@dataclass(slots=True)
class OutsideText:
    """Keeps the origin of the untrusted text that a run read last, or "" if it has read none.

    Untrusted text includes pages, search results, documents, attached files, results of MCP tools
    and background runs, and earlier answers, regardless of their content.
    """

    origin: str = ""

    def saw(self, origin: str) -> None:
        self.origin = origin or self.origin or "elsewhere"


@dataclass(frozen=True, slots=True)
class ToolResult:
    """A tool's result; ``outside`` is the origin of its untrusted text, or "" if it has none."""

    content: Mapping[str, Any]
    summary: str
    ok: bool = True
    outside: str = ""


class AnyTool(ABC):
    """The interface of every tool, whether built-in or from an MCP server."""

    name: str
    description: str
    remembered: ClassVar[bool] = True
    """False if calls to this tool with the same arguments can have different effects."""

    @property
    @abstractmethod
    def spec(self) -> ToolSpec: ...

    async def fault(self, call: ToolCall) -> str:  # noqa: ARG002 - tools override it
        """Describe what is wrong with the arguments, or return "" if they are valid.

        This is called before approval is requested.
        """
        return ""

    def asks_for(self, call: ToolCall, outside: str) -> RemoteTool | None:  # noqa: ARG002 - as above
        """Return what the user must approve before this call, or None if no approval is needed.

        ``outside`` is the origin of the untrusted text that the model read before the call, or "".
        """
        return None

    @abstractmethod
    async def answer(self, call: ToolCall) -> ToolResult:
        """Carry out the call; raise `core.errors.AgentError` if it fails."""


class Tool(AnyTool, Generic[A]):
    """A built-in tool. ``takes`` is its argument model, used for the JSON Schema and validation."""

    takes: type[A]

    @abstractmethod
    async def run(self, arguments: A) -> ToolResult:
        """Carry out the call; raise `core.errors.AgentError` if it fails."""

    async def fault(self, call: ToolCall) -> str:
        try:
            self.takes.model_validate(dict(call.arguments))
        except ValidationError as error:
            return _argument_fault(call.name, error)
        return self._copied(call.arguments)

    def _copied(self, arguments: JsonObject) -> str:
        """Describe any argument that merely repeats its description or the example in it."""
        for name, field in self.takes.model_fields.items():
            told, said = field.description or "", str(arguments.get(name) or "").strip(" .")
            if said and said.casefold() in (
                told.casefold(),
                told.removeprefix(_EXAMPLE).casefold(),
            ):
                return (
                    f"{self.name}: {name!r} only repeats its description. Give a value of your own."
                )
        return ""

    async def answer(self, call: ToolCall) -> ToolResult:
        return await self.run(self.takes.model_validate(dict(call.arguments)))

    def has_side_effect(self, _arguments: A) -> bool:
        """Return whether a call has effects outside the run or delays the run considerably."""
        return False

    def asks_for(self, call: ToolCall, outside: str) -> RemoteTool | None:
        if not outside or not self.has_side_effect(self.takes.model_validate(dict(call.arguments))):
            return None
        return RemoteTool("", self.name, self.name, self.description, {}, fingerprint="")

    @property
    def spec(self) -> ToolSpec:
        schema = self.takes.model_json_schema()
        for field in schema.get("properties", {}).values():
            for key in _LEFT_OUT:
                field.pop(key, None)
        for key in ("title", "description"):
            schema.pop(key, None)
        return ToolSpec(self.name, self.description, schema)


_EXAMPLE = "for example: "
_LEFT_OUT = ("title", "minLength", "maxLength")
"""Keys of a schema that cost a small model tokens and are checked anyway."""


@dataclass(frozen=True, slots=True)
class ToolReply:
    """The reply to a call, as sent to the model.

    ``repeated`` is True if the reply is copied from an identical earlier call.
    """

    call: ToolCall
    text: str
    ok: bool
    repeated: bool = False


async def _nobody(_id: str, _tool: RemoteTool, _arguments: JsonObject, _outside: str) -> Approval:
    return Approval("declined", "no one is available to allow it. Continue without it.")


class Toolbox:
    """The tools of a run. Identical calls share the first result if the tool permits it.

    An optional argument that is null counts as absent, because small models often send nulls.

    ``approve`` asks the user about calls that need approval; without it, such calls are refused.
    ``outside`` keeps track of untrusted text. Whether a call needs approval depends on the
    untrusted text that the model had read when it made the call.
    """

    def __init__(
        self,
        tools: Sequence[AnyTool],
        emit: Emit,
        approve: Approve | None = None,
        outside: OutsideText | None = None,
    ) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self.specs = tuple(tool.spec for tool in tools)
        self._emit = emit
        self._approve = approve or _nobody
        self._outside = outside or OutsideText()
        self._first: dict[str, asyncio.Task[ToolReply]] = {}
        self._names_told = False

    async def call_all(self, calls: Sequence[ToolCall], step_id: str) -> tuple[ToolReply, ...]:
        """Carry out the calls of a round in parallel, and return the replies in the same order.

        Only the first `MOST_CALLS` calls are carried out; the others are refused.
        """
        read = self._outside.origin
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._call(call, step_id, read)) for call in calls[:MOST_CALLS]
            ]
        refused = json.dumps({"error": f"not carried out: at most {MOST_CALLS} calls a round"})
        left = (ToolReply(call, refused, ok=False) for call in calls[MOST_CALLS:])
        return (*(task.result() for task in tasks), *left)

    async def _call(self, call: ToolCall, step_id: str, read: str) -> ToolReply:
        tool = self._tools.get(call.name)
        if tool is not None and None in call.arguments.values():
            call = _without_nulls(call, tool.spec)
        if tool is not None and not tool.remembered:
            return await self._carry_out(call, step_id, read)
        key = json.dumps([call.name, call.arguments], sort_keys=True, default=str)
        first = self._first.get(key)
        while first is not None:
            await asyncio.wait([first])
            if not first.cancelled():
                reply = first.result()
                return ToolReply(call, min(reply.text, _SEEN, key=len), reply.ok, repeated=True)
            # the first caller was cancelled; another one may have taken over
            again = self._first[key]
            first = None if again is first else again
        first = asyncio.create_task(self._carry_out(call, step_id, read))
        self._first[key] = first
        try:
            return await first
        except asyncio.CancelledError:
            first.cancel()
            raise

    async def _carry_out(self, call: ToolCall, step_id: str, read: str) -> ToolReply:
        began = time.monotonic()
        self._emit(
            ToolStarted(
                call_id=call.id, tool=call.name, arguments=dict(call.arguments), step_id=step_id
            )
        )
        with in_step(step_id):
            result = await self._result(call, read)
        if result.outside:
            self._outside.saw(result.outside)
        self._emit(
            ToolFinished(
                call_id=call.id,
                tool=call.name,
                ok=result.ok,
                summary=result.summary,
                ms=round((time.monotonic() - began) * 1000),
            )
        )
        return ToolReply(call, json.dumps(result.content, ensure_ascii=False), result.ok)

    async def _result(self, call: ToolCall, read: str) -> ToolResult:
        if call.error:
            return refusal(f"The arguments of {call.name} could not be read: {call.error}")
        tool = self._tools.get(call.name)
        if tool is None:
            names = "" if self._names_told else f" The tools are: {', '.join(self._tools)}."
            self._names_told = True
            return refusal(f"There is no tool named {call.name!r}.{names}")
        if fault := await tool.fault(call):
            return refusal(fault)
        asked = tool.asks_for(call, read)
        if asked is not None:
            decided = await self._approve(call.id, asked, call.arguments, read)
            if decided.answer in ("declined", "never"):
                why = decided.reason or "the user doesn't allow it. Continue without it."
                return refusal(f"{call.name} was not called: {why}")
        try:
            return await tool.answer(call)
        except AgentError as error:
            return refusal(str(error))


def _without_nulls(call: ToolCall, spec: ToolSpec) -> ToolCall:
    required = spec.parameters.get("required", ())
    given = {k: v for k, v in call.arguments.items() if v is not None or k in required}
    return replace(call, arguments=given)


def _argument_fault(tool: str, error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"]) or "arguments"
    return f"{tool}: the argument {name!r} is invalid: {first['msg']}."


def refusal(reason: str) -> ToolResult:
    """Return the result of a call that was refused or failed."""
    return ToolResult({"error": reason}, reason, ok=False)
