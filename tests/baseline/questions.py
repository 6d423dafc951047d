"""Asks the questions, and writes what happened and what the model was asked."""

import asyncio
import re
import tempfile
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path

from tests.baseline.scenarios import Scenario, scenarios
from tests.baseline.text import steady_events, steady_requests
from tests.end2end.world import build_world
from tests.evidence_worlds.stage import Stage, run, staged
from tests.evidence_worlds.worlds import load_worlds
from tests.recorded_cases import DOCUMENTS
from tests.servers.loopback import serve
from tests.servers.pages import PagesServer

_BY_LUCK = frozenset({"current_title_holder/berlin_philharmonic"})
"""Where two passages weigh the same, and the page that came first is quoted."""


def record_questions(folder: Path, wanted: Callable[[str], bool] = lambda _name: True) -> int:
    """Write ``events`` and ``requests`` into ``folder``; return how many scenarios there are."""
    count = 0
    with serve(PagesServer(dict(DOCUMENTS)).app) as base:
        for scenario in scenarios(base):
            if wanted(scenario.name):
                asyncio.run(_record(scenario, folder))
                count += 1
    return count


def record_worlds(folder: Path) -> int:
    """Write what evidence mode makes of every evidence world; return how many there are."""
    with tempfile.TemporaryDirectory() as made, staged(load_worlds(), Path(made)) as stage:
        asyncio.run(_record_worlds(stage, Path(made), folder))
    return len(load_worlds())


async def _record_worlds(stage: Stage, home: Path, folder: Path) -> None:
    async with aclosing(stage.session()) as session:
        for world in load_worlds():
            if world.name in _BY_LUCK:
                continue
            before = set(_runs(home))
            await run(world, stage, session)
            lines = [line for file in _runs(home) if file not in before for line in _lines(file)]
            _write(
                folder / "worlds" / f"{_slug(world.name)}.jsonl",
                steady_events(lines, {"HOME": str(home)}, together=False),
            )


async def _record(scenario: Scenario, folder: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="baseline") as made:
        home, files = Path(made, "home"), Path(made, "files")
        folders = {"HOME": str(home), "FILES": str(files)}
        others = [scenario.others]
        with build_world(
            home, replies=scenario.replies, duckduckgo=scenario.found, tavily=others, brave=others
        ) as world:
            # all samples of a model are waited for, or it would be luck which of them count
            async with world.opened(**{"swarm.quorum": 3} | scenario.settings) as session:
                await scenario.act(world, session, files)
        name = _slug(scenario.name)
        streams = [
            steady_events(_lines(file), folders, together=scenario.together) for file in _runs(home)
        ]
        _write(folder / "events" / f"{name}.jsonl", "\n".join(streams))
        asked = steady_requests(world.ollama.requests, folders, together=scenario.together)
        _write(folder / "requests" / f"{name}.jsonl", asked)


def _runs(home: Path) -> list[Path]:
    return sorted((home / "data" / "runs").glob("*.jsonl"))


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").split("\n")[:-1]  # other ends of lines stand in texts


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", errors="surrogatepass")
