"""An indexing that is killed leaves an index that is whole."""

import os
import random

import pytest

from tests.unit.knowledge.ingest.killed import Folder, Killer, check_index, finish_and_check
from tests.unit.knowledge.world import World

_KILLS = 5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills as POSIX does")
async def test_a_kill_at_any_moment_neither_loses_nor_doubles_a_chunk(world: World):
    folder, moments, killed, most_s = Folder(world, 300, seed=1), random.Random(2), 0, 0.2
    with Killer(world) as killer:
        for _ in range(_KILLS):
            in_time = killer.run_and_kill(moments.uniform(0, most_s))
            killed += in_time
            most_s *= 1 if in_time else 0.5  # a quick machine had indexed all by then
            await check_index(world, folder)
            folder.change()
    assert killed >= _KILLS // 2, "the indexing was done before it was killed"
    await finish_and_check(world, folder)
