"""Search by words in the default engine."""

import random
import string

import pytest

from desktop_agent.knowledge.index import word_search
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.retriever import find_marks
from tests.unit.knowledge.index.making import document


async def found(index: SqliteIndex, query: str) -> list[str]:
    scored = await index.search_words(query, 50)
    chunks = await index.chunks([each.id for each in scored])
    return [each.document.key for each in chunks]


async def test_the_chunk_that_says_most_of_the_query_comes_first(index: SqliteIndex):
    await index.put(
        [
            document("both", "solar wind pressure"),
            document("one", "wind over the sea"),
            document("none", "a quiet place"),
        ]
    )
    assert await found(index, "solar wind") == ["both", "one"]
    scores = [each.score for each in await index.search_words("solar wind", 5)]
    assert scores[0] > scores[1] > 0
    assert await found(index, "quark") == []


async def test_a_title_weighs_more_than_the_text(index: SqliteIndex):
    await index.put(
        [
            document("text", "the harbour and some more words here"),
            document("title", "nothing and some more words here", title="harbour"),
            document("heading", "nothing at all", headings=("Harbour",)),
        ]
    )
    assert (await found(index, "harbour"))[0] == "title"
    assert set(await found(index, "harbour")) == {"title", "text", "heading"}


async def test_stop_words_are_left_out_unless_there_is_nothing_else(index: SqliteIndex):
    await index.put([document("stop", "what is the of and"), document("word", "gravity well")])
    assert await found(index, "what is the gravity") == ["word"]
    assert await found(index, "what is the") == ["stop"]
    assert await found(index, "was ist die gravity und der") == ["word"]


async def test_parts_of_runs_without_spaces_are_found(index: SqliteIndex):
    await index.put(
        [
            document("zh", "我们研究机器学习的方法Python代码"),
            document("ja", "東京タワーは高い"),
            document("th", "ภาษาไทยง่าย"),
            document("hi", "हिन्दी में लिखा"),
            document("one", "他 说"),
        ]
    )
    for query, key in {"机器学习": "zh", "python": "zh", "タワー": "ja", "हिन्दी": "hi"}.items():
        assert (await found(index, query))[:1] == [key], query
    assert await found(index, "器机") == []
    assert await found(index, "हि") == []


def test_words_of_the_query_are_marked_where_they_stand():
    text = "Ünïted: the COOLED reactor 我们研究机器学习 cooling 🙂 reactors"
    (marks, none) = find_marks("how do reactors cool 机器学习", [text, "nothing here"])
    assert [text[start:end] for start, end in marks] == [
        "COOLED",
        "reactor",
        "机器学习",
        "cooling",
        "reactors",
    ]
    assert none == ()


async def test_common_words_are_left_to_the_weighing_where_rare_ones_find(
    index: SqliteIndex, monkeypatch: pytest.MonkeyPatch
):
    rng = random.Random(5)
    filler = [" ".join(rng.choices(string.ascii_lowercase, k=20)) for _ in range(60)]
    await index.put(
        [document(str(n), f"common {filler[n]} padding padding") for n in range(60)]
        + [
            document("rare", "quark words words words"),
            document("both", "quark common words words"),
        ]
    )
    monkeypatch.setattr(word_search, "rows_most", lambda chunks: 5)
    assert await found(index, "quark common") == ["both", "rare"]
    assert len(await found(index, "common")) == 50  # one word alone is always looked for


async def test_an_index_that_was_made_anew_weighs_words_as_a_new_one_does(
    index: SqliteIndex, monkeypatch: pytest.MonkeyPatch
):
    """Ids only ever grow; how common a word is must not depend on how large they are."""
    monkeypatch.setattr(word_search, "rows_most", lambda chunks: 10)
    texts = [f"common {'often ' if n % 2 else ''}filler" for n in range(100)] + ["common rare"]
    documents = [document(str(n), text) for n, text in enumerate(texts)]
    await index.put(documents)
    first = await index.search_words("common often rare", 50)
    for _ in range(5):
        await index.remove([each.record.key for each in documents])
        await index.put(documents)
    again = await index.search_words("common often rare", 50)
    assert [each.score for each in again] == pytest.approx([e.score for e in first], rel=0.05)
