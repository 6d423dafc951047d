"""The tools that a server lists, read as what may be told to a model: clipped, bounded, fingerprinted."""

import hashlib
import json
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from desktop_agent.core.mcp import McpServer, RemoteTool
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.short_line import clipped
from desktop_agent.mcp_client.watched_stream import UNREADABLE

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import Tool as ListedTool

MOST_TOOLS = 128
"""Of one server; more would fill a model's context."""
LONGEST_DESCRIPTION = 1000
_LONGEST_NAME = 256
_MOST_PAGES = 50
_LARGEST_SCHEMA = 16 * 1024
_DEEPEST_SCHEMA = 24
_ANY: JsonObject = {"type": "object"}


async def list_tools(client: "Client", server: McpServer) -> tuple[RemoteTool, ...]:
    """Gives the tools of a server; ``shown`` is still its own name.

    Raises what the SDK raises.
    """
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
    told.pop("_meta", None)  # told to nobody, and may be another each time
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
    """Gives a hash of what is told and of who tells it: another program of that name is another."""
    who = [server.name, server.command, list(server.args), server.url]
    text = json.dumps([who, told], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _readable(text: str) -> str:
    """Takes out what is not seen: it could say one thing to the person and another to a model."""
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
