"""Opens a session with a server: its program over stdin and stdout, or its address over HTTP."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from desktop_agent.core.mcp import McpServer
from desktop_agent.mcp_client.environment import environment
from desktop_agent.mcp_client.error_output import ErrorOutput
from desktop_agent.mcp_client.surroundings import Surroundings
from desktop_agent.mcp_client.watched_stream import WatchedTransport
from desktop_agent.web.session_client import session_client

if TYPE_CHECKING:
    from mcp import Client


class Witness:
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


def client_of(server: McpServer, around: Surroundings, witness: Witness) -> "Client":
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


def _stdio(server: McpServer, around: Surroundings, witness: Witness) -> WatchedTransport:
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


def _http(server: McpServer, around: Surroundings, witness: Witness) -> WatchedTransport:
    return WatchedTransport(_http_session(server, around, witness), witness.ended, lambda: None)


@asynccontextmanager
async def _http_session(
    server: McpServer, around: Surroundings, witness: Witness
) -> AsyncIterator[tuple[Any, Any]]:
    from mcp.client.streamable_http import streamable_http_client

    client = session_client(around.http_transport(), server.headers, witness.answered)
    async with client, streamable_http_client(server.url, http_client=client) as streams:
        yield streams
