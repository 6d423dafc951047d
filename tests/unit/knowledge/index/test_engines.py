"""What holds for each engine in the same way."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from desktop_agent.knowledge.index.base import Index, NewDocument
from desktop_agent.knowledge.index.lance_index import LanceIndex
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.index.making import MODEL, document, embed_all, record, unit

pytestmark = pytest.mark.usefixtures("lancedb")


@pytest.fixture(params=["sqlite", "lancedb"])
async def engine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Index]:
    sqlite = request.param == "sqlite"
    made = SqliteIndex(tmp_path / "i.db") if sqlite else LanceIndex(str(tmp_path / "i.lance"))
    yield made
    await made.aclose()


async def test_an_empty_engine_holds_nothing(engine: Index) -> None:
    assert await engine.records() == ()
    assert await engine.counts() == ()
    assert await engine.text("none") == ""
    assert await engine.embedding() is None
    assert await engine.unembedded(5) == ()
    assert await engine.search_words("anything", 5) == ()
    assert await engine.search_vector(unit(1, 0), 5) == ()
    assert await engine.chunks([1, 2]) == ()


async def test_a_text_that_is_put_again_keeps_its_vector(engine: Index) -> None:
    await engine.use_embedding(MODEL)
    await engine.put([document("a", "same", "old", title="T")])
    assert await embed_all(engine) == 2
    await engine.put([document("a", "same", "new", title="T"), document("b", "same", title="T")])
    assert [each.text for each in await engine.unembedded(10)] == ["T\nnew"]
    assert len(await engine.search_vector(unit(1, 2, 3), 10)) == 2
    await engine.put([document("a", "same", title="Another title")])
    assert len(await engine.unembedded(10)) == 1


async def test_searching_goes_on_while_much_is_put(engine: Index) -> None:
    await engine.put([document("first", "needle")])
    many = [document(str(n), f"hay {n} " * 100) for n in range(1_500)]
    putting = asyncio.ensure_future(engine.put(many))
    searches = 0
    while not putting.done():
        assert len(await engine.search_words("needle", 5)) == 1
        searches += 1
    await putting
    assert searches >= 3
    assert len(await engine.records()) == 1_501


async def test_an_empty_document_is_kept_and_has_no_text(engine: Index) -> None:
    await engine.put([NewDocument(record("a"), "", ())])
    assert [each.chunks for each in await engine.records()] == [0]
    assert await engine.text("a") == ""
