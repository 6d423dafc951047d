"""The two searches of the LanceDB engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index.lance_index import LanceIndex
from tests.unit.knowledge.index.making import MODEL, document, unit

pytestmark = pytest.mark.usefixtures("lancedb")

FILES = {
    "/docs/notes/a.pdf": "2024-03-01",
    "/docs/notes/deep/b.txt": "2023",
    "/docs/c[1].PDF": "2022-05",
    "/other/d'e.md": "",
    "C:\\docs\\f.txt": "2024-12-31",
}


@pytest.fixture
async def lance(tmp_path: Path) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(tmp_path / "index"))
    yield index
    await index.aclose()


LIMITS = [
    (KnowledgeFilter(), "abcdf"),
    (KnowledgeFilter(collections=("c1", "it's")), "abcdf"),
    (KnowledgeFilter(collections=("c'2",)), ""),
    (KnowledgeFilter(path="/docs"), "abc"),
    (KnowledgeFilter(path="/docs/notes/"), "ab"),
    (KnowledgeFilter(path="C:\\docs"), "f"),
    (KnowledgeFilter(path="/docs/notes/a.pdf"), "a"),
    (KnowledgeFilter(path="*/notes/*"), "ab"),
    (KnowledgeFilter(path="*.t?t"), "bf"),
    (KnowledgeFilter(path="*/[a-b].*"), "ab"),
    (KnowledgeFilter(path="*/[^a-b].*"), ""),
    (KnowledgeFilter(path="/docs/c[1].PDF"), "c"),
    (KnowledgeFilter(path="*'*"), "d"),
    (KnowledgeFilter(path="[z-a]*"), ""),
    (KnowledgeFilter(path="(?P<x>*)+$[["), ""),
    (KnowledgeFilter(path="*" * 5_000), ""),
    (KnowledgeFilter(suffixes=(".pdf",)), "ac"),
    (KnowledgeFilter(suffixes=(".md", ".txt")), "bdf"),
    (KnowledgeFilter(since="2023-06-01"), "abf"),
    (KnowledgeFilter(until="2023"), "bc"),
    (KnowledgeFilter(since="2024", until="2024-06-30"), "a"),
    (KnowledgeFilter(since="9'; --"), ""),
    (KnowledgeFilter(path="/docs", suffixes=(".pdf",), since="2024-01-01"), "a"),
]


async def test_both_searches_are_limited_by_the_filter(lance: LanceIndex) -> None:
    names = dict(zip("abcdf", FILES.items(), strict=True))
    await lance.use_embedding(MODEL)
    await lance.put(
        [document(key, f"apple {key}", path=path, date=day) for key, (path, day) in names.items()]
    )
    waiting = await lance.unembedded(10)
    await lance.set_vectors(MODEL, [each.id for each in waiting], np.stack([unit(1, 0)] * 5))
    for only, found in LIMITS:
        words = await lance.search_words("apple", 10, only)
        vectors = await lance.search_vector(unit(1, 1), 10, only)
        for hits in (words, vectors):
            chunks = await lance.chunks([hit.id for hit in hits])
            assert "".join(sorted(chunk.document.key for chunk in chunks)) == found, only


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


HOSTILE = [
    "", " \n", "\0", "\ud800", '"open', "AND OR NOT", "a:b:c", "*", "(((((", "'; DROP TABLE x; --",
    "words:x", "%", "\\", "🙂" * 300, "x" * 200_000, "a " * 100_000, '{"match": {}}', "NEAR(a b)",
]  # fmt: skip


async def test_hostile_questions_find_nothing_and_raise_nothing(lance: LanceIndex) -> None:
    await lance.put([document("z", "plum")])
    for query in HOSTILE:
        assert await lance.search_words(query, 5) == ()
        assert await lance.search_words(f"{query[:50]} plum", 5) != ()


async def test_vectors_that_are_none_find_nothing(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "one")])
    (waiting,) = await lance.unembedded(5)
    await lance.set_vectors(MODEL, [waiting.id], unit(1, 0)[None])
    assert await lance.search_vector(np.array([np.nan, 0], np.float32), 5) == ()
    assert await lance.search_vector(unit(1, 0), 0) == ()
    assert len(await lance.search_vector(unit(1, 0), 5)) == 1


async def test_the_index_of_vectors_finds_what_an_exact_search_does(
    lance: LanceIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    upkeep = "desktop_agent.knowledge.index.lance_writer"
    monkeypatch.setattr(f"{upkeep}._FLAT_VECTORS", 1_000)
    monkeypatch.setattr(f"{upkeep}._PARTITION_LEAST", 5)
    monkeypatch.setattr(f"{upkeep}._PARTITION", 0.25)  # 180 partitions: 40 are looked into
    random = np.random.default_rng(3)
    around = random.standard_normal((200, 32))[random.integers(0, 200, 2_000)]
    vectors = (around + 0.5 * random.standard_normal((2_000, 32))).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    await lance.use_embedding(MODEL)
    await lance.put([document(str(n), *[f"chunk {n} {m}" for m in range(100)]) for n in range(20)])
    ids = [each.id for each in await lance.unembedded(2_000)]
    await lance.set_vectors(MODEL, ids, vectors)
    await lance.optimize()
    table = lance._database.vectors(next(n for n in lance._database.names() if "vectors_" in n))
    assert table.index_stats("vector_idx").num_indexed_rows == 2_000
    found = 0
    for asked in vectors[:50]:
        exact = {ids[row] for row in np.argsort(-(vectors @ asked))[:10]}
        found += len(exact & {each.id for each in await lance.search_vector(asked, 10)})
    assert found >= 0.97 * 500
    rare = KnowledgeFilter(path="/docs/7.txt")
    assert len(await lance.search_vector(vectors[0], 100, rare)) == 100


async def test_many_chunks_are_taken_into_the_words_index_when_they_are_put(
    lance: LanceIndex,
) -> None:
    await lance.put([document(str(n), *["apple pie"] * 100) for n in range(6)])
    stats = lance._database.table("chunks").index_stats("words_idx")
    assert (stats.num_indexed_rows, stats.num_unindexed_rows) == (600, 0)
