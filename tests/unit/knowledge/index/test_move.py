"""Copies of an index in the other engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import Moved
from desktop_agent.knowledge.index.base import Index, NewDocument, move_index, read_text
from desktop_agent.knowledge.index.lance import LanceIndex
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.index.making import MODEL, document, unit

pytestmark = pytest.mark.usefixtures("lancedb")


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(tmp_path / "other"))
    yield index
    await index.aclose()


async def fill(index: Index) -> None:
    await index.use_embedding(MODEL)
    await index.put(
        [
            document(str(n), *[f"part {n} {m} " for m in range(n)], title="T", source=n % 2)
            for n in range(8)
        ]
    )
    waiting = await index.unembedded(20)
    rows = [unit(each.id % 97 + 1, 5, 7) for each in waiting]
    await index.set_vectors(MODEL, [each.id for each in waiting], np.stack(rows))


async def said(index: Index) -> dict[str, object]:
    """Return everything that an index holds except its ids."""
    found: dict[str, object] = {}
    for record in await index.records():
        chunks = await index.neighbours(record.key, 0, 99)
        vectors = await index.vectors([each.id for each in chunks]) if chunks else {}
        rows = [vectors[each.id].tolist() if each.id in vectors else None for each in chunks]
        places = [(each.text, each.place) for each in chunks]
        found[record.key] = (record, await read_text(index, record.key), places, rows)
    return found


async def test_an_index_comes_back_from_the_other_engine_as_it_was(
    index: SqliteIndex, lance: LanceIndex, tmp_path: Path
):
    await fill(index)
    moved = await move_index(index, lance)
    assert moved == Moved(documents=8, kept=0, chunks=28, vectors=20)
    assert await lance.counts() == await index.counts()
    assert await said(lance) == await said(index)
    assert await lance.embedding() is not None
    back = SqliteIndex(tmp_path / "back.db")
    await move_index(lance, back)
    assert await said(back) == await said(index)
    await back.aclose()


async def test_a_copy_that_was_cut_off_goes_on_where_it_was(
    lance: LanceIndex, other: LanceIndex, monkeypatch: pytest.MonkeyPatch
):
    await fill(lance)
    await other.put([document("gone", "not in the source"), document("3", "another text")])
    monkeypatch.setattr("desktop_agent.knowledge.index.base._CHUNKS_AT_ONCE", 5)

    class Cut(Exception):
        pass

    def cut(moved: Moved, _of: int) -> None:
        if moved.documents >= 4 or moved.vectors:
            raise Cut

    with pytest.raises(Cut):
        await move_index(lance, other, cut)
    begun = len(await other.records())
    assert 4 <= begun < 8 + 1
    moved = await move_index(lance, other)
    assert moved.kept >= 4
    assert moved.kept + moved.documents == 8
    assert await said(other) == await said(lance)
    again = await move_index(lance, other)
    assert again == Moved(kept=8)


async def test_a_copy_that_is_not_whole_is_told(
    lance: LanceIndex, other: LanceIndex, monkeypatch: pytest.MonkeyPatch
):
    await fill(lance)

    async def lossy(documents: list[NewDocument]) -> None:
        await LanceIndex.put(other, documents[1:])

    monkeypatch.setattr(other, "put", lossy)
    with pytest.raises(StorageError, match="incomplete"):
        await move_index(lance, other)
