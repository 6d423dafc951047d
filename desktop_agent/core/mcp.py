"""The MCP servers configured by the user, and their tools."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple

from desktop_agent.core.messages import JsonObject

Decision = Literal["once", "always", "never"]
"""The user's decision on a tool call; every decision except ``once`` is stored."""


@dataclass(frozen=True, slots=True)
class McpServer:
    """A configured MCP server: a local program (``command``) or a remote endpoint (``url``).

    Values in ``env`` and ``headers`` may contain ``${keyring:NAME}`` and ``${env:NAME}`` as
    placeholders for secrets. ``offline`` is True if the server works without the network; other
    servers are unavailable while the network is off. ``default`` servers are used in conversations
    without a server selection. A server restored from a backup is not started until the user has
    ``confirmed`` it.
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: str = ""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    enabled: bool = True
    default: bool = True
    offline: bool = False
    confirmed: bool = True

    @property
    def may_start(self) -> bool:
        return self.enabled and self.confirmed

    @property
    def target(self) -> str:
        return self.url or " ".join((self.command, *self.args))

    @property
    def fingerprint(self) -> str:
        """A hash of the command, arguments, working directory, URL, environment and headers."""
        parts = [self.command, self.args, self.cwd, self.url]
        tables = [sorted(table.items()) for table in (self.env, self.headers)]
        return sha256(json.dumps([parts, tables]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RemoteTool:
    """A tool on a server. ``name`` is its name there, and ``shown`` is the name given to models.

    ``server`` is empty for the program's own tools that need approval. ``read_only`` is True if the
    server declares that the tool changes nothing (``readOnlyHint``). ``fingerprint`` is a hash of
    the tool's description; a stored decision applies only to that description. ``warning`` is the
    reason why the tool is hidden from models until the user allows it, or "".
    """

    server: str
    name: str
    shown: str
    description: str
    parameters: JsonObject
    fingerprint: str
    decision: Literal["ask", "always", "never"] = "ask"
    warning: str = ""
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class McpServerState:
    """The state of a server. ``problem`` and ``remedy`` describe what is wrong, if anything."""

    server: McpServer
    status: Literal["off", "idle", "starting", "ready", "failed"]
    tools: tuple[RemoteTool, ...] = ()
    version: str = ""
    problem: str = ""
    remedy: str = ""
    log: tuple[str, ...] = ()
    """The last lines of the server's stderr."""


class Approval(NamedTuple):
    """The decision on a tool call; ``reason`` explains it if nobody could be asked."""

    answer: Literal["once", "always", "never", "declined"]
    reason: str = ""


Approve = Callable[[str, RemoteTool, JsonObject, str], Awaitable[Approval]]
"""Asks for approval of a call, given the call id, the tool and the arguments.

The last argument is the origin of the untrusted text that the model had read before the call, or
empty if it had read none.
"""
