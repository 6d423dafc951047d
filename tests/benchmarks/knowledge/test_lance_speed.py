"""The LanceDB engine at 1,000, 10,000 and 100,000 chunks of 384 dimensions.

Words are drawn by Zipf's law from a vocabulary of 60,000; vectors lie around 2,000 centres as
widely as those of an embedding model do. A hybrid query is both searches at once, without the
fusion (microseconds) and without the embedding of the question. "Cold" is the first query of an
index that was opened anew; the system's own cache of the files is warm.
"""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.knowledge.index.base import NewChunk, NewDocument, Vectors
from desktop_agent.knowledge.index.lance import LanceIndex
from tests.benchmarks.figures import record

pytest.importorskip("lancedb")

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1_800)]

DIMENSIONS = 384
WORDS = 200
CHUNKS_EACH = 10
AT_ONCE = 100
LIMIT = 50
QUERIES = 200
MODEL = "made/up"


class Corpus:
    """Documents, vectors and questions, the same in every run."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(7)
        letters = self._random.integers(97, 123, (60_000, 9)).astype(np.uint8)
        lengths = self._random.integers(3, 10, 60_000)
        self._words = np.array(
            [bytes(row[:end]).decode() for row, end in zip(letters, lengths, strict=True)]
        )
        chances = 1 / np.arange(1, 60_001)
        self._chances = np.cumsum(chances / chances.sum())
        centres = self._random.standard_normal((2_000, DIMENSIONS))
        self._centres = centres / np.linalg.norm(centres, axis=1, keepdims=True)
        self._made = 0

    def documents(self, chunks: int) -> Iterator[NewDocument]:
        for _ in range(chunks // CHUNKS_EACH):
            self._made += 1
            key = f"k{self._made}"
            drawn = np.searchsorted(self._chances, self._random.random((CHUNKS_EACH, WORDS)))
            texts = [" ".join(row) + ". " for row in self._words[drawn]]
            places, at = [], 0
            for text in texts:
                places.append(NewChunk(text, Place(at, at + len(text))))
                at += len(text)
            record = DocumentRecord(
                key, "c", self._made % 5, f"/docs/{key}.md", "", f"Title {key}", "text/markdown",
                at, 1, "00", "2024-01-01",
            )  # fmt: skip
            yield NewDocument(record, "".join(texts), tuple(places))

    def vectors(self, count: int) -> Vectors:
        spread = self._random.standard_normal((count, DIMENSIONS)) * (0.9 / DIMENSIONS**0.5)
        made = self._centres[self._random.integers(0, len(self._centres), count)] + spread
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)

    def questions(self) -> list[str]:
        ranks = np.exp(self._random.uniform(np.log(30), np.log(20_000), (QUERIES, 5))).astype(int)
        return [" ".join(self._words[row]) for row in ranks]


async def add(index: LanceIndex, corpus: Corpus, chunks: int) -> tuple[float, float]:
    """Puts chunks in with their vectors; gives the seconds for the one and for the other."""
    began, documents = time.perf_counter(), list(corpus.documents(chunks))
    making = time.perf_counter() - began
    for at in range(0, len(documents), AT_ONCE):
        await index.put(documents[at : at + AT_ONCE])
    put = time.perf_counter() - began - making
    began, making = time.perf_counter(), 0.0
    after = 0
    while waiting := await index.unembedded(1_000, after):
        now = time.perf_counter()
        vectors = corpus.vectors(len(waiting))
        making += time.perf_counter() - now
        await index.set_vectors(MODEL, [each.id for each in waiting], vectors)
        after = waiting[-1].id
    return put, time.perf_counter() - began - making


async def ask(index: LanceIndex, questions: list[str], vectors: Vectors) -> list[float]:
    """Gives the milliseconds of each hybrid query."""
    took = []
    for question, vector in zip(questions, vectors, strict=True):
        began = time.perf_counter()
        words, near = await asyncio.gather(
            index.search_words(question, LIMIT), index.search_vector(vector, LIMIT)
        )
        took.append((time.perf_counter() - began) * 1_000)
        assert words
        assert near
    return took


async def one_by_one(index: LanceIndex, questions: list[str], vectors: Vectors) -> str:
    """Gives the milliseconds of either half alone."""
    halves = []
    for work in (
        [lambda q=q: index.search_words(q, LIMIT) for q in questions],
        [lambda v=v: index.search_vector(v, LIMIT) for v in vectors],
    ):
        took = []
        for each in work:
            began = time.perf_counter()
            await each()
            took.append((time.perf_counter() - began) * 1_000)
        halves.append(told(took))
    return f"words {halves[0]}, vectors {halves[1]}"


def told(took: list[float]) -> str:
    return f"{np.percentile(took, 50):.1f} / {np.percentile(took, 99):.1f}"


async def recall(index: LanceIndex, vectors: Vectors) -> float:
    """Gives the part of the ten nearest, by exact search, that the index finds."""
    tables = index._tables
    kept = tables.vectors().search().select(["id", "vector"]).limit(None).to_arrow()
    matrix = kept["vector"].combine_chunks().flatten().to_numpy().reshape(-1, DIMENSIONS)
    ids = kept["id"].to_numpy()
    found = 0
    for vector in vectors:
        exact = set(ids[np.argpartition(-(matrix @ vector), 10)[:10]].tolist())
        found += len(exact & {each.id for each in await index.search_vector(vector, 10)})
    return found / (10 * len(vectors))


@pytest.mark.parametrize("chunks", [1_000, 10_000, 100_000])
async def test_speed(tmp_path: Path, chunks: int, capsys: pytest.CaptureFixture[str]) -> None:
    process = psutil.Process(os.getpid())
    corpus, folder = Corpus(), str(tmp_path / "index")
    index = LanceIndex(folder)
    await index.use_embedding(MODEL)
    put, embedded = await add(index, corpus, chunks)
    began = time.perf_counter()
    await index.optimize()
    optimized = time.perf_counter() - began
    questions, vectors = corpus.questions(), corpus.vectors(QUERIES)
    await index.aclose()

    index = LanceIndex(folder)
    (cold,) = await ask(index, questions[:1], vectors[:1])
    before = process.memory_info().rss
    await ask(index, questions, vectors)  # warm
    warm = await ask(index, questions, vectors)
    halves = await one_by_one(index, questions, vectors)
    searched = process.memory_info().rss
    found = await recall(index, vectors[:100])
    began = time.perf_counter()
    await add(index, corpus, 1_000)
    added = time.perf_counter() - began
    (first,) = await ask(index, questions[:1], vectors[:1])
    after = await ask(index, questions, vectors)
    disk = await index.disk_bytes()
    await index.aclose()
    with capsys.disabled():
        print(
            f"\nLanceDB, {chunks:,} chunks: put {put:.1f} s ({chunks / put:,.0f}/s), vectors kept "
            f"{embedded:.1f} s, optimize {optimized:.1f} s; hybrid ms p50/p99: {told(warm)} warm, "
            f"{cold:.0f} cold, {told(after)} after 1,000 were added ({added:.1f} s; first query "
            f"{first:.0f}); alone: {halves}; recall@10 {found:.3f}; disk {disk / 1e6:.0f} MB; "
            f"memory {before / 1e6:.0f} -> {searched / 1e6:.0f} MB"
        )
    p99 = float(np.percentile(warm, 99))
    limit = 25 if chunks == 100_000 else None
    record(f"LanceDB, {chunks:,} passages: its two halves at once, p99", p99, "ms", limit=limit)
    assert found >= 0.97
    if chunks == 100_000:
        assert np.percentile(warm, 99) <= 25
        assert np.percentile(after, 99) <= 25
