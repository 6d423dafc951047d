"""MCP servers configured by the user, and their tools."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple

from desktop_agent.core.messages import JsonObject

Decision = Literal["once", "always", "never"]
"""The user's decision on a tool call; all but ``once`` are stored."""


@dataclass(frozen=True, slots=True)
class McpServer:
    """A configured server: a program (``command``) or an address (``url``).

    ``env`` and ``headers`` may hold ``${keyring:NAME}`` and ``${env:NAME}`` in place of a secret.
    ``offline`` says that it works without the network: others are left out if the network is
    switched off. With ``default`` it is on in conversations without a choice of servers. A server
    from a backup is not ``confirmed``, and not started, until the user confirms it.
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
        """True if the server is enabled and confirmed."""
        return self.enabled and self.confirmed

    @property
    def target(self) -> str:
        """The command line, or the address."""
        return self.url or " ".join((self.command, *self.args))

    @property
    def fingerprint(self) -> str:
        """A hash of everything that decides what is started or called, without the switches."""
        parts = [self.command, self.args, self.cwd, self.url]
        tables = [sorted(table.items()) for table in (self.env, self.headers)]
        return sha256(json.dumps([parts, tables]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RemoteTool:
    """A tool of a server: ``name`` on the server, ``shown`` for the models.

    ``server`` is empty for a tool of the program that needs the user's approval. ``read_only`` is
    True if the server says that it changes nothing (``readOnlyHint``). ``fingerprint`` is a hash of
    its description; a decision holds for that only. ``warning`` says why it is not offered to
    models until the user allows it, or is empty.
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
    """The state of a server; ``problem`` and ``remedy`` say what is wrong, or are empty."""

    server: McpServer
    status: Literal["off", "idle", "starting", "ready", "failed"]
    tools: tuple[RemoteTool, ...] = ()
    version: str = ""
    problem: str = ""
    remedy: str = ""
    log: tuple[str, ...] = ()
    """The last lines of its stderr."""


class Approval(NamedTuple):
    """The decision on a call; ``reason`` says why if nobody could be asked."""

    answer: Literal["once", "always", "never", "declined"]
    reason: str = ""


Approve = Callable[[str, RemoteTool, JsonObject, str], Awaitable[Approval]]
"""Asks for approval of a call (its id, the tool, the arguments).

The last argument says where the untrusted text came from that the model had read before the call;
it is empty if it had read none.
"""
