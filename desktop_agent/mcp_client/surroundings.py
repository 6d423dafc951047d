"""What connections to servers need of the program around them."""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from desktop_agent.core.mcp import McpServer
from desktop_agent.core.settings import McpSettings


def _environ() -> Mapping[str, str]:
    return os.environ


def _as_it_is(text: str) -> str:
    return text


def _filled_in(server: McpServer) -> McpServer:
    return server


@dataclass(frozen=True, slots=True)
class Surroundings:
    """``http_transport`` makes the httpx2 transport of one connection, which is closed with it.

    ``scope`` is the network switch that holds for a connection as such; a call is made in the scope
    of who calls. ``fill_in`` puts secrets in the place of their placeholders; it may block.
    ``redact`` takes secrets out of what is shown.
    """

    http_transport: Callable[[], Any]
    settings: Callable[[], McpSettings] = McpSettings
    environ: Callable[[], Mapping[str, str]] = _environ
    scope: Callable[[], AbstractContextManager[None]] = nullcontext
    fill_in: Callable[[McpServer], McpServer] = _filled_in
    redact: Callable[[str], str] = _as_it_is
