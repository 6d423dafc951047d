"""What is put into the LanceDB engine, what comes out of it, and its two searches."""

from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index import lance as engine
from desktop_agent.knowledge.index.base import read_text
from desktop_agent.knowledge.index.lance import LanceIndex, storage_options
from tests.unit.knowledge.index.making import MODEL, document, embed_all, unit

pytestmark = pytest.mark.usefixtures("lancedb")


async def test_odd_text_is_stored_as_it_is(lance: LanceIndex):
    odd = document("k", "broken \x01 text\0 end", path="/d/\n'.txt", title="'t")
    await lance.put([odd])
    (kept,) = await lance.records()
    assert (kept.key, kept.path, kept.title) == ("k", "/d/\n'.txt", "'t")
    assert await read_text(lance, "k") == "broken \x01 text\0 end"
    assert len(await lance.search_words("broken", 5)) == 1
    assert (await lance.unembedded(1))[0].text == "'t\nbroken \x01 text\0 end"
    await lance.put([document("k", "mended")])
    assert await read_text(lance, "k") == "mended"
    await lance.remove(["k'", "k"])
    assert await lance.records() == ()


async def rows(index: LanceIndex) -> tuple[int, int]:
    """Return the numbers of chunks and vectors, valid or not."""
    return index._tables.chunks.count_rows(), index._tables.vectors().count_rows()


@pytest.mark.parametrize("step", ["_arrow", "_upsert", "_delete"])
async def test_what_was_cut_off_while_a_document_was_replaced_is_whole_after_it_is_put_again(
    lance: LanceIndex, monkeypatch: pytest.MonkeyPatch, step: str
):
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "apple", "pear"), document("gone", "plum")])
    await embed_all(lance)

    def cut(*_: object, **__: object) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(engine, step, cut)
        with pytest.raises(StorageError, match="the power went"):
            await lance.put([document("a", "apple", "cherry")])
    assert await read_text(lance, "a") == ("applecherry" if step == "_delete" else "applepear")
    found = [each.id for each in await lance.search_words("apple", 5)]
    assert [each.text for each in await lance.chunks(found)] == ["apple"]
    await lance.put([document("a", "apple", "cherry")])
    assert await read_text(lance, "a") == "applecherry"
    assert await lance.search_words("pear", 5) == ()
    assert [each.text for each in await lance.unembedded(5)] == ["cherry"]
    await lance.optimize()
    assert await rows(lance) == (3, 2)


async def test_vectors_that_a_kill_left_behind_are_no_passages_and_are_swept_away(folder: Path):
    one = LanceIndex(str(folder))
    await one.use_embedding(MODEL)
    await one.put([document("a", "apple"), document("b", "plum")])
    await embed_all(one)
    one._tables.chunks.delete("key = 'a'")  # as a kill before the vectors were removed leaves it
    await one.aclose()
    two = LanceIndex(str(folder))
    found = await two.search_vector(unit(1, 2, 3), 5)
    assert [each.text for each in await two.chunks([each.id for each in found])] == ["plum"]
    assert [each.embedded for each in await two.counts()] == [1]
    await two.optimize()
    assert await rows(two) == (1, 1)
    await two.aclose()


async def test_a_table_made_elsewhere_is_only_read_and_one_of_another_form_left_alone(folder: Path):
    made = LanceIndex(str(folder))
    await made.put([document("a", "apple")])
    state = made._tables._table("state")
    await made.aclose()
    index = LanceIndex(str(folder), read_only=True)
    assert len(await index.search_words("apple", 5)) == 1
    for writing in (index.put([document("b", "x")]), index.remove(["a"]), index.optimize()):
        with pytest.raises(StorageError, match="read-only here"):
            await writing
    await index.aclose()
    state.update(where="name = 'form'", values={"value": "99"})
    index = LanceIndex(str(folder))
    with pytest.raises(StorageError, match="made by another version"):
        await index.put([document("a", "apple")])
    await index.aclose()


async def test_a_place_without_an_index_is_told(tmp_path: Path):
    for uri, told in ((tmp_path, "no Desktop Agent index"), (tmp_path / "none", "no folder")):
        index = LanceIndex(str(uri), read_only=True)
        with pytest.raises(StorageError, match=told):
            await index.search_words("apple", 5)
        await index.aclose()
    (tmp_path / "file").write_text("x")
    index = LanceIndex(str(tmp_path / "file"))
    with pytest.raises(StorageError, match="cannot be read or written"):
        await index.records()
    await index.aclose()


def test_object_storage_is_reached_with_what_the_environment_names():
    environ = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9000", "AWS_ACCESS_KEY_ID": "k", "HOME": "/h"}
    assert storage_options(environ) == {
        "aws_endpoint": "http://127.0.0.1:9000",
        "aws_access_key_id": "k",
        "allow_http": "true",
    }


async def test_the_index_of_vectors_finds_what_an_exact_search_does(
    lance: LanceIndex, monkeypatch: pytest.MonkeyPatch
):
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
