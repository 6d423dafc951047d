"""Files are indexed anew as they change."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from desktop_agent.knowledge.ingest.watch import Watch
from desktop_agent.knowledge.knowledge_base import KnowledgeBase
from tests.turns import until
from tests.unit.knowledge.world import World, found


@asynccontextmanager
async def watched(world: World) -> AsyncIterator[KnowledgeBase]:
    world.set(watch=True)
    async with world.open() as base:
        base._watch = Watch(base._parts, base._job, every_s=0.05, quiet_s=0.1)
        await base.add([world.documents])
        await until(lambda: base._watch._compared > 0 and not base._job.is_running)
        world.opened.clear()
        yield base


async def finds(base: KnowledgeBase, query: str, names: list[str]) -> None:
    async with asyncio.timeout(20):
        while await found(base, query) != names:  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.02)


async def test_what_changes_in_a_folder_is_indexed_and_nothing_else_is_opened(world: World):
    world.write("a.md", "walrus")
    world.write("b.md", "narwhal")
    async with watched(world) as base:
        world.write("b.md", "narwhal and beluga")
        await finds(base, "beluga", ["b.md"])
        world.write("new/folder/c.md", "orca")
        await finds(base, "orca", ["c.md"])
        assert sorted(set(world.opened)) == ["b.md", "c.md"]
        (world.documents / "a.md").unlink()
        await finds(base, "walrus", [])
        shutil.rmtree(world.documents / "new")
        await finds(base, "orca", [])
        (world.documents / "b.md").rename(world.documents / "d.md")
        await finds(base, "beluga", ["d.md"])
        assert len(await base.documents()) == 1


async def test_what_is_left_out_of_a_folder_is_left_out_when_it_changes(world: World):
    async with watched(world) as base:
        asked = []
        base._job.ask = asked.append
        for name in (".hidden.md", ".git/a.md", "node_modules/b/c.md"):
            world.write(name, "walrus")
        await asyncio.sleep(0.4)
        assert asked == []
        del base._job.ask
        world.write("picture.raw", "walrus")
        world.write("a.md", "narwhal")
        await finds(base, "narwhal", ["a.md"])
        assert world.opened == ["a.md"]


async def test_a_folder_that_comes_back_is_watched_again(world: World):
    world.write("a.md", "walrus")
    away = world.documents.with_name("away")
    async with watched(world) as base:
        world.documents.rename(away)
        await until(lambda: base._watch._watcher is None)
        (away / "b.md").write_text("narwhal")
        away.rename(world.documents)
        await finds(base, "narwhal", ["b.md"])
        world.write("c.md", "beluga")
        await finds(base, "beluga", ["c.md"])


async def test_where_folders_cannot_be_watched_it_says_so_and_compares_now_and_then(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    def no_room(*_, **__):
        raise OSError(28, "OS file watch limit reached.")
        yield

    monkeypatch.setattr("watchfiles.watch", no_room)
    monkeypatch.setattr("desktop_agent.knowledge.ingest.watch._COMPARE_EVERY_S", 0.1)
    world.set(watch=True)
    async with world.open() as base:
        base._watch = Watch(base._parts, base._job, every_s=0.05, quiet_s=0.1)
        await base.add([world.documents])
        await until(lambda: "can be watched" in base.progress.note)
        world.write("a.md", "walrus")
        await finds(base, "walrus", ["a.md"])


async def test_nothing_is_watched_where_the_settings_say_so(world: World):
    async with watched(world) as base:
        world.set(watch=False)
        await until(lambda: base._watch._watcher is None)
        world.write("a.md", "walrus")
        await asyncio.sleep(0.3)
        assert await base.documents() == ()
