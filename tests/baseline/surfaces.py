"""What the program shows beside answers: commands, settings, tools for others, databases, files."""

import asyncio
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from desktop_agent.app.session import open_session
from tests.baseline.clock import clock_environ
from tests.baseline.scenarios import IN_MAY, write_documents, writes
from tests.baseline.text import steady, steady_events
from tests.end2end.mcp_service import RawClient
from tests.end2end.test_templates import OWN
from tests.end2end.world import ROOT, Ended, World, build_world
from tests.servers.ollama import Model
from tests.servers.search_replies import Result

_ASKED = "How high is the Ostrau dam?"
_COMMAND = re.compile(r"^ {4}([a-z][\w-]*)(?: |$)", re.MULTILINE)
_CALLS = """
--version
nonsense
ask
ask {asked} --strategy quick
ask {asked} --strategy quick --json
ask {asked} --strategy verified --bare
ask {asked} --strategy evidence --json
ask {asked} --strategy evidence --offline
ask {asked} --strategy evidence --bare
ask {asked} --provider none
ask {asked} --strategy quick --model absent
evidence {asked}
evidence {asked} --json
search dam
search dam --json --count 2
search dam --count 0
fetch http://127.0.0.1:1/
knowledge add FILES --collection notes
knowledge add FILES/nothing-here
knowledge list
knowledge status
knowledge status --json
knowledge search dam
knowledge search dam --json --collection notes
knowledge update
templates list
templates add FILES/template.json
templates show noise-survey
templates remove timeline
schedule add {asked} --when daily
schedule add {asked} --when never
schedule list
schedule list --json
runs list
runs list --json
runs work
servers list --json
servers add FILES/servers.json
servers list
servers list --json
keys list
models list
update check
doctor
doctor --json
backup FILES/kept.backup --json
restore FILES/nothing-here
replay FILES/nothing-here
diagnostics FILES/nothing/here.txt
knowledge remove notes
"""


def record_commands(folder: Path) -> None:
    """Write the help of every command, and what commands print one after another in one home."""
    with _world() as (world, files):
        (folder / "cli").mkdir(parents=True, exist_ok=True)
        for words in _commands(world):
            name = "-".join(("help", *words))
            (folder / "cli" / f"{name}.txt").write_text(_shown(world, files, *words, "--help"))
        calls = [line.split() for line in _CALLS.strip().splitlines()]
        named = {"{asked}": _ASKED}
        printed = [
            _shown(world, files, *(named.get(w, w).replace("FILES", str(files)) for w in call))
            for call in calls
        ]
        (folder / "cli" / "calls.txt").write_text("\n".join(printed))


def record_forms(folder: Path) -> None:
    """Write the settings, the tools of the MCP server, the databases and the files of a home."""
    forms = folder / "forms"
    forms.mkdir(parents=True, exist_ok=True)
    with _world() as (world, files):
        for call in (["knowledge", "add", str(files)], ["ask", _ASKED], ["ask", _ASKED, "--json"]):
            _run(world, *call)
        asyncio.run(_converse(world))
        (forms / "settings.json").write_text(_json(_settings(world)))
        (forms / "mcp_tools.json").write_text(_json(_mcp_lists(world)))
        (forms / "databases.txt").write_text("\n".join(_databases(world.home)))
        found = "\n".join(sorted(str(f.relative_to(world.home)) for f in world.home.rglob("*")))
        (forms / "home.txt").write_text(re.sub(r"/[0-9a-f]{2}\b", "/HEX2", steady(found, {})))


@contextmanager
def _world() -> Iterator[tuple[World, Path]]:
    """Yield a world whose model says one thing, and a folder with documents."""
    hit = Result("The dam", "https://dam.example/", "The Ostrau dam is 63 metres high.")
    with tempfile.TemporaryDirectory(prefix="baseline") as made:
        files = Path(made, "files")
        write_documents(files)
        replies = writes("It is 63 metres high [1].")
        given = {"DESKTOP_AGENT_KNOWLEDGE__EMBEDDING_PROVIDER": "ollama"}
        home = Path(made, "home")
        with build_world(home, replies=replies, duckduckgo=[[hit]], environ=given) as world:
            name = "nomic-embed-text"
            world.ollama.models[f"{name}:latest"] = Model(name=name, capabilities=("embedding",))
            (files / "template.json").write_text(json.dumps(OWN))
            served = {"notes": {"command": "/nowhere/notes", "args": ["--quiet"]}}
            (files / "servers.json").write_text(json.dumps({"mcpServers": served}))
            for file in files.iterdir():
                os.utime(file, (IN_MAY, IN_MAY))
            yield world, files


def _commands(world: World) -> Iterator[tuple[str, ...]]:
    """Yield every command and sub-command, found in the help of the one above it."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        words = waiting.pop(0)
        yield words
        waiting += [
            (*words, name) for name in _COMMAND.findall(_run(world, *words, "--help").stdout)
        ]


def _run(world: World, *arguments: str) -> Ended:
    return world.run_anew(*arguments, COLUMNS="100", **clock_environ())


def _shown(world: World, files: Path, *arguments: str) -> str:
    folders = {"HOME": str(world.home), "FILES": str(files), "ROOT": str(ROOT)}
    done = _run(world, *arguments)
    printed = done.stdout
    if printed.startswith('{"type":"run_started"'):
        printed = steady_events(printed.split("\n")[:-1], folders, together=False)
    call, ended = f"$ {' '.join(arguments)}\n", f"--- status {done.returncode}\n"
    return steady(f"{call}{printed}--- errors\n{done.stderr}{ended}", folders)


async def _converse(world: World) -> None:
    """Open what makes databases only when it is used: conversations, the desk, schedules."""
    async with world.opened() as session:
        await session.conversations.create("Dams")
        await session.runs.open()


def _settings(world: World) -> Any:
    session = open_session(environ=world.environ)
    try:
        return type(session.settings).model_json_schema()
    finally:
        asyncio.run(session.aclose())


def _mcp_lists(world: World) -> dict[str, Any]:
    client = RawClient(world)
    lists: dict[str, Any] = {}
    for number, name in enumerate(("tools", "prompts", "resources"), 2):
        client.send(id=number, method=f"{name}/list", params={})
        answer = client.receive()
        lists[name] = answer.get("result", answer.get("error"))
    client.vanish()
    client.process.wait(60)
    return lists


def _databases(home: Path) -> Iterator[str]:
    for file in sorted(f for f in home.rglob("*") if f.is_file()):
        with file.open("rb") as opened:
            if opened.read(16) != b"SQLite format 3\0":
                continue
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as base:
            version = base.execute("PRAGMA user_version").fetchone()[0]
            rows = base.execute(
                "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name, sql"
            )
            yield f"== {file.relative_to(home)}, version {version}\n"
            yield from (f"{sql};" for (sql,) in rows)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True)
