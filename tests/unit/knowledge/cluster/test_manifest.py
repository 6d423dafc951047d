"""Which shards are finished, and what becomes of those that are not."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_agent.core.errors import ModelNotFound, ModelUnreachable, StorageError
from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster.build import Manifest
from desktop_agent.knowledge.cluster.shards import (
    Shard,
    ShardDone,
    embedder_of,
    plan_shards,
    process_shard,
)
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_index import LanceIndex
from tests.unit.knowledge.index.making import document

pytestmark = pytest.mark.usefixtures("lancedb")

WAY = "512/50"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[LanceDatabase]:
    database = LanceDatabase(str(tmp_path / "target"))
    yield database
    database.close()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.jsonl"
    write(path, 6)
    return path


def write(path: Path, count: int, word: str = "apple") -> None:
    path.write_text(
        "".join(json.dumps({"id": n, "text": f"{word} {n}"}) + "\n" for n in range(count))
    )


def order(corpus: Path, database: LanceDatabase) -> BuildOrder:
    return BuildOrder(sources=(str(corpus),), target=database.uri)


def plan(corpus: Path) -> list[Shard]:
    return list(plan_shards([str(corpus)], 2))


def work(shard: Shard, corpus: Path, database: LanceDatabase) -> ShardDone:
    return process_shard(shard, order(corpus, database), 1)


def rows(database: LanceDatabase) -> tuple[int, int]:
    return database.table("documents").count_rows(), database.table("chunks").count_rows()


def test_what_was_cut_off_is_removed_and_done_again(corpus: Path, database: LanceDatabase) -> None:
    one, two, three = plan(corpus)
    manifest = Manifest(database)
    assert manifest.open(WAY) == {}
    manifest.finish(work(one, corpus, database))
    work(two, corpus, database)  # its worker was killed before it could tell
    cut = work(three, corpus, database)  # and here the build was, in the midst of `finish`
    database.table("documents").add(cut.documents)
    assert rows(database) == (4, 6)

    manifest = Manifest(database)
    assert manifest.open(WAY) == {one.name: one.source}
    assert rows(database) == (2, 2)
    for shard in (two, three):
        manifest.finish(work(shard, corpus, database))
    manifest.close([])
    assert rows(database) == (6, 6)
    assert len(Manifest(database).open(WAY)) == 3


def test_an_attempt_that_was_made_twice_counts_once(corpus: Path, database: LanceDatabase) -> None:
    (one, *_) = plan(corpus)
    manifest = Manifest(database)
    manifest.open(WAY)
    work(one, corpus, database)
    manifest.finish(work(one, corpus, database))
    assert rows(database) == (2, 4)
    manifest.close([])
    assert rows(database) == (2, 2)


def test_files_that_changed_take_the_place_of_what_they_were(
    corpus: Path, database: LanceDatabase
) -> None:
    manifest = Manifest(database)
    manifest.open(WAY)
    old = plan(corpus)
    for shard in old:
        manifest.finish(work(shard, corpus, database))
    write(corpus, 4, "cherry")
    manifest = Manifest(database)
    kept = manifest.open(WAY)
    new = plan(corpus)
    for shard in new:
        manifest.finish(work(shard, corpus, database))
    manifest.close([name for name in kept if name not in {shard.name for shard in new}])
    assert rows(database) == (4, 4)
    words = database.table("chunks").search().select(["words"]).to_list()
    assert sorted(row["words"] for row in words) == [f"cherry {n}" for n in range(4)]
    assert len(Manifest(database).open(WAY)) == 2


def test_another_way_to_cut_builds_all_anew(corpus: Path, database: LanceDatabase) -> None:
    manifest = Manifest(database)
    manifest.open(WAY)
    manifest.finish(work(plan(corpus)[0], corpus, database))
    assert Manifest(database).open("128/0") == {}
    assert rows(database) == (0, 0)


def test_an_index_of_a_person_is_not_built_over(database: LanceDatabase) -> None:
    index = LanceIndex(database.uri)

    async def fill() -> None:
        await index.put([document("a", "apple")])
        await index.aclose()

    asyncio.run(fill())
    with pytest.raises(StorageError, match="was not built this way"):
        Manifest(database).open(WAY)
    assert rows(database) == (1, 1)


def test_a_worker_that_cannot_embed_leaves_the_shard_undone(
    corpus: Path, database: LanceDatabase
) -> None:
    told = BuildOrder(
        sources=(str(corpus),),
        target=database.uri,
        embedding_model="ollama/nomic-embed-text",
        embedding_url="http://127.0.0.1:9",
    )
    with pytest.raises(ModelUnreachable):
        process_shard(plan(corpus)[0], told, 1)
    assert rows(database) == (0, 0)
    for name in ("nomic-embed-text", "anthropic/x", "ollama/"):
        with pytest.raises(ModelNotFound, match="is no embedding model"):
            embedder_of(BuildOrder(sources=(), target="", embedding_model=name))
