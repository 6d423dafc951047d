"""What went wrong with a server, in words for the person."""

from desktop_agent.core.broken_connection import why_broken
from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.short_line import short_line
from desktop_agent.mcp_client.opening import Witness
from desktop_agent.mcp_client.surroundings import Surroundings

_LONGEST = 300


class ServerLost(AgentError):
    """The connection to a server is gone; the next call makes a new one."""


def first_of(error: BaseException) -> BaseException:
    """Gives the error that the task groups of the SDK have wrapped."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def start_fault(
    server: McpServer, error: BaseException, around: Surroundings, witness: Witness
) -> AgentError:
    """Says why a server could not be started."""
    error = first_of(error)
    what = f"The server {server.name!r}"
    if isinstance(error, AgentError):
        return error
    if witness.status in (401, 403):
        return AgentError(
            f"{what} refuses us (HTTP {witness.status}).",
            "It needs a token in headers; signing in through a browser is not supported.",
        )
    if witness.status:
        return AgentError(f"{what} answers with HTTP {witness.status}.", "Check its address.")
    if isinstance(error, TimeoutError):
        seconds = around.settings().start_timeout_s
        return AgentError(
            f"{what} did not start within {seconds:g} s.",
            "Look at its log, or raise mcp.start_timeout_s.",
        )
    if isinstance(error, FileNotFoundError) and server.command:
        where = "its folder" if error.filename == server.cwd else f"{server.command!r}"
        return AgentError(f"{what} cannot be started: there is no {where}.", "Install it first.")
    if isinstance(error, PermissionError) and server.command:
        return AgentError(f"{what} cannot be started: {server.command!r} may not be run.")
    if server.url:
        return AgentError(f"{what} cannot be reached: {why_broken(error)}.", "Check its address.")
    told = short_line(around.redact(str(error)), _LONGEST).rstrip(".") or "it says no more"
    return AgentError(f"{what} ended while it started: {told}.", "Look at its log.")
