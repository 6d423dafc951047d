"""Servers of the Model Context Protocol that the person has configured, and what they offer."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple

from desktop_agent.core.messages import JsonObject

Decision = Literal["once", "always", "never"]
"""What the person says of a tool that wants to be called; all but ``once`` is kept."""


@dataclass(frozen=True, slots=True)
class McpServer:
    """A server as it is configured: a program (``command``) or an address (``url``).

    ``env`` and ``headers`` may hold ``${keyring:NAME}`` and ``${env:NAME}`` in place of a secret.
    ``offline`` says that it works without the network: others are left out where the network is
    switched off. With ``default`` it is on in conversations that do not choose for themselves.
    One that came with a backup is not ``confirmed``, and not started, until the user says so.
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
        """True where the server is switched on and confirmed."""
        return self.enabled and self.confirmed

    @property
    def target(self) -> str:
        """The command line, or the address."""
        return self.url or " ".join((self.command, *self.args))

    @property
    def fingerprint(self) -> str:
        """A hash of all that decides what is started or asked, and with what: not of the switches."""
        parts = [self.command, self.args, self.cwd, self.url]
        tables = [sorted(table.items()) for table in (self.env, self.headers)]
        return sha256(json.dumps([parts, tables]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class RemoteTool:
    """A tool of a server: ``name`` as the server calls it, ``shown`` as models are told it.

    ``server`` is empty for a tool of the program itself that the user is asked about.
    ``read_only`` is true where its server says that it changes nothing (``readOnlyHint``).
    ``fingerprint`` is a hash of all that the server tells of it; a decision counts for that one.
    ``warning`` says why it is not offered to models until the person allows it, or is empty.
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
    """How it stands with a server; ``problem`` and ``remedy`` say what is wrong, or are empty."""

    server: McpServer
    status: Literal["off", "idle", "starting", "ready", "failed"]
    tools: tuple[RemoteTool, ...] = ()
    version: str = ""
    problem: str = ""
    remedy: str = ""
    log: tuple[str, ...] = ()
    """The last lines that its program has written to stderr."""


class Approval(NamedTuple):
    """What was decided of a call; ``reason`` says why where nobody could be asked."""

    answer: Literal["once", "always", "never", "declined"]
    reason: str = ""


Approve = Callable[[str, RemoteTool, JsonObject, str], Awaitable[Approval]]
"""Asks whether a call (its id, the tool, the arguments) may be made.

The last argument says where the text from outside came from that the model had read before it made
the call; it is empty where it had read none.
"""
