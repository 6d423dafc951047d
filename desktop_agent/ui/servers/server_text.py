"""A server as the JSON that programs of this kind share, and as a form fills it in."""

import json
import os
import shlex
from collections.abc import Mapping
from typing import Any

from desktop_agent.core.errors import SettingsError
from desktop_agent.core.mcp import McpServer


def text_of(server: McpServer) -> str:
    """Gives a server in the common JSON shape, ``{"mcpServers": {…}}``."""
    about: dict[str, Any]
    if server.url:
        about = {"url": server.url}
        if server.headers:
            about["headers"] = dict(server.headers)
    else:
        about = {"command": server.command, "args": list(server.args)}
        if server.env:
            about["env"] = dict(server.env)
        if server.cwd:
            about["cwd"] = server.cwd
    return json.dumps({"mcpServers": {server.name: about}}, ensure_ascii=False, indent=2)


def server_of(name: str, target: str, values: str) -> McpServer:
    """Gives the server of a form: its name, its command line or address, and ``NAME=value`` lines.

    Raises:
        SettingsError: something is missing or cannot be read.
    """
    name, target = name.strip(), target.strip()
    if not name:
        raise SettingsError("The server has no name.", "Give it one, such as time.")
    if not target:
        raise SettingsError(
            "It is not said what to start.", "Write a command line, or an address with https://."
        )
    pairs = _pairs(values)
    if target.startswith(("http://", "https://")):
        return McpServer(name, url=target, headers=pairs)
    command, *arguments = _words(target)
    return McpServer(name, command=command, args=tuple(arguments), env=pairs)


def command_line(server: McpServer) -> str:
    """Gives what `server_of` reads: the address, or the command line with its quotes."""
    if server.url:
        return server.url
    parts = (server.command, *server.args)
    if os.name == "nt":
        return " ".join(f'"{part}"' if " " in part or not part else part for part in parts)
    return shlex.join(parts)


def value_lines(server: McpServer) -> str:
    """Gives environment or headers, a ``NAME=value`` a line."""
    pairs = server.headers if server.url else server.env
    return "\n".join(f"{name}={value}" for name, value in pairs.items())


def _words(line: str) -> list[str]:
    try:
        if os.name == "nt":  # a backslash parts folders there
            return [word.strip('"') for word in shlex.split(line, posix=False)]
        return shlex.split(line)
    except ValueError:
        raise SettingsError(
            "A quote in the command line is not closed.", "Close it, or take it away."
        ) from None


def _pairs(lines: str) -> Mapping[str, str]:
    pairs = {}
    for line in filter(None, map(str.strip, lines.splitlines())):
        name, sign, value = line.partition("=")
        if not sign or not name.strip():
            raise SettingsError(
                f"“{line[:60]}” is no value.", "Write NAME=value, one on each line."
            )
        pairs[name.strip()] = value.strip()
    return pairs
