"""The ``mcp`` command serves tools over MCP, and the ``servers`` command manages MCP servers."""

import asyncio
import signal
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError, ServerTaken
from desktop_agent.core.mcp import McpServer, McpServerState
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.interrupts import interrupts
from desktop_agent.frontends.cli.output import (
    Exit,
    can_ask,
    complain,
    confirmed,
    note,
    result,
    result_json,
)
from desktop_agent.frontends.cli.parser import read_text

_GRACE_S = 10.0
"""Seconds after a signal before the process exits, since a client might no longer read."""


async def mcp(session: Session, _options: Namespace) -> Exit:
    """Serve MCP over stdio until a signal arrives or the client disconnects."""
    from desktop_agent.frontends.mcp_server.server import serve_stdio

    stop = asyncio.Event()
    with interrupts(stop.set, signal.SIGTERM, grace_s=_GRACE_S) as seen:
        if sys.stdin.isatty():
            note("This speaks MCP on stdin and stdout, for a program that starts it.")
        await serve_stdio(session, stop)
    return Exit.INTERRUPTED if signal.SIGINT in seen else Exit.ANSWERED


# --- The ``servers`` command: MCP servers whose tools models may use


async def servers(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    match options.action:
        case "add":
            await _add(session, options)
        case "confirm":
            server = await session.servers.confirm(options.name)
            note(f"{plain_line(server.name)} is confirmed; it is started as:")
            note(f"  {plain_line(server.target, 2000)}")
        case "remove":
            if not await session.servers.remove(options.name):
                raise AgentError(
                    f"There is no server named {options.name!r}.", "See desktop-agent servers list."
                )
            note(f"{plain_line(options.name)} is removed.")
        case "try":
            return _tell(await session.servers.try_server(options.name))
        case _:
            _list(await session.servers.states(), as_json=options.json)
    return Exit.ANSWERED


async def _add(session: Session, options: Namespace) -> None:
    text, replaces = read_text(options.file), options.replace
    try:
        added = await session.servers.add(text, options.name, replace=replaces)
    except ServerTaken as error:
        if not await _may_replace(error, options.file):
            raise ServerTaken(
                error.message, "Replace it with --replace, or give the new one another name."
            ) from None
        replaces = True
        added = await session.servers.add(text, options.name, replace=True)
    for server in added:
        what = "takes the place of the other of its name" if replaces else "is added"
        note(f"{plain_line(server.name)} {what}; desktop-agent servers try starts it.")


async def _may_replace(error: ServerTaken, file: Path) -> bool:
    if str(file) == "-" or not can_ask():
        return False
    note(plain_line(error.message, 2000))
    return await confirmed("Replace it, and forget its secrets and what you allowed it?")


def _list(states: Sequence[McpServerState], *, as_json: bool) -> None:
    if as_json:
        for state in states:
            result_json(_row(state.server))
        return
    width = max((len(state.server.name) for state in states), default=0)
    for state in states:
        server = state.server
        marks = [
            "" if server.confirmed else "came with a backup, not confirmed",
            "" if server.enabled else "switched off",
            "" if server.default else "only where it is chosen",
            "works offline" if server.offline else "",
        ]
        told = ", ".join(filter(None, marks))
        line = f"{plain_line(server.name).ljust(width)}  {plain_line(server.target, 200)}"
        result(f"{line}  ({told})" if told else line)
    if not states:
        note("No server is configured. Add one: desktop-agent servers add FILE")


def _row(server: McpServer) -> dict[str, object]:
    """Return a server's JSON fields without its environment and headers, which may hold secrets."""
    return {
        "name": server.name,
        "command": server.command,
        "args": list(server.args),
        "url": server.url,
        "enabled": server.enabled,
        "confirmed": server.confirmed,
        "default": server.default,
        "offline": server.offline,
    }


def _tell(state: McpServerState) -> Exit:
    name = plain_line(state.server.name)
    if state.status != "ready":
        for line in state.log:
            note(f"  {plain_line(line, 400)}")
        complain(state.problem or f"{name} is {state.status}.", state.remedy)
        return Exit.FAILED
    count = "1 tool" if len(state.tools) == 1 else f"{len(state.tools)} tools"
    note(f"{name} {plain_line(state.version)}".rstrip() + f" works and has {count}.")
    for tool in state.tools:
        decided = {"ask": "", "always": " (always allowed)", "never": " (never allowed)"}
        says = f": {plain_line(tool.description, 120)}" if tool.description.strip() else ""
        result(f"{plain_line(tool.name)}{decided[tool.decision]}{says}")
        if tool.warning:
            note(f"  {plain_line(tool.warning, 300)}")
    return Exit.ANSWERED
