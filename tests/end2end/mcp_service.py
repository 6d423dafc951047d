"""`desktop-agent mcp` in a process of its own, and clients of it."""

import json
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters, stdio_client

from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import Event
from desktop_agent.storage.runs import read_run
from tests.end2end.world import ROOT, World

ERAS = ("legacy", "2026-07-28")
"""The two forms of the protocol: with a handshake and a session, and without."""


@asynccontextmanager
async def stdio(world: World, era: str = "legacy", *options: str) -> AsyncIterator[Client]:
    """A client that starts the server; what the server says on stderr must be nothing."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "desktop_agent", "mcp", *options],
        env=world.process_environ(),
        cwd=ROOT,
    )
    with tempfile.TemporaryFile("w+") as errors:
        async with Client(stdio_client(parameters, errlog=errors), mode=era) as client:
            yield client
        errors.seek(0)
        said = errors.read()
        assert said == "", said


class RawClient:
    """A client that is nothing but two pipes."""

    def __init__(self, world: World, *options: str) -> None:
        self.process = subprocess.Popen(
            world.command("mcp", *options),
            cwd=ROOT,
            env=world.process_environ(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        client = {"name": "raw", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self.send(id=1, method="initialize", params=hello)
        assert self.receive()["result"]["serverInfo"]["name"] == "desktop-agent"
        self.send(method="notifications/initialized")

    def send(self, **message: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def write(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def ask(self, number: int, question: str, **more: Any) -> None:
        given = {"question": question, "strategy": "quick", **more}
        self.send(id=number, method="tools/call", params={"name": "research", "arguments": given})

    def receive(self) -> Any:
        return json.loads(self.process.stdout.readline())

    def vanish(self) -> None:
        """Closes all pipes at once, as the system does for a program that was killed."""
        self.process.stdin.close()
        self.process.stdout.close()


def recordings(world: World) -> list[list[Event]]:
    """Gives the recorded runs, in the order of their beginning."""
    files = sorted(
        (world.home / "data" / "runs").glob("*.jsonl"), key=lambda file: file.stat().st_ctime_ns
    )
    return [_events(file) for file in files]


def statuses(world: World) -> list[str]:
    """Return how each recorded run ended; "" for one that has not."""
    return [getattr(events[-1], "status", "") if events else "" for events in recordings(world)]


def recording(world: World, run_id: str) -> list[Event]:
    (events,) = (each for each in recordings(world) if each and each[0].run_id == run_id)
    return events


def text_of(result: Any) -> str:
    (content,) = result.content
    return str(content.text)


def _events(file: Path) -> list[Event]:
    try:
        return list(read_run(file))
    except RecordingError:  # it has only just been made
        return []
