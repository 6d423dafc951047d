"""What is put into the LanceDB engine, and what comes out of it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import Place
from desktop_agent.knowledge.index import lance_writer
from desktop_agent.knowledge.index.base import Counts, Index, NewChunk, NewDocument
from desktop_agent.knowledge.index.lance_database import storage_options
from desktop_agent.knowledge.index.lance_index import LanceIndex
from tests.unit.knowledge.index.making import MODEL, document, embed_all, ids_of, record, unit

pytestmark = pytest.mark.usefixtures("lancedb")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "knowledge.lance"


@pytest.fixture
async def lance(folder: Path) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(folder))
    yield index
    await index.aclose()


async def test_it_follows_the_interface(lance: LanceIndex) -> None:
    followed: Index = lance
    assert (followed.engine, followed.read_only) == ("lancedb", False)


async def test_a_document_comes_back_as_it_was_put(lance: LanceIndex) -> None:
    place = Place(0, 5, 3, "Sheet 1", ("Part", "Chapter"), 4, 9)
    chunks = (NewChunk("alpha", place), NewChunk("ha beta", Place(3, 10)))
    told = record("a", title="T", date="2024-02-03", note="cut")
    await lance.put([NewDocument(told, "alpha beta", chunks)])
    (kept,) = await lance.records()
    assert kept == replace(told, chunks=2, chars=10)
    first, second = await lance.neighbours("a", 0, 5)
    assert (first.text, first.place, first.ordinal, first.document) == ("alpha", place, 0, kept)
    assert second.place == Place(3, 10)
    assert await lance.text("a") == "alpha beta"
    assert await lance.chunks([second.id, 999, first.id]) == (second, first)
    assert await lance.neighbours("a", 1, 1) == (second,)


async def test_names_that_are_no_text_come_back_as_they_were(lance: LanceIndex) -> None:
    odd = document("k\udcff", "broken \ud800 text\0 end", path="/d/\udcfe\n'.txt", title="\udc80t")
    await lance.put([odd])
    (kept,) = await lance.records()
    assert (kept.key, kept.path, kept.title) == ("k\udcff", "/d/\udcfe\n'.txt", "\udc80t")
    assert await lance.text("k\udcff") == "broken \ud800 text\0 end"
    assert len(await lance.search_words("broken", 5)) == 1
    assert (await lance.unembedded(1))[0].text == "\udc80t\nbroken \ud800 text\0 end"
    await lance.put([document("k\udcff", "mended")])
    assert await lance.text("k\udcff") == "mended"
    await lance.remove(["k\udcff"])
    assert await lance.records() == ()


async def test_a_document_replaces_that_of_its_key(lance: LanceIndex) -> None:
    await lance.put([document("a", "apple", "pear"), document("b", "plum")])
    old = await ids_of(lance, "a")
    await lance.put([document("a", "cherry"), document("a", "quince")])  # the last of a key counts
    (new,) = await ids_of(lance, "a")
    assert new not in old
    assert await lance.search_words("apple pear cherry", 5) == ()
    assert [each.id for each in await lance.search_words("quince", 5)] == [new]
    assert await lance.chunks(old) == ()


async def test_an_id_is_never_that_of_another_text(lance: LanceIndex) -> None:
    await lance.put([document("a", "apple")])
    old = await ids_of(lance, "a")
    await lance.remove(["a", "never there"])
    await lance.put([document("b", "apple"), document("a", "pear")])
    assert not {*await ids_of(lance, "a"), *await ids_of(lance, "b")} & set(old)
    assert all(0 < each < 1 << 63 for each in await ids_of(lance, "b"))


async def test_what_is_removed_leaves_nothing_behind(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "apple", "pear"), document("b", "plum")])
    await embed_all(lance)
    await lance.remove(["a"])
    assert await rows(lance) == (1, 1, 1)


async def rows(index: LanceIndex) -> tuple[int, int, int]:
    """Documents, chunks and vectors, valid or not."""
    database = index._database
    vectors = [name for name in database.names() if name.startswith("vectors_")]
    tables = [database.table("documents"), database.table("chunks"), database.vectors(vectors[0])]
    return tuple(table.count_rows() for table in tables)


async def test_counts_are_by_source_and_of_what_is_embedded(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "one", "two"), document("b", "three", source=2, size=7)])
    (first,) = (each for each in await lance.unembedded(9) if each.text == "one")
    await lance.set_vectors(MODEL, [first.id], unit(1, 0)[None])
    assert await lance.counts() == (Counts("c1", 1, 1, 2, 1, 10), Counts("c1", 2, 1, 1, 0, 7))
    assert [each.key for each in await lance.records(2)] == ["b"]
    assert await lance.count_unembedded() == 2


async def test_what_is_to_be_embedded_stands_under_its_titles(lance: LanceIndex) -> None:
    await lance.put([document("a", "body", "more", title="Report", headings=("Method",))])
    first, second = await lance.unembedded(10)
    assert {first.text, second.text} == {"Report > Method\nbody", "Report > Method\nmore"}
    assert await lance.unembedded(10, after=first.id) == (second,)
    assert await lance.unembedded(1) == (first,)


async def test_another_model_forgets_all_vectors(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "one", "two")])
    await embed_all(lance)
    await lance.use_embedding(MODEL)  # the same one forgets nothing
    assert await lance.count_unembedded() == 0
    assert len(await lance.search_vector(unit(1, 2, 3), 5)) == 2
    await lance.use_embedding("other/model")
    assert await lance.count_unembedded() == 2
    assert await lance.search_vector(unit(1, 2, 3), 5) == ()
    model = await lance.embedding()
    assert model is not None
    assert (model.name, model.dimensions) == ("other/model", 0)
    first, second = await lance.unembedded(5)
    await lance.set_vectors("other/model", [second.id], unit(1, 0)[None])
    assert [each.id for each in await lance.search_vector(unit(1, 0), 5)] == [second.id]
    assert await lance.unembedded(5) == (first,)


async def test_vectors_that_do_not_fit_are_refused(lance: LanceIndex) -> None:
    await lance.put([document("a", "one")])
    (only,) = await ids_of(lance, "a")
    with pytest.raises(StorageError, match="holds none yet"):
        await lance.set_vectors(MODEL, [only], unit(1, 0)[None])
    await lance.use_embedding(MODEL)
    with pytest.raises(StorageError, match="holds those of test/model"):
        await lance.set_vectors("other", [only], unit(1, 0)[None])
    await lance.set_vectors(MODEL, [only], unit(1, 0)[None])
    with pytest.raises(StorageError, match="of 3 dimensions, and of 2 before"):
        await lance.set_vectors(MODEL, [only], unit(1, 0, 0)[None])
    with pytest.raises(StorageError, match="1 passages were embedded, and gave 2"):
        await lance.set_vectors(MODEL, [only], np.stack([unit(1, 0)] * 2))
    with pytest.raises(StorageError, match="has 3 dimensions, those of the index have 2"):
        await lance.search_vector(unit(1, 0, 0), 5)


async def test_vectors_of_chunks_that_are_gone_are_dropped(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "one"), document("b", "two")])
    waiting = {each.text: each.id for each in await lance.unembedded(5)}
    await lance.remove(["a"])
    await lance.set_vectors(MODEL, list(waiting.values()), np.stack([unit(1, 0), unit(0, 1)]))
    assert [each.id for each in await lance.search_vector(unit(1, 0), 5)] == [waiting["two"]]


async def test_a_vector_that_is_set_again_takes_the_place_of_the_first(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "one")])
    only = await ids_of(lance, "a")
    await lance.set_vectors(MODEL, only, unit(1, 0)[None])
    await lance.set_vectors(MODEL, only, unit(0, 1)[None])
    (found,) = await lance.search_vector(unit(0, 1), 5)
    assert found.score == pytest.approx(1)
    assert await rows(lance) == (1, 1, 1)


async def test_two_indexes_over_one_folder_see_what_the_other_does(folder: Path) -> None:
    one, two = LanceIndex(str(folder)), LanceIndex(str(folder))
    await one.records()
    await two.records()
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


@pytest.mark.parametrize("step", ["chunks_table", "documents_table", "_delete"])
async def test_what_was_cut_off_while_a_document_was_replaced_is_whole_after_it_is_put_again(
    lance: LanceIndex, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The three moments between its writes, each after the one that stands before it."""
    await lance.use_embedding(MODEL)
    await lance.put([document("a", "apple", "pear"), document("gone", "plum")])
    await embed_all(lance)

    def cut(*_: object) -> None:
        raise OSError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(lance_writer, step, cut)
        with pytest.raises(StorageError, match="the power went"):
            await lance.put([document("a", "apple", "cherry")])
    changed = step == "_delete"
    assert await lance.text("a") == ("applecherry" if changed else "applepear")
    found = [
        each.text
        for each in await lance.chunks([c.id for c in await lance.search_words("apple", 5)])
    ]
    assert found == ["apple"]
    await lance.put([document("a", "apple", "cherry")])
    assert await lance.text("a") == "applecherry"
    assert await lance.search_words("pear", 5) == ()
    assert [each.text for each in await lance.unembedded(5)] == ["cherry"]
    assert await rows(lance) == (2, 3, 2)


