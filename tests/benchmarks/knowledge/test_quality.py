"""How good the search is: words, meaning and both, on public sets, through the product's own way.

The vectors are of a small public model; `make_vectors.py` makes them and says how.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.index.base import NewChunk, NewDocument
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.retriever import Retriever
from tests.benchmarks.figures import record
from tests.benchmarks.knowledge.sets import (
    FIXTURES,
    NAMES,
    VECTORS,
    KnownEmbedder,
    RetrievalSet,
    judge,
    load_set,
    load_vectors,
)

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not FIXTURES.exists(), reason="the public sets are not there"),
    pytest.mark.skipif(
        not VECTORS.exists(), reason="KNOWLEDGE_VECTORS names no folder: see make_vectors.py"
    ),
]

PUBLISHED = {"cranfield": (0.382, 0.400, 0.424), "hotpotqa_train100": (0.782, 0.785, 0.814)}
"""nDCG@10 of stemmed BM25, the model, and both fused, as measured elsewhere."""

WEIGHTS = (0.0, 1.0, KnowledgeSettings().vector_weight)

Runs = dict[str, list[str]]


def new_document(key: str, title: str, text: str) -> NewDocument:
    record = DocumentRecord(key, "c", 1, key, "", title, "text/plain", len(text), 1, "")
    return NewDocument(record, text, (NewChunk(text, Place(0, len(text))),))


class Judged:
    """A set in an index, with its vectors."""

    def __init__(self, data: RetrievalSet, folder: Path) -> None:
        self.data = data
        self.index = SqliteIndex(folder / f"{data.name}.db")
        corpus, queries = load_vectors(data.name)
        self._corpus = corpus
        texts = (text for _, text in data.queries)
        self.embedder = KnownEmbedder("minilm", dict(zip(texts, queries, strict=True)))

    async def fill(self) -> None:
        await self.index.use_embedding(self.embedder.name)
        await self.index.put([new_document(*each) for each in self.data.documents])
        waiting = await self.index.unembedded(100_000)
        await self.index.set_vectors(
            self.embedder.name, [each.id for each in waiting], self._corpus
        )

    async def run(self, weight: float) -> Runs:
        settings = KnowledgeSettings(vector_weight=weight)
        retriever = Retriever([self.index], settings, self.embedder.find)
        runs: Runs = {}
        for query, text in self.data.queries:
            result = await retriever.search(text, limit=10)
            runs[query] = [hit.document.key for hit in result.hits]
            assert not result.note
        return runs


@pytest.fixture
async def judged(tmp_path) -> AsyncIterator[list[Judged]]:
    sets = [Judged(load_set(name), tmp_path) for name in NAMES]
    await asyncio.gather(*(each.fill() for each in sets))
    yield sets
    for each in sets:
        await each.index.aclose()


async def test_both_halves_together_find_more_than_either(judged):
    print(f"\n{'nDCG@10 / recall@10':<24}{'words':>16}{'meaning':>16}{'both':>16}   published")
    means = np.zeros(3)
    for each in judged:
        row = [judge(await each.run(weight), each.data.relevant) for weight in WEIGHTS]
        told = "".join(f"{gain:>9.3f} /{found:.3f}" for gain, found in row)
        print(f"{each.data.name:<24}{told}   {PUBLISHED[each.data.name]}")
        means += [gain for gain, _ in row]
        assert row[2][0] > max(row[0][0], row[1][0])
        for (gain, _), published in zip(row, PUBLISHED[each.data.name], strict=True):
            assert gain >= published - 0.002
    words, meaning, both = means / len(judged)
    print(f"{'mean':<24}{words:>16.3f}{meaning:>16.3f}{both:>16.3f}")
    record("Find documents by words and meaning, nDCG@10", both, "", baseline=max(words, meaning))
    assert both > max(words, meaning)
