"""What is put into the default engine, and what comes out of it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import apsw
import numpy as np
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import Place
from desktop_agent.core.maintenance import RepairedFile
from desktop_agent.knowledge.index.base import Counts, Index, NewChunk
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.index.making import MODEL, document, embed_all, ids_of, record, unit


async def test_it_follows_the_interface(index: SqliteIndex) -> None:
    followed: Index = index
    assert (followed.engine, followed.read_only) == ("sqlite", False)


async def test_a_document_comes_back_as_it_was_put(index: SqliteIndex) -> None:
    place = Place(0, 5, 3, "Sheet 1", ("Part", "Chapter"), 4, 9)
    whole = replace(
        document("a", "alpha beta"),
        chunks=(NewChunk("alpha", place), NewChunk("ha beta", Place(3, 10))),
    )
    whole = replace(whole, record=record("a", title="T", date="2024-02-03", note="cut"))
    await index.put([whole])
    (kept,) = await index.records()
    assert kept == replace(whole.record, chunks=2, chars=10)
    first, second = await index.neighbours("a", 0, 5)
    assert (first.text, first.place, first.ordinal, first.document) == ("alpha", place, 0, kept)
    assert second.place == Place(3, 10)
    assert await index.text("a") == "alpha beta"
    assert await index.chunks([second.id, 999, first.id]) == (second, first)
    assert await index.neighbours("a", 1, 1) == (second,)


async def test_names_that_are_no_text_come_back_as_they_were(index: SqliteIndex) -> None:
    odd = document("k\udcff", "broken \ud800 text\0 end", path="/d/\udcfe\n.txt", title="\udc80t")
    await index.put([odd])
    (kept,) = await index.records()
    assert (kept.key, kept.path, kept.title) == ("k\udcff", "/d/\udcfe\n.txt", "\udc80t")
    assert await index.text("k\udcff") == "broken \ud800 text\0 end"
    assert len(await index.search_words("broken", 5)) == 1
    assert (await index.unembedded(1))[0].text == "\udc80t\nbroken \ud800 text\0 end"
    await index.remove(["k\udcff"])
    assert await index.records() == ()


async def test_a_document_replaces_that_of_its_key_under_new_ids(index: SqliteIndex) -> None:
    await index.put([document("a", "apple", "pear"), document("b", "plum")])
    old = await ids_of(index, "a")
    await index.put([document("a", "cherry")])
    new = await ids_of(index, "a")
    assert len(new) == 1
    assert min(new) > max(old)
    assert await index.search_words("apple pear", 5) == ()
    assert [each.id for each in await index.search_words("cherry", 5)] == new
    assert await index.chunks(old) == ()


async def test_ids_are_not_given_out_again(index: SqliteIndex) -> None:
    await index.put([document("a", "apple")])
    old = await ids_of(index, "a")
    await index.remove(["a", "never there"])
    await index.put([document("b", "apple")])
    assert await ids_of(index, "b") != old


async def test_documents_of_one_call_are_put_together_or_not_at_all(index: SqliteIndex) -> None:
    await index.put([document("a", "apple")])
    wrong = document("bad", "x", size=1 << 80)
    with pytest.raises(OverflowError):
        await index.put([document("a", "cherry"), wrong])
    assert await index.text("a") == "apple"
    assert len(await index.search_words("apple", 5)) == 1


async def test_what_is_removed_leaves_nothing_behind(index: SqliteIndex, path: Path) -> None:
    await index.use_embedding(MODEL)
    await index.put([document("a", "apple", "pear"), document("b", "plum")])
    await embed_all(index)
    await index.remove(["a"])
    connection = apsw.Connection(str(path))
    for table, rows in {
        "documents": 1,
        "chunks": 1,
        "texts": 1,
        "vectors": 1,
        "waiting": 0,
    }.items():
        assert connection.execute(f"SELECT count(*) FROM {table}").get == rows, table
    assert connection.execute("SELECT count(*) FROM words").get == 1
    connection.close()


async def test_counts_are_by_source_and_of_what_is_embedded(index: SqliteIndex) -> None:
    await index.use_embedding(MODEL)
    await index.put([document("a", "one", "two"), document("b", "three", source=2, size=7)])
    first, *_ = await index.unembedded(1)
    await index.set_vectors(MODEL, [first.id], unit(1, 0)[None])
    assert await index.counts() == (Counts("c1", 1, 1, 2, 1, 10), Counts("c1", 2, 1, 1, 0, 7))
    assert [each.key for each in await index.records(2)] == ["b"]
    assert await index.count_unembedded() == 2


async def test_what_is_to_be_embedded_stands_under_its_titles(index: SqliteIndex) -> None:
    await index.put([document("a", "body", "more", title="Report", headings=("Method",))])
    first, second = await index.unembedded(10)
    assert first.text == "Report > Method\nbody"
    assert await index.unembedded(10, after=first.id) == (second,)
    assert await index.unembedded(1) == (first,)


async def test_another_model_forgets_all_vectors(index: SqliteIndex) -> None:
    await index.use_embedding(MODEL)
    await index.put([document("a", "one", "two")])
    await embed_all(index)
    await index.use_embedding(MODEL)  # the same one forgets nothing
    assert await index.count_unembedded() == 0
    assert len(await index.search_vector(unit(1, 2, 3), 5)) == 2
    await index.use_embedding("other/model")
    assert await index.count_unembedded() == 2
    assert await index.search_vector(unit(1, 2, 3), 5) == ()
    model = await index.embedding()
    assert model is not None
    assert (model.name, model.dimensions) == ("other/model", 0)
    first, second = await index.unembedded(5)
    await index.set_vectors("other/model", [second.id], unit(1, 0)[None])
    assert [each.id for each in await index.search_vector(unit(1, 0), 5)] == [second.id]
    assert first.id < second.id


async def test_vectors_that_do_not_fit_are_refused(index: SqliteIndex) -> None:
    await index.put([document("a", "one")])
    with pytest.raises(StorageError, match="holds none yet"):
        await index.set_vectors(MODEL, [1], unit(1, 0)[None])
    await index.use_embedding(MODEL)
    with pytest.raises(StorageError, match="holds those of test/model"):
        await index.set_vectors("other", [1], unit(1, 0)[None])
    await index.set_vectors(MODEL, [1], unit(1, 0)[None])
    with pytest.raises(StorageError, match="of 3 numbers; those of the index have 2"):
        await index.set_vectors(MODEL, [1], unit(1, 0, 0)[None])
    with pytest.raises(StorageError, match="1 passages were embedded, and gave 2"):
        await index.set_vectors(MODEL, [1], np.stack([unit(1, 0)] * 2))
    with pytest.raises(StorageError, match="vectors of 2 numbers, and was asked for one of 3"):
        await index.search_vector(unit(1, 0, 0), 5)


async def test_vectors_of_chunks_that_are_gone_are_dropped(index: SqliteIndex) -> None:
    await index.use_embedding(MODEL)
    await index.put([document("a", "one"), document("b", "two")])
    waiting = [each.id for each in await index.unembedded(5)]
    await index.remove(["a"])
    await index.set_vectors(MODEL, waiting, np.stack([unit(1, 0), unit(0, 1)]))
    assert [each.id for each in await index.search_vector(unit(1, 0), 5)] == waiting[1:]


async def test_two_indexes_over_one_file_see_what_the_other_does(path: Path) -> None:
    one, two = SqliteIndex(path), SqliteIndex(path)
    await asyncio.gather(one.records(), two.records())
    await one.use_embedding(MODEL)
    await one.put([document("a", "apple", "pear")])
    await embed_all(one)
    assert len(await two.search_words("apple", 5)) == 1
    assert len(await two.search_vector(unit(1, 2, 3), 5)) == 2
    await two.remove(["a"])
    assert await one.search_vector(unit(1, 2, 3), 5) == ()
    await two.put([document("b", "plum")])
    await embed_all(two)
    assert len(await one.search_vector(unit(1, 2, 3), 5)) == 1
    await one.aclose()
    await two.aclose()


async def test_an_index_in_use_by_another_writer_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_agent.storage.database._BUSY_MS", 50)
    index = SqliteIndex(path)
    await index.put([document("a", "apple")])
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError, match="in use by another process"):
        await index.put([document("b", "pear")])
    assert len(await index.search_words("apple", 5)) == 1  # reading goes on
    other.execute("ROLLBACK")
    other.close()
    await index.put([document("b", "pear")])
    await index.aclose()


async def test_tidying_up_merges_frees_and_keeps_everything(index: SqliteIndex) -> None:
    for start in range(0, 400, 100):
        await index.put(
            [document(str(n), f"word{n} common " * 50) for n in range(start, start + 100)]
        )
    await index.remove([str(n) for n in range(300)])
    before = await index.disk_bytes()
    await index.optimize()
    assert await index.disk_bytes() < before / 2
    assert len(await index.search_words("common", 1_000)) == 100
    assert len(await index.search_words("word350", 5)) == 1


async def test_a_closed_index_says_so(path: Path) -> None:
    index = SqliteIndex(path)
    await index.put([document("a", "apple")])
    await index.aclose()
    await index.aclose()
    with pytest.raises(StorageError, match="is closed"):
        await index.records()


@pytest.fixture
def no_index(path: Path) -> Path:
    path.parent.mkdir()
    path.write_bytes(b"not a database" * 200)
    return path


async def test_a_file_that_is_no_index_is_kept_and_another_takes_its_place(
    no_index: Path,
) -> None:
    told: list[RepairedFile] = []
    index = SqliteIndex(no_index, told.append)
    assert await index.records() == ()
    assert await index.search_words("anything", 5) == ()
    await index.aclose()
    (mended,) = told
    assert no_index.with_name(mended.kept).read_bytes() == b"not a database" * 200
    assert mended.remedy == "What was in it is made anew by itself."
