"""What is put into the default engine, and what comes out of it."""

import pytest

from desktop_agent.knowledge.index.base import read_text
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from tests.unit.knowledge.index.making import MODEL, document, embed_all, unit


async def test_documents_of_one_call_are_put_together_or_not_at_all(index: SqliteIndex):
    await index.put([document("a", "apple")])
    wrong = document("bad", "x", size=1 << 80)
    with pytest.raises(OverflowError):
        await index.put([document("a", "cherry"), wrong])
    assert await read_text(index, "a") == "apple"
    assert len(await index.search_words("apple", 5)) == 1


async def test_tidying_up_merges_frees_and_keeps_everything(index: SqliteIndex):
    await index.use_embedding(MODEL)
    for start in range(0, 400, 100):
        await index.put(
            [document(str(n), f"word{n} common " * 50) for n in range(start, start + 100)]
        )
    await embed_all(index)
    await index.remove([str(n) for n in range(300)])
    before = await index.disk_bytes()
    await index.optimize()
    assert await index.disk_bytes() < before / 2
    assert len(await index.search_words("common", 1_000)) == 100
    assert len(await index.search_words("word350", 5)) == 1
    assert len(await index.search_vector(unit(1, 2, 3), 1_000)) == 100
