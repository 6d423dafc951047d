"""Folders that may not be written, that are files, that are missing; links that lead nowhere."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Question
from tests.chaos.disk_left import read_left
from tests.chaos.disk_room import read_only
from tests.chaos.frame import Chaos, fault
from tests.chaos.saved import lost
from tests.chaos.test_disk_full import try_all
from tests.end2end.world import World, play


async def use(chaos: Chaos, world: World, *, but: tuple[str, ...] = ()) -> None:
    """Opens the program, reads, asks and saves: each works, or is refused in a sentence."""
    try:
        async with chaos.opened(world) as session:
            left, told = await read_left(session)
            for error in told:
                chaos.saw_error(error)
            if said := left.get("told of templates"):
                chaos.saw(said)
            if not told:  # what cannot be read now is looked for at the end
                gone = lost(chaos._saved, left)
                chaos.lost += [each for each in gone if not each.startswith(but)]
            chaos.saw_run(await play(session, Question("And?", strategy="quick")))
            await try_all(chaos, session)
            for problem in session.file_problems.all:
                chaos.saw(problem.message, problem.remedy)
    except AgentError as error:
        chaos.saw_error(error)


@pytest.mark.parametrize(
    "part",
    [
        fault(f"Read-only {part}", f"the folder `{part}` is mounted read-only", part)
        for part in ("config", "data", "cache", "logs")
    ],
)
async def test_a_folder_that_may_not_be_written_is_told_of(chaos, world, part):
    await chaos.fill(world)
    folder = chaos.home / part
    folder.mkdir(exist_ok=True)
    with read_only(folder):
        await use(chaos, world)
    await chaos.check_again(world, but=("setting search.count", "draft of a new"))


_FOLDERS = tuple(
    f"data/{name}" for name in ("runs", "snapshots", "templates", "unfinished", "knowledge")
)
_FILES = (
    "data/conversations.db",
    "data/discoveries.jsonl",
    "data/schedules.json",
    "data/runs.db",
    "data/ledger.jsonl",
    "config/settings.toml",
    "config/mcp.json",
    "cache/engine-rests.json",
    "logs/desktop-agent.jsonl",
)


@contextlib.contextmanager
def put_away(path: Path) -> Iterator[None]:
    away = path.with_name(f"{path.name}.away")
    there = path.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    if there:
        path.rename(away)
    try:
        yield
    finally:
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.is_dir():
            shutil.rmtree(path)
        if there:
            away.rename(path)


@pytest.mark.parametrize(
    ("names", "what"),
    [
        fault(
            "A file in the place of a folder",
            "one of the folders `runs`, `snapshots`, `templates`, `unfinished`, `knowledge` is a file",
            _FOLDERS,
            "file",
        ),
        fault(
            "A folder in the place of a file",
            "a folder stands where a file should be",
            _FILES,
            "folder",
        ),
        fault(
            "A link that leads nowhere",
            "a file is a link to a disk that is not there",
            _FILES,
            "link",
        ),
        fault(
            "A missing folder",
            "a folder of the program is moved away while it is closed",
            _FOLDERS,
            "nothing",
        ),
    ],
)
async def test_what_is_in_a_wrong_place_or_missing_is_told_or_made_anew(chaos, world, names, what):
    await chaos.fill(world)
    path = chaos.home / chaos.dice.choice(names)
    with put_away(path):
        if what == "file":
            path.write_text("I am a file.")
        elif what == "folder":
            path.mkdir()
        elif what == "link":
            path.symlink_to("/nowhere/at/all")
        await use(chaos, world, but=_own(path.name.removesuffix("s")))
    await chaos.check_again(world, but=("setting search.count", "draft of a new"))


def _own(name: str) -> tuple[str, ...]:
    """The names of what is in the very place that is wrong."""
    if name.startswith("conversations"):
        return ("conversation ", "draft ", "question ", "answer ")
    if name.startswith("settings"):
        return ("setting ",)
    if name.startswith("run"):
        return ("recording ", "background run ")
    return (f"{name.partition('.')[0].removesuffix('s').replace('discoverie', 'discovery')} ",)
