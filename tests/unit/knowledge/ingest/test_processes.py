"""Several Desktop Agents over one index."""

from tests.turns import until
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
