"""Chunks get their vectors, from whatever model there is."""

import asyncio
import os

import numpy as np
import pytest

from desktop_agent.core.errors import ModelUnreachable, RateLimited, ServerFailed
from tests.turns import until
from tests.unit.knowledge.world import WordEmbedder, World, found, updated


async def test_the_first_model_is_taken_unasked_and_another_only_by_a_rebuild(world: World):
    world.write("a.md", "walrus")
    world.write("same/a.md", "walrus")  # the same text is embedded once
    world.embedder = WordEmbedder("test/first")
    async with world.indexed() as base:
        assert (await base.status()).embedding_model == "test/first"
        world.embedder = WordEmbedder("test/second", dimensions=48)
        world.write("b.md", "narwhal")
        progress = await updated(base)
        assert "Rebuild" in progress.note
        assert world.embedder.embedded == []
        status = await base.status()
        assert status.needs_rebuild
        assert (status.embedding_model, status.dimensions) == ("test/first", 32)
        await base.rebuild()
        await base.wait()
        status = await base.status()
        assert not status.needs_rebuild
        assert (status.embedding_model, status.dimensions) == ("test/second", 48)
        assert len(world.embedder.embedded) == 2
        assert {hit.vector_rank for hit in (await base.search("narwhal")).hits} == {1, 2, 3}
        world.embedder = WordEmbedder("test/second", dimensions=64)
        await base.rebuild()  # with the same model: everything again
        await base.wait()
        assert (await base.status()).dimensions == 64
        world.embedder = None
        with pytest.raises(Exception, match="no embedding model"):
            await base.rebuild()
        assert (await base.collections())[0].embedded == 3


@pytest.mark.parametrize("how", ["paused", "ended"])
async def test_a_rebuild_that_was_cut_off_goes_on_with_what_is_left(world: World, how: str):
    for number in range(200):
        world.write(f"{number}.md", f"walrus {number}")
    world.embedder = WordEmbedder("test/first")
    async with world.indexed() as base:
        assert len(world.embedder.embedded) == 200
        world.embedder = WordEmbedder("test/second")
        world.embedder.delay_s = 0.03
        await base.rebuild()
        await until(lambda: base.progress.state == "embedding" and base.progress.embedded > 0)
        if how == "paused":
            base.pause()
            await base.wait()
    async with world.open() as base:
        kept = (await base.collections())[0].embedded
        assert 0 < kept < 200
        world.embedder.embedded.clear()
        base.resume()
        await updated(base)
        assert (await base.collections())[0].embedded == 200
        assert len(world.embedder.embedded) <= 200 - kept


async def test_a_server_that_asks_for_a_pause_gets_it(world: World):
    world.write("a.md", "walrus")
    world.embedder = WordEmbedder()
    world.embedder.fault = RateLimited("Too many requests.", retry_after_s=0.3)
    async with world.open() as base:
        await base.add([world.documents])
        await until(lambda: "wait 0 s" in base.progress.note)
        world.embedder.fault = None
        progress = await base.wait()
        assert (progress.note, progress.embedded) == ("", 1)


async def test_a_server_that_fails_is_left_alone_until_the_next_update(world: World):
    for number in range(10):
        world.write(f"{number}.md", f"walrus {number}")
    world.embedder = WordEmbedder()
    world.embedder.fault = ModelUnreachable("Nobody answers.", "Start the server.")
    async with world.indexed() as base:
        progress = base.progress
        assert (progress.note, progress.done) == ("Nobody answers. Start the server.", 10)
        world.embedder.fault = ServerFailed("Out of memory.")
        assert (await updated(base)).note == "Out of memory."
        world.embedder.fault = None
        assert (await updated(base)).embedded == 10


class Picky(WordEmbedder):
    async def embed(self, texts, kind) -> np.ndarray:
        if any("walrus" in text for text in texts):
            raise ServerFailed("It broke.")
        return await super().embed(texts, kind)


async def test_one_text_that_a_server_fails_at_does_not_keep_the_others_back(world: World):
    for number in range(20):
        world.write(f"{number}.md", f"narwhal {number}")
    world.write("bad.md", "walrus")
    world.embedder = Picky()
    async with world.indexed() as base:
        assert (base.progress.embedded, base.progress.to_embed) == (20, 21)
        assert "bad.md" in await found(base, "walrus")


async def test_chunks_are_embedded_while_files_are_still_read(world: World):
    late = world.write("late.md", "narwhal")
    os.utime(late, (1, 1))  # the newest are read first
    world.write("a.md", "walrus")
    world.embedder = WordEmbedder()
    reader = world.reader()
    read = reader.read

    async def read_slowly(path, **known):
        if path == late:
            await until(lambda: bool(world.embedder.embedded))
        return await read(path, **known)

    reader.read = read_slowly
    world.reader = lambda: reader
    async with world.indexed() as base:
        assert (base.progress.done, base.progress.embedded) == (2, 2)
        assert [text.split()[-1] for text in world.embedder.embedded] == ["walrus", "narwhal"]


async def test_searching_does_not_wait_long_for_a_model_that_cannot_be_found(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("desktop_agent.knowledge.knowledge_base._ASKED_FOR_S", 0.05)
    world.write("a.md", "walrus")
    world.embedder = WordEmbedder()
    async with world.indexed() as base:
        asked = 0

        async def never(kept: str) -> WordEmbedder:
            nonlocal asked
            asked += 1
            return await asyncio.Future()

        base._find_embedder = never
        for _ in range(3):
            result = await base.search("walrus")
            assert len(result.hits) == 1
            assert "responding" in result.note
        assert asked == 1
