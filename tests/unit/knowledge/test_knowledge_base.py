"""What faces and tools see of the person's documents."""

import asyncio
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index.lance import LanceIndex, RemoteIndex
from tests.unit.knowledge.index.making import document
from tests.unit.knowledge.world import WordEmbedder, World, found, updated


async def test_what_cannot_be_added_is_refused_and_a_file_is_read_whatever_its_name(world: World):
    path = world.write(".hidden-notes", "walrus in plain text")
    async with world.open() as base:
        assert not await base.holds_anything()
        assert (await base.search("walrus")).note == "There are no documents yet."
        assert not world.folder.exists()  # nothing is written before something is added
        world.folder.mkdir()
        for bad in (world.root / "gone", Path("/dev/null"), world.folder):
            with pytest.raises(Unreadable, match="cannot be added"):
                await base.add([world.documents, bad])
        assert await base.collections() == ()
        await base.add([path])
        await base.wait()
        assert await found(base, "walrus") == [".hidden-notes"]
    base.update()  # after it is closed nothing is begun
    base.pause()
    base.resume()
    assert (await base.wait()).state == "idle"


async def test_collections_are_told_with_what_is_in_them(world: World):
    world.write("a.md", "walrus")
    world.write("b.pdf", "%PDF-1.7 and no more")
    world.embedder = WordEmbedder()
    async with world.open() as base:
        await base.add([world.documents], "Sea")
        await base.wait()
        sea = (await base.collections())[0]
        assert (sea.name, sea.documents, sea.chunks, sea.embedded) == ("Sea", 1, 1, 1)
        assert (sea.size, sea.problems, sea.sources[0].problems) == (6, 1, 1)
        assert sea.sources[0].path == str(world.documents)
        await base.rename("sea", "Ocean")
        assert (await base.collections())[0].name == "Ocean"
        assert len(await base.documents("ocean")) == len(await base.problems()) == 1
        status = await base.status()
        assert (status.engine, status.embedding_model) == ("sqlite", "test/words")
        assert status.wanted_model == "test/words"
        assert status.disk_bytes > 0
        await base.remove_collection("Ocean")
        assert await found(base, "walrus") == []
        with pytest.raises(StorageError, match="Ocean"):
            await base.documents("Ocean")


async def test_progress_is_told_at_most_five_times_a_second_and_to_its_end(world: World):
    for number in range(50):
        world.write(f"{number}.md", f"walrus {number}")
    told = []
    async with world.open() as base:
        stop = base.watch_progress(told.append)
        began = asyncio.get_running_loop().time()
        await base.add([world.documents])
        await base.wait()
        await asyncio.sleep(0.25)
        passed = asyncio.get_running_loop().time() - began
        assert told[-1] == base.progress
        assert (told[-1].state, told[-1].done) == ("idle", 50)
        assert len(told) <= 5 * passed + 1
        stop()
        before = len(told)
        await updated(base)
        await asyncio.sleep(0.25)
        assert len(told) == before


async def test_a_table_made_elsewhere_is_a_collection_that_is_searched_alone(
    world: World, tmp_path: Path, lancedb: None
):
    elsewhere = LanceIndex(str(tmp_path / "lance"))
    await elsewhere.put([document("far", "walrus of another sea")])
    await elsewhere.aclose()
    table = RemoteIndex("remote", "Far", elsewhere.uri)
    world.write("near.md", "walrus")
    async with world.open(remote=[table]) as base:
        assert await base.holds_anything()
        await base.add([world.documents])
        await base.wait()
        own, _, far = await base.collections()
        assert (far.id, far.name, far.kind, far.documents) == ("remote", "Far", "remote", 1)
        assert sorted(await found(base, "walrus")) == ["far.txt", "near.md"]
        only = KnowledgeFilter(collections=("remote",))
        (hit,) = (await base.search("walrus", only=only)).hits
        assert hit.document.collection == "remote"
        assert await base.text(hit.document.key) == "walrus of another sea"
        assert (await base.excerpt(hit)).text == "walrus of another sea"
        only = KnowledgeFilter(collections=(own.id,))
        assert [each.document.path for each in (await base.search("walrus", only=only)).hits] == [
            str(world.documents / "near.md")
        ]
        assert len(await base.documents("Far")) == 1
