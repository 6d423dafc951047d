"""A question is asked, all of it is backed up and restored elsewhere by the terminal, and stands there."""

import json
import os
import stat
import zipfile
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

import pytest

from desktop_agent.app.session import open_session
from desktop_agent.core.research import Question
from desktop_agent.core.template import template_to_json
from tests.end2end.world import build_world, play

KEY = "tvly-canary-0123456789"


Terminal = Callable[..., str]


@pytest.fixture
def terminal(home, run) -> Terminal:
    """The command line of whichever home is named; gives both streams, that of results first."""

    def run_there(home: Path, *arguments: object, status: int = 0) -> str:
        environ = {"DESKTOP_AGENT_HOME": str(home), "TAVILY_API_KEY": KEY}
        done = run(environ, *arguments)
        assert done.returncode == status
        return done.stdout + done.stderr

    return run_there


@pytest.fixture
async def asked(tmp_path) -> Path:
    here = tmp_path / "here"
    with build_world(here, replies=["It is a canary."]) as world:
        async with world.opened() as session:
            session.change_setting("agent.budget_s", 77)
            built_in = session.templates.load().templates[0]
            own = json.loads(template_to_json(built_in)) | {"id": "my-own"}
            (here / "data" / "templates").mkdir(parents=True)
            (here / "data" / "templates" / "my-own.json").write_text(json.dumps(own))
            await play(session, Question("What is it?"))
    return here


def test_what_was_asked_here_stands_there_after_the_next_start(asked, tmp_path, terminal):
    there, file = tmp_path / "there", tmp_path / "all.agentbackup"
    written = json.loads(terminal(asked, "backup", str(file), "--json").splitlines()[0])
    assert (written["runs"], written["templates"]) == (1, 1)
    looked = terminal(there, "restore", str(file), "--look", "--json")
    assert json.loads(looked.splitlines()[0]).items() >= written.items()
    assert "1 recorded runs, 1 templates" in terminal(there, "restore", str(file), "--look")
    assert "--yes" in terminal(there, "restore", str(file), status=1)
    assert "next start" in terminal(there, "restore", str(file), "--yes")
    assert not (there / "data" / "runs").exists()
    listed = terminal(there, "templates", "list")
    assert "my-own" in listed
    assert "The backup was restored" in listed
    runs = [path.name for path in (asked / "data" / "runs").iterdir()]
    assert [path.name for path in (there / "data" / "runs").iterdir()] == runs
    assert "77" in (there / "config" / "settings.toml").read_text()
    run_id = runs[0].split("-", 1)[1].removesuffix(".jsonl")
    assert "It is a canary." in terminal(there, "replay", run_id)
    with zipfile.ZipFile(file) as archive:
        assert not any(KEY.encode() in archive.read(name) for name in archive.namelist())


async def test_the_window_is_told_at_the_start_what_became_of_a_restore(tmp_path, home):
    environ = {"DESKTOP_AGENT_HOME": str(tmp_path / "here")}
    async with aclosing(open_session(environ=environ)) as session:
        assert session.restored is None
        await session.backups.write(tmp_path / "x")
        await session.backups.restore(tmp_path / "x")
        assert await session.backups.waiting()
        await session.conversations.list()  # the conversations are open when the next one begins
        async with aclosing(open_session(environ=environ)) as waits:
            assert waits.restored is not None
            assert "open" in waits.restored.why
    async with aclosing(open_session(environ=environ)) as after:
        assert after.restored is not None
        assert after.restored.done


def test_what_is_no_backup_is_told_in_a_sentence(tmp_path, terminal):
    (tmp_path / "x").write_bytes(b"hello")
    told = terminal(tmp_path / "home", "restore", str(tmp_path / "x"), "--yes", status=1)
    assert "isn't a backup or is damaged" in told
    assert "Traceback" not in told


def test_diagnostics_are_a_file_without_the_home_in_it(tmp_path, terminal, monkeypatch):
    monkeypatch.setenv("DESKTOP_AGENT_LLM__PROVIDER", "none")
    told = terminal(tmp_path / "canary-home", "diagnostics", str(tmp_path / "d.txt"))
    assert told.startswith(str(tmp_path / "d.txt"))
    assert "canary-home" not in (tmp_path / "d.txt").read_text()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes and links")
@pytest.mark.parametrize("kind", ["a named pipe", "a link", "a folder", "a device"])
@pytest.mark.parametrize("command", ["backup", "diagnostics"])
def test_a_backup_never_takes_the_place_of_what_is_no_file(tmp_path, terminal, kind, command):
    place = tmp_path / "place"
    match kind:
        case "a named pipe":
            os.mkfifo(place)
        case "a link":
            place.symlink_to(tmp_path)
        case "a folder":
            place.mkdir()
        case _:
            try:
                os.mknod(place, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
            except PermissionError:
                pytest.skip("only root can make a device")
    before = place.lstat()
    said = terminal(tmp_path / "home", command, str(place), status=1)
    named = place.resolve() if command == "diagnostics" else place
    what = "a folder" if (command, kind) == ("diagnostics", "a link") else kind
    assert f"{named} cannot be written: it is {what}, not a file." in said
    assert place.lstat()[:4] == before[:4]
