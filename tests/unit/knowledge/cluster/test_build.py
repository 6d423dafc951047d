"""A whole build with a local cluster: cut off, gone on with, searched."""

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.errors import ModelNotFound, ModelUnreachable, Offline, StorageError
from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster import build, embedder_of, plan_shards, process_shard
from desktop_agent.knowledge.index.lance import LanceIndex
from desktop_agent.llm.providers.ollama_embedding import OllamaEmbedding
from desktop_agent.web.ledger import network_scope
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama, Model
from tests.unit.knowledge.index.making import document

pytestmark = pytest.mark.usefixtures("lancedb")

MODEL = "ollama/nomic-embed-text"


def run(**told: Any) -> dict[str, Any]:
    """Builds in a process of its own, which must leave none behind."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.unit.knowledge.cluster.building"],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])


async def finish_one(order: BuildOrder) -> None:
    """Leaves the target as a build does that ended after its first shard."""
    shard, *_ = plan_shards(order.sources, order.shard_size)
    index = LanceIndex(order.target)
    await index.use_embedding(MODEL)
    done = await asyncio.to_thread(process_shard, shard, order)
    await index.put(done.documents, done.vectors)
    await index.aclose()


async def test_a_build_goes_on_where_an_earlier_one_ended_and_can_be_searched(
    tmp_path: Path,
) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    rows = [{"id": n, "title": f"Article {n}", "text": f"apple number{n}"} for n in range(120)]
    write(source / "dump.jsonl", rows)
    (source / "note.md").write_text("# Note\n\nA pear.")
    (source / "bomb.pdf").write_bytes(b"%PDF-1.7" + b"\0" * 1_000)
    fake = FakeOllama(models=[Model(name="nomic-embed-text", capabilities=("embedding",))])
    with serve(fake.app) as url:
        told = {
            "sources": [str(source)],
            "target": str(target),
            "workers": 1,
            "shard_size": 20,
            "embedding_model": MODEL,
            "embedding_url": url,
        }
        await finish_one(BuildOrder(**told | {"sources": (str(source),)}))
        summary = run(**told)
        rows[7]["text"] = "cherry"
        write(source / "dump.jsonl", rows[:-1])
        (source / "note.md").unlink()
        again = run(**told)
        bare = OllamaEmbedding("nomic-embed-text", url)
        vector = (await bare.vectors(["search_query: number7"]))[0]
        await bare.aclose()
    assert not summary["stopped"]
    assert summary["failures"] == []
    progress = summary["progress"]
    assert (progress["kept"], progress["done"], progress["total"]) == (20, 8, 8)
    assert (progress["documents"], progress["chunks"], progress["problems"]) == (101, 101, 2)
    assert len(summary["unread"]) == 2
    progress = again["progress"]
    assert (progress["kept"], progress["documents"], again["failures"]) == (118, 1, [])

    index = LanceIndex(str(target), read_only=True)
    assert len(await index.records()) == 119  # without the article and the file that are gone
    (counts,) = await index.counts()
    assert (counts.documents, counts.chunks, counts.embedded) == (119, 119, 119)
    assert len(await index.search_words("cherry", 5)) == 1
    assert await index.search_words("number7 number119 pear", 5) == ()
    (hit,) = await index.search_words("number117", 5)
    (chunk,) = await index.chunks([hit.id])
    assert (chunk.document.title, chunk.text) == ("Article 117", "apple number117")
    assert len(await index.search_vector(vector, 5)) == 5
    await index.aclose()


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "broken\n")


def test_what_cannot_be_built_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    nothing = BuildOrder(sources=(str(tmp_path / "empty"),), target=str(tmp_path / "target"))
    with pytest.raises(StorageError, match="nothing in the sources"):
        build(nothing, lambda _: None)
    assert not (tmp_path / "target").exists()


async def test_a_target_with_other_documents_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("pear")
    order = BuildOrder(sources=(str(tmp_path / "a.txt"),), target=str(tmp_path / "target"))
    index = LanceIndex(order.target)
    await index.use_embedding("test/model")
    await index.put([document("a", "apple", collection="corpus")])
    for told in (order, replace(order, collection="c1", embedding_model=MODEL)):
        with pytest.raises(StorageError, match="of another collection or embedding model"):
            await asyncio.to_thread(build, told, lambda _: None)
    assert len(await index.records()) == 1
    model = await index.embedding()
    assert model is not None
    assert model.name == "test/model"
    await index.aclose()


async def test_a_worker_that_cannot_embed_leaves_the_shard_undone(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("pear")
    order = BuildOrder(
        sources=(str(tmp_path / "a.txt"),),
        target=str(tmp_path / "target"),
        embedding_model=MODEL,
        embedding_url="http://127.0.0.1:9",
    )
    index = LanceIndex(order.target)
    assert await index.counts() == ()
    (shard,) = plan_shards(order.sources, 10)
    with pytest.raises(ModelUnreachable):
        await asyncio.to_thread(process_shard, shard, order)
    assert await index.counts() == ()
    await index.aclose()
    for name in ("nomic-embed-text", "anthropic/x", "ollama/"):
        with pytest.raises(ModelNotFound, match="is no embedding model"):
            embedder_of(replace(order, embedding_model=name))


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"scheduler": "tcp://192.0.2.7:8786"}, "192.0.2.7"),
        ({"target": "s3://bucket/index"}, "s3://bucket"),
        ({"embedding_url": "https://example.org"}, "example.org"),
    ],
)
def test_nothing_beyond_this_machine_is_used_while_the_network_is_off(
    tmp_path: Path, changed: dict[str, str], place: str
) -> None:
    told = {"target": str(tmp_path / "target"), "embedding_url": "http://127.0.0.1:9"} | changed
    with network_scope(lambda _: None, offline=True), pytest.raises(Offline, match=place):
        build(BuildOrder(sources=(str(tmp_path),), **told), lambda _: None)
