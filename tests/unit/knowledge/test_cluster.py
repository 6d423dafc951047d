"""A build with a local cluster: how sources are parted into shards, cut off, gone on with, searched."""

import asyncio
import gzip
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.errors import ModelNotFound, ModelUnreachable, Offline, StorageError
from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster import (
    Shard,
    build,
    embedder_of,
    open_lines,
    plan_shards,
    process_shard,
)
from desktop_agent.knowledge.index.lance import LanceIndex
from desktop_agent.llm.providers.ollama import OllamaClient
from desktop_agent.web.ledger import network_scope
from tests.child_process import child_process
from tests.servers.loopback import serve
from tests.servers.ollama import FakeOllama, Model
from tests.unit.knowledge.index.making import document

pytestmark = pytest.mark.usefixtures("lancedb")


def write_lines(path: Path, count: int, *, last_newline: bool = True) -> list[bytes]:
    lines = [
        json.dumps({"title": f"T{n}", "text": "é" * n, "id": n}).encode() for n in range(count)
    ]
    body = b"\n".join(lines) + (b"\n" if last_newline else b"")
    path.write_bytes(gzip.compress(body) if path.suffix == ".gz" else body)
    return lines


def read_lines(shard: Shard) -> list[bytes]:
    with open_lines(shard.paths[0]) as file:
        file.seek(shard.start)
        return file.read(shard.length).splitlines()


@pytest.mark.parametrize(
    ("name", "last_newline"), [("corpus.jsonl", False), ("corpus.jsonl.gz", True)]
)
def test_lines_are_parted_without_losing_one(tmp_path: Path, name: str, last_newline: bool):
    lines = write_lines(tmp_path / name, 1_003, last_newline=last_newline)
    shards = list(plan_shards([str(tmp_path / name)], 100))
    assert [len(read_lines(shard)) for shard in shards] == [100] * 10 + [3]
    assert [line for shard in shards for line in read_lines(shard)] == lines


def test_a_folder_holds_files_and_corpora_of_which_none_is_lost(tmp_path: Path):
    texts = [tmp_path / f"{n:04}.txt" for n in range(50)]
    for path in texts:
        path.write_text("text")
    (tmp_path / "dump").mkdir()
    write_lines(tmp_path / "dump" / "wiki_00.jsonl.gz", 5)
    for name in ("other.gz", "left_out.exe"):
        (tmp_path / name).write_bytes(b"MZ")
    *files, corpus = sorted(plan_shards([str(tmp_path)], 20), key=lambda shard: shard.length)
    assert len(read_lines(corpus)) == 5
    assert sorted(len(shard.paths) for shard in files) == [10, 20, 20]
    assert sorted(path for shard in files for path in shard.paths) == list(map(str, texts))
    with pytest.raises(StorageError, match="nowhere cannot be read"):
        list(plan_shards([str(tmp_path / "nowhere")], 20))


@pytest.mark.parametrize("kind", ["parquet", "arrow stream", "arrow file"])
async def test_rows_of_a_data_set_become_documents_up_to_the_limit(
    tmp_path: Path, target: LanceIndex, kind: str
):
    import pyarrow as pa
    from pyarrow import parquet

    path = tmp_path / f"wiki.{kind.split(maxsplit=1)[0]}"
    rows = [{"id": str(n), "url": f"u{n}", "title": f"T{n}", "text": f"é {n}"} for n in range(50)]
    table = pa.Table.from_pylist(rows)
    if kind == "parquet":
        parquet.write_table(table, path, row_group_size=15)
    else:
        opened = pa.ipc.new_stream if kind == "arrow stream" else pa.ipc.new_file
        with opened(str(path), table.schema) as writer:
            writer.write_table(table, max_chunksize=15)
    (tmp_path / "z.txt").write_text("left out by the limit")
    shards = list(plan_shards([str(tmp_path)], 20, limit=45))
    assert [shard.length for shard in shards] == [20, 20, 5]
    order = BuildOrder(sources=(str(tmp_path),), target=target.uri)
    done = [await asyncio.to_thread(process_shard, shard, order) for shard in shards]
    documents = [each for shard in done for each in shard.documents]
    assert [(d.record.title, d.record.url, d.text) for d in documents] == [
        (row["title"], row["url"], row["text"]) for row in rows[:45]
    ]
    path.write_bytes(b"PAR1 broken")
    with pytest.raises(StorageError, match="is damaged or isn't Arrow or Parquet"):
        list(plan_shards([str(path)], 20))


@pytest.fixture
async def target(tmp_path: Path) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(tmp_path / "target"))
    await index.counts()
    yield index
    await index.aclose()