async def test_what_a_kill_left_behind_is_swept_away_before_the_next_write(folder: Path) -> None:
    one = LanceIndex(str(folder))
    await one.use_embedding(MODEL)
    await one.put([document("a", "apple")])
    await embed_all(one)
    one._database.table("documents").delete("key = 'a'")  # as if its row had never been put in
    await one.aclose()
    two = LanceIndex(str(folder))
    assert await two.chunks([each.id for each in await two.search_words("apple", 5)]) == ()
    await two.put([document("b", "plum")])
    assert await rows(two) == (1, 1, 0)
    await two.aclose()


async def test_tidying_up_keeps_everything(lance: LanceIndex) -> None:
    await lance.use_embedding(MODEL)
    for start in range(0, 60, 20):
        await lance.put([document(str(n), f"word{n} common") for n in range(start, start + 20)])
    await embed_all(lance)
    await lance.remove([str(n) for n in range(30)])
    await lance.optimize()
    assert len(await lance.search_words("common", 1_000)) == 30
    assert len(await lance.search_words("word45", 5)) == 1
    assert len(await lance.search_vector(unit(1, 2, 3), 1_000)) == 30
    assert await lance.disk_bytes() > 0


async def test_a_table_made_elsewhere_is_only_read(folder: Path) -> None:
    made = LanceIndex(str(folder))
    await made.put([document("a", "apple")])
    await made.aclose()
    index = LanceIndex(str(folder), read_only=True)
    assert len(await index.search_words("apple", 5)) == 1
    for writing in (index.put([document("b", "x")]), index.remove(["a"]), index.optimize()):
        with pytest.raises(StorageError, match="only read here"):
            await writing
    await index.aclose()


