"""What a tool answers: the same thing as text for a model and as JSON for a program."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_agent.core.untrusted import Fence
from desktop_agent.mcp_server.results import Result

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.mcp_server.progress import Progress

_HALVES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Call:
    """What a tool works with: the session, and the way to tell how far it is."""

    session: "Session"
    progress: "Progress"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of a tool."""

    text: str
    value: Result


def fenced(head: str, outside: str, origin: str) -> str:
    """Gives a text whose part from outside stands between lines that nothing in it can forge."""
    fence = Fence.new()
    return f"{head}\n\n{fence.rule}\n\n{fence.wrap(outside, origin)}"


def encodable(text: str) -> str:
    """Gives the text without halves of surrogate pairs, which JSON in UTF-8 cannot carry."""
    return _HALVES.sub("\ufffd", text)