async def test_an_article_becomes_a_document_and_a_broken_line_is_told(
    tmp_path: Path, target: LanceIndex
):
    path = tmp_path / "c.jsonl"
    rows = [
        {
            "id": 7,
            "title": "Ruby",
            "text": "A red gem.\n" * 400,
            "url": "https://example.org/r",
            "date": "2020",
        },
        {"_id": "x", "text": "without a title"},
        {"title": "no text"},
        {"title": "wrong", "text": 5},
        ["a list"],
    ]
    path.write_text(
        "".join(json.dumps(row) + "\n" for row in rows) + '{"cut": \n\n' + "[" * 100_000
    )
    (shard,) = plan_shards([str(path)], 100)
    order = BuildOrder(sources=(str(path),), target=target.uri, chunk_tokens=128, chunk_overlap=0)
    done = await asyncio.to_thread(process_shard, shard, order)
    ruby, untitled = done.documents
    assert (ruby.record.title, ruby.record.url, ruby.record.date) == (
        "Ruby",
        "https://example.org/r",
        "2020",
    )
    assert (ruby.record.path, ruby.record.source) == (f"{path}#7", 1)
    assert len(ruby.chunks) > 5
    assert ruby.chunks[-1].place.end == len(ruby.text)
    assert untitled.record.path == f"{path}#x"
    assert len(done.unread) == 5
    assert "c.jsonl, line 0.2" in done.unread[0]
    assert done.keys == [ruby.record.key, untitled.record.key]
    await target.put(done.documents)
    again = await asyncio.to_thread(process_shard, shard, order)
    assert (again.documents, again.keys) == ((), done.keys)


MODEL = "ollama/nomic-embed-text"


@contextmanager
def builder() -> Iterator[Callable[..., dict[str, Any]]]:
    """Builds in a separate process, which must leave none behind."""
    with child_process(
        [sys.executable, "-m", "tests.unit.knowledge.building"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:

        def run(**told: Any) -> dict[str, Any]:
            process.stdin.write(json.dumps(told) + "\n")
            process.stdin.flush()
            return json.loads(next(line for line in process.stdout if line.startswith("{")))

        yield run
        _, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors, errors


async def finish_one(order: BuildOrder) -> None:
    """Leave the target as a build does that ended after its first shard."""
    shard, *_ = plan_shards(order.sources, order.shard_size)
    index = LanceIndex(order.target)
    await index.use_embedding(MODEL)
    done = await asyncio.to_thread(process_shard, shard, order)
    await index.put(done.documents, done.vectors)
    await index.aclose()


async def test_a_build_goes_on_where_an_earlier_one_ended_and_can_be_searched(tmp_path: Path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    rows = [{"id": n, "title": f"Article {n}", "text": f"apple number{n}"} for n in range(120)]
    write(source / "dump.jsonl", rows)
    (source / "note.md").write_text("# Note\n\nA pear.")
    (source / "bomb.pdf").write_bytes(b"%PDF-1.7" + b"\0" * 1_000)
    fake = FakeOllama(models=[Model(name="nomic-embed-text", capabilities=("embedding",))])
    with serve(fake.app) as url, builder() as run:
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
        again = run(**told | {"scheduler": "here"})
        bare = OllamaClient(url, model="nomic-embed-text")
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
        afresh = {"clear": True, "documents_limit": 1, "embedding_model": ""}
        run(**told | afresh | {"scheduler": "here"})
    index = LanceIndex(str(target), read_only=True)
    assert [each.documents for each in await index.counts()] == [1]
    await index.aclose()


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows) + "broken\n")


def test_what_cannot_be_built_is_told(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    nothing = BuildOrder(sources=(str(tmp_path / "empty"),), target=str(tmp_path / "target"))
    with pytest.raises(StorageError, match="nothing in the sources"):
        build(nothing, lambda _: None)
    assert not (tmp_path / "target").exists()


async def test_a_target_with_other_documents_is_left_alone(tmp_path: Path):
    (tmp_path / "a.txt").write_text("pear")
    order = BuildOrder(sources=(str(tmp_path / "a.txt"),), target=str(tmp_path / "target"))
    index = LanceIndex(order.target)
    await index.use_embedding("test/model")
    await index.put([document("a", "apple", collection="corpus")])
    for told in (order, replace(order, collection="c1", embedding_model=MODEL)):
        with pytest.raises(StorageError, match="from another collection or embedding model"):
            await asyncio.to_thread(build, told, lambda _: None)
    assert len(await index.records()) == 1
    model = await index.embedding()
    assert model is not None
    assert model.name == "test/model"
    await index.aclose()


async def test_a_worker_that_cannot_embed_leaves_the_shard_undone(tmp_path: Path):
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
        with pytest.raises(ModelNotFound, match="isn't an embedding model"):
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
):
    told = {"target": str(tmp_path / "target"), "embedding_url": "http://127.0.0.1:9"} | changed
    with network_scope(lambda _: None, offline=True), pytest.raises(Offline, match=place):
        build(BuildOrder(sources=(str(tmp_path),), **told), lambda _: None)
