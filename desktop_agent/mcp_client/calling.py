"""One call of a tool, as it is sent and as its answer is read."""

import json
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from desktop_agent.core.messages import JsonObject
from desktop_agent.mcp_client.reply import RemoteReply, reply_of

if TYPE_CHECKING:
    from mcp import Client
    from mcp_types import CallToolResult, InputRequiredResult
    from pydantic import TypeAdapter

_NO_QUESTIONS = (
    "The tool asks the person something while it works, which this program does not support."
)


Progress = Callable[[float, float | None, str], None]
"""Told how far a call is: done, of how much (where that is known), and a text."""


class Refused(Exception):
    """The server, or the SDK in its place, has answered with an error."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


async def call_tool(
    client: "Client", name: str, arguments: JsonObject, tell: Progress
) -> RemoteReply:
    """Calls without the checks of `Client.call_tool`.

    Those hold the result against a schema of the server's, whose patterns can take for ever, and
    let the server ask the person.

    Raises:
        Refused: the server, or the SDK in its place, has answered with an error.
        Exception: what else the SDK raises, wrapped or not.
    """
    from mcp import MCPError
    from mcp_types import CallToolRequest, CallToolRequestParams, InputRequiredResult

    async def on_progress(
        progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        tell(progress, total, message or "")

    request = CallToolRequest(params=CallToolRequestParams(name=name, arguments=_clean(arguments)))
    try:
        result = await client.session.send_request(
            request, _result_kinds(), progress_callback=on_progress
        )
    except MCPError as error:
        raise Refused(error.message) from None
    if isinstance(result, InputRequiredResult):
        return RemoteReply(_NO_QUESTIONS, ok=False)
    return reply_of(result)


@cache
def _result_kinds() -> "TypeAdapter[CallToolResult | InputRequiredResult]":
    from mcp_types import CallToolResult, InputRequiredResult
    from pydantic import TypeAdapter

    return TypeAdapter(CallToolResult | InputRequiredResult)


def _clean(arguments: JsonObject) -> dict[str, Any]:
    """Gives arguments that can be written as UTF-8: half a surrogate pair would end the session."""
    text = json.dumps(dict(arguments), ensure_ascii=False).encode("utf-8", "replace")
    cleaned: dict[str, Any] = json.loads(text)
    return cleaned
