"""Search by meaning in the default engine."""

import numpy as np
import pytest

from desktop_agent.knowledge.index.base import Vectors
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.index.making import MODEL, document

DIMENSIONS = 16


def random_vectors(count: int, seed: int = 0) -> Vectors:
    vectors = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


async def fill(index: SqliteIndex, first: int, count: int, seed: int = 0) -> dict[int, np.ndarray]:
    """Add documents of one chunk with random vectors; return the vectors by chunk."""
    await index.use_embedding(MODEL)
    await index.put([document(f"d{n}", f"text {n}") for n in range(first, first + count)])
    ids = [each.id for each in await index.unembedded(count)]
    vectors = random_vectors(count, seed)
    await index.set_vectors(MODEL, ids, vectors)
    return dict(zip(ids, vectors, strict=True))


async def same(index: SqliteIndex, kept: dict[int, np.ndarray]) -> None:
    """Compare scores, because float16 on the disk may swap neighbours that are nearly equal."""
    for query in random_vectors(8, seed=99):
        found = await index.search_vector(query, 10)
        wanted = sorted((float(vector @ query) for vector in kept.values()), reverse=True)[:10]
        assert [each.score for each in found] == pytest.approx(wanted, abs=2e-3)
        assert [float(kept[each.id] @ query) for each in found] == pytest.approx(wanted, abs=2e-3)


async def test_what_comes_and_goes_is_followed(index: SqliteIndex):
    kept = await fill(index, 0, 100)
    await same(index, kept)
    for step in range(1, 4):
        kept |= await fill(index, step * 100, 80, seed=step)
        gone = [f"d{n}" for n in range(step * 100 - 60, step * 100 - 10)]
        dead = [chunk.id for key in gone for chunk in await index.neighbours(key, 0, 0)]
        await index.remove(gone)
        for chunk in dead:
            del kept[chunk]
        await same(index, kept)
    some, new = list(kept)[10:20], random_vectors(10, seed=7)
    await index.set_vectors(MODEL, some, new)  # a chunk may be given another
    kept |= dict(zip(some, new, strict=True))
    await same(index, kept)
    await index.release()  # memory that was let go is filled again
    await same(index, kept)
    everything = await index.search_vector(random_vectors(1)[0], 10_000)
    assert sorted(each.id for each in everything) == sorted(kept)
