"""A process that dies in the middle of everything loses nothing that it was told is kept."""

import asyncio
import json
import os
import random
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest

from desktop_agent.knowledge.index.sqlite_index import SqliteIndex

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL is of POSIX")

ROOT = Path(__file__).parents[4]
PROGRAM = "tests.unit.knowledge.index.writing_process"
SAME = (
    "SELECT count(*) FROM chunks",
    "SELECT count(*) FROM texts",
    "SELECT count(*) FROM words",
    "SELECT sum(chunks) FROM documents",
    "SELECT (SELECT count(*) FROM vectors) + (SELECT count(*) FROM waiting)",
)


async def killed_lines(path: Path, after_s: float) -> list[list[Any]]:
    """Gives what the process said until it was killed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", PROGRAM, str(path), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    assert await process.stdout.readline() == b'["ready"]\n'
    reading = asyncio.create_task(process.stdout.read())
    await asyncio.sleep(after_s)
    process.kill()
    out = await reading
    await process.wait()
    return [json.loads(line) for line in out[: out.rfind(b"\n") + 1].splitlines()]


async def look(path: Path, lines: Iterable[list[Any]]) -> None:
    kept: dict[str, int] = {}
    embedded: set[int] = set()
    removed: set[str] = set()
    for what, *rest in lines:
        match what:
            case "put":
                kept[rest[0]] = rest[1]
                last = rest[0]
            case "embedded":
                embedded.update(rest)
            case "removed":
                removed.add(rest[0])
                kept.pop(rest[0])
    connection = apsw.Connection(str(path))
    assert connection.execute("PRAGMA integrity_check").get == "ok"
    assert len({connection.execute(count).get for count in SAME}) == 1
    connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    connection.close()
    index = SqliteIndex(path)
    records = {each.key: each.chunks for each in await index.records()}
    kept.pop(last, None)  # it may be on its way to be replaced or removed
    assert kept.items() <= records.items()
    assert not removed & records.keys()
    for key in list(kept)[-20:]:
        found = {each.id for each in await index.search_words(f"word{key[1:]}", 9)}
        chunks = await index.neighbours(key, 0, 9)
        assert [each.ordinal for each in chunks] == list(range(kept[key]))
        assert found == {each.id for each in chunks if "word" in each.text}
    waiting = {each.id for each in await index.unembedded(100_000)}
    assert not waiting & embedded
    there = {each.id for each in await index.search_vector(np.ones(8, np.float32), 100_000)}
    assert not there & waiting
    await index.aclose()


async def rounds(path: Path, count: int) -> int:
    """Gives how many pieces of work were done in all."""
    done = 0
    for _ in range(count):
        lines = await killed_lines(path, random.uniform(0.05, 0.6))
        if len(lines) > 1:
            await look(path, lines)
        done += len(lines)
    return done


async def test_nothing_that_was_put_is_lost_by_a_kill(path: Path) -> None:
    assert await rounds(path, 3) > 20


@pytest.mark.benchmark
@pytest.mark.timeout(400)
async def test_a_hundred_kills(path: Path) -> None:
    print(f"\n100 kills: {await rounds(path, 100)} pieces of work, none lost")
