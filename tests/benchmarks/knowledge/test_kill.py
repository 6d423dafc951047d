"""An indexing that is killed a hundred times, reading in a process of its own."""

import os
import random
from pathlib import Path

import psutil
import pytest

from tests.turns import until
from tests.unit.knowledge.ingest.killed import Folder, Killer, check_index, finish_and_check
from tests.unit.knowledge.world import World

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

_KILLS = 100


def readers() -> set[int]:
    found = psutil.process_iter(["pid", "cmdline"])
    return {each.pid for each in found if "--document-worker" in (each.info["cmdline"] or ())}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills as POSIX does")
async def test_a_hundred_kills_neither_lose_nor_double_a_chunk(tmp_path: Path):
    world, moments = World(tmp_path), random.Random(5)
    folder, before = Folder(world, 300, seed=4), readers()
    killed, documents = 0, []
    with Killer(world, worker=True) as killer:
        for _ in range(_KILLS):
            killed += killer.run_and_kill(moments.uniform(0, 1.2))
            documents.append(await check_index(world, folder))
            folder.change()
    await finish_and_check(world, folder)
    print(f"\n{killed} of {_KILLS} killed at work; {documents[0]} documents after the first")
    assert killed >= _KILLS // 2, "the indexing was done before it was killed"
    await until(lambda: not readers() - before)  # none outlives its program
