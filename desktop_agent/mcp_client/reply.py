"""What a tool of a server has given back, in words."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_agent.core.short_line import clipped

if TYPE_CHECKING:
    from mcp_types import CallToolResult

_LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class RemoteReply:
    """``text`` is all that can be told in words; ``ok`` is False where the tool says it failed."""

    text: str
    ok: bool = True


def reply_of(result: "CallToolResult") -> RemoteReply:
    """Reads a result: texts as they are, pictures and sounds as a note, links as what they say."""
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
    """True where the texts say it already, as servers do for clients that know texts alone."""
    if structured is None:
        return True
    if isinstance(structured, dict) and len(structured) == 1:
        (inner,) = structured.values()  # servers wrap a plain text so
        if isinstance(inner, str) and inner in parts:
            return True
    for part in parts:
        try:
            if json.loads(part) in (structured, [structured]):
                return True
        except (ValueError, RecursionError):
            continue
    return False
