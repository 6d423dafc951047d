"""What holds for each engine in the same way."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import KnowledgeFilter, Place
from desktop_agent.knowledge.index.base import Counts, Index, NewChunk, NewDocument, read_text
from desktop_agent.knowledge.index.lance import LanceIndex
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.retriever import find_marks
from tests.unit.knowledge.index.making import MODEL, document, embed_all, ids_of, record, unit

pytestmark = pytest.mark.usefixtures("lancedb")


@pytest.fixture(params=["sqlite", "lancedb"])
def open_index(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Index]:
    """Opens the same index whenever it is called."""
    if request.param == "sqlite":
        return lambda: SqliteIndex(tmp_path / "i.db")
    return lambda: LanceIndex(str(tmp_path / "i.lance"))


@pytest.fixture
async def engine(open_index: Callable[[], Index]) -> AsyncIterator[Index]:
    made = open_index()
    yield made
    await made.aclose()


async def test_an_empty_engine_and_an_empty_document_hold_nothing(engine: Index):
    for documents in ([], [NewDocument(record("a"), "", ())]):
        await engine.put(documents)
        assert [each.chunks for each in await engine.records()] == [0] * len(documents)
        assert await read_text(engine, "a") == ""
        assert await engine.embedding() is None
        assert await engine.unembedded(5) == ()
        assert await engine.search_words("anything", 5) == ()
        assert await engine.search_vector(unit(1, 0), 5) == ()
        assert await engine.chunks([1, 2]) == ()


async def test_a_text_that_is_put_again_keeps_its_vector(engine: Index):
    await engine.use_embedding(MODEL)
    await engine.put([document("a", "same", "old", title="T")])
    assert await embed_all(engine) == 2
    await engine.put([document("a", "same", "new", title="T"), document("b", "same", title="T")])
    assert [each.text for each in await engine.unembedded(10)] == ["T\nnew"]
    assert len(await engine.search_vector(unit(1, 2, 3), 10)) == 2
    await engine.put([document("a", "same", title="Another title")])
    assert len(await engine.unembedded(10)) == 1


async def test_a_document_comes_back_as_it_was_put(engine: Index):
    place = Place(0, 5, 3, "Sheet 1", ("Part", "Chapter"), 4, 9)
    chunks = (NewChunk("alpha", place), NewChunk("ha beta", Place(3, 10)))
    told = record("a", title="T", date="2024-02-03", note="cut")
    await engine.put([NewDocument(told, "alpha beta", chunks)])
    (kept,) = await engine.records()
    assert kept == replace(told, chunks=2, chars=10)
    first, second = await engine.neighbours("a", 0, 5)
    assert (first.text, first.place, first.ordinal, first.document) == ("alpha", place, 0, kept)
    assert second.place == Place(3, 10)
    assert await read_text(engine, "a") == "alpha beta"
    assert await engine.chunks([second.id, 999, first.id]) == (second, first)
    assert await engine.neighbours("a", 1, 1) == (second,)


async def test_a_document_replaces_that_of_its_key_under_new_ids(engine: Index):
    await engine.put([document("a", "apple", "pear"), document("b", "plum")])
    old = await ids_of(engine, "a")
    await engine.put([document("a", "cherry"), document("a", "quince")])  # the last of a key counts
    (new,) = await ids_of(engine, "a")
    assert new not in old
    assert await engine.search_words("apple pear cherry", 5) == ()
    assert [each.id for each in await engine.search_words("quince", 5)] == [new]
    assert await engine.chunks(old) == ()


async def test_an_id_is_never_that_of_another_text(engine: Index):
    await engine.put([document("a", "apple")])
    old = await ids_of(engine, "a")
    await engine.remove(["a", "never there"])
    await engine.put([document("b", "apple"), document("a", "pear")])
    new = {*await ids_of(engine, "a"), *await ids_of(engine, "b")}
    assert not new & set(old)
    assert all(0 < each < 1 << 63 for each in new)


async def test_counts_are_by_source_and_of_what_is_embedded(engine: Index):
    await engine.use_embedding(MODEL)
    await engine.put([document("a", "one", "two"), document("b", "three", source=2, size=7)])
    (first,) = (each for each in await engine.unembedded(9) if each.text == "one")
    await engine.set_vectors(MODEL, [first.id], unit(1, 0)[None])
    assert await engine.counts() == (Counts("c1", 1, 1, 2, 1, 10), Counts("c1", 2, 1, 1, 0, 7))
    assert [each.key for each in await engine.records(2)] == ["b"]
    assert await engine.count_unembedded() == 2


async def test_what_is_to_be_embedded_stands_under_its_titles(engine: Index):
    await engine.put([document("a", "body", "more", title="Report", headings=("Method",))])
    first, second = await engine.unembedded(10)
    assert {first.text, second.text} == {"Report > Method\nbody", "Report > Method\nmore"}
    assert await engine.unembedded(10, after=first.id) == (second,)
    assert await engine.unembedded(1) == (first,)


async def test_another_model_forgets_all_vectors(engine: Index):
    await engine.use_embedding(MODEL)
    await engine.put([document("a", "one", "two")])
    await embed_all(engine)
    await engine.use_embedding(MODEL)  # the same one forgets nothing
    assert await engine.count_unembedded() == 0
    assert len(await engine.search_vector(unit(1, 2, 3), 5)) == 2
    await engine.use_embedding("other/model")
    assert await engine.count_unembedded() == 2
    assert await engine.search_vector(unit(1, 2, 3), 5) == ()
    model = await engine.embedding()
    assert model is not None
    assert (model.name, model.dimensions) == ("other/model", 0)
    first, second = await engine.unembedded(5)
    await engine.set_vectors("other/model", [second.id], unit(1, 0)[None])
    assert [each.id for each in await engine.search_vector(unit(1, 0), 5)] == [second.id]
    assert await engine.unembedded(5) == (first,)


async def test_vectors_that_do_not_fit_are_refused(engine: Index):
    await engine.put([document("a", "one")])
    only = await ids_of(engine, "a")
    with pytest.raises(StorageError, match="contains none yet"):
        await engine.set_vectors(MODEL, only, unit(1, 0)[None])
    await engine.use_embedding(MODEL)
    with pytest.raises(StorageError, match="contains those of test/model"):
        await engine.set_vectors("other", only, unit(1, 0)[None])
    await engine.set_vectors(MODEL, only, unit(1, 0)[None])
    with pytest.raises(StorageError, match="with 3 dimensions, but earlier ones had 2"):
        await engine.set_vectors(MODEL, only, unit(1, 0, 0)[None])
    with pytest.raises(StorageError, match="Embedding 1 passages gave 2"):
        await engine.set_vectors(MODEL, only, np.stack([unit(1, 0)] * 2))
    with pytest.raises(StorageError, match="3 dimensions, but the index uses 2"):
        await engine.search_vector(unit(1, 0, 0), 5)


async def test_vectors_of_chunks_that_are_gone_are_dropped_and_infinite_ones_find_nothing(
    engine: Index,
):
    await engine.use_embedding(MODEL)
    await engine.put([document("a", "one"), document("b", "two")])
    waiting = {each.text: each.id for each in await engine.unembedded(5)}
    await engine.remove(["a"])
    await engine.set_vectors(MODEL, list(waiting.values()), np.stack([unit(1, 0), unit(0, 1)]))
    assert [each.id for each in await engine.search_vector(unit(1, 0), 5)] == [waiting["two"]]
    assert await engine.search_vector(unit(1, 0), 0) == ()
    for infinite in (np.nan, np.inf):
        assert await engine.search_vector(np.array([infinite, 0], np.float32), 5) == ()


async def test_two_indexes_over_one_file_see_what_the_other_does(open_index: Callable[[], Index]):
    one, two = open_index(), open_index()
    await asyncio.gather(one.records(), two.records())
    await one.use_embedding(MODEL)
    await one.put([document("a", "apple", "pear")])
    await embed_all(one)
    assert len(await two.search_words("apple", 5)) == 1
    assert len(await two.search_vector(unit(1, 2, 3), 5)) == 2
    await two.remove(["a"])
    assert await one.search_vector(unit(1, 2, 3), 5) == ()
    assert await one.count_unembedded() == 0
    await two.use_embedding("other")
    await two.use_embedding(MODEL)
    await two.put([document("b", "plum")])
    await embed_all(two)
    assert len(await one.search_vector(unit(1, 2, 3), 5)) == 1
    await one.aclose()
    await two.aclose()


async def test_a_closed_index_says_so(engine: Index):
    await engine.put([document("a", "apple")])
    await engine.aclose()
    await engine.aclose()
    with pytest.raises(StorageError, match="is closed"):
        await engine.records()


async def test_both_searches_are_limited_by_the_filter(engine: Index):
    await engine.use_embedding(MODEL)
    collections = {"a": "c1", "b": "c1", "c": "it's"}
    await engine.put([document(k, f"apple {k}", collection=of) for k, of in collections.items()])
    waiting = await engine.unembedded(10)
    await engine.set_vectors(MODEL, [each.id for each in waiting], np.stack([unit(1, 0)] * 3))
    for wanted, found in [
        ((), "abc"),
        (("c1",), "ab"),
        (("it's", "c1"), "abc"),
        (("it's",), "c"),
        (("c'2", "x') OR ('' = '"), ""),
    ]:
        only = KnowledgeFilter(wanted)
        words = await engine.search_words("apple", 10, only)
        vectors = await engine.search_vector(unit(1, 1), 10, only)
        for hits in (words, vectors):
            chunks = await engine.chunks([hit.id for hit in hits])
            assert "".join(sorted(chunk.document.key for chunk in chunks)) == found, only


async def test_words_are_found_by_their_stem_their_titles_and_without_spaces_or_accents(
    engine: Index,
):
    await engine.put(
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
        hits = await engine.search_words(query, 5)
        assert [each.document.key for each in await engine.chunks([hits[0].id])] == [key], query
        assert hits[0].score > 0


HOSTILE = [
    "", " \n", "\0", "\ud800", '"unbalanced', "a AND", "OR OR OR", "NOT a", "NEAR(a b, 5)", "title:secret",
    "{title text}: x", "a*", "^a", "-a +b", "(((((", "a\0b", "\x01\x02\x1f", "'; DROP TABLE chunks; --",
    "words:x", "%", "\\", "…—«»‘’", "🙂" * 300, "a" * 100_000, "word " * 20_000, '"' * 100_000,
    '{"match": {}}', " ".join(str(n) for n in range(20_000)),
]  # fmt: skip


async def test_hostile_queries_find_nothing_and_raise_nothing(engine: Index):
    await engine.put([document("z", "plum")])
    for query in HOSTILE:
        assert await engine.search_words(query, 5) == ()
        assert await engine.search_words(f"{query[:50]} plum", 5) != ()
        find_marks(query, ["plum of 5"])
