"""One file of ten thousand changes."""

import hashlib
import time
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.knowledge.document_reader import DocumentReader
from tests.benchmarks.figures import record
from tests.unit.knowledge.world import WordEmbedder, World

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1800)]

_SENTENCE = "The otter of this note is number {number}, and it swims in the river of part {part}. "


def write_files(world: World, count: int) -> None:
    for number in range(count):
        parts = (
            f"## Part {part}\n\n" + _SENTENCE.format(number=number, part=part) * 12
            for part in range(3)
        )
        world.write(f"{number % 100}/note {number}.md", f"# Note {number}\n\n" + "\n\n".join(parts))


_TRIES = 5


class QuickEmbedder(WordEmbedder):
    """Costs next to nothing, so that it is the indexing that is measured."""

    async def embed(self, texts, kind) -> np.ndarray:
        if kind == "document":
            self.embedded += texts
        digests = (hashlib.shake_128(text.encode()).digest(384) for text in texts)
        rows = np.stack([np.frombuffer(each, dtype=np.int8) for each in digests]).astype(np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


class CountedReader(DocumentReader):
    """Reads in a process of its own, and notes which files it is asked for."""

    opened: list[str]

    async def read(self, path: Path, **more):
        self.opened.append(path.name)
        return await super().read(path, **more)


async def test_one_changed_file_of_ten_thousand_is_all_that_is_touched(tmp_path):
    world = World(tmp_path)
    world.embedder = QuickEmbedder()
    reader = CountedReader(world.options)
    reader.opened = world.opened
    world.reader = lambda: reader
    write_files(world, 10_000)
    async with world.open() as base:
        began = time.perf_counter()
        await base.add([world.documents])
        full = await base.wait()
        full_s = time.perf_counter() - began
        embedded = len(world.embedder.embedded)
        assert full.done == len(world.opened) == 10_000
        world.opened.clear()
        base.update()
        await base.wait()
        assert world.opened == []
        changed = []
        for number in range(_TRIES):
            world.write(f"{number}/note {number}.md", f"# Note {number}\n\nThis one changed.")
            began = time.perf_counter()
            base.update()
            one = await base.wait()
            changed.append(time.perf_counter() - began)
            assert (one.done, one.chunks) == (1, 1)
        assert world.opened == [f"note {number}.md" for number in range(_TRIES)]
        assert len(world.embedder.embedded) == embedded + _TRIES
    name = "Index one changed file of 10,000"
    record(name, min(changed), "s", limit=full_s / 100, baseline=full_s)
    assert min(changed) < full_s / 100
