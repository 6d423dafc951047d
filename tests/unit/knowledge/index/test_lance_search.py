"""The two searches of the LanceDB engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index.lance import LanceIndex
from tests.unit.knowledge.index.making import MODEL, document

pytestmark = pytest.mark.usefixtures("lancedb")


@pytest.fixture
async def lance(tmp_path: Path) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(tmp_path / "index"))
    yield index
    await index.aclose()


async def test_words_are_found_by_their_stem_their_titles_and_without_spaces(
    lance: LanceIndex,
) -> None:
    await lance.put(
        [
            document("a", "the runners were running"),
            document("b", "something", title="Photosynthesis", headings=("Chlorophyll",)),
            document("c", "北京是中华人民共和国的首都"),
            document("d", "un café crème, read_file()"),
        ]
    )
    for query, key in [
        ("run", "a"),
        ("photosynthesis", "b"),
        ("chlorophyll", "b"),
        ("首都", "c"),
        ("cafe", "d"),
        ("file", "d"),
    ]:
        hits = await lance.search_words(query, 5)
        assert [each.document.key for each in await lance.chunks([hits[0].id])] == [key], query
        assert hits[0].score > 0


async def test_the_index_of_vectors_finds_what_an_exact_search_does(
    lance: LanceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    upkeep = "desktop_agent.knowledge.index.lance"
    monkeypatch.setattr(f"{upkeep}._FLAT_VECTORS", 1_000)
    monkeypatch.setattr(f"{upkeep}._PARTITION_LEAST", 5)
    monkeypatch.setattr(f"{upkeep}._PARTITION", 0.25)  # 180 partitions: 40 are looked into
    random = np.random.default_rng(3)
    around = random.standard_normal((200, 32))[random.integers(0, 200, 2_000)]
    vectors = (around + 0.5 * random.standard_normal((2_000, 32))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    await lance.use_embedding(MODEL)
    texts = [[f"chunk {n} {m}" for m in range(100)] for n in range(20)]
    of = ["rare" if n == 7 else "c1" for n in range(20)]
    await lance.put([document(str(n), *texts[n], collection=of[n]) for n in range(20)])
    ids = [each.id for each in await lance.unembedded(2_000)]
    await lance.set_vectors(MODEL, ids, vectors)
    await lance.optimize()
    table = lance._tables.vectors()
    assert table.index_stats("vector_idx").num_indexed_rows == 2_000
    found = 0
    for asked in vectors[:50]:
        exact = {ids[row] for row in np.argsort(-(vectors @ asked))[:10]}
        found += len(exact & {each.id for each in await lance.search_vector(asked, 10)})
    assert found >= 0.97 * 500
    rare = KnowledgeFilter(("rare",))  # 100 of 2,000
    assert len(await lance.search_vector(vectors[0], 100, rare)) == 100


async def test_many_chunks_are_taken_into_the_words_index_when_they_are_put(
    lance: LanceIndex,
) -> None:
    await lance.put([document(str(n), *["apple pie"] * 100) for n in range(6)])
    stats = lance._tables.table("chunks").index_stats("words_idx")
    assert (stats.num_indexed_rows, stats.num_unindexed_rows) == (600, 0)
