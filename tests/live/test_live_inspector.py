"""The server for other programs, as the command line of the official inspector sees it."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.end2end.world import ROOT, World, build_world
from tests.servers.search_replies import Result

pytestmark = [pytest.mark.live, pytest.mark.timeout(600)]

NODE = "node@22"
"""The inspector wants a newer Node.js than many systems have; npm brings it."""
FOUND = Result("Ohio", "https://ohio.example/", "A state of the United States.")


@pytest.fixture(scope="module")
def inspector() -> list[str]:
    """The beginning of its command; npm loads it the first time."""
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("there is no npx to load the inspector with")
    packages = ["-p", NODE, "-p", "@modelcontextprotocol/inspector@2"]
    command = [npx, "-y", *packages, "mcp-inspector", "--cli"]
    asked = subprocess.run([*command, "--help"], capture_output=True, text=True, check=False)
    if asked.returncode:
        pytest.skip(f"npm cannot load the inspector: {asked.stderr[-300:]}")
    return command


@pytest.fixture
def world(home) -> Iterator[World]:
    with build_world(home, replies=["The answer."], duckduckgo=[[FOUND]]) as world:
        yield world


def inspect(inspector: list[str], server: list[str], *options: str) -> Any:
    done = subprocess.run(
        [*inspector, *options, *server],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def call(inspector: list[str], server: list[str], tool: str, *given: str) -> Any:
    pairs = [part for each in given for part in ("--tool-arg", each)]
    asked = ("--method", "tools/call", "--tool-name", tool, *pairs)
    return inspect(inspector, [*server, *asked])["structuredContent"]


def on_stdio(world: World) -> list[str]:
    environ = world.process_environ()
    given = [part for n in environ if n != "PATH" for part in ("-e", f"{n}={environ[n]}")]
    return [*given, *world.command("mcp")]


def test_the_tools_pass_its_strict_check_of_their_schemas(inspector, world):
    listed = inspect(inspector, on_stdio(world), "--method", "tools/list", "--strict")
    assert {"research", "web_search", "web_fetch"} < {tool["name"] for tool in listed["tools"]}


def test_it_calls_tools_over_stdio(inspector, world):
    server = on_stdio(world)
    told = call(inspector, server, "research", "question=Count", "strategy=quick")
    assert told["answer"] == "The answer."
    found = call(inspector, server, "web_search", "query=ohio", "count=2")
    assert found["hits"][0]["url"] == FOUND.url