async def test_a_place_without_an_index_is_told(tmp_path: Path) -> None:
    for uri, told in ((tmp_path, "no index of Desktop Agent"), (tmp_path / "none", "no folder")):
        index = LanceIndex(str(uri), read_only=True)
        with pytest.raises(StorageError, match=told):
            await index.search_words("apple", 5)
        await index.aclose()
    (tmp_path / "file").write_text("x")
    index = LanceIndex(str(tmp_path / "file"))
    with pytest.raises(StorageError, match="cannot be read or written"):
        await index.records()
    await index.aclose()


async def test_an_index_of_another_form_is_left_alone(folder: Path) -> None:
    made = LanceIndex(str(folder))
    await made.records()
    made._database.table("state").update(where="name = 'form'", values={"value": "99"})
    await made.aclose()
    index = LanceIndex(str(folder))
    with pytest.raises(StorageError, match="made by another version"):
        await index.put([document("a", "apple")])
    await index.aclose()


async def test_a_closed_index_says_so(folder: Path) -> None:
    index = LanceIndex(str(folder))
    await index.put([document("a", "apple")])
    await index.aclose()
    await index.aclose()
    with pytest.raises(StorageError, match="is closed"):
        await index.records()


def test_object_storage_is_reached_with_what_the_environment_names() -> None:
    environ = {"AWS_ENDPOINT_URL": "http://127.0.0.1:9000", "AWS_ACCESS_KEY_ID": "k", "HOME": "/h"}
    assert storage_options(environ) == {
        "aws_endpoint": "http://127.0.0.1:9000",
        "aws_access_key_id": "k",
        "allow_http": "true",
    }
