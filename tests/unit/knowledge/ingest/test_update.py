"""Keeping an index up to date with folders."""

import os
import shutil
from pathlib import Path

from desktop_agent.core.knowledge import KnowledgeFilter
from tests.turns import until
from tests.unit.knowledge.world import WordEmbedder, World, found, updated


async def test_what_changed_is_read_again_what_is_gone_leaves_and_the_rest_is_not_opened(
    world: World,
):
    world.write("deep/er/otters.md", "# Otters\n\nThey hold hands while they sleep.")
    world.write("b.md", "second")
    world.write("c.txt", "walrus")
    async with world.open() as base:
        (source,) = await base.add([world.documents])
        progress = await base.wait()
        assert (progress.state, progress.done, progress.total) == ("idle", 3, 3)
        assert await found(base, "who sleeps holding hands") == ["otters.md"]
        collection, pages = await base.collections()
        assert (collection.name, collection.documents) == ("Documents", 3)
        assert collection.sources[0].id == source.id
        assert pages.kind == "pages"
        world.opened.clear()
        world.write("b.md", "second and longer")
        progress = await updated(base)
        assert world.opened == ["b.md"]
        assert (progress.done, progress.chunks) == (1, 1)
        assert await found(base, "longer") == ["b.md"]
        shutil.rmtree(world.documents / "deep")
        (world.documents / "c.txt").write_bytes(bytes(range(256)) * 20)  # no text any more
        assert (await updated(base)).removed == 1
        assert await found(base, "otters walrus longer") == ["b.md"]
        assert len(await base.problems()) == 1
        world.write("c.txt", "walrus again")
        await updated(base)
        assert await found(base, "walrus") == ["c.txt"]
        assert await base.problems() == ()


async def test_files_of_kinds_that_are_not_read_are_listed_by_kind_with_the_reason(world: World):
    world.write("a.md", "walrus")
    for name in ("one.jpg", "b/two.JPG", "old.zip", "notes.raw", ".hidden.jpg", "Makefile"):
        world.write(name, "text")
    async with world.indexed() as base:
        listed = {
            Path(each.path).name: (each.reason, each.remedy) for each in await base.problems()
        }
        assert listed == {
            "*.jpg": ("2 files of this kind were not read: each is an image.", ""),
            "old.zip": (
                "old.zip is an archive, which isn't supported.",
                "Unpack it into the folder.",
            ),
            "notes.raw": ("notes.raw is of an unknown type, which isn't supported.", ""),
            "Makefile": ("Makefile is of an unknown type, which isn't supported.", ""),
        }
        assert (base.progress.done, base.progress.problems) == (1, 0)
        for name in ("one.jpg", "old.zip", "notes.raw", "Makefile"):
            (world.documents / name).unlink()
        await updated(base)
        (left,) = await base.problems()
        assert left.reason == "two.JPG is an image, which isn't supported."


async def test_a_file_of_the_same_bytes_keeps_its_chunks_and_its_vectors(world: World):
    path = world.write("a.md", "the same all the time")
    world.embedder = WordEmbedder()
    async with world.indexed() as base:
        os.utime(path, ns=(1, 1_700_000_000_000_000_000))
        await updated(base)
        (record,) = await base.documents()
        assert record.modified_ns == 1_700_000_000_000_000_000
        assert await base.text(record.key) == "the same all the time"
        assert len(world.embedder.embedded) == 1
        world.opened.clear()
        await updated(base)
        assert world.opened == []


async def test_a_folder_that_is_not_there_is_missing_and_keeps_its_documents(world: World):
    world.write("a.md", "walrus")
    away = world.documents.with_name("unplugged")
    async with world.indexed() as base:
        world.documents.rename(away)
        await updated(base)
        assert (await base.collections())[0].sources[0].missing
        assert await found(base, "walrus") == ["a.md"]
        away.rename(world.documents)
        await updated(base)
        assert not (await base.collections())[0].sources[0].missing
        assert world.opened == ["a.md"]


async def test_what_cannot_be_read_is_reported_once_and_tried_when_it_has_changed(world: World):
    path = world.write("broken.pdf", "%PDF-1.7 and no more")
    world.write("fine.md", "walrus")
    async with world.indexed() as base:
        assert base.progress.problems == 1
        (problem,) = await base.problems()
        assert problem.path == str(path)
        assert problem.reason
        assert await found(base, "walrus") == ["fine.md"]
        world.opened.clear()
        await updated(base)
        assert world.opened == []
        base.update(again=True)
        await base.wait()
        assert world.opened == ["broken.pdf"]
        assert len(await base.problems()) == 1
        path.unlink()
        await updated(base)
        assert await base.problems() == ()


async def test_of_a_folder_within_a_folder_each_file_is_indexed_once(world: World):
    world.write("inner/a.md", "walrus")
    async with world.open() as base:
        inner, outer = await base.add([world.documents / "inner", world.documents])
        await base.wait()
        assert len(await base.documents()) == 1
        await base.remove_source(inner.id)
        assert await found(base, "walrus") == []
        await updated(base)
        (record,) = await base.documents()
        assert record.source == outer.id


async def test_the_same_file_may_be_in_two_collections(world: World):
    world.write("a.md", "walrus")
    async with world.open() as base:
        await base.add([world.documents])
        await base.add([world.documents], "Other")
        await base.wait()
        assert await found(base, "walrus") == ["a.md", "a.md"]
        other = next(each for each in await base.collections() if each.name == "Other")
        only = KnowledgeFilter(collections=(other.id,))
        result = await base.search("walrus", only=only)
        assert [hit.document.collection for hit in result.hits] == [other.id]
        await base.remove_collection("other")
        assert len((await base.search("walrus")).hits) == 1


async def test_a_paused_indexing_stays_paused_over_a_restart_and_loses_and_repeats_nothing(
    world: World,
):
    for number in range(60):
        world.write(f"{number}.md", f"walrus {number}")
    async with world.open() as base:
        base.pause()
        await base.add([world.documents])
        assert (await base.wait()).state == "paused"
        assert world.opened == []
    async with world.open() as base:
        assert (await updated(base)).state == "paused"
        base.resume()
        await until(lambda: base.progress.state == "reading")
        base.pause()
        assert (await base.wait()).state == "paused"
        base.resume()
        assert (await base.wait()).state == "idle"
        records = await base.documents()
        assert len(records) == len({record.path for record in records}) == 60


async def test_a_folder_that_is_removed_while_it_is_read_leaves_nothing_behind(world: World):
    for number in range(200):
        world.write(f"{number}.md", f"walrus {number} " + "and more words " * 300)
    async with world.open() as base, World(world.root).open() as other:
        (source,) = await base.add([world.documents])
        await until(lambda: base.progress.done > 0)
        await other.remove_source(source.id)
        assert await found(other, "walrus") == []
        await base.wait()
        await other.wait()
        assert await base.documents() == ()
        assert [each.documents for each in await base._index.counts() if each.documents] == []


async def test_an_index_that_cannot_be_written_is_told_of_and_tried_again(world: World):
    world.write("a.md", "walrus")
    world.folder.mkdir()
    (world.folder / "index.db").mkdir()
    async with world.indexed() as base:
        assert base.progress.state == "idle"
        assert "index.db" in base.progress.note
    (world.folder / "index.db").rmdir()
    async with world.open() as base:
        assert (await updated(base)).note.startswith("There is no embedding model")
        assert await found(base, "walrus") == ["a.md"]
