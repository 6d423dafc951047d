"""Call tools on MCP servers and convert their results to text."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from desktop_agent.core.messages import JsonObject
from desktop_agent.core.text import clipped

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult, InputRequiredResult
    from pydantic import TypeAdapter

# --- Tool results as text

_LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class RemoteReply:
    """The text result of a tool call; ``ok`` is False if the call failed."""

    text: str
    ok: bool = True


def reply_of(result: "CallToolResult") -> RemoteReply:
    """Convert a tool result to text, with short descriptions of images, audio and links."""
    parts = [part for block in result.content for part in _parts(block)]
    if not _is_told(result.structured_content, parts):
        parts.append(json.dumps(result.structured_content, ensure_ascii=False))
    return RemoteReply("\n\n".join(part for part in parts if part), not result.is_error)


def _parts(block: Any) -> Iterator[str]:
    match block.type:
        case "text":
            yield block.text
        case "image" | "audio":
            yield _not_shown(block.type, block.mime_type, block.data)
        case "resource_link":
            about = " ".join(filter(None, (block.title or block.name, block.description)))
            yield clipped(f"[link: {about} ({block.uri})]", _LONGEST_NOTE)
        case "resource":
            text = getattr(block.resource, "text", None)
            if text is not None:
                yield f"[{block.resource.uri}]\n{text}"
            else:
                kind = block.resource.mime_type or "data"
                yield _not_shown("resource", kind, block.resource.blob)
        case kind:
            yield f"[{kind}, which is not shown]"


def _not_shown(what: str, kind: str, data: str) -> str:
    return clipped(f"[{what}, {kind}, {len(data) * 3 // 4:,} bytes, not shown]", _LONGEST_NOTE)


def _is_told(structured: Any, parts: list[str]) -> bool:
    """Return whether the text repeats the structured result, as servers often do."""
    if structured is None:
        return True
    if isinstance(structured, dict) and len(structured) == 1:
        (inner,) = structured.values()  # servers wrap plain text in an object
        if isinstance(inner, str) and inner in parts:
            return True
    for part in parts:
        try:
            if json.loads(part) in (structured, [structured]):
                return True
        except (ValueError, RecursionError):
            continue
    return False


_NO_QUESTIONS = (
    "The tool asks the person something while it works, which this program does not support."
)


Progress = Callable[[float, float | None, str], None]
"""Receives the progress of a call: the amount done, the total (None if unknown) and a text."""


async def call_tool(
    client: "Client", name: str, arguments: JsonObject, tell: Progress
) -> RemoteReply:
    """Call a tool without the checks that `Client.call_tool` makes.

    Those checks validate the result against the server's own schema, whose regular expressions may
    never finish, and let the server ask the user questions. SDK exceptions propagate, such as
    `mcp.MCPError` if the server replies with an error.
    """
    from mcp_types import CallToolRequest, CallToolRequestParams, InputRequiredResult

    async def on_progress(
        progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        tell(progress, total, message or "")

    request = CallToolRequest(params=CallToolRequestParams(name=name, arguments=_clean(arguments)))
    result = await client.session.send_request(
        request, _result_kinds(), progress_callback=on_progress
    )
    if isinstance(result, InputRequiredResult):
        return RemoteReply(_NO_QUESTIONS, ok=False)
    return reply_of(result)


@cache
def _result_kinds() -> "TypeAdapter[CallToolResult | InputRequiredResult]":
    from mcp_types import CallToolResult, InputRequiredResult
    from pydantic import TypeAdapter

    return TypeAdapter(CallToolResult | InputRequiredResult)


def _clean(arguments: JsonObject) -> dict[str, Any]:
    """Replace lone surrogates, which cannot be encoded and would end the session."""
    text = json.dumps(dict(arguments), ensure_ascii=False).encode("utf-8", "replace")
    cleaned: dict[str, Any] = json.loads(text)
    return cleaned
