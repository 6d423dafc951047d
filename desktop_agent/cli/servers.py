"""``servers list``, ``add``, ``remove`` and ``try``: the MCP servers whose tools models may use."""

from argparse import Namespace
from collections.abc import Sequence
from typing import Protocol

from desktop_agent.cli.argument_types import read_text
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.output import complain, note, result, result_json
from desktop_agent.cli.plain_text import one_line
from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer, McpServerState


class Configured(Protocol):
    """The configured servers; see `servers.Servers`."""

    async def states(self) -> Sequence[McpServerState]: ...

    async def add(self, given: str | McpServer, name: str = "") -> Sequence[McpServer]: ...

    async def remove(self, name: str) -> bool: ...

    async def try_server(self, name: str) -> McpServerState: ...


class ServersSession(Protocol):
    """The session as far as servers go."""

    @property
    def servers(self) -> Configured: ...


async def servers(session: ServersSession, options: Namespace) -> Exit:
    """Does what ``options.action`` says."""
    match options.action:
        case "add":
            added = await session.servers.add(read_text(options.file), options.name)
            for server in added:
                note(f"{one_line(server.name)} is added; desktop-agent servers try starts it.")
        case "remove":
            if not await session.servers.remove(options.name):
                raise AgentError(
                    f"There is no server {options.name!r}.", "See desktop-agent servers list."
                )
            note(f"{one_line(options.name)} is removed.")
        case "try":
            return _tell(await session.servers.try_server(options.name))
        case _:
            _list(await session.servers.states(), as_json=options.json)
    return Exit.ANSWERED


def _list(states: Sequence[McpServerState], *, as_json: bool) -> None:
    if as_json:
        for state in states:
            result_json(_row(state.server))
        return
    width = max((len(state.server.name) for state in states), default=0)
    for state in states:
        server = state.server
        marks = [
            "" if server.enabled else "switched off",
            "" if server.default else "only where it is chosen",
            "works offline" if server.offline else "",
        ]
        told = ", ".join(filter(None, marks))
        line = f"{one_line(server.name).ljust(width)}  {one_line(_target(server), 200)}"
        result(f"{line}  ({told})" if told else line)
    if not states:
        note("No server is configured. Add one: desktop-agent servers add FILE")


def _row(server: McpServer) -> dict[str, object]:
    """Gives what is told of a server; environment and headers may hold secrets."""
    return {
        "name": server.name,
        "command": server.command,
        "args": list(server.args),
        "url": server.url,
        "enabled": server.enabled,
        "default": server.default,
        "offline": server.offline,
    }


def _target(server: McpServer) -> str:
    return server.url or " ".join((server.command, *server.args))


def _tell(state: McpServerState) -> Exit:
    name = one_line(state.server.name)
    if state.status != "ready":
        for line in state.log:
            note(f"  {one_line(line, 400)}")
        complain(state.problem or f"{name} is {state.status}.", state.remedy)
        return Exit.FAILED
    count = "1 tool" if len(state.tools) == 1 else f"{len(state.tools)} tools"
    note(f"{name} {one_line(state.version)}".rstrip() + f" works and has {count}.")
    for tool in state.tools:
        decided = {"ask": "", "always": " (always allowed)", "never": " (never allowed)"}
        says = f": {one_line(tool.description, 120)}" if tool.description.strip() else ""
        result(f"{one_line(tool.name)}{decided[tool.decision]}{says}")
        if tool.warning:
            note(f"  {one_line(tool.warning, 300)}")
    return Exit.ANSWERED
