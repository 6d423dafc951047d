"""A whole build with a local cluster: cut off, gone on with, searched."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from desktop_agent.core.errors import Offline, StorageError
from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster.build import Manifest, build
from desktop_agent.knowledge.cluster.shards import plan_shards, process_shard
from desktop_agent.knowledge.index.lance_database import (
    LanceDatabase,
    name_embedding,
    vectors_table,
)
from desktop_agent.knowledge.index.lance_index import LanceIndex
from desktop_agent.knowledge.index.lance_rows import vectors_rows
from desktop_agent.llm.providers.ollama_embedding import OllamaEmbedding
from desktop_agent.web.ledger import network_scope
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama, Model

pytestmark = pytest.mark.usefixtures("lancedb")

MODEL = "ollama/nomic-embed-text"
LENGTH = 64  # of the fake server's vectors


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


def finish_one(order: BuildOrder) -> None:
    """Leaves the target as a build does that ended after its first shard."""
    database = LanceDatabase(order.target)
    shard, *_ = plan_shards(order.sources, order.shard_size)
    name_embedding(database, MODEL)
    database.create_vectors(
        vectors_table(MODEL), vectors_rows([], np.empty((0, LENGTH), np.float32))
    )
    manifest = Manifest(database)
    manifest.open(f"512/50 {MODEL} {LENGTH} corpus")
    manifest.finish(process_shard(shard, order, 1))
    database.close()


async def test_a_build_goes_on_where_an_earlier_one_ended_and_can_be_searched(
    tmp_path: Path,
) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    rows = [{"id": n, "title": f"Article {n}", "text": f"apple number{n}"} for n in range(120)]
    (source / "dump.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) + "broken\n")
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
        await asyncio.to_thread(finish_one, BuildOrder(**told | {"sources": (str(source),)}))
        summary = run(**told)
        bare = OllamaEmbedding("nomic-embed-text", url)
        vector = (await bare.vectors(["search_query: number7"]))[0]
        await bare.aclose()
    assert not summary["stopped"]
    assert summary["failures"] == []
    progress = summary["progress"]
    assert (progress["kept"], progress["done"], progress["total"]) == (1, 8, 8)
    assert (progress["documents"], progress["problems"]) == (101, 2)
    (rate,) = summary["rates"]
    assert rate["embedded"] == rate["chunks"] == 101

    index = LanceIndex(str(target), read_only=True)
    assert len(await index.records()) == 121
    (counts,) = await index.counts()
    assert (counts.documents, counts.chunks, counts.embedded) == (121, 121, 121)
    (hit,) = await index.search_words("number117", 5)
    (chunk,) = await index.chunks([hit.id])
    assert (chunk.document.title, chunk.text) == ("Article 117", "apple number117")
    assert len(await index.search_vector(vector, 5)) == 5
    await index.aclose()


def test_what_cannot_be_built_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    nothing = BuildOrder(sources=(str(tmp_path / "empty"),), target=str(tmp_path / "target"))
    with pytest.raises(StorageError, match="nothing in the sources"):
        build(nothing, lambda _: None)
    assert not (tmp_path / "target").exists()


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
