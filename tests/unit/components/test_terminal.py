"""Components in the terminal."""

import json
from pathlib import Path

import pytest

from desktop_agent.app.components import Components
from desktop_agent.frontends.cli.output import Exit
from desktop_agent.frontends.cli.parser import add_components_arguments
from desktop_agent.frontends.cli.update import components as components_command
from tests.servers.component_place import FITTING, FolderPlace


class Terminal:
    """A session that has components."""

    def __init__(self, components: Components) -> None:
        self.components = components


async def command(components: Components, *words: str) -> Exit:
    import argparse

    parser = argparse.ArgumentParser()
    add_components_arguments(parser)
    return await components_command(Terminal(components), parser.parse_args(words))


async def test_the_terminal_lists_adds_and_removes(
    folder: Path, place: FolderPlace, capsys: pytest.CaptureFixture[str]
):
    components = Components(folder, lambda: place, lambda: True)
    assert await command(components, "list") == Exit.ANSWERED
    assert capsys.readouterr().out.startswith(
        f"lancedb  {FITTING}  can be added  (0 MB to download"
    )
    assert await command(components, "add", "lancedb", "--json") == Exit.ANSWERED
    out, err = capsys.readouterr()
    assert json.loads(out)["state"] == "added"
    assert err.splitlines()[-1].startswith("lancedb: ")
    assert await command(components, "list", "--json") == Exit.ANSWERED
    assert json.loads(capsys.readouterr().out)["version"] == FITTING
    await command(components, "remove", "lancedb")
    assert capsys.readouterr().err == "lancedb is removed once no Desktop Agent uses it.\n"
    await command(components, "list")
    assert "can be added" in capsys.readouterr().out
