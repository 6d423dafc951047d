"""Several Desktop Agents over one index."""

import asyncio
import os
import random

import pytest

from tests.turns import until
from tests.unit.knowledge.ingest.killed import Folder, Killer, check_index, finish_and_check
from tests.unit.knowledge.world import WordEmbedder, World, found


async def test_a_folder_that_another_process_adds_is_taken_up_by_the_one_that_indexes(world: World):
    for number in range(40):
        world.write(f"first/{number}.md", f"walrus {number}")
    world.write("second/late.md", "narwhal")
    world.embedder = WordEmbedder()
    world.embedder.delay_s = 0.3
    other = World(world.root)
    async with world.open() as first, other.open() as second:
        await first.add([world.documents / "first"])
        await until(lambda: first.progress.state == "embedding")
        await second.add([world.documents / "second"])
        await first.wait()
        await second.wait()
        assert "late.md" in world.opened
        assert other.opened == []
        assert (await found(second, "narwhal"))[0] == "late.md"


async def test_what_another_process_removes_is_found_no_more_at_once(world: World):
    world.write("a.md", "walrus")
    async with world.open() as first, world.open() as second:
        (source,) = await first.add([world.documents])
        await first.wait()
        assert await found(second, "walrus") == ["a.md"]
        await second.remove_source(source.id)
        assert await found(first, "walrus") == []
        await second.wait()
        assert await first.documents() == ()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starts processes as POSIX does")
async def test_two_processes_at_once_harm_nothing(world: World):
    folder = Folder(world, 60, seed=3)
    with Killer(world) as other:
        other.begin()
        async with world.open() as base:
            base.update()
            await until(lambda: base.progress.state != "idle")
            assert base.progress.state == "waiting"
            code = await asyncio.to_thread(other.end)
            assert (await base.wait()).state == "idle"
    assert code == 0
    assert world.opened == []
    assert await check_index(world, folder) == 60
    await finish_and_check(world, folder)


# --- Kills


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
