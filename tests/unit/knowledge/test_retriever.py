"""A search of the documents as a whole, over real indexes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from desktop_agent.core.errors import ModelUnreachable, StorageError
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.index.base import Vectors
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex
from desktop_agent.knowledge.ingest.embedding import FindEmbedder
from desktop_agent.knowledge.retriever import Retriever, fuse_scores
from desktop_agent.llm.embedding import TextKind
from tests.turns import until
from tests.unit.knowledge.index.making import MODEL, document

TOPICS = ("animal", "money", "sea")
WORDS = {"cat": 0, "dog": 0, "pet": 0, "bank": 1, "loan": 1, "credit": 1, "ship": 2, "wave": 2}


class TopicEmbedder:
    """A model whose vectors count a text's words on each topic."""

    def __init__(self, name: str = MODEL, *, wait_s: float = 0, fails: bool = False) -> None:
        self.name = name
        self.wait_s = wait_s
        self.fails = fails
        self.asked: list[tuple[str, TextKind]] = []

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        self.asked += [(text, kind) for text in texts]
        await asyncio.sleep(self.wait_s)
        if self.fails:
            raise ModelUnreachable("No server answers at 127.0.0.1.", "Start it.")
        rows = np.full((len(texts), len(TOPICS)), 0.3, np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.casefold().split():
                if word in WORDS:
                    row[WORDS[word]] += 1
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def finding(embedder: TopicEmbedder | None) -> FindEmbedder:
    async def find(_stored: str) -> TopicEmbedder:
        if embedder is None:
            raise ModelUnreachable("There is no embedding model.")
        return embedder

    return find


async def embed_all(index: SqliteIndex, embedder: TopicEmbedder) -> None:
    await index.use_embedding(embedder.name)
    waiting = await index.unembedded(100)
    vectors = await embedder.embed([each.text for each in waiting], "document")
    await index.set_vectors(embedder.name, [each.id for each in waiting], vectors)


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[SqliteIndex]:
    index = SqliteIndex(tmp_path / "index.db")
    await index.put(
        [
            document("cat", "the cat and the dog"),
            document("pet", "a pet shop"),
            document("bank", "bank and loan"),
            document("ship", "wave after wave reached the ship"),
        ]
    )
    await embed_all(index, TopicEmbedder())
    yield index
    await index.aclose()


SETTINGS = KnowledgeSettings()


async def test_what_both_halves_find_comes_first_and_says_its_ranks(index: SqliteIndex):
    embedder = TopicEmbedder()
    result = await Retriever([index], SETTINGS, finding(embedder)).search("cat dog", limit=2)
    first, second = result.hits
    assert (first.document.key, first.word_rank, first.vector_rank) == ("cat", 1, 1)
    assert (second.document.key, second.word_rank, second.vector_rank) == ("pet", 0, 2)
    assert first.score == 1.0  # the best of both
    assert [first.text[a:b] for a, b in first.marks] == ["cat", "dog"]
    assert (result.query, result.note) == ("cat dog", "")
    assert embedder.asked == [("cat dog", "query")]


async def test_ranks_may_be_fused_in_the_place_of_scores(index: SqliteIndex):
    settings = KnowledgeSettings(fusion="ranks", vector_weight=0.5)
    result = await Retriever([index], settings, finding(TopicEmbedder())).search("cat dog")
    assert result.hits[0].score == pytest.approx(0.5 / 60 * 2)


def test_the_best_passages_take_part_in_the_question():
    rows = {"best": (1, 0), "near": (0.8, 0.6), "other": (0.8, -0.6), "far": (0, 1)}
    keys = {name: (0, number) for number, name in enumerate(rows)}
    vectors = {keys[name]: np.array(row, np.float32) for name, row in rows.items()}
    query = np.array((1, 0), np.float32)
    scores = fuse_scores({keys["near"]: 3.0}, vectors, query, 0.6)
    assert scores[keys["near"]] - 0.4 > scores[keys["other"]]  # as far from the question itself
    assert fuse_scores({keys["far"]: 3.0}, {}, query, 0.6) == {keys["far"]: pytest.approx(0.4)}


@pytest.mark.parametrize(
    ("embedder", "note"),
    [
        (None, "There is no embedding model."),
        (TopicEmbedder(fails=True), "No server answers at 127.0.0.1. Start it."),
        (TopicEmbedder(wait_s=30), "the embedding model didn't answer within 0.05 s."),
        (TopicEmbedder("new/model"), "because new/model is in use now"),
    ],
)
async def test_without_a_vector_of_the_query_it_searches_by_words_and_says_why(
    index: SqliteIndex, monkeypatch: pytest.MonkeyPatch, embedder: TopicEmbedder | None, note: str
):
    monkeypatch.setattr("desktop_agent.knowledge.retriever._EMBED_TIMEOUT_S", 0.05)
    for settings in (SETTINGS, KnowledgeSettings(vector_weight=1, results=2)):
        result = await Retriever([index], settings, finding(embedder)).search("loans")
        assert [hit.document.key for hit in result.hits] == ["bank"]
        assert "searched by keyword only" in result.note.lower()
        assert note in result.note
        assert result.ms < 5_000


async def test_documents_that_wait_for_their_vectors_are_found_by_words(tmp_path: Path):
    index = SqliteIndex(tmp_path / "index.db")
    await index.put([document("bank", "bank and loan"), document("two", "a loan")])
    result = await Retriever([index], SETTINGS, finding(TopicEmbedder())).search("loans", limit=1)
    assert result.note == "Searched by keyword only: no documents are embedded."
    retriever = Retriever([index], KnowledgeSettings(results=1), finding(TopicEmbedder()))
    assert len((await retriever.search("loan")).hits) == len(result.hits) == 1
    await index.aclose()


@pytest.mark.parametrize(("weight", "first"), [(0.0, "bank"), (1.0, "ship")])
async def test_the_weight_of_meaning_decides(index: SqliteIndex, weight: float, first: str):
    settings = KnowledgeSettings(vector_weight=weight)
    embedder = TopicEmbedder()
    result = await Retriever([index], settings, finding(embedder)).search("wave loan wave", limit=1)
    if weight:
        assert result.hits[0].document.key == first
        assert result.hits[0].vector_rank == 1
    else:
        assert embedder.asked == []
        assert {hit.vector_rank for hit in result.hits} == {0}
        assert result.note == ""


async def test_several_indexes_are_searched_as_one(index: SqliteIndex, tmp_path: Path):
    other = SqliteIndex(tmp_path / "other.db")
    await other.put([document("loan", "credit loan loan loan"), document("sea", "ship")])
    old = TopicEmbedder("old/model")
    await embed_all(other, old)
    result = await Retriever([index, other], SETTINGS, finding(TopicEmbedder())).search("loan")
    assert {hit.document.key for hit in result.hits if hit.word_rank} == {"bank", "loan"}
    assert "embedded with old/model" in result.note
    await other.use_embedding(MODEL)
    await embed_all(other, TopicEmbedder())
    result = await Retriever([index, other], SETTINGS, finding(TopicEmbedder())).search(
        "loan", limit=2
    )
    assert {hit.document.key for hit in result.hits} == {"bank", "loan"}
    assert [hit.vector_rank for hit in result.hits].count(0) == 0
    assert result.note == ""
    await other.aclose()
    result = await Retriever([index, other], SETTINGS, finding(TopicEmbedder())).search("loan")
    assert result.hits[0].document.key == "bank"
    assert "other.db is closed" in result.note
    with pytest.raises(StorageError, match="is closed"):
        await Retriever([other], SETTINGS, finding(TopicEmbedder())).search("loan")


async def test_nothing_is_asked_for_a_query_of_nothing(index: SqliteIndex):
    embedder = TopicEmbedder(wait_s=30)
    retriever = Retriever([index], SETTINGS, finding(embedder))
    assert (await retriever.search(" \n")).hits == ()
    assert (await retriever.search("x", limit=0)).hits == ()
    assert embedder.asked == []
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):  # a search that is given up leaves nothing running
            await retriever.search("cat")
    await until(lambda: asyncio.all_tasks() == {asyncio.current_task()})
