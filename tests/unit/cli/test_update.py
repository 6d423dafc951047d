"""``update``: what the terminal says of a newer version."""

import json
from types import SimpleNamespace

from desktop_agent import __version__
from desktop_agent.frontends.cli.output import Exit
from desktop_agent.frontends.cli.parser import build_parser
from desktop_agent.frontends.cli.update import update
from tests.security.update_world import PROGRAM, World
from tests.servers.update_repository import contents
from tests.unit.updates.conftest import served, world

__all__ = ["served", "world"]  # fixtures


async def run(world: World, *words: str, running: str = "0.1.0") -> Exit:
    session = SimpleNamespace(updates=world.program(running))
    return await update(session, build_parser().parse_args(["update", *words]))


async def test_a_newer_version_is_told_with_its_notes_which_cannot_move_the_cursor(world, capsys):
    assert await run(world, "check") == Exit.ANSWERED
    said = capsys.readouterr()
    assert said.out == "Desktop Agent 0.2.0, released on 2026-03-01 (0.1 MiB)\n"
    assert said.err == "  What is new in 0.2.0\n"
    await run(world, "check", "--json")
    await run(world, "check", "--json", running="0.2.0")
    newer, none = map(json.loads, capsys.readouterr().out.splitlines())
    assert (newer["newer"]["version"], newer["newer"]["size"]) == ("0.2.0", len(PROGRAM))
    assert none == {"running": __version__, "newer": None}
    name = world.honest.release("0.3.0", b"x")
    about = world.honest.targets.targets[name].unrecognized_fields["custom"]
    about["notes"] = "line\x1b[2J\x07 two"
    world.honest.publish()
    await run(world, "check")
    assert capsys.readouterr().err == "  line two\n"


async def test_the_newest_version_is_told_and_is_no_failure(world, capsys):
    assert await run(world, "check", running="0.2.0") == Exit.ANSWERED
    assert await run(world, "download", "--folder", str(world.folder), running="0.2.0") == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("is the newest version.") == 2
    assert contents(world.folder) == []


async def test_a_download_ends_with_the_path_of_the_verified_file(world, capsys):
    assert await run(world, "download", "--folder", str(world.folder)) == Exit.ANSWERED
    said = capsys.readouterr()
    path = said.out.splitlines()[-1]
    assert path == str(world.folder / "desktop-agent-0.2.0.tar")
    assert contents(world.folder) == ["desktop-agent-0.2.0.tar"]
    assert "0.1 of 0.1 MiB" in said.err
