"""``mcp``: the services of the program for other programs."""

import asyncio
import json
import os
import signal
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from desktop_agent.app import Session
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.output import note

_TOKEN = "DESKTOP_AGENT_MCP_TOKEN"  # noqa: S105 - the name of the variable
_GRACE_S = 10.0
"""Seconds after which a server that is to stop, and cannot, is ended."""


async def mcp(session: Session, options: Namespace) -> Exit:
    """Serves until the client goes away or a signal ends it."""
    given = os.environ.pop(_TOKEN, "")  # no program that is started from here needs it
    stop = asyncio.Event()
    with _signals(stop) as seen:
        if options.http is None:
            from desktop_agent.mcp_server.stdio import serve_stdio

            if sys.stdin.isatty():
                note("This speaks MCP on stdin and stdout, for a program that starts it.")
            await serve_stdio(session, stop)
        else:
            await _serve_http(session, options.http, given, stop)
    return Exit.INTERRUPTED if signal.SIGINT in seen else Exit.ANSWERED


async def _serve_http(session: Session, port: int, given: str, stop: asyncio.Event) -> None:
    from desktop_agent.mcp_server.http import serve_http
    from desktop_agent.mcp_server.http_guard import checked_token

    token = checked_token(given)

    def ready(url: str) -> None:
        shown = f"${{{_TOKEN}}}" if given else token
        server = {"type": "http", "url": url, "headers": {"Authorization": f"Bearer {shown}"}}
        note(f"Serving MCP at {url}. For the settings of a client:")
        note(json.dumps({"mcpServers": {"desktop-agent": server}}, indent=2))

    await serve_http(session, port, token, stop, ready)


@contextmanager
def _signals(stop: asyncio.Event) -> Iterator[list[int]]:
    """Has the first SIGINT or SIGTERM set ``stop``, and the second end the program at once.

    It is ended as well where it does not come to an end by itself: a client that no longer reads
    can hold it up for ever. What was recorded is on the disk by then.
    """
    loop = asyncio.get_running_loop()
    seen: list[int] = []

    def on_signal(number: int, _frame: FrameType | None) -> None:
        if seen:
            os._exit(Exit.INTERRUPTED)
        seen.append(number)
        loop.call_soon_threadsafe(stop.set)
        last = threading.Timer(_GRACE_S, os._exit, [Exit.FAILED])
        last.daemon = True
        last.start()

    before = {each: signal.signal(each, on_signal) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield seen
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
